/*
 * Places of function definitions, from CG_KEY_SOURCE_RANGE and CG_KEY_DEFINED_IN.
 */
#ifndef MATCH_DEFINITION_PLACES_H
#define MATCH_DEFINITION_PLACES_H

#include "base/pool.h"

#include <libcg/graph.h>
#include <libcg/metadata.h>

/** A point in a file; column 0 sorts before all others of its line. */
struct places_point {
    uint32_t line;
    uint32_t column;
};

/** The extent of a function's definition in a file. */
struct places_range {
    struct cg_value file; /**< borrowed from the graph */
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

/** Index the definitions of a graph; call once. @return false when memory is exhausted. O(n log
 *  n). */
bool places_build(struct places *places, const struct cg_graph *graph);

/** Most ranges before a point that are searched. If there are more, nothing is found. */
#define PLACES_LIMIT 4096u

/** Which of the definitions that contain a point are wanted. */
enum places_wanted {
    PLACES_INNERMOST, /**< of nested ones only the innermost; several may be at that place, such as
                         instances of a template */
    PLACES_ALL,
};

/**
 * A definition that contains a point.
 *
 * @param after 0, or the previous result to get the next one
 * @return its index + 1, or 0 if there are no more
 */
size_t places_find(const struct places *places, const char *file, struct places_point point,
                   enum places_wanted wanted, size_t after);

/** Whether a definition of a function is known to be at a point of a file. */
bool places_contain(const struct cg_graph *graph, cg_node node, const char *file,
                    struct places_point point);

/**
 * Whether a function's name is at a point of a file, or later in the same line if its definition
 * begins in that line: GCC points at the first part of a qualified name.
 */
bool places_named(const struct cg_graph *graph, cg_node node, const char *file,
                  struct places_point point);

/** Whether a line is one of the first two of a definition of more than two lines. The function's
 * name is there, and compilers give this line to code that has none of its own. */
bool places_head(const struct cg_graph *graph, cg_node node, const char *file, uint32_t line);

/** Call for each file that a function is known to be in, perhaps more than once. @return false when
 *  a call did */
bool places_files(const struct cg_graph *graph, cg_node node,
                  bool (*file)(void *user, const struct cg_value *file), void *user);

/** How well a file matches the known files of a function: components, as path_agree; -1 not at all;
 *  0 if none is known. */
int places_agree(const struct cg_graph *graph, cg_node node, const char *file);

/** Release. */
void places_free(struct places *places);

#endif
