/* Rules that forbid calls between sets and layers, as bans that ways.c looks for. */
#include "base/error.h"
#include "query/common/query_internal.h"
#include "rules/rules.h"
#include "select/bits.h"
#include "select/selector.h"

#include <stdlib.h>

cg_node rule_owners(uint32_t *owner, uint32_t sets[2], const struct rule *rule, uint32_t nodes)
{
    for (cg_node node = 0; node < nodes; node++) {
        owner[node] = CG_NONE;
    }
    for (uint32_t set = 0; set < rule->shown.set_count; set++) {
        for (cg_node node = 0; node < nodes; node++) {
            if (!bits_has(rule->bits[set], node)) {
                continue;
            }
            if (owner[node] != CG_NONE) {
                sets[0] = owner[node];
                sets[1] = set;
                return node;
            }
            owner[node] = set;
        }
    }
    return CG_NONE;
}

/* Room for the sets of a ban. */
struct sets {
    bool *from;
    bool *to;
    bool *except;
    uint32_t *owner;
    bool *by_name; /* by edge; NULL: not needed */
    const struct external_shared *shared;
};

static int add_ban(struct verdict_builder *builder, const struct ban *ban, struct cg_error *error)
{
    int status = verdict_add_violations(builder, ban, error);
    return status ? status : verdict_add_gap(builder, ban, error);
}

/* FROM, TO and the exceptions. For `only`, FROM is everything except both. */
static int check_two(struct verdict_builder *builder, const struct rule *rule,
                     const struct sets *sets, const struct cg_graph *graph, struct cg_error *error)
{
    enum cg_rule_kind kind = rule->shown.kind;
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        bool from = bits_has(rule->bits[0], node);
        sets->to[node] = bits_has(rule->bits[1], node);
        sets->from[node] = kind == CG_RULE_ONLY ? !from && !sets->to[node] : from;
        sets->except[node] = rule->shown.except && bits_has(rule->bits[2], node);
    }
    const struct ban ban = {.graph = graph,
                            .from = sets->from,
                            .to = sets->to,
                            .except = sets->except,
                            .direct = kind != CG_RULE_DENY,
                            .by_name = sets->by_name,
                            .shared = sets->shared,
                            .to_set = 1};
    return add_ban(builder, &ban, error);
}

/* Whether a layer may call another. */
static bool may_lead(enum cg_rule_kind kind, uint32_t from, uint32_t to)
{
    return kind == CG_RULE_LAYERS ? to > from : to == from + 1;
}

/* A chain between layers consists of chains from each layer on it to the next: if these are
 * allowed, so is the whole. So chains are not followed through other layers. */
static int check_layer(struct verdict_builder *builder, const struct rule *rule, uint32_t layer,
                       const struct sets *sets, const struct cg_graph *graph,
                       struct cg_error *error)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        uint32_t owner = sets->owner[node];
        bool other = owner != CG_NONE && owner != layer;
        bool allowed = other && may_lead(rule->shown.kind, layer, owner);
        sets->from[node] = owner == layer;
        sets->to[node] = other && !allowed;
        sets->except[node] = allowed;
    }
    const struct ban ban = {.graph = graph,
                            .from = sets->from,
                            .to = sets->to,
                            .except = sets->except,
                            .by_name = sets->by_name,
                            .shared = sets->shared,
                            .from_set = layer,
                            .to_set = CG_NONE,
                            .owner = sets->owner};
    return add_ban(builder, &ban, error);
}

static int check_sets(struct verdict_builder *builder, const struct rule *rule,
                      const struct sets *sets, const struct cg_graph *graph, struct cg_error *error)
{
    uint32_t ignored[2];
    int status = CG_OK;
    const struct ban common = {.graph = graph, .by_name = sets->by_name, .shared = sets->shared};
    switch (rule->shown.kind) {
    case CG_RULE_DENY:
    case CG_RULE_DENY_DIRECT:
    case CG_RULE_ONLY:
        return check_two(builder, rule, sets, graph, error);
    case CG_RULE_LAYERS:
    case CG_RULE_STRICT_LAYERS:
        rule_owners(sets->owner, ignored, rule, cg_graph_node_count(graph));
        for (uint32_t layer = 0; layer < rule->shown.set_count && !status; layer++) {
            status = check_layer(builder, rule, layer, sets, graph, error);
        }
        return status;
    case CG_RULE_ACYCLIC:
        rule_owners(sets->owner, ignored, rule, cg_graph_node_count(graph));
        return acyclic_check(builder, rule, sets->owner, &common, error);
    }
    return status;
}

static int check_rule(struct verdict_builder *builder, const struct rule *rule,
                      const struct external_shared *shared, const struct cg_graph *graph,
                      struct cg_error *error)
{
    struct sets sets = {.shared = shared};
    uint32_t nodes = cg_graph_node_count(graph);
    int status = cg_query_allocate(&sets.from, nodes, sizeof *sets.from, error);
    status = status ? status : cg_query_allocate(&sets.to, nodes, sizeof *sets.to, error);
    status = status ? status : cg_query_allocate(&sets.except, nodes, sizeof *sets.except, error);
    status = status ? status : cg_query_allocate(&sets.owner, nodes, sizeof *sets.owner, error);
    if (!status && rule->shown.by_name) {
        status = ban_by_name(&sets.by_name, graph, error);
    }
    status = status ? status : check_sets(builder, rule, &sets, graph, error);
    free(sets.from);
    free(sets.to);
    free(sets.except);
    free(sets.owner);
    free(sets.by_name);
    return status;
}

int cg_rules_check(struct cg_rule_verdict **out, const struct cg_rules *rules, size_t i,
                   struct cg_error *error)
{
    const struct cg_graph *graph = rules->selector->graph;
    struct verdict_builder builder;
    if (i >= rules->count) {
        return cg_fail(error, CG_E_ARGUMENT, "there is no such rule");
    }
    int status = verdict_begin(&builder, error);
    if (status) {
        return status;
    }
    status =
        check_rule(&builder, &rules->rules[i], rules->shares ? &rules->shared : NULL, graph, error);
    return verdict_end(out, &builder, graph, status);
}
