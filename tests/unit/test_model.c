/* Performance models: known ones, known ones with noise, and a slow search that tries everything
 * with normal equations and really leaves each scale out. */
#include "support.h"

#include <libcg/model.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POINTS 64

/* The exponents that are tried, written once more: power / root, and how many logarithms. */
static const struct {
    int power, root, logs;
} known[] = {
    {0, 1, 1}, {0, 1, 2}, {1, 4, 0}, {1, 4, 1}, {1, 4, 2},  {1, 3, 0}, {1, 3, 1},
    {1, 3, 2}, {1, 2, 0}, {1, 2, 1}, {1, 2, 2}, {2, 3, 0},  {2, 3, 1}, {2, 3, 2},
    {3, 4, 0}, {3, 4, 1}, {3, 4, 2}, {4, 5, 0}, {1, 1, 0},  {1, 1, 1}, {1, 1, 2},
    {5, 4, 0}, {5, 4, 1}, {4, 3, 0}, {4, 3, 1}, {3, 2, 0},  {3, 2, 1}, {3, 2, 2},
    {5, 3, 0}, {7, 4, 0}, {2, 1, 0}, {2, 1, 1}, {2, 1, 2},  {9, 4, 0}, {7, 3, 0},
    {5, 2, 0}, {5, 2, 1}, {5, 2, 2}, {8, 3, 0}, {11, 4, 0}, {3, 1, 0}, {3, 1, 1},
};
#define KNOWN (sizeof known / sizeof *known)

/* Those, and then their opposites without logarithm. @return whether there is number i */
static bool factor_number(struct cg_model_factor *out, size_t i)
{
    if (i < KNOWN) {
        *out = (struct cg_model_factor){known[i].power, known[i].root, known[i].logs};
        return true;
    }
    for (size_t k = 0; k < KNOWN; k++) {
        if (known[k].logs == 0 && i-- == KNOWN) {
            *out = (struct cg_model_factor){-known[k].power, known[k].root, 0};
            return true;
        }
    }
    return false;
}

static double value_of(struct cg_model_factor f, double p)
{
    return pow(p, (double)f.power / f.root) * pow(log2(p), f.logs);
}

static bool same_factor(struct cg_model_factor a, struct cg_model_factor b)
{
    return a.power * b.root == b.power * a.root && a.logs == b.logs;
}

/* Measurements. */
struct data {
    struct cg_model_point points[POINTS];
    size_t count;
};

static void add(struct data *data, double p, double q, double value)
{
    data->points[data->count++] = (struct cg_model_point){{p, q}, value};
}

static struct cg_model fit(const struct data *data, unsigned parameters)
{
    struct cg_model model;
    struct cg_error error;
    ck_assert_msg(!cg_model_fit(&model, data->points, data->count, parameters, &error), "%s",
                  error.text);
    return model;
}

static void expect_text(const struct cg_model *model, const char *wanted)
{
    static const char *const names[] = {"p", "n"};
    char *text = cg_model_text(model, names);
    ck_assert_str_eq(text, wanted);
    free(text);
}

/* What is known */

START_TEST(every_factor)
{
    struct cg_model_factor factor;
    size_t i;
    for (i = 0; factor_number(&factor, i); i++) {
        struct data data = {.count = 0};
        for (double p = 2; p <= 128; p *= 2) {
            add(&data, p, 0, 3 + 0.5 * value_of(factor, p));
        }
        struct cg_model model = fit(&data, 1);
        ck_assert_uint_eq(model.term_count, 1);
        ck_assert(same_factor(model.terms[0].factors[0], factor));
        ck_assert_double_eq_tol(model.constant, 3, 1e-6);
        ck_assert_double_eq_tol(model.terms[0].coefficient, 0.5, 1e-6);
        ck_assert_double_lt(model.error, 1e-9);
        ck_assert(!model.few);
    }
    ck_assert_uint_eq(i, KNOWN + 19);
}
END_TEST

START_TEST(constants)
{
    struct data data = {.count = 0};
    for (double p = 4; p <= 64; p *= 2) {
        add(&data, p, 0, 7);
    }
    struct cg_model model = fit(&data, 1);
    ck_assert_uint_eq(model.term_count, 0);
    expect_text(&model, "7");
    for (size_t i = 0; i < data.count; i++) {
        data.points[i].value = 0;
    }
    model = fit(&data, 1);
    expect_text(&model, "0");
    ck_assert_double_eq(model.error, 0);
}
END_TEST

