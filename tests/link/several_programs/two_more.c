#include "shared.h"
static void more_done(void) {}
static void more_end(void) {}
static void (*const reports[])(action *) = {report};
void more(void)
{
    void (*say)(action *) = report;
    say(more_done);
    reports[0](more_done);
    choose(0)();
    finish(2, more_end);
}
