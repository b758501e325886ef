/*
 * The nodes that may be called in the graph for a recorded callee.
 */
#ifndef VALIDATE_EXPLAIN_RECORDED_CALLEES_H
#define VALIDATE_EXPLAIN_RECORDED_CALLEES_H

#include "validate/common/run.h"

struct targets {
    struct run *run;
    uint32_t *marks; /**< by node: number of the last query that found it */
    uint32_t question;
    uint32_t callee; /**< function */
    bool wide;       /**< `nodes` has more than the candidates */
    cg_node *nodes;  /**< the candidates of the callee; its variants and what is merged with it;
                        methods they override, or functions whose calls a compiler replaces by
                        them */
    size_t capacity;
    size_t count;
    size_t first_overridden; /**< start of the methods that the callee overrides */
    size_t last_overridden;  /**< end of these */
    bool resolved;           /**< the graph was linked: its virtual calls have their overrides */
};

/** Set up. @return false when memory is exhausted; free it anyway */
bool targets_init(struct targets *t, struct run *run);

void targets_free(struct targets *t);

/** Find the candidates of a function. @return false when memory is exhausted */
bool targets_find(struct targets *t, uint32_t callee);

/** Find all others, once. @return false when memory is exhausted. O(variants and merged functions,
 *  and what these override). */
bool targets_widen(struct targets *t);

/** Whether a node is among those found. */
static inline bool targets_have(const struct targets *t, cg_node node)
{
    return t->marks[node] == t->question;
}

/** Whether a function may have an edge to one of them: false only if it has none. O(out-degree), if
 *  this is less than their number. */
bool targets_may_be_called(const struct targets *t, cg_node caller);

/**
 * The edge from a function to one of the targets, if it may be the recorded call. A call of a
 * method that the callee overrides may be, if it is virtual or of unknown kind, and the graph lacks
 * the overrides of the call site: if virtual calls were resolved, only while the site is
 * unresolved.
 *
 * @return the edge or CG_NONE. O(log out-degree), plus reading the sites of such a virtual call.
 */
cg_edge targets_edge(const struct targets *t, cg_node caller, size_t target);

#endif
