/* A header of the program declares functions of the C library: nothing of the program is missing. */
#include "err.h"

void named(void)
{
}
static int started(const char *text)
{
    return text[0];
}
int main(void)
{
    int (*start)(const char *) = started;
    warnx("%d", start(strdup("text")));
    return 0;
}
