/*
 * The verbs dominators and postdominators: functions that every chain of calls contains.
 */
#ifndef CGQUERY_VERBS_DOMINATORS_DOMINATORS_H
#define CGQUERY_VERBS_DOMINATORS_DOMINATORS_H

#include "core/cgquery.h"
#include "print/unknown.h"

#include <libcg/query.h>

/** The result. */
struct dominance {
    struct query *query;
    enum cg_direction direction; /**< CG_CALLEES: chains begin at `ends`; CG_CALLERS: they end there
                                  */
    GArray *ends;                /**< cg_node: entry points, or exits, in canonical order */
    cg_node *dominator;          /**< by node: as in cg_dominators */
    bool *walked;                /**< by node: whether it is on chains from or to `ends` */
    struct unknown unknown;      /**< number of these */
};

/** Print the whole tree as text or JSON. */
void dominance_print_tree(const struct dominance *d);

#endif
