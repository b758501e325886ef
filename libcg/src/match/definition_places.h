/*
 * Where functions are defined, as CG_KEY_SOURCE_RANGE and CG_KEY_DEFINED_IN say.
 */
#ifndef MATCH_DEFINITION_PLACES_H
#define MATCH_DEFINITION_PLACES_H

#include "base/pool.h"

#include <libcg/graph.h>
#include <libcg/metadata.h>

/** A point in a file; column 0 stands before all others of its line. */
struct places_point {
    uint32_t line;
    uint32_t column;
};

/** A piece of a file that a function's definition takes. */
struct places_range {
    struct cg_value file; /**< borrowed of the graph */
    uint32_t base;        /**< last component of the file's path */
    struct places_point begin;
    struct places_point end;
    struct places_point reach; /**< greatest end up to here, of the same base */
    cg_node node;
};

struct places {
    bool built;
    struct cg_pool bases;
    struct places_range *ranges; /**< sorted by base, begin, node */
    size_t count;
    size_t capacity;
};

/** Index the definitions of a graph; once. @return false when memory is out. O(n log n). */
bool places_build(struct places *places, const struct cg_graph *graph);

/** At most so many ranges before a point are looked at. Where more are, nothing is found. */
#define PLACES_LIMIT 4096u

/**
 * A definition that a point lies in. Of several that enclose each other only the innermost counts;
 * there may be several of that place, such as instances of a template.
 *
 * @param after 0, or what was returned last: gives the next one
 * @return its index + 1, or 0 when there are no more
 */
size_t places_find(const struct places *places, const char *file, struct places_point point,
                   size_t after);

/** Whether a definition of a function is known to be at a point of a file. */
bool places_contain(const struct cg_graph *graph, cg_node node, const char *file,
                    struct places_point point);

/**
 * Whether a function's name stands at a point of a file, or behind it in the same line where the
 * definition is known to have begun: GCC points at the first part of a qualified name.
 */
bool places_named(const struct cg_graph *graph, cg_node node, const char *file,
                  struct places_point point);

/** How well a file agrees with those a function is known from: components, as path_agree; -1 not at
 *  all; 0 when none is known. */
int places_agree(const struct cg_graph *graph, cg_node node, const char *file);

/** Release. */
void places_free(struct places *places);

#endif
