/* A library keeps a function of another type than it calls, and calls it from another function. */
#include <signal.h>

static int ran;

static int on_signal(const char *text)
{
    ran += text != 0;
    return 0;
}

static int sound(int x)
{
    return x;
}

static void setup(void)
{
    void *handler = (void *)on_signal;
    signal(SIGUSR1, (void (*)(int))handler);
}

static int run(void)
{
    return raise(SIGUSR1);
}

int main(void)
{
    setup();
    return sound(run());
}
