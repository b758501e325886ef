// A C function that the program declares and that gets no pointer, but returns one to a record: its
// library calls what the program stores there. One that returns text or numbers has none of it.
#include "lib.h"
#include <cstdio>
static void on_data(int x)
{
    std::printf("%d\n", x);
}
static void on_slot()
{
    std::puts(version());
}
static void never_given()
{
    std::puts("never");
}
int main(int argc, char **)
{
    lib_context()->on_data = on_data;
    *lib_slot() = on_slot;
    lib_run(*lib_count());
    if (argc > 9) {
        never_given();
    }
}
