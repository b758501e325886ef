/*
 * Verdicts under construction.
 */
#ifndef RULES_VERDICT_H
#define RULES_VERDICT_H

#include <libcg/rules.h>

struct external_shared;

/** A ban of a rule, which may have several. */
struct ban {
    const struct cg_graph *graph;
    const bool *from;
    const bool *to;
    const bool *except; /**< NULL: none */
    bool direct;
    const bool *by_name; /**< by edge; NULL: all calls count */
    uint32_t from_set;
    uint32_t to_set;       /**< if `owner` is NULL */
    const uint32_t *owner; /**< by node: the set it is in, CG_NONE; NULL: not needed */
    const struct external_shared *shared; /**< what bans share; NULL: nothing was read */
};

struct cg_rule_verdict {
    struct cg_violation *violations;
    size_t violation_count;
    struct cg_unresolved_step *gap; /**< NULL: none */
    cg_edge *edges;                 /**< storage of the chains */
};

/** Growing results. */
struct verdict_builder {
    struct cg_rule_verdict *verdict;
    size_t violation_capacity;
    size_t *starts; /**< by violation: start of its chain in `edges` */
    size_t start_capacity;
    size_t edge_count;
    size_t edge_capacity;
};

/** Begin. @return CG_OK or CG_E_MEMORY */
int verdict_begin(struct verdict_builder *builder, struct cg_error *error);

/** Sort and publish. @param status of the work so far: unless CG_OK, everything is released @return
 *  status */
int verdict_end(struct cg_rule_verdict **out, struct verdict_builder *builder,
                const struct cg_graph *graph, int status);

/** Add the calls that break a ban. @return as cg_forbidden_call_check */
int verdict_add_violations(struct verdict_builder *builder, const struct ban *ban,
                           struct cg_error *error);

/** Add unknown calls that may break a ban, unless there are some already.
 *  @return as cg_forbidden_call_check */
int verdict_add_gap(struct verdict_builder *builder, const struct ban *ban, struct cg_error *error);

/** Which calls are by name, by edge. @param out release with free @return CG_OK or CG_E_MEMORY */
int ban_by_name(bool **out, const struct cg_graph *graph, struct cg_error *error);

/* ways.c */

/** The ways on from calls that leave FROM. */
struct ways {
    const struct ban *ban;
    uint32_t *distance; /**< by node: calls to TO, avoiding FROM and `except`; CG_NONE: no way */
    cg_edge *step;      /**< by node: the next call on the way, CG_NONE until needed */
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
