/*
 * Runs many tasks, each in a process of its own: a crash costs only that task.
 */
#ifndef CGCOLLECT_DRIVER_JOBS_H
#define CGCOLLECT_DRIVER_JOBS_H

#include <stdbool.h>
#include <stddef.h>

/** The tasks to run. */
struct jobs {
    size_t count;       /**< tasks are 0 .. count-1 */
    unsigned parallel;  /**< parallel tasks, at least 1 */
    unsigned timeout;   /**< seconds a task may take; 0: no limit */
    size_t result_size; /**< size of a task's result in bytes, at most 4096 */
    void *user;
    /** In the child: run task `index` and fill in its result. */
    void (*run)(void *user, size_t index, void *result);
    /** In the parent: a task ended; called in order of index. `death` is NULL, or says how its
     *  process died without a result. `messages` is what it wrote to stderr. */
    void (*ended)(void *user, size_t index, const void *result, const char *death,
                  const char *messages);
    /** In the parent: `done` tasks have ended; may be NULL. */
    void (*progress)(void *user, size_t done, size_t index);
};

/**
 * Run all tasks.
 *
 * @return 0, or the signal (SIGINT, SIGTERM, SIGHUP) that stopped it; all children have ended by
 *   then
 */
int jobs_run(const struct jobs *jobs);

#endif
