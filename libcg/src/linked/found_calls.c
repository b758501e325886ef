/*
 * Sorts the sites of found calls by caller and callee and adds an edge for each pair. Then judges
 * every unresolved call of a function, which keeps those that have a reason.
 */
#include "linked/found_calls.h"

#include "graph/graph.h"
#include "graph/graph_facts.h"

#include "base/error.h"
#include "base/memory.h"

#include <libcg/link.h>
#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

/** Sites being collected. */
struct sites {
    struct cg_site *items;
    size_t capacity;
    size_t count;
};

static int add_site(struct sites *sites, const struct cg_site *site, struct cg_error *error)
{
    if (!cg_grow(&sites->items, &sites->capacity, sites->count + 1, sizeof *sites->items)) {
        return cg_fail_memory(error);
    }
    sites->items[sites->count++] = *site;
    return CG_OK;
}

static int add_list(struct sites *sites, const struct cg_site_list *list, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < cg_site_list_count(list) && !status; i++) {
        status = add_site(sites, cg_site_list_at(list, i), error);
    }
    return status;
}

bool sites_have_reason(const struct cg_graph *graph, cg_node node, const char *reason)
{
    uint32_t value = graph_get_attribute(graph, CG_ON_NODE, node, FACT_UNRESOLVED_CALLS);
    size_t count = value == CG_NO_STRING ? 0 : fact_count(&graph->pool, FACT_SITES, value);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        const struct fact_site site = fact_site_at(&graph->pool, value, i);
        uint32_t string = fact_site_members(&graph->pool, &site).of[SITE_REASON];
        found = string != CG_NO_STRING && strcmp(graph_string(graph, string), reason) == 0;
    }
    return found;
}

uint32_t sites_loops(const struct cg_graph *graph, cg_edge edge)
{
    uint32_t value = graph_get_attribute(graph, CG_ON_EDGE, edge, FACT_CALL_SITES);
    size_t count = value == CG_NO_STRING ? 0 : fact_count(&graph->pool, FACT_SITES, value);
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fact_site site = fact_site_at(&graph->pool, value, i);
        uint32_t loops = fact_site_members(&graph->pool, &site).of[SITE_LOOPS];
        most = loops != SITE_ABSENT && loops > most ? loops : most;
    }
    return most;
}

/* Edges */

static int by_ends(const void *a, const void *b)
{
    const struct found_call *x = a, *y = b;
    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    return (x->callee > y->callee) - (x->callee < y->callee);
}

/* All calls of one edge. */
static int add_edge(struct cg_graph *graph, const struct found_call *calls, size_t count,
                    struct cg_error *error)
{
    unsigned kinds = 0;
    struct sites sites = {0};
    struct cg_site_list *before = NULL;
    cg_edge edge;
    for (size_t i = 0; i < count; i++) {
        kinds |= calls[i].kind;
    }
    int status = cg_graph_add_edge(&edge, graph, calls->caller, calls->callee, kinds, error);
    status = status ? status : cg_sites_read(&before, graph, edge, CG_KEY_CALL_SITES, error);
    status = status ? status : add_list(&sites, before, error);
    for (size_t i = 0; i < count && !status; i++) {
        const struct cg_site *from = calls[i].site;
        struct cg_site site = {.file = from->file,
                               .line = from->line,
                               .column = from->column,
                               .kind = cg_edge_kind_name(calls[i].kind),
                               .through = from->through,
                               .loops = from->loops};
        status = site.file ? add_site(&sites, &site, error) : CG_OK;
    }
    status = status
                 ? status
                 : cg_sites_write(graph, edge, CG_KEY_CALL_SITES, sites.items, sites.count, error);
    status = status ? status : cg_evidence_add(graph, CG_ON_EDGE, edge, CG_EVIDENCE_LINK, error);
    cg_site_list_free(before);
    free(sites.items);
    return status;
}

int sites_add_calls(struct cg_graph *graph, struct found_call *calls, size_t count,
                    struct cg_error *error)
{
    int status = CG_OK;
    if (count) {
        qsort(calls, count, sizeof *calls, by_ends);
    }
    for (size_t i = 0, end; i < count && !status; i = end) {
        for (end = i + 1; end < count && by_ends(&calls[i], &calls[end]) == 0;) {
            end++;
        }
        status = add_edge(graph, calls + i, end - i, error);
    }
    return status;
}

/* Resolved and unresolved calls */

static int judge_all(struct sites *open, struct sites *closed, cg_node node,
                     const struct cg_site_list *list, const struct sites_change *change,
                     struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < cg_site_list_count(list) && !status; i++) {
        struct cg_site site = *cg_site_list_at(list, i);
        bool resolved = change->judge && change->judge(change->data, node, &site);
        status = add_site(resolved ? closed : open, &site, error);
    }
    return status;
}

int sites_close(struct cg_graph *graph, cg_node node, const struct sites_change *change,
                struct cg_error *error)
{
    struct cg_site_list *was_open = NULL, *was_closed = NULL;
    struct sites open = {0}, closed = {0};
    int status = cg_sites_read(&was_open, graph, node, CG_KEY_UNRESOLVED_CALLS, error);
    status =
        status ? status : cg_sites_read(&was_closed, graph, node, CG_KEY_RESOLVED_CALLS, error);
    status = status ? status : add_list(&closed, was_closed, error);
    status = status ? status : judge_all(&open, &closed, node, was_open, change, error);
    for (size_t i = 0; i < change->more_count && !status; i++) {
        status = add_site(&open, &change->more[i], error);
    }
    status = status ? status
                    : cg_sites_write(graph, node, CG_KEY_UNRESOLVED_CALLS, open.items, open.count,
                                     error);
    if (!status && closed.count) {
        status =
            cg_sites_write(graph, node, CG_KEY_RESOLVED_CALLS, closed.items, closed.count, error);
    }
    cg_site_list_free(was_open);
    cg_site_list_free(was_closed);
    free(open.items);
    free(closed.items);
    return status;
}
