/*
 * Numbers of JSON as they are written, of any length: compared and added exactly, in no locale.
 */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <libcg/metadata.h>

/** How many places may stand empty between two numbers that are added, see decimal_add. */
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
 * Append the sum of two numbers. Of integers (written without point and exponent) it is one; else
 * it has a point or, more than DECIMAL_GAP places away from that, an exponent. The text is a
 * function of the sum alone, and adding is commutative and associative, except: where more than
 * DECIMAL_GAP places would stand empty between the digits of one and of the other, the sum is the
 * one further from zero, as it is written.
 *
 * @return false when memory is out. O(length + DECIMAL_GAP).
 */
bool decimal_add(struct cg_text *out, const struct cg_value *a, const struct cg_value *b);

#endif
