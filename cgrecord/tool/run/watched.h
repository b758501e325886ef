/*
 * One thread as watch.c sees it. The time between two looks belongs to the node that the thread is
 * seen running in, for where it waits it uses none.
 */
#ifndef CGRECORD_WATCHED_H
#define CGRECORD_WATCHED_H

#include "count/counters.h"

#include "../../recording/growing.h"

#include <sys/stat.h>

/** The process of a file. */
struct process {
    struct growing file;
    struct stat program; /**< what it executes */
    bool left;           /**< it executes another one */
    uint32_t threads;    /**< that are watched */
};

struct watched;

/** @param process borrowed @param counters what to count besides time; NULL: nothing
 *  @return NULL: the thread is not there any more */
struct watched *watched_new(struct process *process, struct cgr_thread *thread,
                            struct counters *counters);
void watched_free(struct watched *watched);

/** The process executes another program. @param ticks since when */
void watched_leave(struct watched *watched, uint64_t ticks);

/** Whose thread it is. */
const struct process *watched_process(const struct watched *watched);

/** Whether it used no CPU time at many looks. */
bool watched_is_idle(const struct watched *watched);

/** Look at the thread. @param paused nothing is recorded now
 *  @return whether it is still there */
bool watched_look(struct watched *watched, bool paused);

#endif
