/* Functions that no run can reach, in clusters, and for the others why they may run. */
#include <libcg/dead.h>

#include "base/builtin_substitutes.h"
#include "base/compare.h"
#include "query/clusters.h"
#include "query/common/query_internal.h"
#include "query/unknown_reach.h"

#include <libcg/entries.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/query.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

struct cg_dead {
    uint8_t *reason; /* by node: enum cg_dead_reason */
    struct clusters clusters;
    cg_node *anything;
    size_t anything_count;
    bool records_unresolved_calls;
    bool linked;
};

/* Collects the parts of an answer. */
struct work {
    const struct cg_graph *graph;
    uint32_t nodes;
    struct unknown_reach beyond;
    uint32_t *component; /* by node: strongly connected */
    bool any_call;       /* a function that may run may call anything */
    uint8_t *reason;
    cg_node *anything;
    size_t anything_count;
    struct clusters clusters;
};

/* Words */

enum cg_answer cg_dead_can_run(enum cg_dead_reason reason)
{
    if (reason == CG_RUNS) {
        return CG_YES;
    }
    return reason <= CG_DEAD_NEVER_CALLED ? CG_NO : CG_UNKNOWN;
}

const char *cg_dead_reason_text(enum cg_dead_reason reason)
{
    static const char *const texts[] = {
        [CG_RUNS] = "runs",
        [CG_DEAD_NEVER_INSTANTIATED] = "method of a class never constructed",
        [CG_DEAD_CALLERS] = "only called by dead code",
        [CG_DEAD_ADDRESS_TAKEN] = "only its address is taken",
        [CG_DEAD_CYCLE] = "only called in its own cycle",
        [CG_DEAD_VIRTUAL] = "virtual, never called",
        [CG_DEAD_NEVER_CALLED] = "never called",
        [CG_MAYBE_BY_ADDRESS] = "code not collected may have its address",
        [CG_MAYBE_BY_NAME] = "code not collected may call it by name",
        [CG_MAYBE_CALLERS] = "called by functions that may run",
        [CG_MAYBE_ANYTHING] = "unknown calls may reach it",
        [CG_MAYBE_MISTYPED] = "calls of an incompatible type may reach it",
    };
    return reason < sizeof texts / sizeof *texts ? texts[reason] : NULL;
}

/* Functions that run without a call */

static bool is_called_by_compilers(const struct cg_graph *graph, cg_node node)
{
    static const char *const starts[] = {"__", "_Znw", "_Zna", "_Zdl", "_Zda"};
    const char *name = cg_node_name(graph, node);
    bool found = is_builtin_substitute(name, strlen(name));
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        found |= text_begins(name, starts[i]);
    }
    return found && cg_node_linkage(graph, node) != CG_LINKAGE_INTERNAL;
}

bool cg_kept_alive(const struct cg_graph *graph, cg_node node)
{
    static const char *const attributes[] = {"used", "retain", "externally_visible", "interrupt",
                                             "signal"};
    if (cg_runs_at_load(graph, node)) {
        return true;
    }
    if (!cg_node_has_body(graph, node)) {
        return false;
    }
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        if (cg_has_attribute(graph, node, attributes[i])) {
            return true;
        }
    }
    return is_called_by_compilers(graph, node) ||
           cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_NO_CODE);
}

/* The entry points and functions that are kept alive; the walk borrows them. */
static int collect_starts(cg_node **out, size_t *out_count, const struct cg_graph *graph,
                          const cg_node *entries, size_t count, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    cg_node *own = NULL;
    int status = entries ? CG_OK : cg_graph_entries(&own, &count, graph, error);
    entries = own ? own : entries;
    if (!status) {
        status = cg_query_allocate(out, count + nodes, sizeof **out, error);
    }
    if (!status) {
        memcpy(*out, entries, count * sizeof **out);
        *out_count = count;
        for (cg_node node = 0; node < nodes; node++) {
            if (cg_kept_alive(graph, node)) {
                (*out)[(*out_count)++] = node;
            }
        }
    }
    free(own);
    return status;
}

