#include <functional>

int f(int);
int g(int);
struct Functor {
    int operator()(int) const;
};

int call(const std::function<int(int)> &function)
{
    return function(1);
}
int lambda(int n)
{
    std::function<int(int)> function = [n](int m) { return f(n + m); };
    return call(function);
}
int plain()
{
    return call(g) + call(Functor());
}
