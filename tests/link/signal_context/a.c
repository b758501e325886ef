#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <ucontext.h>
/* A handler says where the program goes on, by the registers of its context. */
struct repair {
    uintptr_t from, to;
};
static void repaired(void)
{
    raise(SIGPIPE);
    exit(1);
}
static void ended(void)
{
    exit(0);
}
static void landed(void)
{
    raise(SIGUSR2);
    exit(1);
}
static const struct repair repairs[] = {{0, (uintptr_t)repaired}};
static void call_there(ucontext_t *context)
{
    context->uc_mcontext.gregs[REG_RSP] &= ~15;
    context->uc_mcontext.gregs[REG_RSP] -= 8;
}
static void trap(int number, siginfo_t *info, void *given)
{
    ucontext_t *context = given;
    call_there(context);
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)landed;
}
static void fault(int number, siginfo_t *info, void *given)
{
    ucontext_t *context = given;
    call_there(context);
    context->uc_mcontext.gregs[REG_RIP] = repairs[0].to;
}
static void broken(int number, siginfo_t *info, void *given)
{
    ucontext_t *context = given;
    call_there(context);
    ((struct sigcontext *)&context->uc_mcontext)->rip = (uintptr_t)ended;
}
static void plain(void)
{
}
int main(void)
{
    void (*p)(void) = plain;
    struct sigaction action = {.sa_sigaction = trap, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR1, &action, 0);
    action.sa_sigaction = fault;
    sigaction(SIGUSR2, &action, 0);
    action.sa_sigaction = broken;
    sigaction(SIGPIPE, &action, 0);
    p();
    raise(SIGUSR1);
    return 1;
}
