/* Text, streams and contexts of the C library lead nowhere, though they are kept where records are. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int one(void *cookie)
{
    return cookie != NULL;
}

static int two(void *cookie)
{
    return cookie == NULL;
}

static cookie_io_functions_t tables[] = {{.close = one}, {.close = two}};
static void *kept[8];

/* Libraries know this record, so what they have of it could be any function. */
static int run(int number)
{
    cookie_io_functions_t *table = kept[number];
    return table->close(NULL);
}

static void handle(int signal, siginfo_t *about, void *context)
{
    (void)signal;
    kept[6] = context;
    kept[7] = about;
}

int main(int argc, char **argv)
{
    Dl_info info = {0};
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    dladdr((void *)main, &info);
    kept[1] = &tables[argc - 1];
    kept[2] = getenv("HOME");
    kept[3] = environ[0];
    kept[4] = stdout;
    kept[5] = (void *)info.dli_sname;
    kept[0] = optarg;
    (void)argv;
    return run(1);
}
