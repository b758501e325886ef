int a(int);
int b(int);

int first()
{
    auto x = [](int n) { return a(n); };
    auto y = [&](int n) { return x(n) + b(n); };
    return x(1) + y(2) + [] { return a(3); }();
}

int second()
{
    return [] { return b(4); }();
}

int third()
{
    return [] { return a(5); }, b(6);
}
