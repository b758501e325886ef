/*
 * Where a function is declared, according to metadata `fileProperties`, and whether it is pure.
 */
#ifndef LINKED_DECLARERS_H
#define LINKED_DECLARERS_H

#include <libcg/graph.h>

enum declared {
    DECLARED_NOWHERE,    /**< not recorded */
    DECLARED_IMPLICITLY, /**< by a call in C: a library may define it, or a part of the program */
    DECLARED_BY_SYSTEM,  /**< a system header */
    DECLARED_WEAKLY,     /**< by the program, as one that need not exist, and no file defines it: a
                            library may */
    DECLARED_BY_PROGRAM, /**< the file is known and not a system header */
};

/** @return where a function is declared. O(kinds there + length of the value). */
enum declared graph_declared(const struct cg_graph *graph, cg_node node);

/** @return whether the graph says that some source was not collected. O(length of the value). */
bool graph_lacks_sources(const struct cg_graph *graph);

/** @return whether a node is a pure virtual method without a body: a virtual call never calls it.
 *          O(kinds there). */
bool graph_is_pure(const struct cg_graph *graph, cg_node node);

#endif
