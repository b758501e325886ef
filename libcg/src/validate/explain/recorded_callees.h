/*
 * What a recorded callee may be called as in the graph.
 */
#ifndef VALIDATE_EXPLAIN_RECORDED_CALLEES_H
#define VALIDATE_EXPLAIN_RECORDED_CALLEES_H

#include "validate/common/run.h"

struct targets {
    struct run *run;
    uint32_t *marks; /**< by node: number of the last question it answered */
    uint32_t question;
    cg_node *nodes; /**< the candidates of the callee; its variants; what they override, or what a
                         compiler makes calls of them */
    size_t capacity;
    size_t count;
    size_t first_overridden; /**< those that the callee overrides */
    size_t last_overridden;  /**< behind */
    bool resolved;           /**< the graph was linked: its virtual calls have their overrides */
};

/** Set up. @return false when memory is out; to be freed anyway */
bool targets_init(struct targets *t, struct run *run);

void targets_free(struct targets *t);

/** Find those of a function. @return false when memory is out. O(what it overrides). */
bool targets_find(struct targets *t, uint32_t callee);

/**
 * The edge from a function to one of the targets, if that may be the recorded call. A call of what
 * the callee overrides may be when it is virtual, or of no known kind, and the graph does not have
 * the overrides of the call site: where virtual calls were resolved, only while the site is open.
 *
 * @return the edge or CG_NONE. O(log out-degree), and reading the sites of such a virtual call.
 */
cg_edge targets_edge(const struct targets *t, cg_node caller, size_t target);

#endif
