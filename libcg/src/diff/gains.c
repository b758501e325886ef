/* Functions that lead to a target in only one of the graphs. */
#include "base/versioned_options.h"
#include "diff/sides.h"
#include "query/common/condensation.h"
#include "query/common/query_internal.h"

#include <stdlib.h>

enum { BITS = 64 };

/* One graph, and the targets of a batch that each component leads to. */
struct flow {
    const struct cg_graph *graph;
    struct cg_condensation *parts;
    uint64_t *bits; /* by component */
};

struct cg_diff_gains {
    struct cg_diff_gain *gains;
    size_t count;
};

/* What one target gained. */
struct gain {
    struct numbers functions, causes;
    size_t function_count, cause_count;
};

struct gains {
    struct flow now;            /* the graph in which functions lead to a target */
    struct flow before;         /* the graph in which they do not */
    const cg_node *counterpart; /* by node of `now` */
    struct cg_call_set calls;   /* only in `now` */
    const bool *functions;
    size_t limit;
    cg_node *order; /* of `now`, canonical */
    cg_node *targets;
    size_t target_count;
    uint32_t *place; /* by node of `now`: its index in the targets, or CG_NONE */
    struct gain batch[BITS];
    struct cg_diff_gains *out;
};

static int flow_make(struct flow *out, const struct cg_graph *graph, struct cg_error *error)
{
    out->graph = graph;
    int status = cg_condense(&out->parts, graph, error);
    return status ? status
                  : cg_query_allocate(&out->bits, out->parts->count, sizeof *out->bits, error);
}

static void flow_clear(struct flow *flow)
{
    cg_condensation_free(flow->parts);
    free(flow->bits);
}

static void start_flow(struct flow *flow)
{
    for (uint32_t i = 0; i < flow->parts->count; i++) {
        flow->bits[i] = 0;
    }
}

static void mark_node(struct flow *flow, cg_node node, unsigned bit)
{
    if (node != CG_NONE) {
        flow->bits[flow->parts->component[node]] |= UINT64_C(1) << bit;
    }
}

/* Callees have smaller numbers than their callers, so one pass is enough. */
static void run_flow(struct flow *flow)
{
    const struct cg_condensation *parts = flow->parts;
    for (uint32_t i = 0; i < parts->count; i++) {
        for (uint32_t k = parts->callee_start[i]; k < parts->callee_start[i + 1]; k++) {
            flow->bits[i] |= flow->bits[parts->callees[k]];
        }
    }
}

static uint64_t bits_of(const struct flow *flow, cg_node node)
{
    return node == CG_NONE ? 0 : flow->bits[flow->parts->component[node]];
}

/* Add a number to the targets of some bits, as long as there is room in each. */
static int add_to_gains(struct gains *gains, uint64_t bits, uint32_t number, bool cause,
                        struct cg_error *error)
{
    int status = CG_OK;
    for (; bits && !status; bits &= bits - 1) {
        struct gain *gain = &gains->batch[__builtin_ctzll(bits)];
        struct numbers *list = cause ? &gain->causes : &gain->functions;
        *(cause ? &gain->cause_count : &gain->function_count) += 1;
        status = list->count < gains->limit ? numbers_add(list, number, error) : CG_OK;
    }
    return status;
}

static int gather_functions(struct gains *gains, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < cg_graph_node_count(gains->now.graph) && !status; i++) {
        cg_node node = gains->order[i];
        cg_node before = gains->counterpart[node];
        if (before != CG_NONE && (!gains->functions || gains->functions[node])) {
            uint64_t bits = bits_of(&gains->now, node) & ~bits_of(&gains->before, before);
            status = add_to_gains(gains, bits, node, false, error);
        }
    }
    return status;
}

/* A call is a cause for a target if its caller did not lead there before, and its callee did, or is
 * the target. */
static int gather_causes(struct gains *gains, size_t first, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < gains->calls.count && !status; i++) {
        cg_node caller = cg_edge_caller(gains->now.graph, gains->calls.edges[i]);
        cg_node callee = cg_edge_callee(gains->now.graph, gains->calls.edges[i]);
        uint64_t bits = bits_of(&gains->before, gains->counterpart[callee]);
        uint32_t place = gains->place[callee];
        if (place != CG_NONE && place >= first && place - first < BITS) {
            bits |= UINT64_C(1) << (place - first);
        }
        bits &= bits_of(&gains->now, callee) & ~bits_of(&gains->before, gains->counterpart[caller]);
        status = add_to_gains(gains, bits, gains->calls.edges[i], true, error);
    }
    return status;
}

