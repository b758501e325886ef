/* The strategy statements: functions below which there is much code. */
#include "instrument/ground.h"

#include "base/error.h"
#include "query/common/query_internal.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sort; return how many are distinct, which are then the first. */
static size_t make_unique(double *numbers, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || numbers[i] != numbers[kept - 1]) {
            numbers[kept++] = numbers[i];
        }
    }
    return kept;
}

/* The least of sorted numbers that a part of all of them do not exceed. */
static double quantile(const double *numbers, size_t count, double part)
{
    size_t rank = (size_t)ceil(part * (double)count);
    return count ? numbers[rank ? rank - 1 : 0] : 0;
}

static int find_limit(double *limit, const struct cg_threshold *threshold, const double *sums,
                      const struct ground *ground, struct cg_error *error)
{
    double *numbers = NULL;
    size_t count = 0;
    if (threshold->kind == CG_THRESHOLD_VALUE) {
        *limit = threshold->number;
        return CG_OK;
    }
    int status = cg_query_allocate(&numbers, ground->nodes, sizeof *numbers, error);
    if (status) {
        return status;
    }
    for (cg_node node = 0; node < ground->nodes; node++) {
        if (ground->can[node]) {
            numbers[count++] = sums[node];
        }
    }
    qsort(numbers, count, sizeof *numbers, compare_doubles);
    if (threshold->kind == CG_THRESHOLD_UNIQUE_MEDIAN) {
        count = make_unique(numbers, count);
    }
    *limit = quantile(numbers, count,
                      threshold->kind == CG_THRESHOLD_QUANTILE ? threshold->number : 0.5);
    free(numbers);
    return CG_OK;
}

static int check_threshold(const struct cg_threshold *threshold, struct cg_error *error)
{
    bool part = threshold->kind == CG_THRESHOLD_QUANTILE;
    bool used = part || threshold->kind == CG_THRESHOLD_VALUE;
    if (used && !isfinite(threshold->number)) {
        return cg_fail(error, CG_E_ARGUMENT, "the threshold is no finite number");
    }
    if (part && (threshold->number < 0 || threshold->number > 1)) {
        return cg_fail(error, CG_E_ARGUMENT, "a quantile is a number from 0 to 1");
    }
    return CG_OK;
}

static int choose_large(struct cg_choice *choice, const struct ground *ground,
                        const struct cg_threshold *threshold, struct cg_error *error)
{
    double *sums = NULL;
    double limit = 0;
    int status = ground_choose_entries(choice, ground, error);
    status = status ? status : ground_sums(&sums, NULL, ground, error);
    status = status ? status : find_limit(&limit, threshold, sums, ground, error);
    for (cg_node node = 0; node < ground->nodes && !status; node++) {
        struct cg_chosen chosen = {.node = node,
                                   .why = CG_CHOSEN_SUM,
                                   .value = sums[node],
                                   .limit = limit,
                                   .because = CG_NONE};
        if (ground->can[node] && sums[node] >= limit) {
            status = choice_add(choice, &chosen, error);
        }
    }
    free(sums);
    return status;
}

int cg_choose_statements(struct cg_choice **out, const struct cg_graph *graph,
                         const struct cg_threshold *threshold,
                         const struct cg_choose_options *options, struct cg_error *error)
{
    struct ground ground = {0};
    struct cg_choice *choice = NULL;
    int status = check_threshold(threshold, error);
    status = status ? status : choice_new(&choice, error);
    status = status ? status : ground_lay(&ground, graph, options, error);
    status = status ? status : choose_large(choice, &ground, threshold, error);
    ground_clear(&ground);
    return choice_finish(out, choice, status, error);
}
