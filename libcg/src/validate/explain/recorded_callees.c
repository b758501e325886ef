/*
 * Lists the functions that the callee may be, then the methods that these override, then those that
 * a compiler replaces by it.
 */
#include "validate/explain/recorded_callees.h"

#include "base/memory.h"
#include "graph/graph.h"

#include <libcg/link.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

bool targets_init(struct targets *t, struct run *run)
{
    unsigned how = cg_graph_linked(run->v->graph);
    *t = (struct targets){.run = run, .resolved = how & (CG_LINKED_CHA | CG_LINKED_RTA)};
    t->marks = calloc((size_t)cg_graph_node_count(run->v->graph) + 1, sizeof *t->marks);
    return t->marks != NULL;
}

void targets_free(struct targets *t)
{
    free(t->marks);
    free(t->nodes);
}

static bool add_callee(struct targets *t, cg_node node)
{
    if (targets_have(t, node)) {
        return true;
    }
    if (!cg_grow(&t->nodes, &t->capacity, t->count + 1, sizeof *t->nodes)) {
        return false;
    }
    t->marks[node] = t->question;
    t->nodes[t->count++] = node;
    return true;
}

/* First override pair of a method; they are sorted. */
static uint32_t first_override(const struct cg_graph *graph, cg_node derived)
{
    uint32_t low = 0, high = cg_graph_override_count(graph);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        bool before = graph->overrides[middle].derived < derived;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

static bool add_overridden(struct targets *t, cg_node node)
{
    const struct cg_graph *graph = t->run->v->graph;
    uint32_t count = cg_graph_override_count(graph);
    bool ok = true;
    for (uint32_t i = first_override(graph, node);
         i < count && graph->overrides[i].derived == node && ok; i++) {
        ok = add_callee(t, graph->overrides[i].base);
    }
    return ok;
}

/* The source may name another library function. */
static bool add_substituted(struct targets *t, const struct validation_function *f)
{
    struct matcher *m = &t->run->matcher;
    bool ok = true;
    m->count = 0;
    if (f->count && !cg_node_has_body(t->run->v->graph, t->run->v->candidates[f->first])) {
        ok = matcher_find_substituted(
            m, cg_node_name(t->run->v->graph, t->run->v->candidates[f->first]));
    }
    for (size_t i = 0; i < m->count && ok; i++) {
        ok = add_callee(t, m->found[i]);
    }
    return ok;
}

/* The nodes that a callee may be in the graph, nearest first. */
bool targets_find(struct targets *t, uint32_t callee)
{
    const struct validation_function *f = &t->run->v->functions[callee];
    bool ok = true;
    t->question++;
    t->callee = callee;
    t->wide = false;
    t->count = 0;
    for (uint32_t i = 0; i < f->count && ok; i++) {
        ok = add_callee(t, t->run->v->candidates[f->first + i]);
    }
    t->first_overridden = t->last_overridden = t->count;
    return ok;
}

bool targets_widen(struct targets *t)
{
    const struct cg_validation *v = t->run->v;
    const struct validation_function *f = &v->functions[t->callee];
    bool ok = true;
    for (uint32_t i = f->count; i < validation_node_count(f) && ok && !t->wide; i++) {
        ok = add_callee(t, validation_node(v, f, i));
    }
    if (!ok || t->wide) {
        return ok;
    }
    t->wide = true;
    t->first_overridden = t->count;
    for (size_t i = 0; i < t->count && ok; i++) {
        ok = add_overridden(t, t->nodes[i]);
    }
    t->last_overridden = t->count;
    return ok && add_substituted(t, f);
}

bool targets_may_be_called(const struct targets *t, cg_node caller)
{
    const struct cg_graph *graph = t->run->v->graph;
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, caller, &first);
    bool any = count >= t->count;
    for (uint32_t i = 0; i < count && !any; i++) {
        any = targets_have(t, cg_edge_callee(graph, first + i));
    }
    return any;
}

static bool same_place(const struct cg_site *a, const struct cg_site *b)
{
    return a->line == b->line && a->column == b->column && a->file && b->file &&
           strcmp(a->file, b->file) == 0;
}

static bool is_open(const struct cg_site *open, const struct cg_site_list *sites)
{
    bool found = !cg_site_list_count(sites);
    for (size_t i = 0; i < cg_site_list_count(sites) && !found; i++) {
        found = same_place(open, cg_site_list_at(sites, i));
    }
    return found && open->reason && strcmp(open->reason, CG_OPEN_VIRTUAL) == 0;
}

/* Whether a virtual call may have callees that the graph does not know. Malformed metadata is
 * ignored. */
static bool is_site_open(const struct cg_graph *graph, cg_edge edge)
{
    struct cg_site_list *sites = NULL, *open = NULL;
    cg_node caller = cg_edge_caller(graph, edge);
    bool found = false;
    if (!cg_sites_read(&sites, graph, edge, CG_KEY_CALL_SITES, NULL) &&
        !cg_sites_read(&open, graph, caller, CG_KEY_UNRESOLVED_CALLS, NULL)) {
        for (size_t i = 0; i < cg_site_list_count(open) && !found; i++) {
            found = is_open(cg_site_list_at(open, i), sites);
        }
    }
    cg_site_list_free(sites);
    cg_site_list_free(open);
    return found;
}

static bool may_be_overridden(const struct targets *t, cg_edge edge)
{
    const struct cg_graph *graph = t->run->v->graph;
    unsigned kinds = cg_edge_kinds(graph, edge);
    return !kinds || (kinds & CG_EDGE_VIRTUAL && (!t->resolved || is_site_open(graph, edge)));
}

cg_edge targets_edge(const struct targets *t, cg_node caller, size_t target)
{
    cg_edge edge = cg_graph_find_edge(t->run->v->graph, caller, t->nodes[target]);
    bool overridden = target >= t->first_overridden && target < t->last_overridden;
    return edge != CG_NONE && overridden && !may_be_overridden(t, edge) ? CG_NONE : edge;
}
