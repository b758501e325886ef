/* What ends the program calls handlers of exit; what aborts it, only those of signals. */
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int left;

static void at_end(void)
{
    left = 0;
}

static void for_both(void)
{
    left = 1;
}

static void on_abort(int number)
{
    left = number;
    for_both();
}

static void on_other(int number)
{
    if (number == SIGUSR2) {
        exit(3);
    }
}

static void gives_up(void)
{
    assert(left == 0);
    abort();
}

static void leaves(void)
{
    exit(left);
}

static void interrupted(void)
{
    raise(SIGUSR1);
}

static int splits(void)
{
    return fork();
}

int main(int count, char **arguments)
{
    atexit(at_end);
    atexit(for_both);
    if (count > 4) {
        signal(SIGABRT, on_abort);
    }
    if (arguments[0] == NULL) {
        gives_up();
    }
    if (count > 1) {
        interrupted();
        return splits() > 0;
    }
    leaves();
    (void)on_other;
    return 0;
}
