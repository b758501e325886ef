/*
 * Decimal numbers in the text of profiles, independent of the locale.
 */
#ifndef PROFILE_COMMON_PROFILE_NUMBER_H
#define PROFILE_COMMON_PROFILE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/**
 * Take a number without a sign: digits, perhaps with a point, perhaps with an exponent. The nearest
 * double is computed by Clinger's fast path (PLDI 1990) or by strtod.
 *
 * @param end   the latest place to stop
 * @param out   receives the number, if there is one
 * @param whole receives whether it was written as a whole number; may be NULL
 * @return its end; NULL if there is none, or a double cannot hold it
 */
const char *number_take(const char *text, const char *end, double *out, bool *whole);

/** Take digits, a number below 2^64. @return their end, or NULL */
const char *number_take_whole(const char *text, const char *end, uint64_t *out);

#endif
