/*
 * Comparing what is compared everywhere: for qsort, and words with the parts of a text.
 */
#ifndef BASE_COMPARE_H
#define BASE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** qsort's comparison of uint32_t. */
static inline int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/** qsort's comparison of const char *, by bytes. */
static inline int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/** @return less than, equal to or greater than 0, as x is than y. */
static inline int numeric_order(uint64_t x, uint64_t y)
{
    return (x > y) - (x < y);
}

/** Whether a text of a given length is a word. */
static inline bool text_is(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static inline bool text_begins(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

#endif
