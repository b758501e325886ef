/*
 * Counters of threads (--events). Where calls are recorded, they are read from outside of the
 * measured processes: what was counted since the last sample belongs to the path that the thread is
 * on (watch.c). Where stacks are sampled, the system samples them where they count (sample.c).
 */
#ifndef CGRECORD_COUNTERS_H
#define CGRECORD_COUNTERS_H

#include "../../sample/events.h"
#include "count/metrics.h"

/** What --events asks for, and what was counted. */
struct counters;

/** The counters of one thread. */
struct thread_counters;

/** Find out what there is of what is wanted. What this machine does not have is reported, and left
 *  out. @param events names of metrics with commas, or a file, which has a '/' in its name
 *  @param sampled what the system samples is wanted: counters_event, counters_add
 *  @return NULL after reporting an error */
struct counters *counters_new(const char *events, bool sampled);
void counters_free(struct counters *counters);

/** Add what was not counted to what the profile does not have. @param counters NULL: nothing was to
 *  be counted */
void counters_add_lacks(const struct counters *counters);

/** The text that defines the metrics that come with cgrecord; ends with NUL. */
const char *counters_defaults(void);

/** Start to count what a thread does. @param counters NULL: nothing is counted, NULL is returned */
struct thread_counters *counters_open(struct counters *counters, uint32_t pid, uint32_t tid);
/** @param used nanoseconds of CPU time of the thread @param counted up to when it was last read */
void counters_close(struct thread_counters *thread, uint64_t used, uint64_t counted);

/** Add what was counted since the last time to a node. @param thread may be NULL
 *  @param recording the file that the node is in
 *  @param runs      the thread runs there; else it waits there, which is all that is counted */
void counters_read(struct thread_counters *thread, const char *recording, uint32_t node, bool runs);

/** What counts a metric where it is sampled. @return whether anything does: formulas are none */
bool counters_event(const struct counters *counters, uint32_t number, struct events_counter *out);
/** Add what was counted at a node. @param recording the file that the node is in */
void counters_add(struct counters *counters, const char *recording, uint32_t node, uint32_t number,
                  uint64_t amount);
/** Have the values of a metric add up to what was counted, if there are any. */
void counters_add_up(struct counters *counters, uint32_t number, uint64_t amount);

/** How many metrics are recorded. NULL has none. */
uint32_t counters_count(const struct counters *counters);
/** A metric. @param number below counters_count */
const struct metric *counters_metric(const struct counters *counters, uint32_t number);
/** What was counted at a node, by number of the metric; NULL: nothing */
const double *counters_at(const struct counters *counters, const char *recording, uint32_t node);
/** The formula of a derived metric in CubePL, released with g_free; NULL: it has none */
char *counters_cubepl(const struct counters *counters, uint32_t number);
/** The value of a metric of which others are known. @param values by number of the metric
 *  @param operands visits and time */
double counters_derive(const struct counters *counters, uint32_t number, const double *values,
                       const double *operands);

#endif
