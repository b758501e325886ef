/*
 * Who declares a function, as metadata `fileProperties` says, and as what.
 */
#ifndef GRAPH_DECLARERS_H
#define GRAPH_DECLARERS_H

#include <libcg/graph.h>

enum declared {
    DECLARED_NOWHERE, /**< the graph does not say */
    DECLARED_BY_SYSTEM,
    DECLARED_BY_PROGRAM, /**< a file is known, and it is no system header */
};

/** @return who declares a function. O(kinds there + length of the value). */
enum declared graph_declared(const struct cg_graph *graph, cg_node node);

/** @return whether a node is a method that is declared pure virtual and has no body: a virtual call
 *  never calls it. O(kinds there). */
bool graph_is_pure(const struct cg_graph *graph, cg_node node);

#endif
