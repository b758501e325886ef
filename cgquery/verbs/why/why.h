/*
 * What `why` prints besides the answer, as text and as JSON.
 */
#ifndef CGQUERY_VERBS_WHY_WHY_H
#define CGQUERY_VERBS_WHY_WHY_H

#include "print/indirect.h"
#include "print/reach_report.h"

#include <libcg/metadata.h>

/** The grounds of an answer. */
struct grounds {
    struct cg_walk *walk;      /**< from what leads to `to` */
    uint32_t leading;          /**< number of functions that lead to it */
    struct indirect_sums sums; /**< the calls of everything reached, even beyond; for JSON and
                                    negative answers */
    unsigned linked;           /**< cg_graph_linked */
};

/** The calls from the start of a walk to a function, in order. Release with free. */
cg_edge *trail(struct query *query, const struct cg_walk *walk, cg_node node, size_t *count);

/** Print an answer as text. */
void why_print_text(const struct reach_report *report, const struct grounds *grounds);

/** Draw it. */
void why_draw(const struct reach_report *report, const struct grounds *grounds);

/** Tell it as a JSON document. */
void why_print_json(const struct reach_report *report, const struct grounds *grounds);

#endif
