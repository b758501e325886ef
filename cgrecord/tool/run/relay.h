/*
 * Signals that are sent to cgrecord are meant for the command. Many reach both, since both are in
 * one process group: those of a terminal, and those that a shell sends to a job. The command is
 * not to get these twice.
 */
#ifndef CGRECORD_RELAY_H
#define CGRECORD_RELAY_H

#include <sys/types.h>

/** Hand signals on to a process of our group. */
void relay_start(pid_t command);

/** It has ended: signals do nothing from now on. */
void relay_end(void);

#endif
