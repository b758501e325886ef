/*
 * Collects violations and gaps in arrays, sorts them when the rule is judged, and gives them out by
 * number.
 */
#include "rules/verdict.h"
#include "base/versioned_options.h"

#include "query/common/query_internal.h"

#include <libcg/facts.h>
#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

int verdict_begin(struct verdict_builder *builder, struct cg_error *error)
{
    *builder = (struct verdict_builder){0};
    return cg_query_allocate(&builder->verdict, 1, sizeof *builder->verdict, error);
}

static int by_call(const void *a, const void *b, void *graph)
{
    const cg_edge x = ((const struct cg_violation *)a)->chain[0];
    const cg_edge y = ((const struct cg_violation *)b)->chain[0];
    int order = cg_query_compare(graph, cg_edge_caller(graph, x), cg_edge_caller(graph, y));
    return order ? order
                 : cg_query_compare(graph, cg_edge_callee(graph, x), cg_edge_callee(graph, y));
}

/* A call may lead to several sets of a rule. */
static int by_call_and_sets(const void *a, const void *b, void *graph)
{
    const struct cg_violation *x = a, *y = b;
    int order = by_call(a, b, graph);
    order = order ? order : (x->from > y->from) - (x->from < y->from);
    return order ? order : (x->to > y->to) - (x->to < y->to);
}

int verdict_end(struct cg_rule_verdict **out, struct verdict_builder *builder,
                const struct cg_graph *graph, int status)
{
    struct cg_rule_verdict *verdict = builder->verdict;
    for (size_t i = 0; !status && i < verdict->violation_count; i++) {
        verdict->violations[i].chain = verdict->edges + builder->starts[i];
    }
    free(builder->starts);
    if (status) {
        cg_rule_verdict_free(verdict);
        return status;
    }
    if (verdict->violation_count > 1) {
        qsort_r(verdict->violations, verdict->violation_count, sizeof *verdict->violations,
                by_call_and_sets, (void *)graph);
    }
    *out = verdict;
    return CG_OK;
}

static int add_calls_of(struct verdict_builder *builder, struct ways *ways, cg_node caller,
                        struct cg_error *error)
{
    int status = CG_OK;
    cg_edge first;
    uint32_t count = cg_node_out_edges(ways->ban->graph, caller, &first);
    for (cg_edge edge = first; edge < first + count && !status; edge++) {
        if (ways_has(ways, edge)) {
            status = ways_add(ways, edge, builder, error);
        }
    }
    return status;
}

int verdict_add_violations(struct verdict_builder *builder, const struct ban *ban,
                           struct cg_error *error)
{
    struct ways ways;
    int status = ways_find(&ways, ban, error);
    for (cg_node node = 0; node < cg_graph_node_count(ban->graph) && !status; node++) {
        if (ban->from[node]) {
            status = add_calls_of(builder, &ways, node, error);
        }
    }
    ways_clear(&ways);
    return status;
}

/* The functions of a set without exceptions. */
static size_t list_unexcepted(cg_node *out, const struct ban *ban, const bool *set)
{
    size_t count = 0;
    for (cg_node node = 0; node < cg_graph_node_count(ban->graph); node++) {
        if (set[node] && !(ban->except && ban->except[node])) {
            out[count++] = node;
        }
    }
    return count;
}

static int find_gap(struct cg_unresolved_step *gap, const struct ban *ban, cg_node *from,
                    cg_node *to, struct cg_error *error)
{
    struct cg_unknown_question question = {
        .from = from,
        .to = to,
        .bounds = {ban->except, ban->by_name, ban->direct ? 1 : CG_NONE},
        .shared = ban->shared};
    question.from_count = list_unexcepted(from, ban, ban->from);
    question.to_count = list_unexcepted(to, ban, ban->to);
    if (question.from_count == 0 || question.to_count == 0) {
        return CG_OK;
    }
    struct cg_reach *reach = NULL;
    uint32_t *distance = NULL;
    int status = cg_query_unknown(&reach, &distance, ban->graph, &question, error);
    gap->reach = reach;
    gap->distance = distance;
    return status;
}

static void release_gap(struct cg_unresolved_step *gap)
{
    cg_reach_free((struct cg_reach *)gap->reach);
    free((uint32_t *)gap->distance);
}

