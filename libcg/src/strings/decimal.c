/*
 * Takes numbers apart into digits and an exponent, compares these, and adds digit by digit as on
 * paper; small whole numbers take a short way.
 */
#include "strings/decimal.h"

#include "strings/digits.h"
#include "strings/text.h"

#include <stdlib.h>
#include <string.h>

#define EXPONENT_END INT64_C(1000000000000000000)

/* A decomposed number: 0.DIGITS times 10^top, without zeros at either end of the digits. */
struct decimal {
    bool negative;
    bool real;          /**< written with a point or an exponent */
    const char *digits; /**< the first */
    const char *point;  /**< if it is among the digits, else NULL */
    size_t count;       /**< of digits; 0: the number is zero */
    int64_t top;
};

bool decimal_is(const struct cg_value *value)
{
    return value->length && (value->text[0] == '-' || cg_is_digit(value->text[0]));
}

static const char *skip_digits(const char *at, const char *end)
{
    return at + (at < end ? cg_digits(at, (size_t)(end - at)) : 0);
}

static int64_t read_exponent(const char *at, const char *end)
{
    uint64_t exponent;
    bool negative = at < end && *at == '-';
    at += at < end && (*at == '-' || *at == '+');
    cg_take_digits(&exponent, NULL, at, (size_t)(end - at), EXPONENT_END);
    return negative ? -(int64_t)exponent : (int64_t)exponent;
}

/* The digits are in [start, end), with `point` among them or at the end. */
static void find_digits(struct decimal *d, const char *start, const char *point, const char *end)
{
    while (start < end && (*start == '0' || *start == '.')) {
        start++;
    }
    while (end > start && (end[-1] == '0' || end[-1] == '.')) {
        end--;
    }
    bool inside = point > start && point < end;
    d->digits = start;
    d->point = inside ? point : NULL;
    d->count = (size_t)(end - start) - inside;
    d->top = start < point ? point - start : point + 1 - start;
}

static struct decimal take_apart(const struct cg_value *value)
{
    const char *end = value->text + value->length, *start = value->text + (*value->text == '-');
    const char *point = skip_digits(start, end);
    const char *tail = point < end && *point == '.' ? skip_digits(point + 1, end) : point;
    struct decimal d = {.real = point < end};
    find_digits(&d, start, point, tail);
    d.negative = d.count && *value->text == '-';
    d.top += tail < end ? read_exponent(tail + 1, end) : 0;
    return d;
}

static char digit(const struct decimal *d, size_t i)
{
    const char *at = d->digits + i;
    return d->point && at >= d->point ? at[1] : *at;
}

static int compare_magnitudes(const struct decimal *a, const struct decimal *b)
{
    if (!a->count || !b->count) {
        return (a->count > 0) - (b->count > 0);
    }
    if (a->top != b->top) {
        return a->top < b->top ? -1 : 1;
    }
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        if (digit(a, i) != digit(b, i)) {
            return digit(a, i) < digit(b, i) ? -1 : 1;
        }
    }
    return (a->count > b->count) - (a->count < b->count);
}

/* Most numbers. */
static bool small_integer(int64_t *out, const struct cg_value *value)
{
    bool negative = *value->text == '-';
    uint64_t number;
    if (!cg_read_digits(&number, value->text + negative, value->length - negative, INT64_MAX)) {
        return false;
    }
    *out = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

int decimal_compare(const struct cg_value *a, const struct cg_value *b)
{
    int64_t m, n;
    if (small_integer(&m, a) && small_integer(&n, b)) {
        return (m > n) - (m < n);
    }
    struct decimal x = take_apart(a), y = take_apart(b);
    if (x.negative != y.negative) {
        return x.negative ? -1 : 1;
    }
    return x.negative ? compare_magnitudes(&y, &x) : compare_magnitudes(&x, &y);
}

/* Adding */

/* The digits of a sum, one per byte, and their place values. */
struct sum {
    unsigned char *digits;
    size_t count;
    int64_t top;
    bool negative;
    bool real;
};

/* Add `sign` times a number's digits to those of the sum, without carrying. */
static void add_digits(signed char *places, int64_t top, const struct decimal *d, int sign)
{
    for (size_t i = 0; i < d->count; i++) {
        signed char *place = &places[(size_t)(top - d->top) + i];
        *place = (signed char)(*place + sign * (digit(d, i) - '0'));
    }
}

/* Places hold -9 to 18; the whole is not negative. */
static void carry(unsigned char *out, const signed char *places, size_t count)
{
    int carried = 0;
    for (size_t i = count; i-- > 0;) {
        int place = places[i] + carried;
        carried = place < 0 ? -1 : place / 10;
        out[i] = (unsigned char)(place - carried * 10);
    }
}

static void put_zeros(struct cg_text *out, int64_t count)
{
    for (; count > 0; count--) {
        cg_text_add(out, "0");
    }
}

static void put_digits(struct cg_text *out, const struct sum *sum, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        char c = (char)('0' + sum->digits[i]);
        cg_text_put(out, &c, 1);
    }
}

