/*
 * Runs the real compiler for the wrapper, with the signals and the exit status that the caller
 * expects.
 */
#include "driver/wrapping/compiler.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cli.h>

static const int stopping[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};

static volatile sig_atomic_t stop_signal;
static volatile pid_t compiler;

/** The terminal signals the compiler too; pass on what another process sent to cgcollect alone. */
static void pass_on(int signal, siginfo_t *info, void *context)
{
    (void)context;
    stop_signal = signal;
    if (info->si_code <= 0) {
        int before = errno;
        kill(compiler, signal);
        errno = before;
    }
}

static void catch_signals(struct sigaction *before)
{
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
    for (size_t i = 0; i < G_N_ELEMENTS(stopping); i++) {
        sigaction(stopping[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) {
            sigaction(stopping[i], &action, NULL);
        }
    }
}

static void release_signals(const struct sigaction *before)
{
    for (size_t i = 0; i < G_N_ELEMENTS(stopping); i++) {
        sigaction(stopping[i], &before[i], NULL);
    }
}

static void block_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < G_N_ELEMENTS(stopping); i++) {
        sigaddset(&set, stopping[i]);
    }
    sigprocmask(SIG_BLOCK, &set, before);
}

int compiler_become(char **argv)
{
    cli_restore_signals();
    execvp(argv[0], argv);
    bool missing = errno == ENOENT;
    cli_error("%s: %s", argv[0], missing ? "command not found" : g_strerror(errno));
    return missing ? 127 : 126;
}

/** Waits without a moment in which a signal would not be passed on. */
static int wait_for(pid_t pid, const sigset_t *mask)
{
    siginfo_t info;
    sigset_t ignored;
    int status = 0;
    sigprocmask(SIG_SETMASK, mask, NULL);
    while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) && errno == EINTR) {
    }
    block_signals(&ignored);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

int compiler_run(char **argv, int *stop)
{
    struct sigaction before[G_N_ELEMENTS(stopping)];
    sigset_t mask;
    int status = W_EXITCODE(126, 0);
    stop_signal = 0;
    block_signals(&mask);
    catch_signals(before);
    compiler = fork();
    if (compiler == 0) {
        release_signals(before);
        sigprocmask(SIG_SETMASK, &mask, NULL);
        _exit(compiler_become(argv));
    }
    if (compiler < 0) {
        cli_error("%s: %s", argv[0], g_strerror(errno));
    } else {
        status = wait_for(compiler, &mask);
    }
    release_signals(before);
    *stop = stop_signal;
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return status;
}

int compiler_die_of(int signal)
{
    struct rlimit none = {0, 0};
    sigset_t set;
    setrlimit(RLIMIT_CORE, &none); /* the compiler has left a core already */
    sigemptyset(&set);
    sigaddset(&set, signal);
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, NULL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(signal);
    return 128 + signal;
}

int compiler_end_like(int status)
{
    return WIFSIGNALED(status) ? compiler_die_of(WTERMSIG(status)) : WEXITSTATUS(status);
}
