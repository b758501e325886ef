/*
 * Few digits are computed exactly, as most numbers have; the others go to strtod in the C locale.
 */
#include "profile/common/profile_number.h"

#include "strings/digits.h"

#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Digits so far and their value, as long as that is exact. */
struct digits {
    uint64_t value;
    unsigned count;  /* without leading zeros */
    unsigned behind; /* after the point */
};

static const char *take_digits(const char *at, const char *end, struct digits *digits, bool behind)
{
    for (; at < end && cg_is_digit(*at); at++) {
        digits->count += digits->count || *at != '0';
        digits->behind += behind;
        if (digits->count <= 18) {
            digits->value = digits->value * 10 + (uint64_t)(*at - '0');
        }
    }
    return at;
}

/* An exponent, if there is one with digits; values beyond 10000 make no difference. */
static const char *take_exponent(const char *at, const char *end, int *exponent)
{
    const char *p = at + 1;
    bool minus = p < end && *p == '-';
    uint64_t value;
    if (at == end || (*at != 'e' && *at != 'E')) {
        return at;
    }
    p += p < end && (*p == '-' || *p == '+');
    size_t count = p < end ? cg_take_digits(&value, NULL, p, (size_t)(end - p), 10000) : 0;
    if (!count) {
        return at;
    }
    *exponent = minus ? -(int)value : (int)value;
    return p + count;
}

static bool slow(const char *text, const char *stop, double *out)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char *copy = c == (locale_t)0 ? NULL : strndup(text, (size_t)(stop - text));
    if (copy) {
        *out = strtod_l(copy, NULL, c);
    }
    bool read = copy != NULL;
    free(copy);
    if (c != (locale_t)0) {
        freelocale(c);
    }
    return read && isfinite(*out);
}

const char *number_take(const char *text, const char *end, double *out, bool *whole)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    struct digits digits = {0};
    int exponent = 0;
    const char *at = take_digits(text, end, &digits, false);
    size_t before = (size_t)(at - text);
    bool point = at < end && *at == '.';
    at = point ? take_digits(at + 1, end, &digits, true) : at;
    if (!before && !digits.behind) {
        return NULL;
    }
    const char *stop = take_exponent(at, end, &exponent);
    if (whole) {
        *whole = !point && stop == at;
    }
    if (digits.count > 18 || digits.value >> 53 || digits.behind > 10000) {
        return slow(text, stop, out) ? stop : NULL;
    }
    exponent -= (int)digits.behind;
    if (exponent < -22 || exponent > 22) {
        return slow(text, stop, out) ? stop : NULL;
    }
    double value = (double)digits.value;
    *out = exponent < 0 ? value / powers[-exponent] : value * powers[exponent];
    return stop;
}

const char *number_take_whole(const char *text, const char *end, uint64_t *out)
{
    bool fits;
    size_t count = cg_take_digits(out, &fits, text, (size_t)(end - text), UINT64_MAX);
    return count && fits ? text + count : NULL;
}
