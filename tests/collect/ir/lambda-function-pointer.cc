int f(int);
int g(int);
void reg(int (*)(int));

void implicit()
{
    reg([](int n) { return f(n); });
}
int explicit_plus()
{
    auto pointer = +[](int n) { return g(n); };
    return pointer(1);
}
void generic()
{
    int (*pointer)(int) = [](auto n) { return f(n); };
    reg(pointer);
}
