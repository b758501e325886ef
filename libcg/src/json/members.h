/*
 * The members of JSON objects, sorted, so that those of two objects can be paired in one pass.
 */
#ifndef JSON_MEMBERS_H
#define JSON_MEMBERS_H

#include "json/json_walk.h"

struct member {
    struct cg_value key; /**< as written, with its quotes */
    struct cg_value value;
};

/** A growing array. Start with {0}, release `members` with free. */
struct member_list {
    struct member *members;
    size_t capacity;
    size_t count;
};

/**
 * Append the members of an object, sorted by member_compare; those with the same key stay in the
 * order in which they are written.
 *
 * @param object a well-formed JSON object; texts are borrowed from it
 * @return false when memory is exhausted. O(n log n), O(n) if they are in order.
 */
bool members_append(struct member_list *list, const struct cg_value *object);

/** Order of members: by key, whatever escapes it uses. */
int member_compare(const struct member *a, const struct member *b);

#endif
