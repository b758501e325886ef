/* The rank test against all ways to deal the numbers to two samples. */
#include "support.h"

#include "runs/rank_test.h"

#include <math.h>

#define MOST 10

/* The sum of the ranks of some numbers; equal ones share the mean rank. */
static double rank_sum(const double *all, unsigned count, unsigned members)
{
    double sum = 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < count && members >> i & 1; k++) {
            sum += all[k] < all[i] ? 1 : all[k] == all[i] ? 0.5 : 0;
        }
    }
    return sum;
}

static unsigned ones(unsigned bits)
{
    return bits ? 1 + ones(bits & (bits - 1)) : 0;
}

static double slow(const double *all, unsigned first, unsigned count)
{
    double own = rank_sum(all, count, (1u << first) - 1), mean = first * count / 2.0;
    unsigned ways = 0, far = 0;
    for (unsigned members = 0; members < 1u << count; members++) {
        if (ones(members) == first) {
            double sum = rank_sum(all, count, members);
            ways++;
            far += fabs(sum - mean) >= fabs(own - mean) - 1e-9;
        }
    }
    return (double)far / ways;
}

START_TEST(all_ways)
{
    struct random random = {.state = 3};
    for (int round = 0; round < 500; round++) {
        double all[MOST];
        unsigned first = 1 + draw(&random, 5), second = 1 + draw(&random, 5);
        for (unsigned i = 0; i < first + second; i++) {
            all[i] = draw(&random, chance(&random, 50) ? 4 : 1000);
        }
        ck_assert_double_eq_tol(rank_test(all, first, all + first, second),
                                slow(all, first, first + second), 1e-9);
    }
}
END_TEST

/* Tables: of 3 and 3 numbers 2 of 20 ways are as extreme, of 5 and 5 2 of 252. */
START_TEST(known)
{
    const double low[] = {1, 2, 3, 4, 5}, high[] = {6, 7, 8, 9, 10};
    ck_assert_double_eq_tol(rank_test(low, 3, high, 3), 0.1, 1e-9);
    ck_assert_double_eq_tol(rank_test(low, 5, high, 5), 2 / 252.0, 1e-9);
    ck_assert_double_eq_tol(rank_test(low, 5, low, 5), 1, 1e-9);
    ck_assert_double_eq(rank_test(low, 0, high, 5), 1);
}
END_TEST

/* Where the exact test ends, the other one says nearly the same. */
START_TEST(many)
{
    double a[40], b[40];
    for (int i = 0; i < 40; i++) {
        a[i] = i;
        b[i] = i + 7.5;
    }
    double few = rank_test(a, 30, b, 30), more = rank_test(a, 31, b, 31);
    ck_assert_double_gt(few, 0.001);
    ck_assert_double_lt(few, 0.1);
    ck_assert_double_eq_tol(few, more, 0.01);
}
END_TEST

START_TEST(medians)
{
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};
    ck_assert_double_eq(sample_median(odd, 3), 2);
    ck_assert_double_eq(sample_median(even, 4), 2.5);
    ck_assert(isnan(sample_median(odd, 0)));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {all_ways, known, many, medians, NULL};
    return run_tests("rank_test", tests, 60);
}
