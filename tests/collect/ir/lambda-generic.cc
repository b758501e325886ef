int f(int);
int f(double);
template <class F> int twice(F function)
{
    return function(1) + function(2.0);
}

int local()
{
    auto generic = [](auto x) { return f(x); };
    return generic(1) + generic(2.0);
}
int argument()
{
    return twice([](auto x) { return f(x); });
}
int explicit_parameter()
{
    return []<class T>(T x) { return f(x); }(1);
}
