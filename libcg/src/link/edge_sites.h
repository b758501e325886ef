/*
 * Calls found by linking: sites gathered, and added to edges all at once.
 */
#ifndef LINK_EDGE_SITES_H
#define LINK_EDGE_SITES_H

#include <libcg/graph.h>
#include <libcg/site.h>

#include <stddef.h>

/** Word in CG_KEY_EVIDENCE of edges that linking found, or found more calls of. */
#define EVIDENCE_LINK "link"

struct edge_call;

/** Calls gathered. Start with {0}. */
struct edge_sites {
    struct edge_call *calls;
    size_t capacity;
    size_t count;
};

/** Gather a call. `site` is borrowed until edge_sites_write; its place and `through` count.
 *  @return CG_OK or CG_E_MEMORY. O(1) amortised. */
int edge_sites_add(struct edge_sites *sites, cg_node caller, cg_node callee,
                   const struct cg_site *site, struct cg_error *error);

/**
 * Add the calls to the edges of the graph, making those that are not there. Edges that come to say
 * more have EVIDENCE_LINK among their evidence. Forgets the calls.
 *
 * @param kind  one enum cg_edge_kind
 * @param added incremented by the number of new edges
 * @return CG_OK, or as cg_graph_add_edge and cg_sites_write. O(n log n) in the calls and the sites
 *         of their edges.
 */
int edge_sites_write(struct edge_sites *sites, struct cg_graph *graph, enum cg_edge_kind kind,
                     uint64_t *added, struct cg_error *error);

/** Forget the calls. */
void edge_sites_free(struct edge_sites *sites);

#endif
