#include "link/edge_sites.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

#include <libcg/metadata.h>

#include <stdlib.h>

struct edge_call {
    cg_node caller;
    cg_node callee;
    const struct cg_site *site;
};

int edge_sites_add(struct edge_sites *sites, cg_node caller, cg_node callee,
                   const struct cg_site *site, struct cg_error *error)
{
    if (!cg_grow(&sites->calls, &sites->capacity, sites->count + 1, sizeof *sites->calls)) {
        return cg_fail_memory(error);
    }
    sites->calls[sites->count++] = (struct edge_call){caller, callee, site};
    return CG_OK;
}

void edge_sites_free(struct edge_sites *sites)
{
    free(sites->calls);
    *sites = (struct edge_sites){0};
}

static int compare_calls(const void *a, const void *b)
{
    const struct edge_call *x = a, *y = b;
    int order = (x->caller > y->caller) - (x->caller < y->caller);
    return order ? order : (x->callee > y->callee) - (x->callee < y->callee);
}

/* Sites of an edge, as they are there and more. */
static int write_sites(struct cg_graph *graph, cg_edge edge, const struct edge_call *calls,
                       size_t count, enum cg_edge_kind kind, struct cg_error *error)
{
    struct cg_site_list *list;
    int status = cg_sites_read(&list, graph, edge, CG_KEY_CALL_SITES, error);
    if (status) {
        return status;
    }
    size_t there = cg_site_list_count(list);
    struct cg_site *all = calloc(there + count, sizeof *all);
    for (size_t i = 0; all && i < there; i++) {
        all[i] = *cg_site_list_at(list, i);
    }
    for (size_t i = 0; all && i < count; i++) {
        const struct cg_site *site = calls[i].site;
        all[there + i] = (struct cg_site){.file = site->file,
                                          .line = site->line,
                                          .column = site->column,
                                          .kind = cg_edge_kind_name(kind),
                                          .through = site->through};
    }
    status = all ? cg_sites_write(graph, edge, CG_KEY_CALL_SITES, all, there + count, error)
                 : cg_fail_memory(error);
    free(all);
    cg_site_list_free(list);
    return status;
}

static int add_evidence(struct cg_graph *graph, cg_edge edge, struct cg_error *error)
{
    static const struct cg_value link = {"[\"" EVIDENCE_LINK "\"]", sizeof EVIDENCE_LINK + 3};
    const char *before = cg_metadata_get(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE);
    struct cg_value known = {before ? before : "[]", before ? strlen(before) : 2};
    struct cg_text text = {0};
    int status = cg_merge_union(&text, &known, &link, error);
    if (!status) {
        status = cg_metadata_set(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE, text.bytes, text.length,
                                 error);
    }
    cg_text_free(&text);
    return status;
}

/* Texts that are equal are the same string of the graph. */
static int write_edge(struct cg_graph *graph, const struct edge_call *calls, size_t count,
                      enum cg_edge_kind kind, struct cg_error *error)
{
    cg_edge edge;
    cg_edge known = cg_graph_find_edge(graph, calls->caller, calls->callee);
    const char *before =
        known == CG_NONE ? NULL : cg_metadata_get(graph, CG_ON_EDGE, known, CG_KEY_CALL_SITES);
    int status = cg_graph_add_edge(&edge, graph, calls->caller, calls->callee, kind, error);
    status = status ? status : write_sites(graph, edge, calls, count, kind, error);
    if (!status && before != cg_metadata_get(graph, CG_ON_EDGE, edge, CG_KEY_CALL_SITES)) {
        status = add_evidence(graph, edge, error);
    }
    return status;
}

int edge_sites_write(struct edge_sites *sites, struct cg_graph *graph, enum cg_edge_kind kind,
                     uint64_t *added, struct cg_error *error)
{
    uint32_t edges = cg_graph_edge_count(graph);
    const struct edge_call *calls = sites->calls;
    int status = CG_OK;
    if (sites->count) {
        qsort(sites->calls, sites->count, sizeof *sites->calls, compare_calls);
    }
    for (size_t i = 0, next; i < sites->count && !status; i = next) {
        for (next = i + 1; next < sites->count && !compare_calls(&calls[i], &calls[next]); next++) {
        }
        status = write_edge(graph, &calls[i], next - i, kind, error);
    }
    *added += cg_graph_edge_count(graph) - edges;
    edge_sites_free(sites);
    return status;
}
