/*
 * Code that was not collected: which calls come to it, and what it may call.
 */
#ifndef QUERY_EXTERNAL_REACH_H
#define QUERY_EXTERNAL_REACH_H

#include <libcg/graph.h>

#include <stdint.h>

/** How code that was not collected comes by the functions it calls. */
enum outside_level {
    OUTSIDE_NONE,       /**< there is no such code */
    OUTSIDE_BY_ADDRESS, /**< it was handed them */
    OUTSIDE_BY_NAME,    /**< it may also name them */
};

/** What a function is known to call. */
enum outside_calls {
    CALLS_UNREAD, /**< it has unresolved calls; what they may call is not yet worked out */
    CALLS_SILENT, /**< the graph does not say whether all its calls are known */
    CALLS_KNOWN,
    CALLS_OUTSIDE,  /**< has unresolved calls, CG_OPEN_OUTSIDE at most */
    CALLS_NAMED,    /**< CG_OPEN_NAMED at most */
    CALLS_ANYTHING, /**< CG_OPEN_ANYTHING */
};

/** What holds for a whole graph. */
struct outside {
    const struct cg_graph *graph;
    bool linked;
    bool starts_outside;  /**< code that was not collected is what is asked about, so that what it
                               is handed counts */
    unsigned promised;    /**< what it was linked with */
    bool library;         /**< linked as one */
    bool no_foreign_code; /**< linking found no code of the program that was not collected */
    bool has_strangers;   /**< any function is a stranger that linking does not know */
    bool records_unresolved_calls; /**< any function carries `unresolvedCalls` */
    uint8_t *calls;                /**< by node: enum outside_calls */
};

/** Look a graph over. Release with outside_clear, also after failure.
 *  @return CG_OK, CG_E_FORMAT or CG_E_MEMORY */
int outside_read(struct outside *out, const struct cg_graph *graph, bool starts_outside,
                 struct cg_error *error);

void outside_clear(struct outside *outside);

/** Whether a function has no body, and may call more than what it is handed. */
bool outside_leads_out(const struct outside *outside, cg_node node);

/** Whether a function may be the program's own: it has a body, the program's headers declare it, or
 *  a recorded run alone showed it. */
bool outside_is_own(const struct cg_graph *graph, cg_node node);

/** Whether such a function may be other than a system library's, or run other code. */
bool outside_is_stranger(const struct outside *outside, cg_node node);

/** Work out what a function is known to call, and what code that was not collected may call once
 *  it runs. @return CG_OK, CG_E_FORMAT or CG_E_MEMORY */
int outside_enter(enum outside_level *out, struct outside *outside, cg_node node,
                  struct cg_error *error);

/** Whether a function's address may be known to code that was not collected. */
bool outside_has_address(const struct outside *outside, cg_node node);

/** Whether code that was not collected may name a function, if it is of the sort that may. */
bool outside_has_name(const struct outside *outside, cg_node node);

#endif
