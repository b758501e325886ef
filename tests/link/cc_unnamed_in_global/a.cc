#include "a.h"

#include <type_traits>

static void f()
{
}
static void g()
{
}
static void h()
{
}
static struct {
    struct {
        int here;
    } only;
} before;
worker one;
table two;
decltype(table::entries) table::entries = {1, g};
static std::remove_reference_t<decltype(*table::more)> more = {1, h};
int main()
{
    before.only.here = 1;
    one.state.run = f;
    two.more = &more;
    run();
}
