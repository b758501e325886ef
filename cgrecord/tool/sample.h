/*
 * `--mode sample`: running the command while the system samples it and all that it starts.
 */
#ifndef CGRECORD_TOOL_SAMPLE_H
#define CGRECORD_TOOL_SAMPLE_H

#include "launch.h"

/** Whether the system lets us sample, as far as that can be known before there is a process. */
bool sample_is_allowed(void);

/**
 * Run the command and record samples into a directory.
 *
 * @param library the runtime library to preload as well, or NULL
 * @return whether it ran; why not is reported
 */
bool sample_run(struct launch *launch, const struct record_settings *settings,
                const char *directory, const char *library);

#endif
