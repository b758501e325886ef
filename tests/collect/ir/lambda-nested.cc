int f(int);
int g(int);

int outer()
{
    auto middle = [](int n) {
        auto inner = [n](int m) { return f(n + m); };
        return inner(1) + g(n);
    };
    return middle(2);
}
inline int in_inline()
{
    auto middle = [] {
        auto inner = [] { return f(3); };
        return inner();
    };
    return middle();
}
int use()
{
    return in_inline();
}
