/*
 * The verbs callers and callees: the functions around some others, and how they are shown.
 */
#ifndef CGQUERY_VERBS_NEIGHBOURS_NEIGHBOURS_H
#define CGQUERY_VERBS_NEIGHBOURS_NEIGHBOURS_H

#include "core/cgquery.h"
#include "names/chosen_functions.h"
#include "print/graph_json.h"

#include <libcg/query.h>

/** Functions found from a selection, to some depth. */
struct neighbours {
    struct query *query;
    enum cg_direction direction;
    const struct selection *of;
    uint32_t limit;     /**< depth; CG_NONE for all */
    uint32_t *distance; /**< by node; CG_NONE: not found. A selected function found again by
                             recursion has the length of its shortest way back, other selected ones
                             0 */
    bool *selected;     /**< by node */
    cg_node *found;     /**< by distance, then canonical; without selected functions at 0 */
    size_t found_count;
    cg_node *expanded; /**< functions whose own calls are shown, selected ones first */
    size_t expanded_count;
};

/** The far end of an edge. */
cg_node neighbours_far_end(const struct neighbours *neighbours, cg_edge edge);

/** The calls from (or to) a function, far ends in canonical order. Release with g_free. */
cg_edge *neighbours_edges(const struct neighbours *neighbours, cg_node node, size_t *count);

/** Print them as a tree; see tree.h. */
void neighbours_print_tree(const struct neighbours *neighbours);

/** Print them as a JSON document. */
void neighbours_print_json(const struct neighbours *neighbours);

#endif
