/*
 * Values of one place in many graphs, while they are being united.
 *
 * Uniting each value with the union so far copies that union each time. Here values are united like
 * the digits of a binary counter: only neighbours made of equally many values, so that a text takes
 * part in as many unions as the count of values has digits. As merges of kinds are associative, the
 * result is the same. Those that depend on the order of values may not be, so these are united one
 * by one. Arrays that are sets are united many at once, since each union reads all of their
 * elements: when those that were added take more bytes than the union of those before.
 */
#ifndef UNITE_PENDING_H
#define UNITE_PENDING_H

#include "base/pool.h"
#include "strings/text.h"

#include <libcg/metadata.h>

/** Values, by key. Start with {0}. */
struct pending {
    struct pending_key *keys;
    size_t capacity;
    size_t count;
    struct cg_pool names; /**< of the keys, in their order */
    struct cg_text list;  /**< scratch: of a set */
};

/** A key, in `meta` or next to it: its pending values. */
struct pending_key {
    char *name;
    bool outside;
    const struct cg_strategy *strategy;
    struct pending_value *values; /**< each made of more than the ones after it */
    size_t capacity;
    size_t count;
    struct cg_pool added;  /**< sets that are not united yet, as lists; set up for the first one */
    struct cg_text united; /**< the union of those before them, as a list */
    struct cg_text alone;  /**< what the first set was read from, while all are the same */
};

/** The union of some values. */
struct pending_value {
    char *text;
    size_t length;
    unsigned carries; /**< it was made of two to this power */
};

/**
 * Add a value.
 *
 * @param strategy how values of the key are merged, the same each time; borrowed until
 *                 pending_finish
 * @param value    copied
 * @return CG_OK, CG_E_MEMORY or what the merge returns; after a failure only call pending_free
 */
int pending_add(struct pending *pending, const char *name, bool outside,
                const struct cg_strategy *strategy, const struct cg_value *value,
                struct cg_error *error);

/** Unite the rest: each key then has one value. @return as pending_add */
int pending_finish(struct pending *pending, struct cg_error *error);

/** Release all values. */
void pending_free(struct pending *pending);

#endif