START_TEST(formulas)
{
    struct cg_model model = {.parameters = 1, .term_count = 1, .constant = 2.1};
    model.terms[0] = (struct cg_model_term){0.03, {{1, 1, 1}}};
    expect_text(&model, "2.1 + 0.03 * p * log2(p)");
    model.terms[0] = (struct cg_model_term){-0.25, {{3, 2, 2}}};
    expect_text(&model, "2.1 - 0.25 * p^(3/2) * log2(p)^2");
    model.constant = 0;
    expect_text(&model, "-0.25 * p^(3/2) * log2(p)^2");
    model.terms[0] = (struct cg_model_term){12345678, {{-1, 1, 0}}};
    expect_text(&model, "1.235e+07 * p^(-1)");
    model = (struct cg_model){.parameters = 2, .term_count = 2, .constant = -1};
    model.terms[0] = (struct cg_model_term){2, {{2, 1, 0}, {0, 1, 1}}};
    model.terms[1] = (struct cg_model_term){-3, {{0, 1, 0}, {-1, 2, 0}}};
    expect_text(&model, "-1 + 2 * p^2 * log2(n) - 3 * n^(-1/2)");
}
END_TEST

START_TEST(values_of_models)
{
    struct cg_model model = {.parameters = 2, .term_count = 2, .constant = 1};
    model.terms[0] = (struct cg_model_term){2, {{1, 1, 1}, {1, 2, 0}}};
    model.terms[1] = (struct cg_model_term){3, {{0, 1, 0}, {-1, 1, 0}}};
    double at[] = {8, 4};
    ck_assert_double_eq_tol(cg_model_at(&model, at), 1 + 2 * 8 * 3 * 2 + 3 / 4.0, 1e-9);
}
END_TEST

/* Of repeated runs the median counts, and one that was disturbed does no harm. */
START_TEST(repeated_runs)
{
    struct data data = {.count = 0};
    for (double p = 4; p <= 64; p *= 2) {
        add(&data, p, 0, 5 * p);
        add(&data, p, 0, 5 * p * (p == 16 ? 9 : 1));
        add(&data, p, 0, 5 * p);
    }
    struct cg_model model = fit(&data, 1);
    expect_text(&model, "5 * p");
    ck_assert_uint_eq(model.scales, 5);
    ck_assert_double_eq_tol(model.spread, 8, 1e-9);
}
END_TEST

START_TEST(few_scales)
{
    struct data data = {.count = 0};
    struct cg_model model;
    struct cg_error error;
    for (double p = 1; p <= 2; p++) {
        add(&data, p, 0, p);
        add(&data, p, 0, p);
    }
    ck_assert_int_eq(cg_model_fit(&model, data.points, data.count, 1, &error), CG_E_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(error.text, "at least 3 values of each parameter, there are 2"));
    add(&data, 3, 0, 3);
    model = fit(&data, 1);
    expect_text(&model, "1 * p");
    ck_assert(model.few);
    add(&data, 4, 0, 4);
    ck_assert(fit(&data, 1).few);
    add(&data, 5, 0, 5);
    ck_assert(!fit(&data, 1).few);
}
END_TEST