/* NULL if there is none. */
static int take_gap(struct cg_unresolved_step **out, const struct cg_unresolved_step *gap,
                    struct cg_error *error)
{
    int status = CG_OK;
    if (gap->reach && cg_reach_answer(gap->reach) == CG_UNKNOWN) {
        status = cg_query_allocate(out, 1, sizeof **out, error);
        if (!status) {
            **out = *gap;
            return CG_OK;
        }
    }
    struct cg_unresolved_step unused = *gap;
    release_gap(&unused);
    return status;
}

int verdict_add_gap(struct verdict_builder *builder, const struct ban *ban, struct cg_error *error)
{
    struct cg_unresolved_step gap = {.from = ban->from_set, .to = ban->to_set};
    uint32_t nodes = cg_graph_node_count(ban->graph);
    cg_node *from = NULL, *to = NULL;
    if (builder->verdict->gap) {
        return CG_OK;
    }
    int status = cg_query_allocate(&from, nodes, sizeof *from, error);
    status = status ? status : cg_query_allocate(&to, nodes, sizeof *to, error);
    status = status ? status : find_gap(&gap, ban, from, to, error);
    free(from);
    free(to);
    return status ? status : take_gap(&builder->verdict->gap, &gap, error);
}

/* Linking adds overrides to the static target of a virtual call. */
static bool is_by_name(const struct cg_graph *graph, cg_edge edge)
{
    unsigned kinds = cg_edge_kinds(graph, edge);
    if (kinds & CG_EDGE_VIRTUAL) {
        return cg_evidence(graph, CG_ON_EDGE, edge) != 1u << CG_EVIDENCE_LINK;
    }
    return kinds == 0 || (kinds & (CG_EDGE_DIRECT | CG_EDGE_IMPLICIT));
}

int ban_by_name(bool **out, const struct cg_graph *graph, struct cg_error *error)
{
    int status = cg_query_allocate(out, cg_graph_edge_count(graph), sizeof **out, error);
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph) && !status; edge++) {
        (*out)[edge] = is_by_name(graph, edge);
    }
    return status;
}

int cg_forbidden_call_check(struct cg_rule_verdict **out, const struct cg_graph *graph,
                            const struct cg_forbidden_call *ban, struct cg_error *error)
{
    struct cg_forbidden_call own = CG_FORBIDDEN_CALL_INIT;
    int status = OPTIONS_TAKE(&own, ban, cg_forbidden_call, error);
    struct ban asked = {.graph = graph,
                        .from = own.from,
                        .to = own.to,
                        .except = own.except,
                        .direct = own.direct,
                        .to_set = 1};
    struct verdict_builder builder;
    status = status ? status : cg_query_check_graph(graph, error);
    status = status ? status : verdict_begin(&builder, error);
    if (status) {
        return status;
    }
    bool *by_name = NULL;
    status = own.by_name ? ban_by_name(&by_name, graph, error) : CG_OK;
    asked.by_name = by_name;
    status = status ? status : verdict_add_violations(&builder, &asked, error);
    status = status ? status : verdict_add_gap(&builder, &asked, error);
    free(by_name);
    return verdict_end(out, &builder, graph, status);
}

enum cg_answer cg_rule_verdict_answer(const struct cg_rule_verdict *verdict)
{
    return verdict->violation_count > 0 ? CG_YES : verdict->gap ? CG_UNKNOWN : CG_NO;
}

size_t cg_rule_verdict_count(const struct cg_rule_verdict *verdict)
{
    return verdict->violation_count;
}

const struct cg_violation *cg_rule_verdict_at(const struct cg_rule_verdict *verdict, size_t i)
{
    return i < verdict->violation_count ? &verdict->violations[i] : NULL;
}

const struct cg_unresolved_step *cg_rule_verdict_unresolved(const struct cg_rule_verdict *verdict)
{
    return verdict->gap;
}

void cg_rule_verdict_free(struct cg_rule_verdict *verdict)
{
    if (!verdict) {
        return;
    }
    if (verdict->gap) {
        release_gap(verdict->gap);
    }
    free(verdict->gap);
    free(verdict->violations);
    free(verdict->edges);
    free(verdict);
}
