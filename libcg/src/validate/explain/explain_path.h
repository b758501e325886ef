/*
 * Paths of the graph that explain a recorded call: caller -> x -> .. -> callee, where no x would
 * have been recorded.
 *
 * An inner function is invisible in a profile
 *
 *   always                  if it is an alias: another name of what it calls
 *   THROUGH_UNRECORDED      if it occurs nowhere in the profile, and may be inlined, or need not
 *                           be recorded where it is called
 *   THROUGH_INLINED         also if it may be inlined (it is declared so, is internal, or has a
 *                           body in the file of its caller), and the recorded caller has no
 *                           recorded call of it
 *   THROUGH_TAIL_CALL       also, in profiles that lose the callers of tail calls, if the recorded
 *                           caller has a recorded call of it, which is how they show a function
 *                           that jumps; in sampled ones always
 *   THROUGH_PARTLY          also, if no place is known, if it may be inlined although the recorded
 *                           caller has recorded calls of it: compilers inline parts of functions,
 *                           and some calls of those they keep. Two functions at most
 *   THROUGH_LIBRARY         as THROUGH_INLINED, then a function without a body that is not
 *                           recorded either, and may call its arguments: the callee is passed to
 *                           a library somewhere. A function of the C++ library itself is reached
 *                           through declarations in its headers, which may have been inlined,
 *                           although they were not collected
 *
 * Callees of a library are not inlined, except in C++. The inlining policy decides how much of this
 * counts: see enum inlining_policy. THROUGH_TAIL_CALL passes two functions at most, unless the run
 * shows that functions were inlined.
 *
 * If the place of the call is known, it identifies the last inner function: the place lies in its
 * definition; the functions before it may then be any that may be inlined. A place in the recorded
 * caller itself leaves only aliases between, unless it is the line of the caller's name. A function
 * without known definition may be the last as without a place, if the place is not in the caller.
 *
 * The path is a shortest one of the first of these steps that has any, and of those the first in
 * the canonical order of nodes, level by level from the caller.
 */
#ifndef VALIDATE_EXPLAIN_EXPLAIN_PATH_H
#define VALIDATE_EXPLAIN_EXPLAIN_PATH_H

#include "validate/explain/recorded_callees.h"

enum through_step {
    THROUGH_UNRECORDED,
    THROUGH_INLINED,
    THROUGH_TAIL_CALL,
    THROUGH_PARTLY,
    THROUGH_LIBRARY,
};

/** How readily a function counts as inlined or unrecorded. */
enum inlining_policy {
    THROUGH_STRICT,  /**< only functions that are never recorded, and may be inlined, or are not
                        instrumented; tail calls of functions that never call otherwise */
    THROUGH_LENIENT, /**< the run shows that functions were inlined */
};

/** The functions of the program that a profile contains. */
enum through_extent {
    THROUGH_SOME,    /**< any selection */
    THROUGH_SOURCES, /**< all of the sources from which it has any */
    THROUGH_ALL,
};

/** The working memory of searches. */
struct through {
    const struct run *run;
    uint32_t *recorded; /**< by node: profile + 1 in which it was last found */
    uint32_t *seen;     /**< by node: number of the last search that found it */
    cg_node *before;    /**< by visited node: its predecessor, or NONE */
    uint32_t search;
    cg_node *frontier[2];
    size_t frontier_count[2];
    uint32_t *functions_start; /**< by node: functions it is a candidate of */
    uint32_t *functions;
    cg_node *path;
    size_t path_capacity;
    struct cg_pool pairs; /**< recorded calls without a library between them */
    uint32_t profile;
    enum through_extent extent;
    bool libraries;         /**< the profile records functions of libraries */
    struct cg_pool sources; /**< origins of all functions */
    uint32_t *source_of;    /**< by node: number of its origin */
    uint32_t
        *source_recorded; /**< by origin: profile + 1 in which a function of it was last found */
    uint32_t left;        /**< calls that a search may still visit */
};

/** A query. */
struct through_question {
    uint32_t profile;
    uint32_t caller; /**< function, with its variants */
    uint32_t callee; /**< function */
    enum inlining_policy care;
    const struct targets *targets;
    const char *file; /**< file of the place, or NULL */
    uint32_t line;
    bool passed;  /**< the callee is passed to a library somewhere, or belongs to one */
    bool library; /**< it belongs to the C++ library */
    bool place;   /**< the place is known and meaningful */
    bool inside;  /**< it lies in the caller */
};

struct through_answer {
    bool found;
    enum through_step step;
    cg_node *path; /**< inner functions, borrowed until the next query */
    size_t length;
    cg_node from; /**< one of the caller's functions */
    cg_node to;   /**< one of the targets; for THROUGH_LIBRARY the first */
};

/** Whether only runs show an edge. */
bool through_is_observed(const struct cg_graph *graph, cg_edge edge);

/** Whether a call has a site on a line of a file. O(sites). */
bool through_is_site(const struct cg_graph *graph, cg_edge edge, const char *file, uint32_t line);

/** Set up: run->records is complete. @return CG_OK or CG_E_MEMORY; free in either case */
int through_init(struct through *t, const struct run *run);

void through_free(struct through *t);

/** Select a profile for queries. O(frames). */
void through_profile(struct through *t, uint32_t profile);

/** Find a path. @return false when memory is exhausted. O(edges near the caller). */
bool through_find(struct through *t, struct through_answer *out,
                  const struct through_question *question);

#endif
