/*
 * Functions by their demangled names.
 */
#ifndef NAMES_DEMANGLED_NAMES_H
#define NAMES_DEMANGLED_NAMES_H

#include "base/pool.h"
#include "strings/text.h"

#include <libcg/graph.h>

/** How much of a demangled name a spelling contains. */
enum names_form {
    NAMES_WHOLE,    /**< with parameters; with and without the result type */
    NAMES_PLAIN,    /**< without parameters */
    NAMES_BARE,     /**< as spelling_bare */
    NAMES_LOSSY,    /**< as spelling_lossy */
    NAMES_LAST,     /**< the last component of the bare name, as in debug information */
    NAMES_DECLARED, /**< a linkage name up to the first declaration (template_params.h) */
    NAMES_KEPT,     /**< up to the arguments that are left out (declared_kept), as spelling_alike */
    NAMES_ALIKE,    /**< as spelling_alike: with and without parameters; only names that differ */
};

struct names_entry {
    cg_node node;
    uint32_t next; /**< entry + 1 of the same string */
    enum names_form form;
};

struct names {
    bool built;
    struct cg_pool pool; /**< of spellings in the form of spelling_tight */
    struct cg_text tight;
    struct names_entry *entries;
    size_t entry_capacity;
    uint32_t count;
    uint32_t *heads; /**< entry + 1, by string */
    size_t head_capacity;
};

/** Index all functions of a graph that have a demangled name; call once. @return false when memory
 *  is exhausted. O(length of all names). */
bool names_build(struct names *names, const struct cg_graph *graph,
                 char *(*demangle)(const char *name));

/** First entry (+ 1) of a spelling, in the form of spelling_tight, 0 if there is none. Entries of
 *  one string are in descending order of nodes. */
uint32_t names_first(const struct names *names, const char *text, size_t length);

/** Release. */
void names_free(struct names *names);

#endif
