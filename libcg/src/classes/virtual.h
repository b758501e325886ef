/*
 * Virtual calls of a merged graph: adds an edge for each method that a call may call according to
 * the class hierarchy.
 */
#ifndef CLASSES_VIRTUAL_H
#define CLASSES_VIRTUAL_H

#include <libcg/link.h>
#include <libcg/site.h>

#include "classes/hierarchy.h"

/** Additional knowledge about virtual calls. */
struct virtual_known {
    /** @return whether a call of a function has only the callees of the hierarchy */
    bool (*is_complete)(const void *data, cg_node owner, const struct cg_site *site);
    const void *data;
};

/**
 * Resolve the virtual calls among the unresolved calls of each node. Each gets edges to the methods
 * that the hierarchy allows; a call whose callees are all known moves from CG_KEY_UNRESOLVED_CALLS
 * to CG_KEY_RESOLVED_CALLS. Calls with an unknown receiver stay unresolved. Where there would be
 * more than `most_edges` edges, the calls with the most callees have none and stay unresolved
 * (CG_UNKNOWN_CROWD), and their callees escape; calls in reached functions come first.
 *
 * With CG_VIRTUAL_RTA, calls in reached functions call methods of classes that reached functions
 * instantiate; calls in others are resolved as with CG_VIRTUAL_CHA. Reached, through edges and the
 * virtual calls themselves, are: the entry point, or `main`; initialisers; functions that
 * uncollected code may call (CG_KEY_ESCAPES, hierarchy_exposed, in a library all that are not
 * internal); and functions other than methods whose address is taken. If a reached function may
 * call anything, everything is reached. Other edges, above all those of pointers, must exist
 * already.
 *
 * @param graph   an unfrozen graph
 * @param known   may be NULL
 * @param options NULL: class hierarchy analysis
 * @param report  counts are added to it
 * @return CG_OK, CG_E_STATE, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. O(n log n) in the resulting
 *         edges; with CG_VIRTUAL_RTA for each of a few rounds.
 */
int virtual_link(struct cg_graph *graph, struct hierarchy *hierarchy,
                 const struct virtual_known *known, const struct cg_link_options *options,
                 struct cg_link_report *report, struct cg_error *error);

#endif
