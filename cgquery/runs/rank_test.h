/*
 * Compares two samples of times.
 */
#ifndef CGQUERY_RUNS_RANK_TEST_H
#define CGQUERY_RUNS_RANK_TEST_H

#include <stddef.h>

/** The median of numbers, which are sorted for that. @return NAN: there are none */
double sample_median(double *numbers, size_t count);

/**
 * The rank test of Wilcoxon, Mann and Whitney: how likely two samples of one distribution differ as
 * much, or more, in either direction. Exact, also with equal numbers, for up to 60 numbers in all;
 * beyond that by the normal distribution.
 *
 * @return from 0 to 1; 1 where a sample is empty. O(n^3) for n numbers, up to 60
 */
double rank_test(const double *a, size_t a_count, const double *b, size_t b_count);

#endif
