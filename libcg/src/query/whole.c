/* The whole that a number in metadata is a part of: a sum over functions, or a run. */
#include <libcg/inclusive.h>

#include "base/compare.h"
#include "base/error.h"

#include <libcg/kinds.h>
#include <libcg/validate.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define LONGEST_END 32 /* more than the ends of measures have */

/* Kinds of which every number adds up. */
static const char *const counts[] = {
    CG_KEY_NUM_STATEMENTS,  CG_KEY_NUM_OPERATIONS,    CG_KEY_CONDITIONAL_BRANCHES,
    CG_KEY_CODE_STATISTICS, CG_KEY_PROFILE ".visits", CG_KEY_BASE_PROFILE ".numCalls",
};

/* The two numbers of what was measured, by the ends of their paths. */
static const struct {
    const char *kind;
    const char *exclusive;
    const char *inclusive;
} measures[] = {
    {CG_KEY_PROFILE ".", ".exclusive", ".inclusive"},
    {CG_KEY_BASE_PROFILE ".", ".timeInSeconds", ".inclusiveRtInSeconds"},
};

/* How long the path is before such an end; 0: it has another. */
static size_t before(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);
    return length > tail && strcmp(path + length - tail, end) == 0 ? length - tail : 0;
}

static bool is_count(const char *path)
{
    for (size_t i = 0; i < COUNT(counts); i++) {
        size_t length = strlen(counts[i]);
        if (text_begins(path, counts[i]) && (!path[length] || path[length] == '.')) {
            return true;
        }
    }
    return false;
}

/* Which measure a path is of. @param stem receives what comes before its end */
static size_t measure_of(const char *path, size_t *stem)
{
    size_t i = 0;
    for (*stem = 0; i < COUNT(measures); i++) {
        size_t exclusive = before(path, measures[i].exclusive);
        *stem = exclusive ? exclusive : before(path, measures[i].inclusive);
        if (*stem && text_begins(path, measures[i].kind)) {
            return i;
        }
    }
    return i;
}

bool cg_metadata_is_inclusive(const char *path)
{
    size_t stem;
    size_t measure = measure_of(path, &stem);
    return measure < COUNT(measures) && strcmp(path + stem, measures[measure].inclusive) == 0;
}

/* The functions in canonical order, as sums of doubles depend on it. */
struct summing {
    const struct cg_graph *graph;
    cg_node *order;
};

static int add_up(double *sum, double *most, const struct summing *s, const char *path,
                  struct cg_error *error)
{
    char *buffer = NULL;
    bool exhausted = false;
    for (uint32_t i = 0; i < cg_graph_node_count(s->graph) && !exhausted; i++) {
        double number;
        if (cg_metadata_number(&number, s->graph, CG_ON_NODE, s->order[i], path, &buffer)) {
            *sum += number;
            *most = fmax(*most, number);
            exhausted = isnan(number);
        }
    }
    free(buffer);
    return exhausted ? cg_fail_memory(error) : CG_OK;
}

static int add_up_run(double *whole, const struct summing *s, const char *stem, size_t length,
                      size_t measure, struct cg_error *error)
{
    double unused = 0, most = 0;
    char *path = malloc(length + LONGEST_END);
    if (!path) {
        return cg_fail_memory(error);
    }
    memcpy(path, stem, length);
    strcpy(path + length, measures[measure].exclusive);
    int status = add_up(whole, &unused, s, path, error);
    strcpy(path + length, measures[measure].inclusive);
    status = status ? status : add_up(&unused, &most, s, path, error);
    *whole = fmax(*whole, most);
    free(path);
    return status;
}

int cg_metadata_whole(double *whole, const struct cg_graph *graph, const char *path,
                      struct cg_error *error)
{
    struct summing s = {.graph = graph};
    size_t stem;
    size_t measure = measure_of(path, &stem);
    double most = 0;
    *whole = 0;
    if (measure == COUNT(measures) && !is_count(path)) {
        return cg_fail(error, CG_E_FORMAT,
                       "a percentage of %.100s means nothing: its values do not add up to a whole; "
                       "compare with a number",
                       path);
    }
    int status = cg_graph_canonical_order(&s.order, graph, error);
    if (!status && measure < COUNT(measures)) {
        status = add_up_run(whole, &s, path, stem, measure, error);
    } else if (!status) {
        status = add_up(whole, &most, &s, path, error);
    }
    free(s.order);
    return status;
}
