/* Follows calls from the entry points to find which classes have objects. */
#include "classes/virtual_internal.h"

#include "base/error.h"
#include "base/rows.h"

#include <libcg/facts.h>
#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

/* The compiler's names for functions that the loader runs before `main`. */
#define INITIALISER "_GLOBAL__"

struct reach {
    const struct cg_graph *graph;
    struct hierarchy *hierarchy;
    const struct virtual_sites *sites;
    bool library;
    uint32_t node_count;
    uint32_t *start; /**< by node: where its callees begin; one more at the end */
    cg_node *callees;
    bool *reached;
    cg_node *stack; /**< reached, callees not visited yet */
    size_t stack_count;
    unsigned open; /**< what reached functions may call: VIRTUAL_... */
};

static bool allocate(struct reach *r)
{
    size_t nodes = (size_t)r->node_count + 2;
    r->start = calloc(nodes, sizeof *r->start);
    r->callees = calloc(cg_graph_edge_count(r->graph) + (size_t)1, sizeof *r->callees);
    r->reached = calloc(nodes, sizeof *r->reached);
    r->stack = calloc(nodes, sizeof *r->stack);
    return r->start && r->callees && r->reached && r->stack;
}

static void index_edges(struct reach *r)
{
    uint32_t count = cg_graph_edge_count(r->graph);
    for (cg_edge edge = 0; edge < count; edge++) {
        rows_count(r->start, cg_edge_caller(r->graph, edge));
    }
    rows_begin(r->start, r->node_count);
    for (cg_edge edge = 0; edge < count; edge++) {
        uint32_t row = rows_place(r->start, cg_edge_caller(r->graph, edge));
        r->callees[row] = cg_edge_callee(r->graph, edge);
    }
}

static void reach_node(struct reach *r, cg_node node)
{
    if (!r->reached[node]) {
        r->reached[node] = true;
        r->stack[r->stack_count++] = node;
    }
}

static void reach_nodes(struct reach *r, const cg_node *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        reach_node(r, nodes[i]);
    }
}

static void follow_edges(struct reach *r)
{
    while (r->stack_count) {
        cg_node node = r->stack[--r->stack_count];
        r->open |= r->sites->open[node];
        reach_nodes(r, r->callees + r->start[node], r->start[node + 1] - r->start[node]);
    }
}

/* Roots */

/* Whether unresolved calls, or calls that are not in the graph, may call a function. */
static bool may_be_called_unseen(const struct cg_graph *graph, cg_node node)
{
    return cg_node_truth(graph, node, CG_KEY_ESCAPES) == CG_TRUTH_TRUE ||
           cg_node_truth(graph, node, CG_KEY_MISTYPED) == CG_TRUTH_TRUE;
}

static bool is_root(const struct reach *r, cg_node node)
{
    const struct cg_graph *graph = r->graph;
    const char *name = cg_node_name(graph, node);
    bool internal = cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL;
    return node == cg_graph_entry(graph) || (r->library && !internal) ||
           strcmp(name, "main") == 0 || strncmp(name, INITIALISER, strlen(INITIALISER)) == 0 ||
           may_be_called_unseen(graph, node) ||
           (!cg_node_is_virtual(graph, node) &&
            cg_site_count(graph, node, CG_KEY_ADDRESS_TAKEN) > 0);
}

static void reach_roots(struct reach *r)
{
    for (cg_node node = 0; node < r->node_count; node++) {
        if (is_root(r, node)) {
            reach_node(r, node);
        }
    }
}

/* Rounds */

static void reach_everything(struct reach *r)
{
    for (cg_node node = 0; node < r->node_count; node++) {
        r->reached[node] = true;
    }
    hierarchy_restrict(r->hierarchy, NULL);
}

/* Calls of unknown classes go to uncollected code. */
static void reach_targets(struct reach *r)
{
    struct hierarchy_targets targets;
    for (size_t i = 0; i < r->sites->count; i++) {
        const struct virtual_site *site = &r->sites->sites[i];
        if (r->reached[site->caller] &&
            hierarchy_find(&targets, r->hierarchy, site->site->receiver, site->site->slot)) {
            reach_nodes(r, targets.nodes, targets.count);
        }
    }
}

/* More reached functions instantiate more classes, which makes more functions reached. */
static void reach_all(struct reach *r)
{
    reach_roots(r);
    while (r->stack_count && !(r->open & VIRTUAL_ANYTHING)) {
        size_t count;
        follow_edges(r);
        hierarchy_restrict(r->hierarchy, r->reached);
        if (r->open & VIRTUAL_ANY_POINTER) {
            hierarchy_expose_all(r->hierarchy);
        }
        reach_targets(r);
        const cg_node *exposed = hierarchy_exposed(r->hierarchy, &count);
        reach_nodes(r, exposed, count);
    }
    if (r->open & VIRTUAL_ANYTHING) {
        reach_everything(r);
    }
}

int virtual_reach(bool **out, const struct cg_graph *graph, struct hierarchy *hierarchy,
                  const struct virtual_sites *sites, struct cg_error *error)
{
    struct reach r = {.graph = graph,
                      .hierarchy = hierarchy,
                      .sites = sites,
                      .library = hierarchy_is_library(hierarchy),
                      .node_count = cg_graph_node_count(graph)};
    bool ok = allocate(&r);
    if (ok) {
        index_edges(&r);
        reach_all(&r);
    } else {
        free(r.reached);
    }
    free(r.start);
    free(r.callees);
    free(r.stack);
    if (!ok) {
        return cg_fail_memory(error);
    }
    *out = r.reached;
    return CG_OK;
}
