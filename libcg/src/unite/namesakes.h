/*
 * External definitions of one name in several files. They are one function, unless the caller says
 * that they belong to separate programs (struct cg_merge_options).
 *
 * While graphs are merged each definition is a node of its own. Declarations and calls of the name
 * are at any of these nodes, because only the end shows how many there are. Then the graph is
 * merged once more, into an empty one, by a plan. Either all definitions become one node. Or each
 * gets what the declarations say, and a call means the definition in its own file, if every compile
 * of the file defines the same functions (source_files.h); else it means each. The plan depends on
 * the sets of definitions and calls alone. So the order of graphs does not matter, nor whether
 * parts were merged before.
 */
#ifndef UNITE_NAMESAKES_H
#define UNITE_NAMESAKES_H

#include "graph/graph.h"
#include "graph/origin_index.h"

/** What becomes of the nodes of a graph. */
struct namesakes {
    const struct cg_graph *graph;
    cg_node *same;  /**< by node: the first node of the same function, mostly itself */
    cg_node *other; /**< by node: the next definition of its name, in a ring */
    bool *united;   /**< by node: whether it is one function with others */
    bool *steady;   /**< source_files_steady */
    struct origin_index definitions; /**< those in rings */
};

/**
 * Plan what becomes of the definitions of a graph.
 *
 * @param out      release with namesakes_free
 * @param registry says which values add up: definitions with such values are one function; may be
 * NULL
 * @param one      all definitions of a name are one function
 * @return false when memory is exhausted. O(nodes).
 */
bool namesakes_plan(struct namesakes *out, const struct cg_graph *graph,
                    const struct cg_registry *registry, bool one);

void namesakes_free(struct namesakes *namesakes);

/** The definition that a caller means by the name of `callee`: the one in its own file. CG_NONE:
 *  each of them. O(1) expected. */
cg_node namesakes_meant(const struct namesakes *namesakes, cg_node caller, cg_node callee);

/** The node whose identity is the first of the definitions of a name. O(definitions). */
cg_node namesakes_least(const struct namesakes *namesakes, cg_node node);

/** Whether values of a key describe a body, so that no declaration has any, and linking does not
 *  replace them. O(1). */
bool namesakes_key_of_body(const char *key);

/** Whether a node is no definition that may stand apart, nor internal, and says more than a
 *  declaration can. O(kinds there). */
bool namesakes_is_mixed(const struct cg_graph *graph, const struct node *node);

#endif
