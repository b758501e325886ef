/* Text and streams of the C library lead nowhere, though they are kept where records are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void one(int signal)
{
    (void)signal;
}

static void two(int signal)
{
    (void)signal;
}

static struct sigaction actions[] = {{.sa_handler = one}, {.sa_handler = two}};
static void *kept[8];

/* Libraries know this record, so what they have of it could be any function. */
static void run(int number)
{
    struct sigaction *action = kept[number];
    action->sa_handler(number);
}

int main(int argc, char **argv)
{
    Dl_info info = {0};
    dladdr((void *)main, &info);
    kept[1] = &actions[argc - 1];
    kept[2] = getenv("HOME");
    kept[3] = environ[0];
    kept[4] = stdout;
    kept[5] = (void *)info.dli_sname;
    kept[6] = optarg;
    (void)argv;
    run(1);
    return 0;
}
