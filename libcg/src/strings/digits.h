/*
 * Digits of text, in no locale.
 */
#ifndef STRINGS_DIGITS_H
#define STRINGS_DIGITS_H

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

/**
 * Read the digits at the beginning of a text.
 *
 * @param out  receives their number; `limit` if it is above that
 * @param fits receives whether it is not; NULL: it makes no difference
 * @return how many digits there are
 */
static inline size_t cg_take_digits(uint64_t *out, bool *fits, const char *text, size_t length,
                                    uint64_t limit)
{
    uint64_t number = 0;
    bool over = false;
    size_t count = 0;
    for (unsigned digit; count < length && (digit = (unsigned char)text[count] - 48u) <= 9;
         count++) { /* 19 digits always fit */
        over = over || (count >= 19 && number > (UINT64_MAX - digit) / 10);
        number = number * 10 + digit;
    }
    over = over || number > limit;
    *out = over ? limit : number;
    if (fits) {
        *fits = !over;
    }
    return count;
}

/** Read a text of digits only. @return false if it has others, or the number is above `limit` */
static inline bool cg_read_digits(uint64_t *out, const char *text, size_t length, uint64_t limit)
{
    uint64_t number;
    bool fits;
    if (!length || cg_take_digits(&number, &fits, text, length, limit) < length || !fits) {
        return false;
    }
    *out = number;
    return true;
}

#endif
