/* A file of both programs: it may call either definition of what it only declares. */
#include "shared.h"
static void common_done(void) {}
static void common_end(void) {}
static action *last;
void common(void)
{
    report(common_done);
    last = choose(1);
    last();
    finish(1, common_end);
}
