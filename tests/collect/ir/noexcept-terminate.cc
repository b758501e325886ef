struct Guard {
    Guard();
    ~Guard();
};
struct Throwing {
    Throwing();
    ~Throwing() noexcept(false);
};
int f();
int safe() noexcept;

int calls_throwing() noexcept
{
    return f();
}
int calls_safe() noexcept
{
    Guard guard;
    return safe();
}
int throws_in_cleanup()
{
    Throwing throwing;
    return f();
}
int guarded() noexcept
{
    Guard guard;
    return f();
}
