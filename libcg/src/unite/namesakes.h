/*
 * External definitions of one name in several files. They are one function, unless the caller says
 * that they belong to separate programs (struct cg_merge_options), or some of them do.
 *
 * While graphs are merged each definition is a node of its own. Declarations and calls of the name
 * are at any of these nodes, because only the end shows how many there are. Then the graph is
 * merged once more, into an empty one, by a plan. Either all definitions become one node. Or each
 * gets what the declarations say, and a call means the definition in its own file, if every compile
 * of the file defines the same functions (source_files.h); else it means each that is not in a file
 * of another program (file_programs.h). The plan depends on the sets of definitions and calls
 * alone. So the order of graphs does not matter, nor whether parts were merged before, if these
 * kept all definitions apart.
 */
#ifndef UNITE_NAMESAKES_H
#define UNITE_NAMESAKES_H

#include "graph/file_programs.h"
#include "graph/graph.h"

/** What becomes of the nodes of a graph. */
struct namesakes {
    const struct cg_graph *graph;
    cg_node *same;  /**< by node: the first node of the same function, mostly itself */
    cg_node *other; /**< by node: the next definition of its name, in a ring */
    bool *crowded;  /**< by first node of a name: CG_LIMIT_DEFINITIONS */
    struct file_programs files;
};

/**
 * Plan what becomes of the definitions of a graph.
 *
 * @param out      release with namesakes_free
 * @param options  which definitions are one function. So are those whose values add up, as its
 *                 registry says
 * @return false when memory is exhausted. O(nodes + edges * log edges + pairs of definitions of a
 *         name that may be of one program).
 */
bool namesakes_plan(struct namesakes *out, const struct cg_graph *graph,
                    const struct cg_merge_options *options);

void namesakes_free(struct namesakes *namesakes);

/** Which definitions a caller means by a name. */
struct namesakes_meant {
    cg_node
        own; /**< the one in its own file; CG_NONE: those that may be of a program with `file` */
    uint32_t file; /**< the caller's; CG_NO_STRING: it may be of any program */
};

/** Find which definitions a caller means by the name of `callee`. O(definitions of the name). */
struct namesakes_meant namesakes_meant(const struct namesakes *namesakes, cg_node caller,
                                       cg_node callee);

/** Whether a definition is among those. O(1). */
bool namesakes_is_meant(const struct namesakes *namesakes, const struct namesakes_meant *meant,
                        cg_node definition);

/** The node whose identity is the first of the definitions of a name. O(definitions). */
cg_node namesakes_least(const struct namesakes *namesakes, cg_node node);

/** Whether values of a key describe a body, so that no declaration has any, and linking does not
 *  replace them. O(1). */
bool namesakes_key_of_body(const char *key);

/** Whether a node is no definition that may stand apart, nor internal, and says more than a
 *  declaration can. O(kinds there). */
bool namesakes_is_mixed(const struct cg_graph *graph, const struct node *node);

#endif
