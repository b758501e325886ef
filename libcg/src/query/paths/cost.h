/*
 * Lengths of paths, and a heap of nearest nodes.
 */
#ifndef QUERY_PATHS_COST_H
#define QUERY_PATHS_COST_H

#include <libcg/paths.h>

/** Length of a path; the number of edges breaks ties of weight, so that a cycle without cost is
 *  never repeated. */
struct cost {
    double weight;
    uint32_t edges;
};

/** Order, as in strcmp. */
static inline int cost_compare(struct cost a, struct cost b)
{
    int order = (a.weight > b.weight) - (a.weight < b.weight);
    return order ? order : (a.edges > b.edges) - (a.edges < b.edges);
}

/** Length of two paths in sequence. */
static inline struct cost cost_sum(struct cost a, struct cost b)
{
    return (struct cost){a.weight + b.weight, a.edges + b.edges};
}

/** Length of a path extended by an edge. */
static inline struct cost path_step(const struct cg_path_query *query, struct cost cost,
                                    cg_edge edge)
{
    return cost_sum(cost, (struct cost){query->weight ? query->weight[edge] : 1, 1});
}

struct cost_entry {
    struct cost cost;
    uint32_t at; /**< what is reached */
};

/** A binary heap, least cost on top; outdated entries stay in it. Start with {0}; release `entries`
 *  with free. */
struct cost_heap {
    struct cost_entry *entries;
    size_t count;
    size_t capacity;
};

/** Add an entry. @return false when memory is exhausted. O(log entries). */
bool cost_push(struct cost_heap *heap, struct cost cost, uint32_t at);

/** Remove the nearest entry of a heap that is not empty. O(log entries). */
struct cost_entry cost_pop(struct cost_heap *heap);

#endif
