/*
 * Marks on numbers with fast search for the next one: a bit for each number, a bit for each word of
 * these that is not empty, and so on.
 */
#ifndef SOLVER_MARKS_H
#define SOLVER_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MARKS_NONE UINT32_MAX
#define MARKS_LEVELS 6u /**< 64^6 > 2^32 */

struct marks {
    struct marks_level {
        uint64_t *words;
        size_t count;
        size_t capacity;
    } levels[MARKS_LEVELS];
};

/** Make room for numbers below `count`; marks start as an empty struct. @return false when memory
 *  is exhausted */
bool marks_reserve(struct marks *marks, size_t count);

void marks_free(struct marks *marks);

void marks_set(struct marks *marks, uint32_t number);

void marks_clear(struct marks *marks, uint32_t number);

void marks_clear_all(struct marks *marks);

/** @return the first mark at or above `from`, or MARKS_NONE. */
uint32_t marks_next(const struct marks *marks, uint32_t from);

#endif
