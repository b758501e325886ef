/* What an array of bytes holds is called, and a function that is declared as a variable. */
#include <stdlib.h>

static unsigned char code[] = {0xc3};
extern char named[] __asm__("outside");

void target(void);

void target(void)
{
}

static void call_bytes(void)
{
    ((void (*)(void))code)();
}

static void call_named(void)
{
    ((void (*)(void))named)();
}

int main(int argc, char **argv)
{
    if (argc > 1 && atoi(argv[1])) {
        call_bytes();
        call_named();
    }
    return 0;
}
