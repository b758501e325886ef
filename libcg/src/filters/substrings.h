/*
 * Many texts, looked for at once within others.
 */
#ifndef FILTERS_SUBSTRINGS_H
#define FILTERS_SUBSTRINGS_H

#include <stdbool.h>
#include <stddef.h>

/** Sorts texts. @param texts borrowed */
void substrings_sort(const char **texts, size_t count);

/**
 * Find which of sorted texts occur in another.
 *
 * @param hit by text: set to true for each that occurs; NULL: stop at the first
 * @return whether any occurs. O(length * (longest text) * log count) at worst.
 */
bool substrings_find(const char *const *texts, size_t count, const char *in, bool *hit);

/** Those that occur in a text, each once. */
struct substrings_found {
    size_t *places; /**< of the sorted texts; room for all of them */
    size_t count;
    bool *seen; /**< by text: all false, before and after */
};

/** List which of sorted texts occur in another. @param found `places` and `seen` are the caller's.
 *  As substrings_find, plus the number of those found. */
void substrings_list(struct substrings_found *found, const char *const *texts, size_t count,
                     const char *in);

#endif
