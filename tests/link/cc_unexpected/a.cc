// What a function throws that its type excludes calls the handler that the program has set.
#include <cstdlib>
#include <exception>
static int depth;
static void handler()
{
    _Exit(depth != 1);
}
static void thrower() throw(int)
{
    depth++;
    throw 2.0;
}
static int sound(int x)
{
    return x;
}
int main()
{
    std::set_unexpected(handler);
    sound(1);
    thrower();
}
