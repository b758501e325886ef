/*
 * Sets of functions, written in a small language.
 *
 *     main  ns::f<int>          a name
 *     MPI_*  ns::*  *           a glob over names
 *     "f(int, char)"            a name or glob with characters the language uses; \" and \\ in it
 *     /regex/                   an extended regular expression, matched anywhere in a linkage or
 *                               demangled name; no back-references; counted repetitions, such as
 *                               x{9}, make at most 1000 copies of anything in total, nested ones
 *                               multiplied
 *     @list.txt                 names and globs from a file, one per line; # begins a comment as in
 *                               definitions; always relative to the working directory. Or a
 *                               filter of a measurement tool (filter.h): what it instruments
 *     $hot                      a named set
 *     A | B   A & B   A - B     union, intersection, difference; & binds tighter than | and -,
 *                               which associate to the left; - has white space on both sides
 *     !A                        all others
 *     is(P)                     functions with property P: defined, declared, virtual, internal,
 *                               weak, entry (cg_graph_entries), system (of a system header),
 *                               addressTaken, unresolved (with unresolved calls)
 *     file(GLOB)  dir(PATH)     functions of matching files, or of files anywhere below a directory
 *     has(KEY)                  functions that have metadata of a kind
 *     [loopDepth > 2]           functions whose metadata compare so: == != < <= > >=; a path of
 *                               members selects the value
 *     [stackSize.bytes > 2 KiB] numbers may have a unit of what they measure: ns us ms s min h; B
 *                               kB MB GB TB KiB MiB GiB TiB; k M G T for counts. Without one they
 *                               are seconds, bytes or counts
 *     [profile.visits > 5%]     a percentage of the whole: for a metric of a profile, of the run;
 *                               for counts (statements, operations, branches, visits), of the
 *                               sum over all functions; refused for numbers that do not add up
 *                               (loopDepth)
 *     [inclusive(KEY) > 100]    the sum of a number over the function and all it reaches, each
 *                               function counted once
 *     [inlineInfo.markedInline] functions whose metadata are true or not empty
 *     [signature ~ /regex/]     functions whose text matches
 *     reaches(A)                functions that reach any of A, A included
 *     reachedFrom(A)            functions that any of A reaches, A included
 *     onPath(A, B)              functions on any path from A to B
 *     callers(A, n)             functions up to n calls away, without A; n defaults to 1
 *     callees(A, n)             likewise
 *     overrides(A)              methods that methods of A override, directly or not
 *     overriddenBy(A)           methods that override methods of A, directly or not
 *     roots(A)  leaves(A)       functions of A that no other of A calls, or that call no other of A
 *     recursive(A)              functions of A that may call themselves through functions of A
 *
 * `hot = [loopDepth > 2] & dir(src)` defines a named set. A definition ends at `;` or at the end of
 * a line in which no parenthesis is open; `#` at the beginning of a line or after white space
 * begins a comment. It may use sets defined before it.
 */
#ifndef LIBCG_SELECT_H
#define LIBCG_SELECT_H

#include <libcg/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Options of selection. Initialise with CG_SELECTOR_OPTIONS_INIT. */
struct cg_selector_options {
    unsigned version; /**< CG_SELECTOR_OPTIONS_VERSION */
    /**
     * Find the functions that a name or glob denotes.
     *
     * @param found  array of cg_graph_node_count, all false: receives whether each matches
     * @param listed the word comes from a file of names
     * @return CG_OK, also for no match; any other status ends the selection with it
     */
    int (*find)(void *user, bool *found, const char *word, bool listed, struct cg_error *error);
    /** Called when `find` fails, with its error and the place of the word: whether to go on as if
     * the word denoted no function. Not called for the name of a named set without its $. May be
     * NULL: the selection fails. */
    bool (*tolerate)(void *user, const struct cg_error *where);
    /** Called for a kind of metadata that a set uses and no function has. May be NULL. */
    void (*absent)(void *user, const char *key);
    void *user; /**< passed to find, tolerate, absent and read */
    /** Demangle a linkage name: return a string to release with free, or NULL if it is not one.
     *  NULL: regular expressions, and names without `find`, match linkage names only. */
    char *(*demangle)(const char *name);
    /**
     * Read a file of names or of definitions. May be NULL: the selector reads it.
     *
     * @param out receives the text, to be released with free; NULL: the selector reads the file
     * @return CG_OK; any other status ends the selection with it
     */
    int (*read)(void *user, char **out, const char *path, struct cg_error *error);
};
/** Words are linkage names, then globs over linkage and demangled names. */
#define CG_SELECTOR_OPTIONS_VERSION 1u
#define CG_SELECTOR_OPTIONS_INIT {CG_SELECTOR_OPTIONS_VERSION, NULL, NULL, NULL, NULL, NULL, NULL}

struct cg_selector;

/**
 * Make a selector for a graph.
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
 * Define the named sets of a text: all of them or, on failure, none.
 *
 * @param name the name of the text in messages
 * @return CG_OK; CG_E_FORMAT with the place; CG_E_CONFLICT for a name that is already defined;
 *         CG_E_IO, CG_E_LIMIT (all sets together may take 1 GiB, a bit for each function in each)
 * or CG_E_MEMORY
 */
CG_API int cg_selector_define(struct cg_selector *selector, const char *text, const char *name,
                              struct cg_error *error);
/** As cg_selector_define. */
CG_API int cg_selector_define_file(struct cg_selector *selector, const char *path,
                                   struct cg_error *error);

/**
 * Find the functions of a set.
 *
 * @param selected array of cg_graph_node_count: receives whether each is in the set
 * @param text     the set
 * @return CG_OK, also for an empty set; CG_E_FORMAT with line and column in the text; CG_E_IO for a
 *         list that cannot be read; CG_E_LIMIT (nested deeper than CG_LIMIT_DEPTH) or CG_E_MEMORY.
 *         O(nodes + edges) for each operator.
 */
CG_API int cg_select(bool *selected, struct cg_selector *selector, const char *text,
                     struct cg_error *error);

/**
 * Check the syntax of a set without evaluating it.
 *
 * @param is_name receives whether it is just one name or glob, without quotes, parentheses or
 *                surrounding white space; unchanged on failure
 * @return CG_OK, CG_E_FORMAT with the place, CG_E_LIMIT or CG_E_MEMORY. O(length).
 */
CG_API int cg_select_check(const char *text, bool *is_name, struct cg_error *error);

/** @return whether a text begins like an operation of the language, such as "reaches(": if it is
 *          not a valid set, the error of cg_select_check is then helpful. */
CG_API bool cg_select_is_call(const char *text);

#ifdef __cplusplus
}
#endif

#endif
