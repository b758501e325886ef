/*
 * Telling the processes that record that what they record has changed.
 */
#ifndef CGRECORD_TELL_H
#define CGRECORD_TELL_H

/** Send each process of a directory of recordings the signal that it waits for. */
void tell_processes(const char *directory);

#endif
