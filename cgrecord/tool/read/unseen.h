/*
 * Programs that processes started and that nothing could be preloaded into.
 */
#ifndef CGRECORD_UNSEEN_H
#define CGRECORD_UNSEEN_H

#include <stdbool.h>

/** Add them to what the profile does not have. @param directory of the recordings
 *  @param any also those that are linked statically and have no hooks */
void unseen_add(const char *directory, bool any);

#endif
