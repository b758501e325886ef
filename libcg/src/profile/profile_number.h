/*
 * Decimal numbers in the text of profiles, whatever the locale.
 */
#ifndef PROFILE_PROFILE_NUMBER_H
#define PROFILE_PROFILE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/**
 * Take a number without a sign: digits, maybe with a point, maybe with an exponent. The nearest
 * double is exact by Clinger's fast path (PLDI 1990) or comes from strtod.
 *
 * @param end   where to stop at the latest
 * @param out   receives the number, when there is one
 * @param whole receives whether it was written as a whole number; may be NULL
 * @return where it ends; NULL where there is none, or none that a double can hold
 */
const char *number_take(const char *text, const char *end, double *out, bool *whole);

/** Take digits, a number below 2^64. @return where they end, or NULL */
const char *number_take_whole(const char *text, const char *end, uint64_t *out);

#endif
