#include <libcg/inclusive.h>

#include "base/error.h"
#include "graph/graph.h"
#include "query/query_internal.h"

#include <libcg/condense.h>
#include <libcg/index.h>

#include <math.h>
#include <stdlib.h>

/* A multiple of a power of two that all sums share; none needs more bits. */
__extension__ typedef __int128 exact;
#define EXACT_BITS 126

struct summing {
    const struct cg_condensation *c;
    struct cg_index_asker *asker;
    enum cg_direction direction;
    const uint32_t *start; /* of neighbours of components, in the direction */
    const uint32_t *neighbours;
    int shift;         /* values are multiplied by two to this */
    exact *own;        /* by component */
    exact *sum;        /* by component */
    uint32_t *reached; /* by component: how many components its sum is over */
    uint32_t *seen;    /* by component: number of the last that went there, + 1 */
    uint32_t *stack;
};

/* The power of two that leaves room for the sum of all values. */
static int find_shift(int *shift, const double *values, uint32_t count, struct cg_error *error)
{
    double most = 0;
    int exponent = 0, digits = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            return cg_fail(error, CG_E_ARGUMENT, "a value is not finite");
        }
        most = fmax(most, fabs(values[i]));
    }
    frexp(most, &exponent);
    frexp((double)count, &digits);
    *shift = EXACT_BITS - exponent - digits;
    return CG_OK;
}

static int start(struct summing *s, const struct cg_condensation *c, struct cg_error *error)
{
    s->c = c;
    s->start = s->direction == CG_CALLEES ? c->callee_start : c->caller_start;
    s->neighbours = s->direction == CG_CALLEES ? c->callees : c->callers;
    int status = cg_query_allocate(&s->own, c->count, sizeof *s->own, error);
    if (!status) {
        status = cg_query_allocate(&s->sum, c->count, sizeof *s->sum, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->reached, c->count, sizeof *s->reached, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->seen, c->count, sizeof *s->seen, error);
    }
    return status ? status : cg_query_allocate(&s->stack, c->count, sizeof *s->stack, error);
}

static void finish(struct summing *s)
{
    free(s->own);
    free(s->sum);
    free(s->reached);
    free(s->seen);
    free(s->stack);
}

static bool leads(const struct summing *s, uint32_t from, uint32_t to)
{
    cg_node a = s->c->members[s->c->member_start[from]];
    cg_node b = s->c->members[s->c->member_start[to]];
    return s->direction == CG_CALLEES ? cg_index_reaches(s->asker, a, b)
                                      : cg_index_reaches(s->asker, b, a);
}

/* The neighbour that leads to most. */
static uint32_t widest(const struct summing *s, uint32_t component)
{
    uint32_t best = s->neighbours[s->start[component]];
    for (uint32_t i = s->start[component]; i < s->start[component + 1]; i++) {
        best = s->reached[s->neighbours[i]] > s->reached[best] ? s->neighbours[i] : best;
    }
    return best;
}

/* Remember a component to go on from, unless the widest leads there and so is done with it. */
static void push(struct summing *s, uint32_t *depth, uint32_t to, uint32_t component, uint32_t best)
{
    if (s->seen[to] != component + 1) {
        s->seen[to] = component + 1;
        if (!leads(s, best, to)) {
            s->stack[(*depth)++] = to;
        }
    }
}

static void sum_component(struct summing *s, uint32_t component)
{
    uint32_t depth = 0;
    s->sum[component] = s->own[component];
    s->reached[component] = 1;
    if (s->start[component] == s->start[component + 1]) {
        return;
    }
    uint32_t best = widest(s, component);
    s->sum[component] += s->sum[best];
    s->reached[component] += s->reached[best];
    for (uint32_t at = component;; at = s->stack[--depth]) {
        if (at != component) {
            s->sum[component] += s->own[at];
            s->reached[component]++;
        }
        for (uint32_t i = s->start[at]; i < s->start[at + 1]; i++) {
            push(s, &depth, s->neighbours[i], component, best);
        }
        if (!depth) {
            break;
        }
    }
}

/* Neighbours come before what they are neighbours of. */
static void sum_all(struct summing *s, double *sums, const double *values)
{
    uint32_t count = s->c->count;
    uint32_t nodes = s->c->member_start[count];
    for (cg_node node = 0; node < nodes; node++) {
        s->own[s->c->component[node]] += (exact)rint(ldexp(values[node], s->shift));
    }
    for (uint32_t i = 0; i < count; i++) {
        sum_component(s, s->direction == CG_CALLEES ? i : count - 1 - i);
    }
    for (cg_node node = 0; node < nodes; node++) {
        sums[node] = ldexp((double)s->sum[s->c->component[node]], -s->shift);
    }
}

int cg_inclusive_sums(double *sums, const struct cg_graph *graph, const double *values,
                      enum cg_direction direction, struct cg_error *error)
{
    struct summing s = {.direction = direction};
    struct cg_condensation *condensation = NULL;
    struct cg_index *index = NULL;
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = find_shift(&s.shift, values, graph->node_count, error);
    }
    if (!status) {
        status = cg_condense(&condensation, graph, error);
    }
    if (!status) {
        status = cg_index_new(&index, graph, error);
    }
    if (!status) {
        status = cg_index_asker_new(&s.asker, index, error);
    }
    if (!status) {
        status = start(&s, condensation, error);
    }
    if (!status) {
        sum_all(&s, sums, values);
    }
    finish(&s);
    cg_index_asker_free(s.asker);
    cg_index_free(index);
    cg_condensation_free(condensation);
    return status;
}
