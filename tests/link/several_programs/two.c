#include "shared.h"
#include <stdarg.h>
void common(void);
void more(void);
static void two_done(void) {}
static void two_chosen(void) {}
static void two_end(void) {}
static action *late;
void report(action *done)
{
    late = done;
}
action *choose(int n)
{
    return n ? two_chosen : two_done;
}
void finish(int n, ...)
{
    va_list list;
    va_start(list, n);
    late = va_arg(list, action *);
    va_end(list);
}
int main(void)
{
    report(two_done);
    late();
    choose(1)();
    finish(1, two_end);
    late();
    common();
    late();
    more();
    return 0;
}
