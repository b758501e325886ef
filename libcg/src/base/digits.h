/*
 * Digits of text, in no locale.
 */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline bool cg_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/** @return the value of a hexadecimal digit, -1 for any other character. */
static inline int cg_hex_digit(char c)
{
    char low = (char)(c | 0x20);
    return cg_is_digit(c) ? c - '0' : low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/** @return the number of digits at the beginning of a text. */
static inline size_t cg_digits(const char *text, size_t length)
{
    size_t count = 0;
    while (count < length && cg_is_digit(text[count])) {
        count++;
    }
    return count;
}

/** Read a text of digits only. @return false if it has others, or the number is above `limit` */
static inline bool cg_read_digits(uint64_t *out, const char *text, size_t length, uint64_t limit)
{
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned char)text[i] - (unsigned)'0';
        if (digit > 9 || number > limit / 10 || number * 10 > limit - digit) {
            return false;
        }
        number = number * 10 + digit;
    }
    *out = number;
    return length != 0;
}

#endif