START_TEST(refused)
{
    struct data data = {.count = 0};
    struct cg_model model;
    for (double p = 1; p <= 5; p++) {
        add(&data, p, p, p);
    }
    ck_assert_int_eq(cg_model_fit(&model, data.points, data.count, 0, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_model_fit(&model, data.points, data.count, 3, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_model_fit(&model, data.points, data.count, 2, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_model_fit(&model, data.points, 0, 1, NULL), CG_E_ARGUMENT);
    data.points[2].value = NAN;
    ck_assert_int_eq(cg_model_fit(&model, data.points, data.count, 1, NULL), CG_E_ARGUMENT);
    data.points[2].value = 1;
    data.points[2].at[0] = 0;
    ck_assert_int_eq(cg_model_fit(&model, data.points, data.count, 1, NULL), CG_E_ARGUMENT);
}
END_TEST

START_TEST(next_scales)
{
    struct data data = {.count = 0};
    double at[2];
    add(&data, 8, 3, 0);
    cg_model_next_scale(at, data.points, data.count);
    ck_assert_double_eq(at[0], 8);
    add(&data, 2, 3, 0);
    add(&data, 2, 3, 0);
    add(&data, 4, 5, 0);
    cg_model_next_scale(at, data.points, data.count);
    ck_assert_double_eq(at[0], 11);
    ck_assert_double_eq(at[1], 7);
}
END_TEST

START_TEST(two_parameters)
{
    struct data sum = {.count = 0}, product = {.count = 0}, both = {.count = 0},
                alone = {.count = 0};
    for (double p = 2; p <= 32; p *= 2) {
        for (double n = 10; n <= 50; n += 10) {
            add(&sum, p, n, 1 + 2 * p * log2(p) + 0.5 * n * n);
            add(&product, p, n, 4 + 0.25 * p * n);
            add(&both, p, n, 4 + 0.25 * p * n - 0.2 * n);
            add(&alone, p, n, 4 + 3 * sqrt(n));
        }
    }
    struct cg_model model = fit(&sum, 2);
    expect_text(&model, "1 + 2 * p * log2(p) + 0.5 * n^2");
    model = fit(&product, 2);
    expect_text(&model, "4 + 0.25 * p * n");
    model = fit(&both, 2);
    expect_text(&model, "4 + 0.25 * p * n - 0.2 * n");
    model = fit(&alone, 2);
    expect_text(&model, "4 + 3 * n^(1/2)");
    ck_assert(!model.few);
}
END_TEST

/* The slow search */

/* Solve the normal equations of columns by elimination. @return false: singular */
static bool solve(long double *out, long double columns[][POINTS], size_t count,
                  const long double *values, const bool *left_out, size_t rows)
{
    long double m[4][5] = {{0}};
    for (size_t i = 0; i < count; i++) {
        for (size_t r = 0; r < rows; r++) {
            for (size_t j = 0; j < count && !left_out[r]; j++) {
                m[i][j] += columns[i][r] * columns[j][r];
            }
            m[i][count] += left_out[r] ? 0 : columns[i][r] * values[r];
        }
    }
    for (size_t k = 0; k < count; k++) {
        size_t pivot = k;
        for (size_t i = k; i < count; i++) {
            pivot = fabsl(m[i][k]) > fabsl(m[pivot][k]) ? i : pivot;
        }
        if (!(fabsl(m[pivot][k]) > 1e-14L)) {
            return false;
        }
        for (size_t j = 0; j <= count; j++) {
            long double swap = m[k][j];
            m[k][j] = m[pivot][j];
            m[pivot][j] = swap;
        }
        for (size_t i = 0; i < count; i++) {
            long double times = i == k ? 0 : m[i][k] / m[k][k];
            for (size_t j = 0; j <= count; j++) {
                m[i][j] -= times * m[k][j];
            }
        }
    }
    for (size_t k = 0; k < count; k++) {
        out[k] = m[k][count] / m[k][k];
    }
    return true;
}

/* The error of a hypothesis, or infinity if it is none. @param products whether the first of two
 * terms is a product, so that the second may fall */
static double slow_error(const struct data *data, long double columns[][POINTS], size_t count,
                         bool products)
{
    long double values[POINTS] = {0}, all[4], part[4];
    bool left_out[POINTS] = {false}, contributes[4] = {true};
    double error = 0;
    size_t rows = data->count;
    for (size_t r = 0; r < rows; r++) {
        values[r] = data->points[r].value;
    }
    if (!solve(all, columns, count, values, left_out, rows)) {
        return INFINITY;
    }
    for (size_t r = 0; r < rows; r++) {
        long double whole = 0, predicted = 0;
        left_out[r] = true;
        if (!solve(part, columns, count, values, left_out, rows)) {
            return INFINITY;
        }
        left_out[r] = false;
        for (size_t k = 0; k < count; k++) {
            predicted += part[k] * columns[k][r];
            whole += all[k] * columns[k][r];
        }
        for (size_t k = 1; k < count; k++) {
            contributes[k] =
                contributes[k] || fabsl(all[k] * columns[k][r]) >= 0.0005L * fabsl(whole);
        }
        error += (double)(2 * fabsl(predicted - values[r]) / (fabsl(predicted) + fabsl(values[r])) /
                          (long double)rows);
    }
    for (size_t k = 1; k < count; k++) {
        if (!contributes[k] || (all[k] <= 0 && !(products && k == 2))) {
            return INFINITY;
        }
    }
    return error;
}

static void fill(long double *column, const struct data *data, const struct cg_model_factor *a,
                 const struct cg_model_factor *b)
{
    for (size_t r = 0; r < data->count; r++) {
        column[r] = 1;
        column[r] *= a ? value_of(*a, data->points[r].at[0]) : 1;
        column[r] *= b ? value_of(*b, data->points[r].at[1]) : 1;
    }
}

static double slow_best_of_one(const struct data *data)
{
    long double columns[4][POINTS];
    struct cg_model_factor factor;
    fill(columns[0], data, NULL, NULL);
    double best = slow_error(data, columns, 1, false);
    for (size_t i = 0; factor_number(&factor, i); i++) {
        fill(columns[1], data, &factor, NULL);
        best = fmin(best, slow_error(data, columns, 2, false));
    }
    return best;
}

static double slow_best_of_two(const struct data *data)
{
    long double columns[4][POINTS];
    struct cg_model_factor a, b;
    fill(columns[0], data, NULL, NULL);
    double best = slow_error(data, columns, 1, false);
    for (size_t i = 0; factor_number(&a, i); i++) {
        fill(columns[1], data, &a, NULL);
        best = fmin(best, slow_error(data, columns, 2, false));
        fill(columns[1], data, NULL, &a);
        best = fmin(best, slow_error(data, columns, 2, false));
        for (size_t j = 0; factor_number(&b, j); j++) {
            fill(columns[1], data, &a, NULL);
            fill(columns[2], data, NULL, &b);
            best = fmin(best, slow_error(data, columns, 3, false));
            fill(columns[1], data, &a, &b);
            best = fmin(best, slow_error(data, columns, 2, false));
            fill(columns[2], data, &a, NULL);
            best = fmin(best, slow_error(data, columns, 3, true));
            fill(columns[2], data, NULL, &b);
            best = fmin(best, slow_error(data, columns, 3, true));
        }
    }
    return best;
}

/* Noise */

/* A number between -1 and 1, most often near 0. */
static double noise(struct random *random)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += draw(random, 2001) / 1000.0 - 1;
    }
    return sum / 3;
}

static double random_coefficient(struct random *random)
{
    return pow(10, draw(random, 4001) / 1000.0 - 2);
}

static struct cg_model_factor random_factor(struct random *random)
{
    struct cg_model_factor factor;
    ck_assert(factor_number(&factor, draw(random, KNOWN)));
    return factor;
}

START_TEST(slow_search_of_one)
{
    struct random random = {.state = 5};
    for (int round = 0; round < 2000; round++) {
        struct data data = {.count = 0};
        struct cg_model_factor factor;
        double size = draw(&random, 100) / 400.0, c0 = random_coefficient(&random),
               c1 = random_coefficient(&random), p = 1 + draw(&random, 8);
        factor_number(&factor, draw(&random, KNOWN + 19));
        for (size_t scales = 4 + draw(&random, 5); scales > 0; scales--) {
            add(&data, p, 0, (c0 + c1 * value_of(factor, p)) * (1 + size * noise(&random)));
            p = chance(&random, 50) ? p * 2 : p + 1 + draw(&random, 5);
        }
        double wanted = slow_best_of_one(&data);
        struct cg_model model = fit(&data, 1);
        ck_assert_double_eq_tol(model.error, wanted, 1e-7 + 1e-5 * wanted);
    }
}
END_TEST

/* The best factors of each parameter need not be those of the best pair: how much is lost? */
START_TEST(slow_search_of_two)
{
    struct random random = {.state = 6};
    int found = 0, close = 0;
    const int rounds = 6;
    for (int round = 0; round < rounds; round++) {
        struct data data = {.count = 0};
        struct cg_model_factor a = random_factor(&random), b = random_factor(&random);
        double c0 = random_coefficient(&random), c1 = random_coefficient(&random);
        for (double p = 2; p <= 32; p *= 2) {
            for (double n = 10; n <= 40; n += 10) {
                double value = c0 + c1 * value_of(a, p) * value_of(b, n);
                add(&data, p, n, value * (1 + 0.02 * noise(&random)));
            }
        }
        double wanted = slow_best_of_two(&data);
        struct cg_model model = fit(&data, 2);
        ck_assert_double_ge(model.error, wanted * (1 - 1e-5) - 1e-7);
        found += model.error <= wanted * (1 + 1e-5) + 1e-7;
        close += model.error <= wanted * 1.2 + 1e-7;
    }
    printf("two parameters: the best of all pairs in %d of %d, within a fifth in %d\n", found,
           rounds, close);
    ck_assert_int_ge(close, rounds - 1);
}
END_TEST

/* Which share of models is found again, and how well they predict four times the greatest scale. */
struct recovery {
    int factor; /* found the same factor */
    int near;   /* or one whose leading exponent differs by at most a quarter */
    int close;  /* predicts within a tenth */
    int rounds;
};

static struct recovery recover(double size, int repeats)
{
    struct recovery recovery = {0};
    struct random random = {.state = 7};
    for (int round = 0; round < 1000; round++) {
        struct data data = {.count = 0};
        struct cg_model_factor factor = random_factor(&random);
        double c0 = random_coefficient(&random), c1 = random_coefficient(&random);
        for (double p = 4; p <= 256; p *= 2) {
            for (int i = 0; i < repeats; i++) {
                add(&data, p, 0, (c0 + c1 * value_of(factor, p)) * (1 + size * noise(&random)));
            }
        }
        struct cg_model model = fit(&data, 1);
        double at = 1024, truth = c0 + c1 * value_of(factor, at);
        struct cg_model_factor seen = model.terms[0].factors[0];
        double exponent = model.term_count ? (double)seen.power / seen.root : 0;
        recovery.rounds++;
        recovery.factor += model.term_count == 1 && same_factor(seen, factor);
        recovery.near += fabs(exponent - (double)factor.power / factor.root) <= 0.2501;
        recovery.close += fabs(cg_model_at(&model, &at) / truth - 1) <= 0.1;
    }
    printf("noise %g %%, %d runs a scale: factor %d, exponent within 1/4 %d, prediction within "
           "10 %% %d of %d\n",
           100 * size, repeats, recovery.factor, recovery.near, recovery.close, recovery.rounds);
    return recovery;
}

START_TEST(with_noise)
{
    struct recovery none = recover(0, 1), little = recover(0.01, 3), some = recover(0.05, 3);
    recover(0.01, 1);
    recover(0.05, 1);
    recover(0.10, 5);
    ck_assert_int_ge(none.factor, 995);
    ck_assert_int_ge(none.close, 1000);
    ck_assert_int_ge(little.near, 900);
    ck_assert_int_ge(little.close, 950);
    ck_assert_int_ge(some.close, 800);
}
END_TEST

/* The means of a sample that comes with Extra-P, and the model that its own tests expect. */
START_TEST(published_sample)
{
    static const double x[] = {20, 30, 40, 50, 60};
    static const double means[5][5] = {{0.9986326, 81.055192, 128.4385, 161.73486, 186.65897},
                                       {1.0019997, 181.7939, 283.81003, 363.85844, 421.00574},
                                       {0.98882394, 317.91394, 509.3366, 642.52063, 743.84875},
                                       {1.0034462, 502.23488, 794.96834, 1002.7522, 1168.2409},
                                       {1.0014903, 725.55594, 1137.9576, 1444.9784, 1656.1699}};
    struct data data = {.count = 0};
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
            add(&data, x[i], j + 1, means[i][j]);
        }
    }
    struct cg_model model = fit(&data, 2);
    static const char *const names[] = {"x", "y"};
    char *text = cg_model_text(&model, names);
    printf("published sample: %s, error %g\n", text, model.error);
    ck_assert_str_eq(text, "1.374 + 0.04384 * x^(3/2) * log2(x)^2 * log2(y) + 6.698 * log2(y)");
    free(text);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_factor,
                                  constants,
                                  formulas,
                                  values_of_models,
                                  repeated_runs,
                                  few_scales,
                                  refused,
                                  next_scales,
                                  two_parameters,
                                  slow_search_of_one,
                                  slow_search_of_two,
                                  with_noise,
                                  published_sample,
                                  NULL};
    return run_tests("model", tests, 120);
}
