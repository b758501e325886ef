// A record within another is outer::inner in C++ and inner in C.
#include "ops.h"
static void f()
{
}
outer shared;
int main()
{
    shared.in.run = f;
    call_it(&shared);
}
