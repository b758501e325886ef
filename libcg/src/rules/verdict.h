/*
 * Verdicts while they are made.
 */
#ifndef RULES_VERDICT_H
#define RULES_VERDICT_H

#include <libcg/rules.h>

/** A ban that is one of several of a rule. */
struct ban {
    const struct cg_graph *graph;
    const bool *from;
    const bool *to;
    const bool *except; /**< NULL: none */
    bool direct;
    const bool *by_name; /**< by edge; NULL: all calls count */
    uint32_t from_set;
    uint32_t to_set;       /**< where `owner` does not tell */
    const uint32_t *owner; /**< by node: the set it is in, CG_NONE; NULL: not needed */
};

/** What grows. */
struct verdict_builder {
    struct cg_rule_verdict *verdict;
    size_t violation_capacity;
    size_t *starts; /**< by violation: where in `edges` its chain begins */
    size_t start_capacity;
    size_t edge_count;
    size_t edge_capacity;
};

/** Begin. @return CG_OK or CG_E_MEMORY */
int verdict_begin(struct verdict_builder *builder, struct cg_error *error);

/** Put in order and hand over. @param status of what was done: unless CG_OK, all is released
 *  @return status */
int verdict_end(struct cg_rule_verdict **out, struct verdict_builder *builder,
                const struct cg_graph *graph, int status);

/** Add the calls that break a ban. @return as cg_forbidden_call_check */
int verdict_add_violations(struct verdict_builder *builder, const struct ban *ban,
                           struct cg_error *error);

/** Add what may break a ban unknown to us, unless something of that sort is there.
 *  @return as cg_forbidden_call_check */
int verdict_add_gap(struct verdict_builder *builder, const struct ban *ban, struct cg_error *error);

/** Which calls are by name, by edge. @param out release with free @return CG_OK or CG_E_MEMORY */
int ban_by_name(bool **out, const struct cg_graph *graph, struct cg_error *error);

/* ways.c */

/** The ways on from the calls that leave FROM. */
struct ways {
    const struct ban *ban;
    uint32_t *distance; /**< by node: calls to TO, past FROM and `except`; CG_NONE: no way */
    cg_edge *step;      /**< by node: the next call on the way, CG_NONE before it is asked for */
};

/** Find them. Release with ways_clear in either case. @return as cg_search */
int ways_find(struct ways *ways, const struct ban *ban, struct cg_error *error);

void ways_clear(struct ways *ways);

/** Whether a call leaves FROM to TO. */
bool ways_has(const struct ways *ways, cg_edge edge);

/** Add the chain of such a call to a verdict. @return CG_OK or CG_E_MEMORY */
int ways_add(struct ways *ways, cg_edge edge, struct verdict_builder *builder,
             struct cg_error *error);

#endif
