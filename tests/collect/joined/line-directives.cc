// Places are those of `#line`, as debuggers have them; functions belong to the file there is.
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
