int f(int);
constexpr int fold(int n)
{
    return [n] { return n + 1; }();
}
static_assert(fold(1) == 2);

int mutable_state()
{
    auto count = [n = 0]() mutable { return f(n++); };
    return count() + count();
}
int constant()
{
    constexpr auto add = [](int a, int b) { return a + b; };
    constexpr int at_compile_time = add(1, 2);
    return add(at_compile_time, f(3));
}
