/* Removes what a tool has not finished writing when the process ends early. */
#include "unfinished.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* More than any tool has open at a time. */
#define MOST_FILES 256

static const char *volatile unfinished[MOST_FILES];

void unfinished_note(const char *path)
{
    for (size_t i = 0; i < MOST_FILES; i++) {
        if (!unfinished[i]) {
            unfinished[i] = path;
            break;
        }
    }
}

void unfinished_forget(const char *path)
{
    for (size_t i = 0; i < MOST_FILES; i++) {
        if (unfinished[i] == path) {
            unfinished[i] = NULL;
        }
    }
}

void unfinished_remove(void)
{
    for (size_t i = 0; i < MOST_FILES; i++) {
        if (unfinished[i]) {
            unlink(unfinished[i]);
        }
    }
}

static void end_tidily(int number)
{
    unfinished_remove();
    signal(number, SIG_DFL);
    raise(number); /* comes when this returns */
}

void unfinished_watch(int number)
{
    struct sigaction now;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_DFL) {
        signal(number, end_tidily);
    }
}
