/*
 * Paths of the graph that explain a recorded call: caller -> x -> .. -> callee, where no x would
 * have been recorded.
 *
 * A function between is invisible in a profile
 *
 *   always                  when it is an alias: another name of what it calls
 *   THROUGH_UNRECORDED      when it occurs nowhere in the profile, and may be inlined, or need not
 *                           be recorded where it is called
 *   THROUGH_INLINED         besides, when it may be inlined (it says so, is internal, or has a body
 *                           in the file of its caller), and the recorded caller is not recorded to
 *                           call it
 *   THROUGH_TAIL_CALL       besides, in profiles that lose the callers of tail calls, when the
 *                           recorded caller is recorded to call it, which is how they show who
 *                           jumps; in sampled ones always
 *   THROUGH_PARTLY          besides, where no place is known, when it may be inlined, although the
 *                           recorded caller is recorded to call it: compilers inline parts of
 *                           functions, and some calls of those they keep. Two functions at most
 *   THROUGH_LIBRARY         as THROUGH_INLINED, then a function without a body that is not recorded
 *                           either, and may call what it was handed: the callee is handed to a
 *                           library somewhere. To what is the C++ library's itself leads what its
 *                           headers declare, which may have been inlined, although it was not
 *                           collected
 *
 * What a library calls is not inlined, but where that is C++. How much of this counts, care
 * says: see enum inlining_policy. THROUGH_TAIL_CALL passes two functions at most, unless the run
 * shows that functions were inlined.
 *
 * Where the place of the call is known, it tells the last function between: the place lies in its
 * definition; the functions before it may then be any that may be inlined. A place in the recorded
 * caller itself leaves nothing between but aliases. Functions whose place nothing tells may be the
 * last as without a place, if the place is not in the caller.
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

/** How readily something is taken for inlined, or not recorded. */
enum inlining_policy {
    THROUGH_STRICT,  /**< functions that are never recorded, and may be inlined, or are not
                          instrumented; tail calls of functions that never call so */
    THROUGH_LENIENT, /**< the run is of code in which functions were inlined */
};

/** Which functions of the program a profile has. */
enum through_extent {
    THROUGH_SOME,    /**< whichever were chosen */
    THROUGH_SOURCES, /**< all of the sources it has any of */
    THROUGH_ALL,
};

/** The working memory of searches. */
struct through {
    const struct run *run;
    uint32_t *recorded; /**< by node: profile + 1 that it was last found in */
    uint32_t *seen;     /**< by node: number of the search that found it last */
    cg_node *before;    /**< by node that was seen: the one before it, or NONE */
    uint32_t search;
    cg_node *frontier[2];
    size_t frontier_count[2];
    uint32_t *functions_start; /**< by node: functions it is a candidate of */
    uint32_t *functions;
    cg_node *path;
    size_t path_capacity;
    struct cg_pool pairs; /**< recorded calls without a library between */
    uint32_t profile;
    enum through_extent extent;
    bool libraries;         /**< the profile records functions of libraries */
    struct cg_pool sources; /**< origins of all functions */
    uint32_t *source_of;    /**< by node: number of its origin */
    uint32_t
        *source_recorded; /**< by origin: profile + 1 that a function of it was last found in */
    uint32_t left;        /**< calls that a search may still look at */
};

/** What is asked. */
struct through_question {
    uint32_t profile;
    uint32_t caller; /**< function, with its variants */
    uint32_t callee; /**< function */
    enum inlining_policy care;
    const struct targets *targets;
    const char *file; /**< of the place, or NULL */
    uint32_t line;
    bool handed;  /**< the callee is handed to a library somewhere, or a library's itself */
    bool library; /**< it is one of the C++ library's */
    bool place;   /**< the place is known and means something */
    bool inside;  /**< it lies in the caller */
};

struct through_answer {
    bool found;
    enum through_step step;
    cg_node *path; /**< functions between, borrowed until the next question */
    size_t length;
    cg_node from; /**< of the caller's functions */
    cg_node to;   /**< of the targets; of THROUGH_LIBRARY the first */
};

/** Whether an edge is known from runs alone. */
bool through_is_observed(const struct cg_graph *graph, cg_edge edge);

/** Set up: run->records are all there. @return CG_OK or CG_E_MEMORY, to be freed anyway */
int through_init(struct through *t, const struct run *run);

void through_free(struct through *t);

/** Take up a profile: questions are about it until the next call. O(frames). */
void through_profile(struct through *t, uint32_t profile);

/** Ask. @return false when memory is out. O(edges near the caller). */
bool through_find(struct through *t, struct through_answer *out,
                  const struct through_question *question);

#endif