static void put_scientific(struct cg_text *out, const struct sum *sum)
{
    int64_t exponent = sum->top - 1;
    put_digits(out, sum, 0, 1);
    cg_text_put(out, ".", sum->count > 1);
    put_digits(out, sum, 1, sum->count);
    cg_text_add(out, exponent < 0 ? "e-" : "e");
    cg_text_add_number(out, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

static void put_plain(struct cg_text *out, const struct sum *sum)
{
    int64_t count = (int64_t)sum->count, top = sum->top;
    size_t whole = top <= 0 ? 0 : top < count ? (size_t)top : sum->count;
    put_digits(out, sum, 0, whole);
    put_zeros(out, whole ? top - count : 1);
    if (sum->real) {
        cg_text_add(out, ".");
        put_zeros(out, whole == sum->count ? 1 : -top);
        put_digits(out, sum, whole, sum->count);
    }
}

static void put_sum(struct cg_text *out, struct sum sum)
{
    for (; sum.count && !*sum.digits; sum.digits++, sum.count--) {
        sum.top--;
    }
    while (sum.count && !sum.digits[sum.count - 1]) {
        sum.count--;
    }
    sum.top = sum.count ? sum.top : 0;
    cg_text_put(out, "-", sum.negative && sum.count);
    if (sum.real && (sum.top < -DECIMAL_GAP || sum.top > (int64_t)sum.count + DECIMAL_GAP)) {
        put_scientific(out, &sum);
    } else {
        put_plain(out, &sum);
    }
}

static int64_t last_place(const struct decimal *d)
{
    return d->top - (int64_t)d->count;
}

/* Uses the places from the first digit of either to the last; they must be few. */
static bool add_apart(struct cg_text *out, const struct decimal *x, const struct decimal *y,
                      int64_t top, size_t count)
{
    signed char *places = calloc(count, 2);
    if (!places) {
        return false;
    }
    bool opposed = x->negative != y->negative, y_larger = compare_magnitudes(x, y) < 0;
    struct sum sum = {.digits = (unsigned char *)places + count,
                      .count = count,
                      .top = top,
                      .negative = y_larger ? y->negative : x->negative,
                      .real = x->real || y->real};
    add_digits(places, top, x, opposed && y_larger ? -1 : 1);
    add_digits(places, top, y, opposed && !y_larger ? -1 : 1);
    carry(sum.digits, places, count);
    put_sum(out, sum);
    free(places);
    return !out->failed;
}

/* Zero has no place of its own. */
static void stand_beside(struct decimal *zero, const struct decimal *other)
{
    if (!zero->count) {
        zero->top = other->count ? other->top : 0;
    }
}

bool decimal_add(struct cg_text *out, const struct cg_value *a, const struct cg_value *b)
{
    int64_t m, n;
    if (small_integer(&m, a) && small_integer(&n, b)) {
        cg_text_put(out, "-", m + n < 0);
        cg_text_add_number(out, (uint64_t)(m + n < 0 ? -(m + n) : m + n));
        return !out->failed;
    }
    struct decimal x = take_apart(a), y = take_apart(b);
    stand_beside(&x, &y);
    stand_beside(&y, &x);
    int64_t top = (x.top > y.top ? x.top : y.top) + 1;
    int64_t last = last_place(&x) < last_place(&y) ? last_place(&x) : last_place(&y);
    if ((uint64_t)(top - last) > x.count + y.count + DECIMAL_GAP) {
        const struct cg_value *larger = compare_magnitudes(&x, &y) >= 0 ? a : b;
        cg_text_put(out, larger->text, larger->length);
        return !out->failed;
    }
    return add_apart(out, &x, &y, top, (size_t)(top - last));
}
