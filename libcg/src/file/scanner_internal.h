/*
 * What the parts of the tokeniser share: scanner.c (the window, punctuation, members),
 * scanner_string.c and scanner_value.c.
 */
#ifndef FILE_SCANNER_INTERNAL_H
#define FILE_SCANNER_INTERNAL_H

#include "file/scanner.h"

/** Read more behind the window. @return false at the end of the input and on failure */
bool scanner_refill(struct scanner *s);

/** Have at least `count` bytes in the window. @return false when the input has no more */
bool scanner_have(struct scanner *s, size_t count);

/** Fail because the next byte is not what should be there. @return false */
bool scanner_unexpected(struct scanner *s, const char *wanted);

#define SCANNER_ONES 0x0101010101010101ull
#define SCANNER_HIGHS 0x8080808080808080ull

static inline uint64_t scanner_word(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* First byte from p on that is a quote, a backslash, a control character or not ASCII: eight at a
 * time. Each test may flag bytes wrongly only above one it flags rightly, so the lowest is right.
 */
static inline const char *scanner_skip_plain(const char *p)
{
    for (;;) {
        uint64_t word = scanner_word(p);
        uint64_t quote = word ^ SCANNER_ONES * '"';
        uint64_t backslash = word ^ SCANNER_ONES * '\\';
        uint64_t special = ((quote - SCANNER_ONES) & ~quote) |
                           ((backslash - SCANNER_ONES) & ~backslash) |
                           ((word - SCANNER_ONES * 0x20) & ~word) | word;
        special &= SCANNER_HIGHS;
        if (special) {
            return p + (__builtin_ctzll(special) >> 3);
        }
        p += 8;
    }
}

#endif
