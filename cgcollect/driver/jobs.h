/*
 * Runs many tasks, each in a process of its own: a crash costs only that task.
 */
#ifndef CGCOLLECT_DRIVER_JOBS_H
#define CGCOLLECT_DRIVER_JOBS_H

#include <glib.h>
#include <stdbool.h>

/** How a task ended. */
struct job_end {
    const void *result;   /**< NULL if its process died without one */
    const char *more;     /**< what it appended; NULL without a result */
    const char *death;    /**< NULL, or how its process died */
    const char *messages; /**< what it wrote to stderr */
};

/** The tasks to run. */
struct jobs {
    size_t count;       /**< tasks are 0 .. count-1 */
    unsigned parallel;  /**< parallel tasks, at least 1 */
    unsigned timeout;   /**< seconds a task may take; 0: no limit */
    unsigned memory;    /**< MiB that each process of a task may have; 0: no limit */
    size_t result_size; /**< size of a task's result in bytes, at most 4096 */
    void *user;
    /** In the child: run task `index`, fill in its result, and append to `more` what has no fixed
     *  size. */
    void (*run)(void *user, size_t index, void *result, GString *more);
    /** In the parent: a task ended; called in order of index. */
    void (*ended)(void *user, size_t index, const struct job_end *end);
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
