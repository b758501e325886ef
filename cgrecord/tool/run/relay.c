/* Hands signals that cgrecord alone gets on to the command. */
#include "run/relay.h"

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define DELIVERED 1000000 /* nanoseconds after which all of a group have a signal */
#define PATIENCE 200      /* milliseconds that the witness may take to answer */

static const int relayed[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCONT, SIGALRM};

static volatile sig_atomic_t command; /* 0: there is none */

/* A process of our group that blocks all signals, and says which of them it has been sent. */
static pid_t witness;
static int questions = -1;

/* Each byte that comes is the number of a signal; the answer is 1 if that was sent here, else 0. */
static _Noreturn void testify(int answers)
{
    unsigned char number;
    while (read(answers, &number, 1) == 1) {
        const struct timespec now = {0, 0};
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, number);
        unsigned char sent = sigtimedwait(&set, NULL, &now) == number;
        if (write(answers, &sent, 1) != 1) {
            break;
        }
    }
    _exit(0);
}

/* It ends with us, however that is. Signals are blocked. */
static void start_witness(void)
{
    int ends[2];
    pid_t parent = getpid();
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return;
    }
    witness = fork();
    if (witness == 0) {
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) {
            _exit(0);
        }
        testify(ends[1]);
    }
    close(ends[1]);
    questions = ends[0];
}

static void end_witness(void)
{
    close(questions);
    questions = -1;
    while (witness > 0 && waitpid(witness, NULL, 0) < 0 && errno == EINTR) {
    }
    witness = 0;
}

/* Whether the whole group was sent a signal that has come. */
static bool is_of_group(int number, const siginfo_t *info)
{
    const struct timespec pause = {0, DELIVERED};
    unsigned char question = (unsigned char)number, answer = 0;
    struct pollfd answers = {.fd = questions, .events = POLLIN};
    nanosleep(&pause, NULL);
    if (questions >= 0 && send(questions, &question, 1, MSG_NOSIGNAL) == 1 &&
        poll(&answers, 1, PATIENCE) == 1 && read(questions, &answer, 1) == 1) {
        return answer;
    }
    if (questions >= 0) { /* its answers would come too late from now on */
        close(questions);
        questions = -1;
    }
    return info->si_code > 0; /* by the system: a terminal */
}

/* No other signal of these interrupts this. */
static void relay(int number, siginfo_t *info, void *context)
{
    int old_errno = errno;
    pid_t to = (pid_t)command;
    (void)context;
    if (to > 0 && (!is_of_group(number, info) || getpgid(to) != getpgrp())) {
        kill(to, number);
    }
    errno = old_errno;
}

void relay_start(pid_t to)
{
    struct sigaction action = {.sa_sigaction = relay, .sa_flags = SA_RESTART | SA_SIGINFO};
    sigset_t all, before;
    sigfillset(&all);
    sigfillset(&action.sa_mask);
    sigprocmask(SIG_SETMASK, &all, &before);
    command = to;
    start_witness();
    for (size_t i = 0; i < G_N_ELEMENTS(relayed); i++) {
        struct sigaction old;
        sigaction(relayed[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) {
            sigaction(relayed[i], &action, NULL);
        }
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

void relay_end(void)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    command = 0;
    if (questions >= 0) {
        end_witness();
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}
