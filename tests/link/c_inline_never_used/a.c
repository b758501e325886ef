/* Nothing refers to the inline functions of the header, so the program needs no library_open. */
#include "library.h"

int once(void);

static int twice(void) { return 2; }
static int thrice(void) { return 3; }
int (*pointer)(void) = twice;

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) {
        pointer = thrice;
    }
    return pointer() > 2 ? once() : 0;
}
