/*
 * What the parts of the tokeniser share: scanner.c (the window, punctuation, members),
 * scanner_string.c and scanner_value.c.
 */
#ifndef JSON_SCANNER_INTERNAL_H
#define JSON_SCANNER_INTERNAL_H

#include "base/words.h"
#include "json/scanner.h"

/** Read more behind the window. @return false at the end of the input and on failure */
bool scanner_refill(struct scanner *s);

/** Have at least `count` bytes in the window. @return false when the input has no more */
bool scanner_have(struct scanner *s, size_t count);

/** Fail because the next byte is not what should be there. @return false */
bool scanner_unexpected(struct scanner *s, const char *wanted);

/** @return the first byte from p on that is a quote, a backslash, a control character or not ASCII.
 *  Up to eight bytes behind it are looked at. */
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
