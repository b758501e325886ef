/*
 * Samples that processes take of themselves (recording/stacks.h), as events like those of the
 * system: for where perf_event_open is refused. The time of an event is the CPU time of its thread,
 * so a thread always runs.
 */
#ifndef CGRECORD_STACK_EVENTS_H
#define CGRECORD_STACK_EVENTS_H

#include "events.h"

struct stacks;

/** What was lost. */
struct stacks_summary {
    uint64_t missed;    /**< samples that there was CPU time for, and that did not come */
    uint64_t threads;   /**< threads without a timer */
    uint64_t processes; /**< that sampled themselves */
    unsigned running;   /**< of these, still ran when all was taken */
};

/** Read the processes that write into a directory. @param directory borrowed
 *  @param period nanoseconds of CPU time from one sample to the next */
struct stacks *stacks_new(const char *directory, uint64_t period);
void stacks_free(struct stacks *stacks);

/** Take the events since the last time, in the order of time for each thread. @param all the
 *  command has ended: so have its threads */
void stacks_take(struct stacks *stacks, bool all, void (*take)(void *, const struct event *),
                 void *user);

/** Look for code that a process has mapped since it began, and take that.
 *  @return whether there is any */
bool stacks_look(struct stacks *stacks, uint32_t pid, void (*take)(void *, const struct event *),
                 void *user);

const struct stacks_summary *stacks_summary(const struct stacks *stacks);

#endif
