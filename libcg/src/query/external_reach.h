/*
 * Uncollected code: which calls reach it, and what it may call.
 */
#ifndef QUERY_EXTERNAL_REACH_H
#define QUERY_EXTERNAL_REACH_H

#include <libcg/graph.h>

#include <stdint.h>

/** How code finds the functions that it calls without an edge: bits. */
enum external_ways {
    EXTERNAL_NONE = 0,          /**< there is no such code */
    EXTERNAL_LASTING = 1u << 0, /**< passed to libraries, neither `confined` nor `atExit` */
    EXTERNAL_AT_EXIT = 1u << 1,
    EXTERNAL_CONFINED = 1u << 2,
    EXTERNAL_MISTYPED = 1u << 3, /**< by unresolved calls of an incompatible type */
    EXTERNAL_NAMED = 1u << 4,
    EXTERNAL_BY_ADDRESS = (1u << 3) - 1, /**< whatever was passed to it */
    EXTERNAL_BY_POINTER = (1u << 4) - 1, /**< also by unresolved calls in collected code */
    EXTERNAL_BY_NAME = (1u << 5) - 1,    /**< also by name */
};

/** What the calls of a function may reach. */
enum external_calls {
    CALLS_UNREAD,     /**< it has unresolved calls, not yet examined */
    CALLS_UNRECORDED, /**< unrecorded: it is unknown whether all its calls are known */
    CALLS_KNOWN,
    CALLS_OUTSIDE,  /**< has unresolved calls, at most CG_OPEN_OUTSIDE */
    CALLS_NAMED,    /**< at most CG_OPEN_NAMED */
    CALLS_ANYTHING, /**< CG_OPEN_ANYTHING */
};

/** Properties of a whole graph. */
struct external {
    const struct cg_graph *graph;
    bool linked;
    bool starts_outside;  /**< the query starts in uncollected code, so that what is passed to it
                             counts */
    unsigned promised;    /**< promises it was linked with */
    bool library;         /**< linked as a library */
    bool lacks_sources;   /**< some source was not collected */
    bool no_foreign_code; /**< linking found no uncollected code of the program */
    bool has_possible_program_code; /**< code of the program that was not collected defines
                           variables that may hold functions, or some function may be such
                           code and linking does not know it */
    bool names_escape; /**< linking let the functions escape that uncollected code may name */
    bool records_unresolved_calls; /**< some function has `unresolvedCalls` */
    uint8_t *calls;                /**< by node: enum external_calls */
    const uint8_t *traits;         /**< by node, of what is shared; NULL: not read */
};

/** What no question changes, read once for many of them. */
struct external_shared {
    struct external inside;  /**< for questions that start in collected code */
    struct external outside; /**< for the others */
    uint8_t *traits;
};

/** Scan a graph. Release with external_clear, also after failure. @return CG_OK, CG_E_FORMAT or
 *  CG_E_MEMORY */
int external_read(struct external *out, const struct cg_graph *graph, bool starts_outside,
                  struct cg_error *error);

/** Read what questions share, with all unresolved calls that are well formed. Several threads may
 *  use it at once. Release with external_shared_clear, also after failure.
 *  @param graph frozen; borrowed, and its metadata does not change
 *  @return CG_OK or CG_E_MEMORY. O(nodes + edges) plus unresolved calls. */
int external_share(struct external_shared *out, const struct cg_graph *graph,
                   struct cg_error *error);

void external_shared_clear(struct external_shared *shared);

/** external_read from what is shared. @param shared borrowed */
int external_read_shared(struct external *out, const struct external_shared *shared,
                         bool starts_outside, struct cg_error *error);

void external_clear(struct external *outside);

/** Whether a function has no body, and may call more than its arguments. */
bool external_leads_out(const struct external *outside, cg_node node);

/** Whether such a function may belong to the program rather than to a system library (the program's
 *  headers declare it, or only a recorded run showed it), or run other code. */
bool external_may_be_program(const struct external *outside, cg_node node);

/** Whether functions that were passed to uncollected code may be called by any of it that may name
 *  functions: in a linked graph everything but that code is known, so that if some of it may name
 *  functions, then what it passed to the rest may be called by any of it. */
bool external_any_may_name(const struct external *outside);

/** Find out what the calls of a function may reach, and what uncollected code may call once it
 *  runs.
 *  @param out enum external_ways
 *  @return CG_OK, CG_E_FORMAT or CG_E_MEMORY */
int external_enter(unsigned *out, struct external *outside, cg_node node, struct cg_error *error);

/** Whether uncollected code may know a function's address. */
bool external_has_address(const struct external *outside, cg_node node);

/** @return the one of EXTERNAL_BY_ADDRESS by which code that was passed a function calls it. */
unsigned external_kept_as(const struct external *outside, cg_node node);

/** @return those of EXTERNAL_BY_ADDRESS that a function without a body calls. */
unsigned external_calls_kept(const struct external *outside, cg_node node);

/** Whether code that finds functions in some ways may call one by its address.
 *  @param ways enum external_ways */
bool external_calls_by_address(const struct external *outside, unsigned ways, cg_node node);

/** Whether uncollected code that may name functions may name this one. */
bool external_has_name(const struct external *outside, cg_node node);

#endif
