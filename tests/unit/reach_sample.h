/*
 * Small random graphs with every property that decides what may call what, and the same as plain
 * arrays.
 */
#ifndef TESTS_REACH_SAMPLE_H
#define TESTS_REACH_SAMPLE_H

#include "support.h"

#define MAX_NODES 10

/** A random graph, and everything about it worked out the slow way. */
struct sample {
    struct cg_graph *graph;
    uint32_t nodes;
    uint32_t distance[MAX_NODES][MAX_NODES]; /**< Floyd and Warshall */
    bool has_body[MAX_NODES];
    int open[MAX_NODES]; /**< 0: not recorded, 1: none, else 2 + index into unresolved_calls */
    bool taken[MAX_NODES];
    bool escapes[MAX_NODES];
    bool mistyped[MAX_NODES];
    bool confined[MAX_NODES]; /**< runtimes do not call it later */
    bool runtime[MAX_NODES];  /**< calls later only what is not confined */
    bool at_exit[MAX_NODES];  /**< only code that is not exitless calls it later */
    bool exitless[MAX_NODES];
    bool handed_only[MAX_NODES]; /**< calls its arguments, and no more */
    bool kept_in[MAX_NODES];     /**< receivers of it call it at once, or never */
    bool handed[MAX_NODES];      /**< receivers of it may call it later */
    bool internal[MAX_NODES];
    bool stranger[MAX_NODES];
    bool linked;
    bool library;
    cg_node from[MAX_NODES];
    size_t from_count;
    cg_node to[MAX_NODES];
    size_t to_count;
};

/** Unresolved calls by what they may call in a linked graph. */
enum extent { TO_OUTSIDE, TO_NAMED, TO_ANYTHING };

/** Those unresolved calls are made of. */
struct unresolved_call {
    const char *text;
    enum extent extent;
};
extern const struct unresolved_call unresolved_calls[];

/** A random sample, its graph frozen. Function n is called 'z' - n, so that canonical order is
 *  against numbers. */
struct sample random_sample(uint64_t seed);

#endif