static void keep_gain(struct gains *gains, cg_node target, struct gain *gain)
{
    if (gain->function_count == 0) {
        free(gain->functions.at);
        free(gain->causes.at);
    } else {
        gains->out->gains[gains->out->count++] = (struct cg_diff_gain){
            .target = target,
            .function_count = gain->function_count,
            .functions = {gain->functions.at, gain->functions.count},
            .cause_count = gain->cause_count,
            .causes = {gain->causes.at, gain->causes.count},
        };
    }
    *gain = (struct gain){0};
}

static int follow_batch(struct gains *gains, size_t first, struct cg_error *error)
{
    const cg_node *batch = gains->targets + first;
    size_t left = gains->target_count - first;
    unsigned count = left < BITS ? (unsigned)left : BITS;
    start_flow(&gains->now);
    start_flow(&gains->before);
    for (unsigned i = 0; i < count; i++) {
        mark_node(&gains->now, batch[i], i);
        mark_node(&gains->before, gains->counterpart[batch[i]], i);
    }
    run_flow(&gains->now);
    run_flow(&gains->before);
    int status = gather_functions(gains, error);
    if (!status) {
        status = gather_causes(gains, first, error);
    }
    for (unsigned i = 0; i < count; i++) {
        keep_gain(gains, batch[i], &gains->batch[i]);
    }
    return status;
}

static int prepare_gains(struct gains *gains, const bool *targets, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(gains->now.graph);
    int status = flow_make(&gains->now, gains->now.graph, error);
    if (!status) {
        status = flow_make(&gains->before, gains->before.graph, error);
    }
    if (!status) {
        status = cg_graph_canonical_order(&gains->order, gains->now.graph, error);
    }
    if (!status) {
        status = cg_query_allocate(&gains->targets, nodes, sizeof(cg_node), error);
    }
    if (!status) {
        status = cg_query_allocate(&gains->place, nodes, sizeof *gains->place, error);
    }
    for (uint32_t i = 0; i < nodes && !status; i++) {
        cg_node node = gains->order[i];
        gains->place[node] = targets[node] ? (uint32_t)gains->target_count : CG_NONE;
        if (targets[node]) {
            gains->targets[gains->target_count++] = node;
        }
    }
    if (!status) {
        status = cg_query_allocate(&gains->out, 1, sizeof *gains->out, error);
    }
    return status ? status
                  : cg_query_allocate(&gains->out->gains, gains->target_count,
                                      sizeof *gains->out->gains, error);
}

int cg_diff_gains(struct cg_diff_gains **out, const struct cg_diff *diff,
                  const struct cg_diff_gains_query *query, struct cg_error *error)
{
    struct cg_diff_gains_query own = CG_DIFF_GAINS_QUERY_INIT;
    int status = OPTIONS_TAKE(&own, query, cg_diff_gains_query, error);
    if (status) {
        return status;
    }
    bool lost = own.lost;
    struct gains gains = {
        .now.graph = lost ? own.old_graph : own.new_graph,
        .before.graph = lost ? own.new_graph : own.old_graph,
        .counterpart = lost ? cg_diff_new_of(diff) : cg_diff_old_of(diff),
        .calls = lost ? cg_diff_calls_gone(diff) : cg_diff_calls_added(diff),
        .functions = own.functions,
        .limit = own.limit == CG_NONE ? SIZE_MAX : own.limit,
    };
    status = prepare_gains(&gains, own.targets, error);
    for (size_t i = 0; i < gains.target_count && !status; i += BITS) {
        status = follow_batch(&gains, i, error);
    }
    if (status) {
        cg_diff_gains_free(gains.out);
    } else {
        *out = gains.out;
    }
    flow_clear(&gains.now);
    flow_clear(&gains.before);
    free(gains.order);
    free(gains.targets);
    free(gains.place);
    return status;
}

void cg_diff_gains_free(struct cg_diff_gains *gains)
{
    if (!gains) {
        return;
    }
    for (size_t i = 0; i < gains->count; i++) {
        free((void *)gains->gains[i].functions.nodes);
        free((void *)gains->gains[i].causes.edges);
    }
    free(gains->gains);
    free(gains);
}

size_t cg_diff_gains_count(const struct cg_diff_gains *gains)
{
    return gains->count;
}

const struct cg_diff_gain *cg_diff_gains_at(const struct cg_diff_gains *gains, size_t i)
{
    return i < gains->count ? &gains->gains[i] : NULL;
}
