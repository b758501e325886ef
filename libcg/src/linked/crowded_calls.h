/*
 * Calls with so many callees that linking gives them no edges (CG_UNKNOWN_CROWD).
 */
#ifndef LINKED_CROWDED_CALLS_H
#define LINKED_CROWDED_CALLS_H

#include <libcg/link.h>

/** What `most_edges` means for a graph with so many edges. */
uint64_t crowded_bound(uint64_t most_edges, uint64_t edges);

/** The most callees that a call may have, so that all calls with as many or fewer have at most
 *  `most_edges` together. It follows from the counts, not from their order.
 *  @param out UINT32_MAX: any number
 *  @return CG_OK or CG_E_MEMORY. O(n log n) if there are too many, else O(n) */
int crowded_most(uint32_t *out, const uint32_t *counts, size_t count, uint64_t most_edges,
                 struct cg_error *error);

/** Report a call that gets no edges. O(1) */
void crowded_report(struct cg_link_report *report, const struct cg_graph *graph, cg_node caller,
                    uint32_t line, uint32_t callees);

#endif
