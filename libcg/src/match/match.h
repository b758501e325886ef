/*
 * Which function of a graph is an entry of another tool's file about?
 *
 * Each way to find functions is tried in turn; the first that finds any decides:
 *
 *   1. a linkage name, the node's own or another of its names (CG_KEY_NAMES)
 *   2. the linkage name a compiler made a clone of (`f.constprop.0`)
 *   3. a demangled name: whole, without result type, without parameters, without template arguments
 *   4. the place of the definition, if what is there has the same last component of its name
 *
 * Names that GCC cut (`) [with T = {int}]`) are looked for by their exact place alone.
 *
 * Of several functions those stay whose file agrees best, then those whose definition is where the
 * entry says, and so on; if more than one is left, the entry fits none.
 *
 * The index of demangled names and that of places are built when first needed.
 */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "base/text.h"
#include "match/definition_places.h"
#include "match/demangled_names.h"
#include "match/spelling.h"

/** What an entry says of its function. */
struct match_query {
    const char *name;
    const char *file; /**< NULL when not said */
    uint32_t line;    /**< 0 when not said */
    uint32_t column;  /**< 0 when not said */
    bool compiled;    /**< a compiler names what it compiled: a definition, maybe a clone */
    bool readable;    /**< `name` is GCC's readable one, and no linkage name */
    bool external;    /**< known to have external linkage: the file need not agree */
};

struct matcher {
    struct cg_graph *graph;
    char *(*demangle)(const char *name);
    cg_node *found; /**< by the last question; more than one: it fits several */
    size_t count;
    size_t capacity;
    bool own_index; /**< the graph's index of other names was made here */
    struct names names;
    struct places places;
    struct cg_text scratch;
};

/** Set up. @param demangle may be NULL. @return false when memory is out, to be freed anyway */
bool matcher_init(struct matcher *m, struct cg_graph *graph, char *(*demangle)(const char *name));

/** Release. */
void matcher_free(struct matcher *m);

/** Add a function to those found, unless it was just added. @return false when memory is out */
bool match_add(struct matcher *m, cg_node node);

/** Ask; `found` and `count` hold the answer. @return false when memory is out */
bool matcher_find(struct matcher *m, const struct match_query *query);

#endif
