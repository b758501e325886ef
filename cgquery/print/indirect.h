/*
 * A function's indirect calls, through pointers and virtual tables: their known callees, and
 * whether those are all.
 */
#ifndef CGQUERY_PRINT_INDIRECT_H
#define CGQUERY_PRINT_INDIRECT_H

#include "core/cgquery.h"

enum indirect_state {
    INDIRECT_UNSAID,   /**< the graph has callees, but does not record whether there are more */
    INDIRECT_RESOLVED, /**< linking found all */
    INDIRECT_UNRESOLVED,
};

struct indirect_call {
    struct cg_site site; /**< from `unresolvedCalls` or `resolvedCalls`, else only a place */
    bool is_virtual;
    enum indirect_state state;
    size_t callees;
};

/** The calls of one function, sorted by place. */
struct indirect_calls {
    GArray *calls;    /**< of struct indirect_call */
    GPtrArray *lists; /**< own the strings */
};

/** Read the indirect calls of a function; reports malformed ones. Release with indirect_clear. */
void indirect_read(struct indirect_calls *out, struct query *query, cg_node node);

void indirect_clear(struct indirect_calls *calls);

/** The call at a site of `callSites`, NULL if that is not an indirect call. */
const struct indirect_call *indirect_find(const struct indirect_calls *calls,
                                          const struct cg_site *site);

/** Totals over the calls of several functions. */
struct indirect_sum {
    uint64_t calls;
    uint64_t callees;
    uint64_t most; /**< callees of one call */
};

/** By whether they are virtual, and by enum indirect_state. */
struct indirect_sums {
    struct indirect_sum of[2][3];
};

/** Add the calls of a function. */
void indirect_add(struct indirect_sums *sums, struct query *query, cg_node node);

#endif
