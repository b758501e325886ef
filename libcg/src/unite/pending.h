/*
 * Values of one place that many graphs have, on their way to becoming one.
 *
 * Uniting each value with all that came before copies what came before each time. Here values are
 * united as a binary counter carries: equally many with equally many, neighbours only, so that a
 * text takes part in as many unions as the count of values has digits. Since merges of kinds are
 * associative the result is the same. Those that depend on the order of values may not be, so these
 * unite with all that came before.
 */
#ifndef UNITE_PENDING_H
#define UNITE_PENDING_H

#include <libcg/metadata.h>

/** Values, by key. Start with {0}. */
struct pending {
    struct pending_key *keys;
    size_t capacity;
    size_t count;
};

/** A key, beside `meta` or in it: what is pending of it. */
struct pending_key {
    char *name;
    bool outside;
    const struct cg_strategy *strategy;
    struct pending_value *values; /**< each made of more than those behind it */
    size_t capacity;
    size_t count;
};

/** What some values are together. */
struct pending_value {
    char *text;
    size_t length;
    unsigned carries; /**< it was made of two to that power */
};

/**
 * Add a value.
 *
 * @param strategy how values of the key meet, the same each time; borrowed until pending_finish
 * @param value    copied
 * @return CG_OK, CG_E_MEMORY or what the merge returns; after a failure only pending_free is left
 */
int pending_add(struct pending *pending, const char *name, bool outside,
                const struct cg_strategy *strategy, const struct cg_value *value,
                struct cg_error *error);

/** Unite what is left: each key has one value then. @return as pending_add */
int pending_finish(struct pending *pending, struct cg_error *error);

/** Release all values. */
void pending_free(struct pending *pending);

#endif
