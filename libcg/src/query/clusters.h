/*
 * Clusters of functions connected by calls between them.
 */
#ifndef QUERY_CLUSTERS_H
#define QUERY_CLUSTERS_H

#include <libcg/graph.h>

/** Clusters as in struct cg_dead. It owns all arrays. */
struct clusters {
    uint32_t count;
    uint32_t *of;           /**< by node, CG_NONE: in none */
    uint32_t *root_count;   /**< by cluster */
    uint32_t *member_start; /**< by cluster; one more at the end */
    cg_node *members;       /**< by cluster, roots first, else in canonical order */
};

/**
 * Find the weakly connected components of the chosen functions (union-find with path halving: R.
 * Tarjan, J. van Leeuwen, "Worst-case analysis of set union algorithms", J. ACM 31(2), 1984). Roots
 * are functions without a caller, chosen or not, in another strongly connected component.
 *
 * @param out       release with clusters_clear, also after failure
 * @param graph     frozen
 * @param component by node: strongly connected component
 * @param chosen    by node
 * @return CG_OK or CG_E_MEMORY. O(nodes + edges) in practice, plus sorting the chosen.
 */
int clusters_find(struct clusters *out, const struct cg_graph *graph, const uint32_t *component,
                  const bool *chosen, struct cg_error *error);

void clusters_clear(struct clusters *clusters);

#endif
