/*
 * Metrics that counters and formulas give (--events): what they are is read from a text, that comes
 * with cgrecord (default.events) or that the user wrote. docs/events.md describes it.
 */
#ifndef CGRECORD_METRICS_H
#define CGRECORD_METRICS_H

#include "count/formula.h"

#include <glib.h>
#include <libcg/common.h>

/** Where values come from. */
enum metric_source {
    METRIC_UNKNOWN,
    METRIC_PERF,    /**< a counter of perf_event_open */
    METRIC_THREAD,  /**< what the system counts for each thread, in /proc */
    METRIC_DERIVED, /**< a formula */
};

/** What the system counts for each thread. */
enum metric_of_thread {
    THREAD_PAGE_FAULTS,
    THREAD_MAJOR_FAULTS,
    THREAD_CONTEXT_SWITCHES,
    THREAD_PREEMPTIONS,
    THREAD_MIGRATIONS,
    THREAD_TASK_CLOCK, /**< in seconds */
    THREAD_VALUES,
};

struct metric {
    char *name;
    char *preset; /**< PAPI's name for it; NULL: none */
    char *label;  /**< NULL: the name */
    char *unit;   /**< NULL: occ, of formulas none */
    char *description;
    enum metric_source source;
    uint32_t type; /**< of perf_event_attr */
    uint64_t config;
    enum metric_of_thread value;
    struct formula *formula; /**< operands: 0 visits, 1 time, 2 the first metric of the text, ... */
    bool wanted;
};

/** Operands that are no metrics of the text. */
enum { METRIC_OPERAND_VISITS, METRIC_OPERAND_TIME, METRIC_OPERANDS };

/**
 * Read metrics. O(length x metrics)
 *
 * @param file named in errors
 * @return struct metric *, release with g_ptr_array_unref; NULL if the text is refused, with the
 *         line in `error`
 */
GPtrArray *metrics_read(const char *text, size_t length, const char *file, struct cg_error *error);

/** The name of an operand of formulas; borrowed. */
const char *metrics_operand(const GPtrArray *metrics, uint32_t operand);

/** Want metrics, and what their formulas need.
 *  @param names separated by commas; NULL: all @return the first unknown name, released with
 *  g_free; NULL: none */
char *metrics_want(GPtrArray *metrics, const char *names);

#endif
