/*
 * Contexts of calls (CG_KEY_CONTEXT), indexed by freezing: which edges are calls of what a function
 * was handed as a parameter, and what calls by name hand over.
 *
 * A parameter that matters is a cell. Functions that cells may hold are values, numbers that the
 * metadata has. An edge that is not what its context speaks of (a call of a parameter that is also
 * something else, a call by name that is also one through a pointer) has none, and so has one
 * whose context is malformed: then its callee is always called, and handed anything.
 */
#ifndef GRAPH_CONTEXTS_H
#define GRAPH_CONTEXTS_H

#include "graph/graph.h"

/** A call of what a cell of its caller holds. */
struct context_call {
    cg_edge edge;
    uint32_t cell;
    uint32_t value; /**< that makes it this edge */
};

/** A call by name hands a cell of its callee a value, what a cell of its caller holds, or (neither)
 *  nothing that matters. */
struct context_hand {
    cg_edge edge;
    uint32_t to;
    uint32_t from;  /**< cell or CG_NONE */
    uint32_t value; /**< or CG_NONE */
};

/** Numbers of records, grouped: those of group g are items[first[g]] .. items[first[g + 1]]. */
struct context_groups {
    uint32_t *first;
    uint32_t *items;
};

struct contexts {
    uint32_t cell_count;
    cg_node *cell_node;         /**< by cell, rising */
    uint32_t *cell_first;       /**< by node: its cells are cell_first[n] .. cell_first[n + 1] */
    struct context_call *calls; /**< by edge */
    uint32_t call_count;
    struct context_hand *hands; /**< by edge */
    uint32_t hand_count;
    uint32_t *of_edge; /**< by edge: CG_NONE, or its first record: of `calls`, or, from call_count
                            on, of `hands` */
    struct context_groups calls_of; /**< by cell, by value */
    struct context_groups from;     /**< hands by the cell they come from */
    struct context_groups to;       /**< by the one they go to */
};

/** Index the contexts of a graph whose edges are laid out; graph->contexts is NULL when there are
 *  none. @return false when memory is out. O(edges + n log n of the contexts). */
bool graph_index_contexts(struct cg_graph *graph);

/** Forget that index, if there is one. */
void graph_drop_contexts(struct cg_graph *graph);

/** Whether an edge is a call of a parameter alone. */
static inline bool contexts_is_call(const struct contexts *contexts, cg_edge edge)
{
    return contexts->of_edge[edge] < contexts->call_count;
}

/** Whether an edge says what it hands over. */
static inline bool contexts_is_hand(const struct contexts *contexts, cg_edge edge)
{
    return contexts->of_edge[edge] != CG_NONE && !contexts_is_call(contexts, edge);
}

/** Whether an edge says what it hands over as a cell of its callee. O(what it hands over). */
bool contexts_hands(const struct contexts *contexts, cg_edge edge, uint32_t cell);

#endif
