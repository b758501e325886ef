/*
 * Whether a task waits for a pipe: one that a source names has no writer, and opening it never
 * ends.
 */
#ifndef CGCOLLECT_DRIVER_PIPE_WAIT_H
#define CGCOLLECT_DRIVER_PIPE_WAIT_H

#include <stdbool.h>
#include <sys/types.h>

/** @return whether a thread of a process, or of one that it started, is opening a named pipe that
 *  nobody has opened to write; false where the kernel does not tell. */
bool waits_for_pipe(pid_t process);

#endif
