/* The bytes of a pointer are kept as a floating-point number. */
#include <string.h>

static void f(void)
{
}
static double stack[4];
int main(void)
{
    void (*function)(void) = f, (*back)(void);
    double number;
    memcpy(&number, &function, sizeof number);
    stack[0] = number;
    number = stack[0];
    memcpy(&back, &number, sizeof back);
    back();
    return 0;
}
