/*
 * Virtual calls of a merged graph: an edge for each method a call may call, over the hierarchy of
 * classes.
 */
#ifndef CLASSES_VIRTUAL_H
#define CLASSES_VIRTUAL_H

#include <libcg/link.h>
#include <libcg/site.h>

#include "classes/hierarchy.h"

/** What else is known of virtual calls. */
struct virtual_known {
    /** @return whether a call of a function has no callees but those of the hierarchy */
    bool (*is_closed)(const void *data, cg_node owner, const struct cg_site *site);
    const void *data;
};

/**
 * Resolve the virtual calls among the unresolved calls of each node. Each gets edges to what the
 * hierarchy says it may call; those all of whose callees are known move from
 * CG_KEY_UNRESOLVED_CALLS to CG_KEY_RESOLVED_CALLS. Calls whose receiver is not known stay open as
 * they are.
 *
 * With CG_VIRTUAL_RTA, calls in functions that are reached call methods of classes that reached
 * functions make; calls in others are resolved as by CG_VIRTUAL_CHA. Reached are, through edges and
 * the virtual calls themselves: the entry point, or `main`; initialisers; what code that was not
 * collected may call (CG_KEY_ESCAPES, hierarchy_exposed, in a library whatever is not internal);
 * functions that are no methods and whose address is taken. Where a reached function may call
 * anything, everything is reached. Other edges, those of pointers above all, must be there already.
 *
 * @param graph   an unfrozen graph
 * @param known   may be NULL
 * @param options NULL: class hierarchy analysis
 * @param report  counts are added to; may be NULL
 * @return CG_OK, CG_E_STATE, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(n log n) in the edges there
 * will be, with CG_VIRTUAL_RTA for each of a few rounds.
 */
int virtual_link(struct cg_graph *graph, struct hierarchy *hierarchy,
                 const struct virtual_known *known, const struct cg_link_options *options,
                 struct cg_link_report *report, struct cg_error *error);

#endif
