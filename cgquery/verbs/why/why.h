/*
 * What `why` tells besides the answer, in text and in JSON.
 */
#ifndef CGQUERY_VERBS_WHY_WHY_H
#define CGQUERY_VERBS_WHY_WHY_H

#include "print/indirect.h"
#include "print/reach_report.h"

#include <libcg/metadata.h>

/** The grounds of an answer. */
struct grounds {
    struct cg_walk *walk;      /**< from what leads to `to` */
    uint32_t leading;          /**< how many functions lead to it */
    struct indirect_sums sums; /**< calls of all that is reached, beyond too; for JSON and
                                    a "no" */
    struct cg_linked linked;
};

/** The calls between where a walk began and a function, in the order they are made. Release with
 *  free. */
cg_edge *trail(struct query *query, const struct cg_walk *walk, cg_node node, size_t *count);

/** Tell an answer in text. */
void why_print_text(const struct answered *answered, const struct grounds *grounds);

/** Draw it. */
void why_draw(const struct answered *answered, const struct grounds *grounds);

/** Tell it as a JSON document. */
void why_print_json(const struct answered *answered, const struct grounds *grounds);

#endif
