/*
 * Which function of a graph does an entry of another tool's file mean?
 *
 * Each way to find functions is tried in turn; the first that finds any decides:
 *
 *   1. a linkage name, the node's own or another of its names (CG_KEY_NAMES)
 *   2. the linkage name of a function that the compiler cloned (`f.constprop.0`)
 *   3. a demangled name: whole, without result type, without parameters, without template arguments
 *   4. the place of the definition, if the function there has the same last component in its name
 *
 * Names that GCC cut (`) [with T = {int}]`) are found only by their exact place.
 *
 * Of several functions those stay whose file matches best, then those whose definition is at the
 * entry's place, and so on; if more than one is left, the entry is ambiguous.
 *
 * The indexes of demangled names and of places are built when first needed.
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "match/crowds.h"
#include "match/definition_places.h"
#include "names/demangled_names.h"
#include "names/spelling.h"
#include "strings/text.h"

/** The function of an entry. */
struct match_query {
    const char *name;
    const char *file; /**< NULL if absent */
    uint32_t line;    /**< 0 if absent */
    uint32_t column;  /**< 0 if absent */
    bool compiled;    /**< the compiler names a function that it compiled: a definition, perhaps a
                         clone */
    bool readable;    /**< `name` is GCC's readable form, not a linkage name */
    bool external;    /**< known to have external linkage: the file need not match */
};

struct matcher {
    struct cg_graph *graph;
    char *(*demangle)(const char *name);
    cg_node *found; /**< by the last query; more than one: ambiguous */
    size_t count;
    size_t capacity;
    bool own_index; /**< the matcher made the graph's index of other names */
    struct names names;
    struct places places;
    struct crowds crowds;
    struct cg_text words; /**< of the crowd that was asked for last */
    struct cg_text scratch;
    cg_node *initialisers; /**< functions that run initialisers; see `listed` */
    size_t initialiser_count;
    size_t initialiser_capacity;
    bool listed; /**< `initialisers` has all of them */
};

/** Set up. @param demangle may be NULL. @return false when memory is exhausted; free it anyway */
bool matcher_init(struct matcher *m, struct cg_graph *graph, char *(*demangle)(const char *name));

/** Release. */
void matcher_free(struct matcher *m);

/** Add a function to those found, unless it was just added. @return false when memory is
 *  exhausted */
bool match_add(struct matcher *m, cg_node node);

/** Find the functions of an entry: `found` and `count`. @return false when memory is exhausted */
bool matcher_find(struct matcher *m, const struct match_query *query);

#endif
