/*
 * Processing text eight bytes at a time.
 *
 * A mask has the highest bit of a byte set where a test holds. Above a byte for which a test
 * rightly holds it may also hold wrongly, so only the lowest counts (Warren, Hacker's Delight,
 * 6-1).
 */
#ifndef STRINGS_BYTE_MASKS_H
#define STRINGS_BYTE_MASKS_H

#include <stdint.h>
#include <string.h>

#define WORD_ONES 0x0101010101010101ull
#define WORD_HIGHS 0x8080808080808080ull

/** @return the eight bytes at p, the first one lowest. */
static inline uint64_t word_load(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/** @return a mask of the bytes that are c; mask it with WORD_HIGHS. */
static inline uint64_t word_equal(uint64_t word, char c)
{
    uint64_t zero = word ^ WORD_ONES * (unsigned char)c;
    return (zero - WORD_ONES) & ~zero;
}

/** @return the number of bytes before the first of a mask that is not empty. */
static inline unsigned word_first(uint64_t mask)
{
    return (unsigned)__builtin_ctzll(mask) >> 3;
}

#endif
