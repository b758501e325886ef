/*
 * Tells the processes that record now when the selection of functions has changed.
 */
#ifndef CGRECORD_TELL_H
#define CGRECORD_TELL_H

/** Send each process of a directory of recordings the signal that it waits for. */
void tell_processes(const char *directory);

/** How many processes still record into it. */
unsigned tell_running(const char *directory);

/** Add processes that still run to what the profile does not have, if there are any. */
void tell_of_running(unsigned running);

#endif
