/*
 * Samples of a process and of all that it starts, taken by the system: perf_event_open with the
 * software clock. The measured processes get no signal, no timer and no library. The system writes
 * records into one ring per processor: samples with the registers and the inner part of the stack,
 * context switches, mappings, forks and ends. This reads the rings.
 */
#ifndef CGRECORD_EVENTS_H
#define CGRECORD_EVENTS_H

#include "unwind.h"

#include <sys/types.h>

/** What is sampled besides time: type and number of perf_event_open. */
struct events_counter {
    uint32_t type;
    uint64_t config;
};

/** The number of a counter in a sample that is of time. */
#define EVENTS_TIME UINT32_MAX

/** What happened. */
enum event_kind {
    EVENT_SAMPLE,
    EVENT_SWITCH_IN,
    EVENT_SWITCH_OUT,
    EVENT_MAP,  /**< executable memory */
    EVENT_NAME, /**< a thread got a name */
    EVENT_EXEC, /**< likewise, and the process executes another program */
    EVENT_FORK, /**< a thread or process was made */
    EVENT_EXIT, /**< a thread ended */
    EVENT_LOST, /**< the ring was full */
};

struct event {
    enum event_kind kind;
    uint32_t pid;
    uint32_t tid;
    uint64_t time; /**< CLOCK_MONOTONIC in nanoseconds */
    union {
        struct {
            bool in_kernel;
            bool has_registers;
            uint32_t counter; /**< EVENTS_TIME, or by which it was taken */
            uint64_t weight;  /**< of a counter: how many there were in the thread since the last
                                 one; before Linux 6.12, about as many */
            struct snapshot snapshot;
        } sample;
        struct mapping mapping; /**< without image and epoch; `path` lives as long as the event */
        const char *name;       /**< likewise */
        uint32_t parent_pid;    /**< of EVENT_FORK */
        uint64_t lost;          /**< events */
    };
};

struct events;

/** Most bytes of a stack that the system copies. */
#define EVENTS_MOST_STACK UINT64_C(65528)

struct events_settings {
    uint32_t rate;                         /**< samples a second */
    uint32_t stack;                        /**< bytes of each stack, at most EVENTS_MOST_STACK */
    const struct events_counter *counters; /**< each is sampled at most `rate` times a second */
    uint32_t counter_count;
};

/**
 * Begin when a process executes a program.
 *
 * @return NULL when the system does not allow it; *reason receives an errno
 */
struct events *events_open(pid_t pid, const struct events_settings *settings, int *reason);
void events_free(struct events *events);

/** Whether code of the system is sampled, too. */
bool events_see_kernel(const struct events *events);

/** What a counter has counted; its samples have about as much: none has what a thread counted after
 *  its last one. @param counter as in these */
uint64_t events_total(const struct events *events, uint32_t counter);

/** Wait until there is something to read, or a process ends. @param process a descriptor of it */
void events_wait(struct events *events, int process);

/** Take the events that are complete, in the order of time. @param all also those that may not be
 */
void events_take(struct events *events, bool all, void (*take)(void *, const struct event *),
                 void *user);

#endif
