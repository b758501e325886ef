/*
 * Shared by the parts of the tokeniser: scanner.c (the window, punctuation, members),
 * scanner_string.c and scanner_value.c.
 */
#ifndef JSON_SCANNER_INTERNAL_H
#define JSON_SCANNER_INTERNAL_H

#include "strings/byte_masks.h"
#include "json/scanner.h"

/** Read more after the window. @return false at the end of the input and on failure */
bool scanner_refill(struct scanner *s);

/** Make at least `count` bytes available in the window. @return false if the input has no more */
bool scanner_have(struct scanner *s, size_t count);

/** Fail because of an unexpected next byte. @return false */
bool scanner_unexpected(struct scanner *s, const char *wanted);

/** @return the first byte from p on that is a quote, a backslash, a control character or not ASCII.
 *          Reads up to eight bytes past it. */
static inline const char *scanner_skip_plain(const char *p)
{
    for (;;) {
        uint64_t word = word_load(p);
        uint64_t special = word_equal(word, '"') | word_equal(word, '\\') |
                           ((word - WORD_ONES * 0x20) & ~word) | word;
        special &= WORD_HIGHS;
        if (special) {
            return p + word_first(special);
        }
        p += 8;
    }
}

#endif
