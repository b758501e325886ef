/*
 * The two-sided rank sum test of Wilcoxon, Mann and Whitney: exact for few times, else by the
 * normal distribution with the variance of tied ranks.
 */
#include "runs/rank_test.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

#define EXACT 60u

static gint compare_doubles(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double sample_median(double *numbers, size_t count)
{
    if (count == 0) {
        return NAN;
    }
    qsort(numbers, count, sizeof *numbers, compare_doubles);
    double upper = numbers[count / 2];
    return count % 2 ? upper : (numbers[count / 2 - 1] + upper) / 2;
}

/* Twice the rank of a number, so that it is whole with equal ones: they share the mean rank. */
static unsigned doubled_rank(const double *all, size_t count, double number)
{
    unsigned below = 0, equal = 0;
    for (size_t i = 0; i < count; i++) {
        below += all[i] < number;
        equal += all[i] == number;
    }
    return 2 * below + equal + 1;
}

/* The two-sided probability of a sum of `chosen` ranks: the share of all choices whose sum is at
 * least as far from the mean. ways[k][s] counts the choices of k ranks with sum s. */
static double exact(const unsigned *ranks, size_t count, size_t chosen, unsigned sum)
{
    unsigned most = 1;
    for (size_t i = 0; i < count; i++) {
        most += ranks[i];
    }
    double *ways = g_new0(double, (chosen + 1) * most), all = 0, far = 0;
    ways[0] = 1;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = chosen; k > 0; k--) {
            for (unsigned s = most; s-- > ranks[i];) {
                ways[k * most + s] += ways[(k - 1) * most + s - ranks[i]];
            }
        }
    }
    double mean = (double)chosen * (double)(count + 1);
    for (unsigned s = 0; s < most; s++) {
        all += ways[chosen * most + s];
        far += fabs(s - mean) >= fabs(sum - mean) - 1e-9 ? ways[chosen * most + s] : 0;
    }
    g_free(ways);
    return far / all;
}

/* By the normal distribution, with the variance that the ranks have. */
static double approximate(const unsigned *ranks, size_t count, size_t chosen, unsigned sum)
{
    double mean = (double)(count + 1), squares = 0, n = (double)count, k = (double)chosen;
    for (size_t i = 0; i < count; i++) {
        squares += (ranks[i] - mean) * (ranks[i] - mean);
    }
    double variance = k * (n - k) / (n * (n - 1)) * squares;
    return variance > 0 ? erfc(fabs(sum - k * mean) / sqrt(2 * variance)) : 1;
}

double rank_test(const double *a, size_t a_count, const double *b, size_t b_count)
{
    size_t count = a_count + b_count;
    if (a_count == 0 || b_count == 0) {
        return 1;
    }
    double *all = g_new(double, count);
    unsigned *ranks = g_new(unsigned, count), sum = 0;
    for (size_t i = 0; i < count; i++) {
        all[i] = i < a_count ? a[i] : b[i - a_count];
    }
    for (size_t i = 0; i < count; i++) {
        ranks[i] = doubled_rank(all, count, all[i]);
        sum += i < a_count ? ranks[i] : 0;
    }
    double p = count <= EXACT ? exact(ranks, count, a_count, sum)
                              : approximate(ranks, count, a_count, sum);
    g_free(ranks);
    g_free(all);
    return fmin(p, 1);
}
