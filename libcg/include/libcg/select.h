/*
 * Sets of functions, said in a small language.
 *
 *     main  ns::f<int>          a name
 *     MPI_*  ns::*  *           a glob over names
 *     "f(int, char)"            a name or glob with characters the language uses; \" and \\ in it
 *     /regex/                   an extended regular expression that is found in a linkage or
 *                               demangled name; without back-references, and counted
 *                               repetitions, as x{9}, make at most 1000 copies of anything
 *                               in all, nested ones multiplied
 *     @list.txt                 names and globs from a file, one a line; # begins a comment as in
 *                               definitions; relative to the working directory, wherever it stands
 *     $hot                      a named set
 *     A | B   A & B   A - B     union, intersection, difference; & binds tighter than | and -,
 *                               which go from left to right; - has white space on both sides
 *     !A                        all others
 *     is(P)                     those that are P: defined, declared, virtual, internal, weak,
 *                               entry (cg_graph_entries), system (of a system header),
 *                               addressTaken, open (having unresolved calls)
 *     file(GLOB)  dir(PATH)     those of such files, or of files in a directory, however deep
 *     has(KEY)                  those that carry metadata of a kind
 *     [loopDepth > 2]           whose metadata compare so: == != < <= > >=; a path of members
 *     [inlineInfo.markedInline] whose metadata are true or not empty
 *     [signature ~ /regex/]     whose text matches
 *     reaches(A)                that lead to any of A, A included
 *     reachedFrom(A)            that any of A leads to, A included
 *     onPath(A, B)              on any path from A to B
 *     callers(A, n)             up to n calls away, without A; n is 1 when left out
 *     callees(A, n)             likewise
 *     overrides(A)              methods that methods of A override, directly or not
 *     overriddenBy(A)           methods that override some of A, directly or not
 *     roots(A)  leaves(A)       of A, that no other of A calls, or that call no other of A
 *     recursive(A)              of A, that may call themselves through functions of A
 *
 * Named sets are defined by `hot = [loopDepth > 2] & dir(src)`, each ended by `;` or the end of a
 * line in which no parenthesis is open; `#` at the beginning of a line or behind white space begins
 * a comment. They may use those defined before.
 */
#ifndef LIBCG_SELECT_H
#define LIBCG_SELECT_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of selecting. Initialise with CG_SELECTOR_OPTIONS_INIT. */
struct cg_selector_options {
    /**
     * Find the functions a name or glob means, as people write them.
     *
     * @param found  array of cg_graph_node_count, all false: receives whether each is meant
     * @param listed it stands in a file of names
     * @return CG_OK, also when there is none; anything else ends selecting with that status
     */
    int (*find)(void *user, bool *found, const char *word, bool listed, struct cg_error *error);
    /** Told of a kind of metadata that is asked for and that no function carries. May be NULL. */
    void (*absent)(void *user, const char *key);
    void *user; /**< handed to find and absent */
    /** Demangle a linkage name: returns a string to be released with free, or NULL when it is none.
     *  NULL: regular expressions, and names without `find`, are looked for in linkage names alone.
     */
    char *(*demangle)(const char *name);
};
/** Words are linkage names, then globs over linkage and demangled names. */
#define CG_SELECTOR_OPTIONS_INIT {NULL, NULL, NULL, NULL}

struct cg_selector;

/**
 * Begin to select from a graph.
 *
 * @param out     release with cg_selector_free, before the graph
 * @param graph   frozen; borrowed
 * @param options may be NULL
 * @return CG_OK, CG_E_STATE or CG_E_MEMORY. O(1); names are indexed when first needed.
 */
CG_API int cg_selector_new(struct cg_selector **out, struct cg_graph *graph,
                           const struct cg_selector_options *options, struct cg_error *error);

/** Release. NULL is allowed. */
CG_API void cg_selector_free(struct cg_selector *selector);

/**
 * Define named sets, as a text or a file has them: all of them or, on failure, none.
 *
 * @param name what messages call the text
 * @return CG_OK; CG_E_FORMAT with the place; CG_E_CONFLICT for a name that is defined already;
 *         CG_E_IO, CG_E_LIMIT or CG_E_MEMORY
 */
CG_API int cg_selector_define(struct cg_selector *selector, const char *text, const char *name,
                              struct cg_error *error);
/** As cg_selector_define. */
CG_API int cg_selector_define_file(struct cg_selector *selector, const char *path,
                                   struct cg_error *error);

/**
 * Which functions are in a set?
 *
 * @param selected array of cg_graph_node_count: receives whether each is
 * @param text     the set
 * @return CG_OK, also when nothing is; CG_E_FORMAT with line and column in the text; CG_E_IO for a
 *         list that cannot be read; CG_E_LIMIT (nested deeper than CG_LIMIT_DEPTH) or CG_E_MEMORY.
 *         O(nodes + edges) for each operator.
 */
CG_API int cg_select(bool *selected, struct cg_selector *selector, const char *text,
                     struct cg_error *error);

/**
 * Read a set without working it out.
 *
 * @param is_name receives whether it is nothing but one name or glob, without quotes, parentheses
 * or white space around it; untouched on failure
 * @return CG_OK, CG_E_FORMAT with the place, CG_E_LIMIT or CG_E_MEMORY. O(length).
 */
CG_API int cg_select_check(const char *text, bool *is_name, struct cg_error *error);

/** @return whether a text begins as an operation of the language does, as "reaches(": if it is no
 *  set then, what cg_select_check says of it helps. */
CG_API bool cg_select_is_call(const char *text);

#ifdef __cplusplus
}
#endif

#endif
