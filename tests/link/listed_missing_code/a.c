/* Code of the program is missing: it may define what has the name of a library function. */
#include "search.h"

static int compare(const void *a, const void *b)
{
    return 0;
}
static void later(void)
{
    again();
}
int main(void)
{
    int numbers[] = {1};
    bsearch(numbers, numbers, 1, sizeof *numbers, compare);
    later();
    return 0;
}
