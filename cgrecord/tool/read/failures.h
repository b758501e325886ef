/*
 * What keeps processes from recording: enum cgr_full, which they leave in their recordings, or in
 * the directory if they could make none.
 */
#ifndef CGRECORD_FAILURES_H
#define CGRECORD_FAILURES_H

#include "../../recording/recording.h"

/** One that processes left in a directory; CGR_FULL_NOT: none did. */
uint32_t failure_in(const char *directory);

/** For people. @param failure a process may have written any number */
const char *failure_text(uint32_t failure);

#endif
