#define TEST
#include "x.c"
static void mock(void)
{
}
int main(void)
{
    set(mock);
    work();
    other();
    return 0;
}
