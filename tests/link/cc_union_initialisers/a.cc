#include "a.h"
static void f()
{
}
static void g()
{
}
static void h()
{
}
static word w = {.part = {1, f}};
static entry entries[] = {{1, {.part = {1, g}}, h}, {2, {.words = {1}}, h}};
int main()
{
    use(&w, entries);
}
