// Places are those the source has, not those it says it has; lambdas are told apart all the same.
int work(int);
struct Guard {
    Guard();
    ~Guard();
};
#line 100 "grammar.y"
int parse(int x)
{
    Guard guard;
    return [](int y) { return work(y); }(x);
}
#line 3 "lexer.l"
int scan(int x)
{
    Guard guard;
    int (*pointer)(int) = work;
    return pointer(x) + [](int y) { return work(y + 1); }(x);
}
