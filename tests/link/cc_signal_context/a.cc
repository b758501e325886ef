#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ucontext.h>
// Where a context goes on, and where the program goes on when a handler returns.
static ucontext_t context;
static char stack[65536];
static void landed()
{
    std::exit(0);
}
static void started()
{
    raise(SIGUSR1);
    std::exit(1);
}
static void handle(int, siginfo_t *, void *given)
{
    auto *at = static_cast<ucontext_t *>(given);
    at->uc_mcontext.gregs[REG_RSP] &= ~15;
    at->uc_mcontext.gregs[REG_RSP] -= 8;
    at->uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(landed);
}
int main()
{
    struct sigaction action = {};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, nullptr);
    getcontext(&context);
    context.uc_mcontext.gregs[REG_RSP] = reinterpret_cast<greg_t>(stack + sizeof stack - 8);
    context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(started);
    setcontext(&context);
    return 1;
}
