/* Sums over a function and all that it leads to, each counted once, exact for doubles. */
#include <libcg/inclusive.h>

#include "base/error.h"
#include "graph/graph.h"
#include "query/common/condensation.h"
#include "query/common/query_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A multiple of a power of two that all sums share; no sum needs more bits. */
__extension__ typedef __int128 exact;
#define EXACT_BITS 126

/* How often each call may be visited before the rest is done in batches. */
#define PATIENCE 32
#define BATCH 64

/** Steps in batches: some minutes. */
#define MOST_STEPS (UINT64_C(1) << 35)

struct summing {
    const struct cg_condensation *c;
    enum cg_direction direction;
    const uint32_t *start; /* neighbours of components, in the direction */
    const uint32_t *neighbours;
    int shift;      /* values are multiplied by two to this power */
    exact *own;     /* by component */
    exact *sum;     /* by component */
    uint32_t base;  /* the largest component: components that reach it reuse its sum */
    bool *of_base;  /* by component: the base reaches it */
    bool *to_base;  /* by component: it reaches the base */
    uint32_t *seen; /* by component: the last one that visited it, + 1 */
    uint32_t *stack;
    uint64_t patience; /* remaining visits of calls */
};

/* Components processed together. */
struct batch {
    uint64_t *from;       /* by component: the members of the batch that reach it */
    exact bucket[8][256]; /* by byte of `from` and its value: sums of components */
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

static int start_summing(struct summing *s, const struct cg_condensation *c, struct cg_error *error)
{
    s->c = c;
    s->start = s->direction == CG_CALLEES ? c->callee_start : c->caller_start;
    s->neighbours = s->direction == CG_CALLEES ? c->callees : c->callers;
    int status = cg_query_allocate(&s->own, c->count, sizeof *s->own, error);
    if (!status) {
        status = cg_query_allocate(&s->sum, c->count, sizeof *s->sum, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->of_base, c->count, sizeof *s->of_base, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->to_base, c->count, sizeof *s->to_base, error);
    }
    if (!status) {
        status = cg_query_allocate(&s->seen, c->count, sizeof *s->seen, error);
    }
    s->patience = PATIENCE * ((uint64_t)c->count + c->callee_start[c->count]);
    return status ? status : cg_query_allocate(&s->stack, c->count, sizeof *s->stack, error);
}

static void finish_sums(struct summing *s)
{
    free(s->own);
    free(s->sum);
    free(s->of_base);
    free(s->to_base);
    free(s->seen);
    free(s->stack);
}

/* Component number i in an order in which neighbours come first. */
static uint32_t component_at(const struct summing *s, uint32_t i)
{
    return s->direction == CG_CALLEES ? i : s->c->count - 1 - i;
}

/* Sum up what a component reaches. If it reaches the base, leave out what the base reaches. */
static void sum_below(struct summing *s, uint32_t component, bool leave_out)
{
    uint32_t depth = 0;
    s->seen[component] = component + 1;
    s->stack[depth++] = component;
    while (depth) {
        uint32_t at = s->stack[--depth];
        uint32_t calls = s->start[at + 1] - s->start[at];
        s->sum[component] += s->own[at];
        s->patience -= calls < s->patience ? calls : s->patience;
        for (uint32_t i = s->start[at]; i < s->start[at + 1]; i++) {
            uint32_t to = s->neighbours[i];
            if (s->seen[to] != component + 1 && !(leave_out && s->of_base[to])) {
                s->seen[to] = component + 1;
                s->stack[depth++] = to;
            }
        }
    }
}

static void sum_component(struct summing *s, uint32_t component)
{
    bool leads = component == s->base;
    for (uint32_t i = s->start[component]; !leads && i < s->start[component + 1]; i++) {
        leads = s->to_base[s->neighbours[i]];
    }
    s->to_base[component] = leads;
    if (s->start[component + 1] - s->start[component] == 1) {
        s->sum[component] = s->own[component] + s->sum[s->neighbours[s->start[component]]];
    } else if (leads && component != s->base) {
        s->sum[component] = s->sum[s->base];
        sum_below(s, component, true);
    } else {
        sum_below(s, component, false);
    }
}

/* The largest group of functions that call each other is often large, and most others reach it. */
static void find_base(struct summing *s)
{
    const uint32_t *start = s->c->member_start;
    uint32_t depth = 0;
    for (uint32_t i = 1; i < s->c->count; i++) {
        if (start[i + 1] - start[i] > start[s->base + 1] - start[s->base]) {
            s->base = i;
        }
    }
    s->of_base[s->base] = true;
    s->stack[depth++] = s->base;
    while (depth) {
        uint32_t at = s->stack[--depth];
        for (uint32_t i = s->start[at]; i < s->start[at + 1]; i++) {
            if (!s->of_base[s->neighbours[i]]) {
                s->of_base[s->neighbours[i]] = true;
                s->stack[depth++] = s->neighbours[i];
            }
        }
    }
}

/* Go down from all of a batch at once, one bit each. */
static void spread_batch(const struct summing *s, struct batch *b, uint32_t last)
{
    for (uint32_t i = last + 1; i-- > 0;) {
        uint32_t component = component_at(s, i);
        uint64_t from = b->from[component];
        b->from[component] = 0;
        for (uint32_t k = s->start[component]; from && k < s->start[component + 1]; k++) {
            b->from[s->neighbours[k]] |= from;
        }
        for (unsigned byte = 0; from; byte++, from >>= 8) {
            b->bucket[byte][from & 255] += s->own[component];
        }
    }
}

static exact sum_of_bit(const struct batch *b, unsigned bit)
{
    exact sum = 0;
    for (unsigned value = 0; value < 256; value++) {
        sum += value >> bit % 8 & 1 ? b->bucket[bit / 8][value] : 0;
    }
    return sum;
}

/* Sum up components from number `first` on, with the method of the four Russians for bit matrices
 * (V. L. Arlazarov, E. A. Dinic, M. A. Kronrod, I. A. Faradzev, 1970). */
static int sum_in_batches(struct summing *s, uint32_t first, struct cg_error *error)
{
    struct batch *b;
    uint64_t steps = s->c->count + (uint64_t)s->c->callee_start[s->c->count];
    if ((s->c->count - first) / BATCH > MOST_STEPS / steps) {
        return cg_fail(error, CG_E_LIMIT,
                       "%u functions and cycles, whose calls fork and join, are too many to add up "
                       "what each of them leads to; limit the graph",
                       s->c->count);
    }
    int status = cg_query_allocate(&b, 1, sizeof *b, error);
    if (status) {
        return status;
    }
    status = cg_query_allocate(&b->from, s->c->count, sizeof *b->from, error);
    for (; !status && first < s->c->count; first += BATCH) {
        uint32_t rest = s->c->count - first;
        uint32_t size = rest < BATCH ? rest : BATCH;
        memset(b->bucket, 0, sizeof b->bucket);
        for (uint32_t i = 0; i < size; i++) {
            b->from[component_at(s, first + i)] |= UINT64_C(1) << i;
        }
        spread_batch(s, b, first + size - 1);
        for (uint32_t i = 0; i < size; i++) {
            s->sum[component_at(s, first + i)] = sum_of_bit(b, i);
        }
    }
    free(b->from);
    free(b);
    return status;
}

static int sum_all(struct summing *s, double *sums, const double *values, struct cg_error *error)
{
    uint32_t nodes = s->c->member_start[s->c->count];
    uint32_t done = 0;
    for (cg_node node = 0; node < nodes; node++) {
        s->own[s->c->component[node]] += (exact)rint(ldexp(values[node], s->shift));
    }
    if (s->c->count) {
        find_base(s);
    }
    for (; done < s->c->count && s->patience; done++) {
        sum_component(s, component_at(s, done));
    }
    int status = done < s->c->count ? sum_in_batches(s, done, error) : CG_OK;
    for (cg_node node = 0; !status && node < nodes; node++) {
        sums[node] = ldexp((double)s->sum[s->c->component[node]], -s->shift);
    }
    return status;
}

int cg_inclusive_sums(double *sums, const struct cg_graph *graph, const double *values,
                      enum cg_direction direction, struct cg_error *error)
{
    struct summing s = {.direction = direction};
    struct cg_condensation *condensation = NULL;
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = find_shift(&s.shift, values, graph->node_count, error);
    }
    if (!status) {
        status = cg_condense(&condensation, graph, error);
    }
    if (!status) {
        status = start_summing(&s, condensation, error);
    }
    if (!status) {
        status = sum_all(&s, sums, values, error);
    }
    finish_sums(&s);
    cg_condensation_free(condensation);
    return status;
}

int cg_inclusive_known(bool *known, const struct cg_graph *graph, const bool *has,
                       struct cg_error *error)
{
    int status = cg_query_check_graph(graph, error);
    cg_node *valued = NULL;
    uint32_t *distance = NULL;
    size_t count = 0;
    if (!status) {
        status = cg_query_allocate(&valued, graph->node_count, sizeof *valued, error);
    }
    if (!status) {
        status = cg_query_allocate(&distance, graph->node_count, sizeof *distance, error);
    }
    for (cg_node node = 0; !status && node < graph->node_count; node++) {
        valued[count] = node;
        count += has[node];
    }
    if (!status) {
        status = cg_search(distance, graph, &(struct cg_function_set){valued, count}, CG_CALLERS,
                           CG_NONE, error);
    }
    for (cg_node node = 0; !status && node < graph->node_count; node++) {
        known[node] = distance[node] != CG_NONE;
    }
    free(distance);
    free(valued);
    return status;
}
