/*
 * Samples become call paths: this follows the processes and threads of a run by their events, and
 * writes a recording of each.
 */
#ifndef CGRECORD_SAMPLER_H
#define CGRECORD_SAMPLER_H

#include "events.h"
#include "sampled_process.h"

/** What a run had, for messages. */
struct sampler_summary {
    uint64_t samples;     /**< of time */
    uint64_t lost_events; /**< the rings were full */
    uint64_t deep;        /**< samples whose outer frames were not copied */
    uint64_t broken;      /**< samples whose outer frames are not known */
};

struct sampler;

/** @param settings borrowed @param period nanoseconds from sample to sample */
struct sampler *sampler_new(const struct tree_settings *settings, uint64_t period);

/** A process may map code without an event. Find such code, and hand it to sampler_take.
 *  @return whether there is any */
typedef bool sampler_look(void *user, uint32_t pid);

/** Look for more code where frames are not found. @param user handed to `look` */
void sampler_set_look(struct sampler *sampler, sampler_look *look, void *user);

/** Takes what counters counted at a node. @param recording the file of the node
 *  @param counter see struct events_settings */
typedef void sampler_count(void *user, const char *recording, uint32_t node, uint32_t counter,
                           uint64_t amount);

/** Hand on what counters count; without, it is dropped. @param user handed to `count` */
void sampler_set_count(struct sampler *sampler, sampler_count *count, void *user);

/** Finish the recordings. NULL is allowed. */
void sampler_free(struct sampler *sampler);

/** Processes that have not ended. */
unsigned sampler_running(const struct sampler *sampler);

/** Take an event; they come in the order of time. @param user the sampler */
void sampler_take(void *user, const struct event *event);

const struct sampler_summary *sampler_summary(const struct sampler *sampler);

#endif
