/* Times in traces are decimal microseconds; a double is only precise to a quarter microsecond if
 * they count from 1970. */
#include "profile/chrome/chrome.h"
#include "strings/digits.h"

#define NANO_DIGITS 3      /* after the point of microseconds */
#define EXPONENT_LIMIT 400 /* beyond that of any double */

#define MOST_BEFORE_A_DIGIT ((CHROME_TIME_LIMIT - 20) / 10)

/* The digits of a number, and the position of its point. */
struct digits {
    const char *whole;
    size_t whole_count;
    const char *part;
    size_t part_count;
    int exponent;
    bool negative;
};

static const char *take_exponent(struct digits *d, const char *p, const char *end)
{
    bool negative = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    uint64_t exponent;
    size_t count = cg_take_digits(&exponent, NULL, p, (size_t)(end - p), EXPONENT_LIMIT);
    d->exponent = negative ? -(int)exponent : (int)exponent;
    return count ? p + count : NULL;
}

static bool take_digits(struct digits *d, const char *p, size_t length)
{
    const char *end = p + length;
    *d = (struct digits){.negative = p < end && *p == '-'};
    p += d->negative;
    d->whole = p;
    d->whole_count = cg_digits(p, (size_t)(end - p));
    p += d->whole_count;
    d->part = p;
    if (p < end && *p == '.') {
        d->part = ++p;
        d->part_count = cg_digits(p, (size_t)(end - p));
        p += d->part_count;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        p = take_exponent(d, p + 1, end);
    }
    return p == end && d->whole_count + d->part_count > 0;
}

static unsigned digit_at(const struct digits *d, size_t i)
{
    char c = i < d->whole_count ? d->whole[i] : d->part[i - d->whole_count];
    return (unsigned)(c - '0');
}

int chrome_time(int64_t *out, unsigned *decimals, const char *text, size_t length)
{
    struct digits d;
    if (!take_digits(&d, text, length)) {
        return CG_E_FORMAT;
    }
    size_t count = d.whole_count + d.part_count;
    int64_t wanted = (int64_t)d.whole_count + d.exponent + NANO_DIGITS; /* digits to take */
    int64_t value = 0;
    int64_t i = 0;
    for (; i < wanted && i < (int64_t)count && value <= MOST_BEFORE_A_DIGIT; i++) {
        value = value * 10 + digit_at(&d, (size_t)i);
    }
    for (; i < wanted && value && value <= MOST_BEFORE_A_DIGIT; i++) {
        value *= 10;
    }
    if (i < wanted && value) {
        return CG_E_LIMIT;
    }
    if (wanted >= 0 && wanted < (int64_t)count && digit_at(&d, (size_t)wanted) >= 5) {
        value++;
    }
    *out = d.negative ? -value : value;
    *decimals = (unsigned)d.part_count;
    return CG_OK;
}
