int f(int);
int g(int);
int direct(int n = [] { return f(1); }());
struct Thing {
    int method(int n = [] { return g(2); }(), int m = [] { return g(3); }());
};

int use()
{
    return direct() + direct();
}
int use_again()
{
    Thing thing;
    return direct() + thing.method();
}
