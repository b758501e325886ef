void reg(void (*)());
int f();
struct Hook {
    void (*run)();
};
template <class F> void each(F run)
{
    run(1);
}

void converted()
{
    reg(+[] { f(); });
    reg([] { f(); });
}
Hook aggregate()
{
    return Hook{[] { f(); }};
}
int on_the_spot()
{
    return [](int x) { return x + f(); }(4);
}
void generic()
{
    each([](auto x) { return f() + x; });
}
