#include "shared.h"
#include <stdarg.h>
void common(void);
static void one_done(void) {}
static void one_chosen(void) {}
static void one_end(void) {}
static void one_tool(void) {}
static tool one_tools[] = {{"one", one_tool}};
static action *reported;
void report(action *done)
{
    reported = done;
    reported();
}
action *choose(int n)
{
    return n ? one_chosen : one_done;
}
void finish(int n, ...)
{
    va_list list;
    va_start(list, n);
    action *end = va_arg(list, action *);
    va_end(list);
    end();
}
static void twice(void (*each)(action *), action *done)
{
    each(done);
    each(done);
}
int main(void)
{
    report(one_done);
    report_late(one_tools[0].act);
    choose(1)();
    finish(1, one_end);
    twice(report, one_done);
    common();
    return 0;
}
