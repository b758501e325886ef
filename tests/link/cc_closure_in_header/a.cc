#include "a.h"
static void f()
{
}
static auto before = [x = 1] { return x; };
closure *get()
{
    static closure made = make(f);
    return &made;
}
int main()
{
    before();
    run();
}
