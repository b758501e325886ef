/*
 * What a change affects: shared by all forms of `impact`'s answer.
 */
#ifndef CGQUERY_VERBS_IMPACT_IMPACT_H
#define CGQUERY_VERBS_IMPACT_IMPACT_H

#include "print/graph_json.h"
#include "verbs/impact/changed.h"

#include <libcg/impact.h>

struct touched {
    struct query *query;
    struct changed changed;
    struct cg_impact *impact;
    GArray *callers;    /**< of cg_node, to be shown: nearest first, then by file and name */
    GArray *entries;    /**< of cg_node: functions that lead there, nearest first, then those that
                             may */
    GArray *tests;      /**< likewise */
    size_t entry_count; /**< in total */
    size_t test_count;  /**< in total */
};

/** Whether a function is known to lead to a change. */
static inline bool touched_is_known(const struct touched *touched, cg_node node)
{
    return cg_impact_distances(touched->impact)[node] != CG_NONE;
}

/** The number of functions at the begin of a list that are known to lead there. */
size_t touched_known(const struct touched *touched, const GArray *nodes);

/** The number of functions that use changed definitions and did not change themselves. */
size_t touched_users(const struct touched *touched);

/** The number of functions that may lead there by unresolved calls. */
size_t touched_beyond(const struct touched *touched);

void impact_print_text(const struct touched *touched);
void impact_print_json(const struct touched *touched);
/** Print only the tests, one per line, by the names that test runners use. */
void impact_print_tests(const struct touched *touched);

#endif