/* Reasons */

static bool is_true(const struct cg_graph *graph, cg_node node, const char *key)
{
    return cg_node_truth(graph, node, key) == CG_TRUTH_TRUE;
}

static bool takes_address(const struct cg_graph *graph, cg_node node)
{
    return cg_site_count(graph, node, CG_KEY_ADDRESS_TAKEN) > 0;
}

/* Whether any function calls it, and whether one outside its own cycle does. */
static void look_at_callers(bool *called, bool *entered, const struct work *work, cg_node node)
{
    const uint32_t *component = work->component;
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(work->graph, node, &edges);
    *called = *entered = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!cg_query_is_guess(work->graph, edges[i])) {
            cg_node caller = cg_edge_caller(work->graph, edges[i]);
            *called = true;
            *entered |= component[caller] != component[node];
        }
    }
}

static enum cg_dead_reason reason_of_dead(const struct work *work, cg_node node)
{
    bool called, entered;
    look_at_callers(&called, &entered, work, node);
    if (is_true(work->graph, node, CG_KEY_NEVER_INSTANTIATED)) {
        return CG_DEAD_NEVER_INSTANTIATED;
    }
    if (entered) {
        return CG_DEAD_CALLERS;
    }
    if (called) {
        return CG_DEAD_CYCLE;
    }
    if (cg_node_is_virtual(work->graph, node)) {
        return CG_DEAD_VIRTUAL;
    }
    return takes_address(work->graph, node) ? CG_DEAD_ADDRESS_TAKEN : CG_DEAD_NEVER_CALLED;
}

/* How uncollected code reaches a function, directly or not. If such code may name functions,
 * linking lets those that it may name escape. */
static uint8_t reason_beyond(const struct work *work, cg_node node)
{
    const struct external *outside = &work->beyond.outside;
    bool by_name = external_has_name(outside, node);
    if (!external_has_address(outside, node)) {
        if (external_calls_by_address(outside, work->beyond.ways, node)) {
            return CG_MAYBE_MISTYPED;
        }
        return by_name && work->beyond.ways & EXTERNAL_NAMED ? CG_MAYBE_BY_NAME : CG_MAYBE_CALLERS;
    }
    bool named = by_name && !takes_address(work->graph, node);
    return named && !cg_node_is_virtual(work->graph, node) ? CG_MAYBE_BY_NAME : CG_MAYBE_BY_ADDRESS;
}

static uint8_t find_reason(const struct work *work, cg_node node)
{
    if (work->beyond.from_start[node] != CG_NONE) {
        return CG_RUNS;
    }
    if (work->beyond.from_any[node] != CG_NONE) {
        return reason_beyond(work, node);
    }
    return work->any_call ? CG_MAYBE_ANYTHING : (uint8_t)reason_of_dead(work, node);
}

static int find_reasons(struct work *work, struct cg_error *error)
{
    int status = cg_query_allocate(&work->anything, work->nodes, sizeof *work->anything, error);
    for (cg_node node = 0; !status && node < work->nodes; node++) {
        if (unknown_reach_may_call_anything(&work->beyond, node)) {
            work->anything[work->anything_count++] = node;
        }
    }
    work->any_call = work->anything_count > 0;
    for (cg_node node = 0; !status && node < work->nodes; node++) {
        work->reason[node] = find_reason(work, node);
    }
    if (!status) {
        cg_query_sort(work->graph, work->anything, work->anything_count);
    }
    return status;
}

/* The functions that form clusters. */
static int choose_members(bool **out, const struct work *work, const bool *reported,
                          struct cg_error *error)
{
    int status = cg_query_allocate(out, work->nodes, sizeof **out, error);
    for (cg_node node = 0; !status && node < work->nodes; node++) {
        (*out)[node] = cg_dead_can_run((enum cg_dead_reason)work->reason[node]) == CG_NO &&
                       (reported ? reported[node] : cg_node_has_body(work->graph, node));
    }
    return status;
}

