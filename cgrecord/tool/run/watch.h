/*
 * Time by samples, taken from outside: while the command runs, this reads which node each thread
 * runs in, and how much CPU time it used since it was last seen running. The measured processes
 * have no timer, no signal and no further thread.
 */
#ifndef CGRECORD_WATCH_H
#define CGRECORD_WATCH_H

#include "choose/control.h"
#include "count/counters.h"
#include "run/launch.h"

/** Wait for the command to end, taking samples of the processes that record into a directory.
 *  @param rate samples a second; 0: none, only wait
 *  @param counters receive what threads count besides time; NULL: nothing
 *  @param control says when nothing is recorded; NULL: something always is */
void watch_run(struct launch *launch, const char *directory, uint32_t rate,
               struct counters *counters, const struct control *control);

#endif
