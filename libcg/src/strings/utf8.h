/*
 * UTF-8 as in Unicode 15, table 3-7: no overlong forms, no surrogates, nothing past U+10FFFF.
 */
#ifndef STRINGS_UTF8_H
#define STRINGS_UTF8_H

#include <stdbool.h>
#include <stdint.h>

/** Length of the sequence of two to four bytes at p, 0 if there is none. A zero byte ends any
 *  sequence, so that terminated text can be checked without knowing its length. */
static inline unsigned utf8_length(const unsigned char *p)
{
    unsigned char low = 0x80, high = 0xbf;
    unsigned length;
    if (p[0] >= 0xc2 && p[0] <= 0xdf) {
        length = 2;
    } else if (p[0] >= 0xe0 && p[0] <= 0xef) {
        length = 3;
        low = p[0] == 0xe0 ? 0xa0 : low;
        high = p[0] == 0xed ? 0x9f : high;
    } else if (p[0] >= 0xf0 && p[0] <= 0xf4) {
        length = 4;
        low = p[0] == 0xf0 ? 0x90 : low;
        high = p[0] == 0xf4 ? 0x8f : high;
    } else {
        return 0;
    }
    if (p[1] < low || p[1] > high) {
        return 0;
    }
    for (unsigned i = 2; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length;
}

/** Whether terminated text is UTF-8. */
static inline bool utf8_valid(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    while (*p) {
        unsigned length = *p < 0x80 ? 1 : utf8_length(p);
        if (!length) {
            return false;
        }
        p += length;
    }
    return true;
}

/** Write a character. @param out receives at most four bytes @param code at most 0x10ffff
 *  @return how many */
static inline unsigned utf8_write(char *out, uint32_t code)
{
    unsigned length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(marks[length] | code >> (6 * (length - 1)));
    for (unsigned i = 1; i < length; i++) {
        out[i] = (char)(0x80 | (code >> (6 * (length - 1 - i)) & 0x3f));
    }
    return length;
}

#endif
