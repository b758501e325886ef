/* Sets are few and functions many: a search from each set finds the sets it leads to, and cycles
 * are those of a graph whose nodes are the sets. */
#include "query/common/query_internal.h"
#include "rules/rules.h"

#include <stdio.h>
#include <stdlib.h>

/* The sets of a rule. Tables are by pair: from * count + to. */
struct groups {
    const struct cg_graph *graph;
    const uint32_t *owner;
    const bool *by_name;
    const struct external_shared *shared;
    uint32_t count;
    cg_edge *call;       /* the call that leads from one set to another, CG_NONE: none is known */
    bool *leads;         /* such a call exists or may exist */
    uint32_t *component; /* by set: sets in one component lead to each other */
    bool *from;          /* by node, for bans */
    bool *to;
    bool *except;
};

static size_t pair(const struct groups *g, uint32_t from, uint32_t to)
{
    return (size_t)from * g->count + to;
}

static int allocate(struct groups *g, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(g->graph);
    size_t pairs = (size_t)g->count * g->count;
    int status = cg_query_allocate(&g->call, pairs, sizeof *g->call, error);
    status = status ? status : cg_query_allocate(&g->leads, pairs, sizeof *g->leads, error);
    status =
        status ? status : cg_query_allocate(&g->component, g->count, sizeof *g->component, error);
    status = status ? status : cg_query_allocate(&g->from, nodes, sizeof *g->from, error);
    status = status ? status : cg_query_allocate(&g->to, nodes, sizeof *g->to, error);
    status = status ? status : cg_query_allocate(&g->except, nodes, sizeof *g->except, error);
    for (size_t i = 0; i < pairs && !status; i++) {
        g->call[i] = CG_NONE;
    }
    return status;
}

static void free_groups(struct groups *g)
{
    free(g->call);
    free(g->leads);
    free(g->component);
    free(g->from);
    free(g->to);
    free(g->except);
}

/* From one set, or all others (CG_NONE), to one, or all others. Chains do not go through sets that
 * are neither. */
static struct ban make_ban(const struct groups *g, uint32_t from, uint32_t to)
{
    for (cg_node node = 0; node < cg_graph_node_count(g->graph); node++) {
        uint32_t owner = g->owner[node];
        bool is_from = owner != CG_NONE && (from == CG_NONE ? owner != to : owner == from);
        bool is_to = owner != CG_NONE && (to == CG_NONE ? owner != from : owner == to);
        g->from[node] = is_from;
        g->to[node] = is_to;
        g->except[node] = owner != CG_NONE && !is_from && !is_to;
    }
    return (struct ban){.graph = g->graph,
                        .from = g->from,
                        .to = g->to,
                        .except = g->except,
                        .by_name = g->by_name,
                        .shared = g->shared,
                        .from_set = from,
                        .to_set = to};
}

/* Of two calls with a way to the same set: the shorter way, then the first in canonical order. */
static bool is_better(const struct ways *ways, cg_edge edge, cg_edge than)
{
    const struct cg_graph *graph = ways->ban->graph;
    if (than == CG_NONE) {
        return true;
    }
    cg_node callee = cg_edge_callee(graph, edge), other = cg_edge_callee(graph, than);
    if (ways->distance[callee] != ways->distance[other]) {
        return ways->distance[callee] < ways->distance[other];
    }
    int order = cg_query_compare(graph, cg_edge_caller(graph, edge), cg_edge_caller(graph, than));
    return order ? order < 0 : cg_query_compare(graph, callee, other) < 0;
}

static int find_calls(struct groups *g, uint32_t to, struct cg_error *error)
{
    const struct ban ban = make_ban(g, CG_NONE, to);
    struct ways ways;
    int status = ways_find(&ways, &ban, error);
    for (cg_edge edge = 0; edge < cg_graph_edge_count(g->graph) && !status; edge++) {
        if (ways_has(&ways, edge)) {
            cg_edge *best = &g->call[pair(g, g->owner[cg_edge_caller(g->graph, edge)], to)];
            *best = is_better(&ways, edge, *best) ? edge : *best;
        }
    }
    ways_clear(&ways);
    return status;
}

static int make_sets(struct cg_graph *sets, const struct groups *g, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < g->count && !status; i++) {
        char name[16];
        cg_node node;
        snprintf(name, sizeof name, "%u", (unsigned)i);
        status = cg_graph_add_node(&node, sets, name, error);
    }
    for (uint32_t i = 0; i < g->count; i++) {
        for (uint32_t k = 0; k < g->count && !status; k++) {
            if (g->leads[pair(g, i, k)]) {
                status = cg_graph_add_edge(NULL, sets, i, k, 0, error);
            }
        }
    }
    return status ? status : cg_graph_freeze(sets, error);
}

