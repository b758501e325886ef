/*
 * Rules as they were read.
 */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "rules/verdict.h"

#include <libcg/rules.h>

/** A rule with what it owns. */
struct rule {
    struct cg_rule shown;
    char *name; /**< what `shown` shows, which is const there */
    char *text;
    char *message;
    char *file;
    struct cg_rule_set *sets; /**< that of `except` behind the others */
    uint64_t **bits;          /**< by set */
    size_t set_count;         /**< of both, with `except` */
    size_t set_capacity;
    size_t bits_capacity;
};

struct cg_rules {
    struct cg_selector *selector;
    uint32_t nodes; /**< of its graph */
    struct rule *rules;
    size_t count;
    size_t capacity;
    size_t sets; /**< of all rules */
};

/** Which of a rule's sets each node is in. @param owner array by node: receives it, CG_NONE: none
 *  @return a node that is in two, with both in `sets`; CG_NONE */
cg_node rule_owners(uint32_t *owner, uint32_t sets[2], const struct rule *rule, uint32_t nodes);

/** Check a rule of kind CG_RULE_ACYCLIC. @param owner as of rule_owners @param by_name as of bans
 *  @return as cg_rules_check */
int acyclic_check(struct verdict_builder *builder, const struct rule *rule, const uint32_t *owner,
                  const bool *by_name, const struct cg_graph *graph, struct cg_error *error);

#endif
