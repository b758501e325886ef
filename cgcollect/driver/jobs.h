/*
 * Running many tasks, each in a process of its own: what kills one costs that one only.
 */
#ifndef CGCOLLECT_DRIVER_JOBS_H
#define CGCOLLECT_DRIVER_JOBS_H

#include <stdbool.h>
#include <stddef.h>

/** What to run. */
struct jobs {
    size_t count;       /**< tasks are 0 .. count-1 */
    unsigned parallel;  /**< so many at a time, at least 1 */
    unsigned timeout;   /**< seconds a task may take; 0: any */
    size_t result_size; /**< bytes of a task's result, at most 4096 */
    void *user;
    /** In the child: do task number `index` and fill in its result. */
    void (*run)(void *user, size_t index, void *result);
    /** In the parent: a task ended; called in order of index. `death` is NULL, or tells how its
     *  process died without a result. `messages` is what it wrote to stderr. */
    void (*ended)(void *user, size_t index, const void *result, const char *death,
                  const char *messages);
    /** In the parent: so many tasks have ended; may be NULL. */
    void (*progress)(void *user, size_t done, size_t index);
};

/**
 * Run all tasks.
 *
 * @return 0, or the signal (SIGINT, SIGTERM, SIGHUP) that stopped it; all children have ended then
 */
int jobs_run(const struct jobs *jobs);

#endif
