/* Each level has a bit for every word of the level below that is not zero. */
#include "solver/marks.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

bool marks_reserve(struct marks *marks, size_t count)
{
    for (unsigned i = 0; i < MARKS_LEVELS; i++) {
        struct marks_level *level = &marks->levels[i];
        size_t words = (count + 63) / 64;
        if (!cg_grow(&level->words, &level->capacity, words, sizeof *level->words)) {
            return false;
        }
        for (; level->count < words; level->count++) {
            level->words[level->count] = 0;
        }
        count = words;
    }
    return true;
}

void marks_free(struct marks *marks)
{
    for (unsigned i = 0; i < MARKS_LEVELS; i++) {
        free(marks->levels[i].words);
    }
}

void marks_set(struct marks *marks, uint32_t number)
{
    for (unsigned i = 0; i < MARKS_LEVELS; i++) {
        uint64_t *word = &marks->levels[i].words[number / 64];
        bool was_empty = !*word;
        *word |= (uint64_t)1 << number % 64;
        if (!was_empty) {
            return;
        }
        number /= 64;
    }
}

void marks_clear(struct marks *marks, uint32_t number)
{
    for (unsigned i = 0; i < MARKS_LEVELS; i++) {
        uint64_t *word = &marks->levels[i].words[number / 64];
        *word &= ~((uint64_t)1 << number % 64);
        if (*word) {
            return;
        }
        number /= 64;
    }
}

void marks_clear_all(struct marks *marks)
{
    for (unsigned i = 0; i < MARKS_LEVELS; i++) {
        struct marks_level *level = &marks->levels[i];
        if (level->count) {
            memset(level->words, 0, level->count * sizeof *level->words);
        }
    }
}

/* Go up until there is a mark to the right, then down to the first below it. */
uint32_t marks_next(const struct marks *marks, uint32_t from)
{
    unsigned i = 0;
    uint64_t at = from, found = 0;
    for (;; i++) {
        if (i == MARKS_LEVELS || at / 64 >= marks->levels[i].count) {
            return MARKS_NONE;
        }
        found = marks->levels[i].words[at / 64] >> at % 64 << at % 64;
        if (found) {
            break;
        }
        at = at / 64 + 1;
    }
    at = at / 64 * 64 + (unsigned)__builtin_ctzll(found);
    while (i-- > 0) {
        at = at * 64 + (unsigned)__builtin_ctzll(marks->levels[i].words[at]);
    }
    return (uint32_t)at;
}