/* The components of sets, according to `leads`. */
static int find_components(struct groups *g, struct cg_error *error)
{
    struct cg_graph *sets;
    uint32_t count;
    int status = cg_graph_new(&sets, error);
    if (status) {
        return status;
    }
    status = make_sets(sets, g, error);
    status = status ? status : cg_components(g->component, &count, sets, error);
    cg_graph_free(sets);
    return status;
}

static bool is_in_cycle(const struct groups *g, uint32_t from, uint32_t to)
{
    return from != to && g->component[from] == g->component[to];
}

static int add_calls(struct verdict_builder *builder, const struct groups *g, uint32_t to,
                     struct cg_error *error)
{
    struct ban ban = make_ban(g, CG_NONE, to);
    struct ways ways;
    int status = ways_find(&ways, &ban, error);
    for (uint32_t from = 0; from < g->count && !status; from++) {
        cg_edge call = g->call[pair(g, from, to)];
        if (is_in_cycle(g, from, to) && call != CG_NONE) {
            ban.from_set = from;
            status = ways_add(&ways, call, builder, error);
        }
    }
    ways_clear(&ways);
    return status;
}

static int add_violations(struct verdict_builder *builder, struct groups *g, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t to = 0; to < g->count && !status; to++) {
        status = find_calls(g, to, error);
    }
    for (size_t i = 0; i < (size_t)g->count * g->count; i++) {
        g->leads[i] = g->call[i] != CG_NONE;
    }
    status = status ? status : find_components(g, error);
    for (uint32_t to = 0; to < g->count && !status; to++) {
        status = add_calls(builder, g, to, error);
    }
    return status;
}

/* Whether a set may lead to another, or to any (CG_NONE), by unknown calls. */
static int may_lead(bool *out, const struct groups *g, uint32_t from, uint32_t to,
                    struct cg_error *error)
{
    const struct ban ban = make_ban(g, from, to);
    struct verdict_builder builder;
    struct cg_rule_verdict *verdict;
    int status = verdict_begin(&builder, error);
    if (status) {
        return status;
    }
    status = verdict_add_gap(&builder, &ban, error);
    status = verdict_end(&verdict, &builder, g->graph, status);
    if (!status) {
        *out = verdict->gap != NULL;
        cg_rule_verdict_free(verdict);
    }
    return status;
}

static int find_leads(struct groups *g, uint32_t from, struct cg_error *error)
{
    bool any = false;
    for (uint32_t to = 0; to < g->count; to++) {
        any |= from != to && !g->leads[pair(g, from, to)];
    }
    int status = any ? may_lead(&any, g, from, CG_NONE, error) : CG_OK;
    for (uint32_t to = 0; to < g->count && any && !status; to++) {
        bool *leads = &g->leads[pair(g, from, to)];
        if (from != to && !*leads) {
            status = may_lead(leads, g, from, to, error);
        }
    }
    return status;
}

/* Unknown calls that may lead back. */
static int add_gap(struct verdict_builder *builder, struct groups *g, struct cg_error *error)
{
    int status = CG_OK;
    for (uint32_t from = 0; from < g->count && !status; from++) {
        status = find_leads(g, from, error);
    }
    status = status ? status : find_components(g, error);
    for (uint32_t from = 0; from < g->count; from++) {
        for (uint32_t to = 0; to < g->count && !status; to++) {
            size_t at = pair(g, from, to);
            if (is_in_cycle(g, from, to) && g->leads[at] && g->call[at] == CG_NONE) {
                const struct ban ban = make_ban(g, from, to);
                return verdict_add_gap(builder, &ban, error);
            }
        }
    }
    return status;
}

int acyclic_check(struct verdict_builder *builder, const struct rule *rule, const uint32_t *owner,
                  const struct ban *common, struct cg_error *error)
{
    struct groups g = {.graph = common->graph,
                       .owner = owner,
                       .by_name = common->by_name,
                       .shared = common->shared,
                       .count = (uint32_t)rule->shown.set_count};
    int status = allocate(&g, error);
    status = status ? status : add_violations(builder, &g, error);
    status = status ? status : add_gap(builder, &g, error);
    free_groups(&g);
    return status;
}
