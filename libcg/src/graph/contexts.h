/*
 * Contexts of calls (CG_KEY_CONTEXT), indexed by freezing: which edges call a parameter of their
 * caller, and what calls by name pass as parameters.
 *
 * A parameter that matters is a cell. Functions that cells may hold are values, numbers from the
 * metadata. An edge that is more than its context describes (a call of a parameter that is also
 * another call, a call by name that is also one through a pointer) has no context here, nor has one
 * whose context is malformed: its callee may then always be called, and receive anything.
 */
#ifndef GRAPH_CONTEXTS_H
#define GRAPH_CONTEXTS_H

#include <libcg/reach_facts.h>

#include "graph/graph.h"

/** Numbers of records, grouped: those of group g are items[first[g]] .. items[first[g + 1]]. */
struct context_groups {
    uint32_t *first;
    uint32_t *items;
};

struct contexts {
    uint32_t cell_count;
    cg_node *cell_node;            /**< by cell, ascending */
    uint32_t *cell_first;          /**< by node: its cells are cell_first[n] .. cell_first[n + 1] */
    struct cg_context_call *calls; /**< by edge */
    uint32_t call_count;
    struct cg_context_argument *arguments; /**< by edge */
    uint32_t argument_count;
    uint32_t *of_edge; /**< by edge: CG_NONE, or its first record: in `calls`, or, from call_count
                          on, in `arguments` */
    struct context_groups calls_of; /**< by cell, by value */
    struct context_groups from;     /**< arguments by the cell they come from */
    struct context_groups to;       /**< arguments by the cell they go to */
};

/** Index the contexts of a graph whose edges are laid out; graph->contexts is NULL if there are
 *  none. @return false when memory is exhausted. O(edges + n log n of the contexts). */
bool graph_index_contexts(struct cg_graph *graph);

/** Forget that index, if there is one. */
void graph_drop_contexts(struct cg_graph *graph);

/** Whether an edge is only a call of a parameter. */
static inline bool contexts_is_call(const struct contexts *contexts, cg_edge edge)
{
    return contexts->of_edge[edge] < contexts->call_count;
}

/** Whether the graph records what an edge passes. */
static inline bool contexts_is_argument(const struct contexts *contexts, cg_edge edge)
{
    return contexts->of_edge[edge] != CG_NONE && !contexts_is_call(contexts, edge);
}

/** Whether the graph records what an edge passes to a cell of its callee. O(what it passes). */
bool contexts_passes(const struct contexts *contexts, cg_edge edge, uint32_t cell);

#endif
