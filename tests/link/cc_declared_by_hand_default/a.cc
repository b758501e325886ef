// Functions that return memory of their library, called where only the compiler shows it: in a
// default argument, a member's initialiser, a template argument.
#include "lib.h"
#include <cstdio>
static void one(int x)
{
    std::printf("one %d\n", x);
}
static void two(int x)
{
    std::printf("two %d\n", x);
}
static void three(int x)
{
    std::printf("three %d\n", x);
}
static void never(int)
{
    std::puts("never");
}
static void set(Context *context = lib_argument())
{
    context->on_data = one;
}
struct Owner {
    Context *context = lib_member();
};
template <Context *(*F)()> struct Setter {
    static void set()
    {
        F()->on_data = three;
    }
};
int main(int argc, char **)
{
    set();
    Owner owner;
    owner.context->on_data = two;
    Setter<lib_context>::set();
    lib_run(1);
    if (argc > 9) {
        never(0);
    }
}
