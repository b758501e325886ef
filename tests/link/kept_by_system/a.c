/* What the system keeps and gives back: a counter, the stack of handlers, and the value that came with a signal. In
 * bitcode by itself, no types of fields connect the calls. */
#include <signal.h>
#include <stdint.h>
#include <sys/eventfd.h>
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
int main(void)
{
    return count() + find_stack() + take_signal();
}
