/*
 * Time that nodes do not have: what a thread used after the last look at it.
 */
#ifndef CGRECORD_REST_H
#define CGRECORD_REST_H

#include "read/recordings.h"

/** The rest of each thread: ticks of the call that did not end, with clock; else nanoseconds.
 *  @return by number of the node that it belongs to; release with g_hash_table_unref */
GHashTable *rest_by_node(const struct recording *recording);

/** Nanoseconds of threads that ended before any look at them.
 *  @return by number of the thread; release with g_hash_table_unref */
GHashTable *rest_by_thread(const struct recording *recording);

/** A value of these; 0: none. */
uint64_t rest_at(GHashTable *rest, uint32_t number);

#endif
