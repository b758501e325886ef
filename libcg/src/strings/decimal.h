/*
 * Decimal JSON numbers of any length: compared and added exactly, in no locale.
 */
#ifndef STRINGS_DECIMAL_H
#define STRINGS_DECIMAL_H

#include <libcg/metadata.h>

/** Most empty places between two numbers that decimal_add adds. */
#define DECIMAL_GAP 4096

/** Whether a well-formed JSON value is a number. */
bool decimal_is(const struct cg_value *value);

/**
 * Order of two numbers. Exponents beyond 10^18 either way count as that.
 *
 * @return negative, 0 or positive. O(length).
 */
int decimal_compare(const struct cg_value *a, const struct cg_value *b);

/**
 * Append the sum of two numbers. The sum of integers (written without point and exponent) is an
 * integer; any other has a point or, more than DECIMAL_GAP places away from that, an exponent. The
 * text depends only on the sum, and addition is commutative and associative, with one exception: if
 * more than DECIMAL_GAP places would be empty between the digits of the two, the sum is the one
 * further from zero, as written.
 *
 * @return false when memory is exhausted. O(length + DECIMAL_GAP).
 */
bool decimal_add(struct cg_text *out, const struct cg_value *a, const struct cg_value *b);

#endif
