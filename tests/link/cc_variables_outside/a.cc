#include "a.h"
static void f()
{
}
named one;
named many[2];
void each(std::vector<element> &elements)
{
    elements[0].run();
}
int main()
{
    one.run = f;
    many[0].run = f;
    many[1].run = f;
    fill();
    one.run();
    many[1].run();
}
