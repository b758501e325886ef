/*
 * Parsed rules.
 */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "query/external_reach.h"
#include "rules/verdict.h"

#include <libcg/rules.h>

/** A rule and what it owns. */
struct rule {
    struct cg_rule shown;
    char *name; /**< owned storage of the const strings in `shown` */
    char *text;
    char *message;
    char *file;
    struct cg_rule_set *sets; /**< the set of `except` comes last */
    uint64_t **bits;          /**< by set */
    size_t set_count;         /**< including `except` */
    size_t set_capacity;
    size_t bits_capacity;
};

struct cg_rules {
    struct cg_selector *selector;
    uint32_t nodes; /**< of the graph */
    struct rule *rules;
    size_t count;
    size_t capacity;
    size_t sets;                   /**< in all rules */
    struct external_shared shared; /**< what checking several rules shares */
    bool shares;                   /**< it was read */
};

/** Which of a rule's sets each node is in. @param owner by node: receives it, CG_NONE: none @return
 *  a node that is in two sets, with both in `sets`; CG_NONE */
cg_node rule_owners(uint32_t *owner, uint32_t sets[2], const struct rule *rule, uint32_t nodes);

/** Check a rule of kind CG_RULE_ACYCLIC. @param owner as in rule_owners @param common what its bans
 *  have in common: graph, `by_name` and `shared` @return as cg_rules_check */
int acyclic_check(struct verdict_builder *builder, const struct rule *rule, const uint32_t *owner,
                  const struct ban *common, struct cg_error *error);

#endif
