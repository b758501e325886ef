/*
 * Sets of nodes as bits.
 */
#ifndef SELECT_BITS_H
#define SELECT_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t bits_words(uint32_t count)
{
    return ((size_t)count + 63) / 64;
}

static inline bool bits_has(const uint64_t *bits, uint32_t number)
{
    return bits[number / 64] >> number % 64 & 1;
}

static inline void bits_add(uint64_t *bits, uint32_t number)
{
    bits[number / 64] |= 1ull << number % 64;
}

/** The number of set bits. */
static inline uint32_t bits_count(const uint64_t *bits, uint32_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < bits_words(count); i++) {
        sum += (uint32_t)__builtin_popcountll(bits[i]);
    }
    return sum;
}

#endif
