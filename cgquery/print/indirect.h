/*
 * Calls of a function whose callee is not named, through pointers and virtual tables: what they are
 * known to call, and whether that is all.
 */
#ifndef CGQUERY_PRINT_INDIRECT_H
#define CGQUERY_PRINT_INDIRECT_H

#include "core/query.h"

enum indirect_state {
    INDIRECT_UNSAID,   /**< the graph has callees, but does not say whether there are more */
    INDIRECT_RESOLVED, /**< linking found all */
    INDIRECT_UNRESOLVED,
};

struct indirect_call {
    struct cg_site site; /**< as in `unresolvedCalls` or `resolvedCalls`, else a place alone */
    bool is_virtual;
    enum indirect_state state;
    size_t callees;
};

/** The calls of one function, sorted by place. */
struct indirect_calls {
    GArray *calls;    /**< of struct indirect_call */
    GPtrArray *lists; /**< own the strings */
};

/** Read the calls of a function; what is malformed is told. Release with indirect_clear. */
void indirect_read(struct indirect_calls *out, struct query *query, cg_node node);

void indirect_clear(struct indirect_calls *calls);

/** The call at a site of `callSites`, NULL if that is of another kind. */
const struct indirect_call *indirect_find(const struct indirect_calls *calls,
                                          const struct cg_site *site);

/** Sums over the calls of some functions. */
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
