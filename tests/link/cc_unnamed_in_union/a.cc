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
static void i()
{
}
static alone last;
int main()
{
    event e;
    e.key.pressed = f;
    send(&e);
    e.type = 1;
    e.pointer.moved = g;
    send(&e);
    last.part.begin = h;
    last.part.end = i;
    finish(&last);
}
