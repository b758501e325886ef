/*
 * What a change touches: what all forms of the answer of `impact` share.
 */
#ifndef CGQUERY_VERBS_IMPACT_IMPACT_H
#define CGQUERY_VERBS_IMPACT_IMPACT_H

#include "print/json.h"
#include "verbs/impact/changed.h"

#include <libcg/impact.h>

struct touched {
    struct query *query;
    struct changed changed;
    struct cg_impact *impact;
    GArray *callers; /**< of cg_node, told of: nearest first, then by file and name */
    GArray *entries; /**< of cg_node: those that lead there, nearest first, then those that may */
    GArray *tests;   /**< likewise */
    size_t entry_count; /**< of all */
    size_t test_count;  /**< of all */
};

/** Whether a function is known to lead to a change. */
static inline bool touched_is_known(const struct touched *touched, cg_node node)
{
    return touched->impact->distance[node] != CG_NONE;
}

/** How many of a list are known to lead there: the first. */
size_t touched_known(const struct touched *touched, const GArray *nodes);

/** How many functions may lead there by calls that are not known. */
size_t touched_beyond(const struct touched *touched);

void impact_print_text(const struct touched *touched);
void impact_print_json(const struct touched *touched);
/** The tests alone, one a line, by the names that runners of tests know. */
void impact_print_tests(const struct touched *touched);

#endif
