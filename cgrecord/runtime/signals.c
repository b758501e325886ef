/*
 * Signals of our own, of those that the program does not use when it begins. If it uses one later,
 * both get theirs: ours have a value that says so, and all others go to the program.
 */
#include "runtime.h"

#define MOST 2 /* signals of our own */

static struct taken {
    int number;
    cgr_signal_handler *handler;
    struct sigaction theirs; /* what the program does with it */
} taken[MOST];

static struct taken *find_taken(int number)
{
    struct taken *found = NULL;
    for (int i = 0; i < MOST && number > 0; i++) {
        found = taken[i].number == number ? &taken[i] : found;
    }
    return found;
}

/* The last signal that the program may use and does not. */
static int find_signal(void)
{
    for (int number = SIGRTMAX; number >= SIGRTMIN; number--) {
        struct sigaction action;
        if (cgr_sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
            return number;
        }
    }
    return 0;
}

/* As the system would. */
static void handle_theirs(struct taken *of, siginfo_t *info, void *context)
{
    const struct sigaction theirs = of->theirs;
    if (theirs.sa_flags & (int)SA_RESETHAND) {
        of->theirs.sa_handler = SIG_DFL;
    }
    if (theirs.sa_flags & SA_SIGINFO) {
        theirs.sa_sigaction(of->number, info, context);
    } else if (theirs.sa_handler == SIG_DFL) {
        cgr_sigaction(of->number, &theirs, NULL);
        raise(of->number); /* which ends the process when this returns */
    } else if (theirs.sa_handler != SIG_IGN) {
        theirs.sa_handler(of->number);
    }
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    struct taken *of = find_taken(number);
    bool sent = info->si_code == SI_TIMER || info->si_code == SI_QUEUE;
    if (of && sent && info->si_value.sival_int == CGR_SIGNAL_VALUE) {
        of->handler(number, info, context);
    } else if (of) {
        handle_theirs(of, info, context);
    }
}

/* @param like flags and mask are its */
static int install(int number, const struct sigaction *like)
{
    struct sigaction action = *like;
    action.sa_sigaction = on_signal;
    action.sa_flags = (like->sa_flags | SA_SIGINFO) & ~(int)(SA_RESETHAND | SA_NODEFER);
    return cgr_sigaction(number, &action, NULL);
}

int cgr_signal_take(cgr_signal_handler *handler)
{
    struct sigaction ours = {.sa_flags = SA_RESTART | SA_ONSTACK};
    sigset_t set;
    int number = find_signal();
    struct taken *place = taken[0].number ? &taken[1] : &taken[0];
    sigfillset(&ours.sa_mask);
    if (!number || place->number) {
        return 0;
    }
    *place = (struct taken){number, handler, {.sa_handler = SIG_DFL}};
    if (install(number, &ours) != 0) {
        place->number = 0;
        return 0;
    }
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    return number;
}

bool cgr_signal_is_ours(int number)
{
    return find_taken(number) != NULL;
}

int cgr_signal_share(int number, const struct sigaction *action, struct sigaction *old)
{
    struct taken *of = find_taken(number);
    const struct sigaction before = of->theirs;
    int result = action ? install(number, action) : 0;
    if (action && result == 0) {
        of->theirs = *action;
    }
    if (old && result == 0) {
        *old = before;
    }
    return result;
}
