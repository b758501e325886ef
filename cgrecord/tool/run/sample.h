/*
 * `--mode sample`: running the command while its threads are sampled, by the system or by timers in
 * the processes.
 */
#ifndef CGRECORD_TOOL_SAMPLE_H
#define CGRECORD_TOOL_SAMPLE_H

#include "count/counters.h"
#include "run/launch.h"

/** Whether the system lets us sample from outside, as far as that can be known before there is a
 *  process. */
bool sample_is_allowed(void);

/** Why it does not, as part of a sentence; release with g_free. */
char *sample_refusal(void);

/** How many samples a second there are by timers: they wait for a tick of the system. */
uint32_t sample_timer_rate(const struct record_settings *settings);

/**
 * Run the command and record samples into a directory.
 *
 * @param library  the runtime library, which is preloaded where timers are to be
 * @param counters what is sampled besides time; NULL: nothing, which it must be with timers
 * @return whether it ran; why not is reported
 */
bool sample_run(struct launch *launch, const struct record_settings *settings,
                const char *directory, const char *library, struct counters *counters);

#endif
