/* What the system keeps and gives back: a counter, the stack of handlers, the value that came with
 * a signal, a place in a file and a limit; and what its functions make of a number. In bitcode by
 * itself, no types of fields connect the calls. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
typedef int function(void);
struct stack {
    function *at_end;
    char bytes[65536];
};
static int counted(void)
{
    return 0;
}
static int on_stack(void)
{
    return 0;
}
static int with_signal(void)
{
    return 0;
}
static int at_place(void)
{
    return 0;
}
static int as_limit(void)
{
    return 0;
}
static int as_quotient(void)
{
    return 0;
}
static int count(void)
{
    int counter = eventfd(0, 0);
    eventfd_t value;
    if (eventfd_write(counter, (eventfd_t)(uintptr_t)counted) || eventfd_read(counter, &value)) {
        return 1;
    }
    return ((function *)(uintptr_t)value)();
}
static int find_stack(void)
{
    static struct stack memory;
    memory.at_end = on_stack;
    stack_t set = {.ss_sp = &memory, .ss_size = sizeof memory}, found;
    sigaltstack(&set, NULL);
    sigaltstack(NULL, &found);
    return ((struct stack *)found.ss_sp)->at_end();
}
static int take_signal(void)
{
    sigset_t set;
    siginfo_t info;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    sigqueue(getpid(), SIGUSR1, (union sigval){.sival_ptr = (void *)with_signal});
    sigwaitinfo(&set, &info);
    return ((function *)info.si_value.sival_ptr)();
}
static int go_to(void)
{
    int file = memfd_create("place", 0);
    off_t place = lseek(file, (off_t)(uintptr_t)at_place, SEEK_SET);
    close(file);
    return ((function *)(uintptr_t)place)();
}
static int limit(void)
{
    struct rlimit set, got;
    getrlimit(RLIMIT_CPU, &set);
    set.rlim_cur = (rlim_t)(uintptr_t)as_limit;
    setrlimit(RLIMIT_CPU, &set);
    getrlimit(RLIMIT_CPU, &got);
    return ((function *)(uintptr_t)got.rlim_cur)();
}
static int divide(void)
{
    ldiv_t parts = ldiv((long)as_quotient, 4096);
    return ((function *)(uintptr_t)(parts.quot * 4096 + parts.rem))();
}
int main(void)
{
    return count() + find_stack() + take_signal() + go_to() + limit() + divide();
}
