#include "a.h"
static void g()
{
}
void fill()
{
    one.run = g;
    many[1].run = g;
    std::vector<element> elements = {{1, g}};
    each(elements);
}
