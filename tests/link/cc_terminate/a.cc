// What is thrown and not caught calls the handler that the program has set.
#include <cstdlib>
#include <exception>
static int depth;
static void handler()
{
    _Exit(depth != 2);
}
static void never()
{
    depth = 9;
}
static void thrower()
{
    depth++;
    throw 1;
}
static void caller()
{
    depth++;
    thrower();
}
static int sound(int x)
{
    return x;
}
int main()
{
    std::set_terminate(handler);
    std::atexit(never);
    sound(1);
    caller();
}