static int find_clusters(struct work *work, const bool *reported, struct cg_error *error)
{
    bool *chosen = NULL;
    int status = choose_members(&chosen, work, reported, error);
    if (!status) {
        status = clusters_find(&work->clusters, work->graph, work->component, chosen, error);
    }
    free(chosen);
    return status;
}

static int answer_dead(struct work *work, const cg_node *starts, size_t count, const bool *reported,
                       struct cg_error *error)
{
    int status = unknown_reach_begin(&work->beyond, work->graph, starts, count, error);
    if (!status) {
        status = unknown_reach_walk(&work->beyond, error);
    }
    if (!status) {
        status = cg_query_allocate(&work->reason, work->nodes, sizeof *work->reason, error);
    }
    if (!status) {
        status = cg_query_allocate(&work->component, work->nodes, sizeof *work->component, error);
    }
    if (!status) {
        uint32_t count;
        status = cg_components(work->component, &count, work->graph, error);
    }
    if (!status) {
        status = find_reasons(work, error);
    }
    return status ? status : find_clusters(work, reported, error);
}

static void hand_over(struct cg_dead *dead, const struct work *work)
{
    *dead = (struct cg_dead){
        .reason = work->reason,
        .clusters = work->clusters,
        .anything = work->anything,
        .anything_count = work->anything_count,
        .records_unresolved_calls = work->beyond.outside.records_unresolved_calls,
        .linked = work->beyond.outside.linked,
    };
}

int cg_dead(struct cg_dead **out, const struct cg_graph *graph, const cg_node *entries,
            size_t count, const bool *reported, struct cg_error *error)
{
    struct work work = {.graph = graph, .nodes = cg_graph_node_count(graph)};
    struct cg_dead *dead = NULL;
    cg_node *starts = NULL;
    size_t start_count = 0;
    int status = collect_starts(&starts, &start_count, graph, entries, count, error);
    if (!status) {
        status = cg_query_allocate(&dead, 1, sizeof *dead, error);
    }
    if (!status) {
        status = answer_dead(&work, starts, start_count, reported, error);
    }
    unknown_reach_clear(&work.beyond);
    free(work.component);
    free(starts);
    if (status) {
        free(work.reason);
        free(work.anything);
        clusters_clear(&work.clusters);
        free(dead);
        return status;
    }
    hand_over(dead, &work);
    *out = dead;
    return CG_OK;
}

void cg_dead_free(struct cg_dead *dead)
{
    if (!dead) {
        return;
    }
    clusters_clear(&dead->clusters);
    free(dead->reason);
    free(dead->anything);
    free(dead);
}

/* Asking */

enum cg_dead_reason cg_dead_reason(const struct cg_dead *dead, cg_node node)
{
    return (enum cg_dead_reason)dead->reason[node];
}

uint32_t cg_dead_cluster_count(const struct cg_dead *dead)
{
    return dead->clusters.count;
}

struct cg_function_set cg_dead_cluster_at(const struct cg_dead *dead, uint32_t i)
{
    const uint32_t *start = dead->clusters.member_start + i;
    return (struct cg_function_set){dead->clusters.members + start[0], start[1] - start[0]};
}

uint32_t cg_dead_root_count(const struct cg_dead *dead, uint32_t i)
{
    return dead->clusters.root_count[i];
}

uint32_t cg_dead_cluster_of(const struct cg_dead *dead, cg_node node)
{
    return dead->clusters.of[node];
}

struct cg_function_set cg_dead_calls_anything(const struct cg_dead *dead)
{
    return (struct cg_function_set){dead->anything, dead->anything_count};
}

bool cg_dead_records_unresolved_calls(const struct cg_dead *dead)
{
    return dead->records_unresolved_calls;
}

bool cg_dead_is_linked(const struct cg_dead *dead)
{
    return dead->linked;
}
