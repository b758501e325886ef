/*
 * What `why` tells besides the answer, in text and in JSON.
 */
#ifndef CGQUERY_WHY_H
#define CGQUERY_WHY_H

#include "answered.h"
#include "indirect.h"

#include <libcg/metadata.h>

/** The grounds of an answer. */
struct grounds {
    uint32_t *to_target; /**< by node: least number of calls to `to`, CG_NONE: none is known */
    uint32_t leading;    /**< how many functions lead to it */
    struct indirect_sums sums; /**< calls of all that is reached, beyond too; for JSON and
                                    a "no" */
    json_t *linking;           /**< metadata CG_KEY_LINKED, NULL if the graph has none */
};

/** Calls in order that lead from where a search from callers to callees began to a function.
 *  Release with g_free. */
cg_edge *trail_to(const struct query *query, const uint32_t *distance, cg_node node, size_t *count);

/** Calls that lead from a function to where a search the other way began. Release with g_free. */
cg_edge *trail_from(const struct query *query, const uint32_t *distance, cg_node node,
                    size_t *count);

/** Tell an answer in text. */
void why_print_text(const struct answered *answered, const struct grounds *grounds);

/** Tell it as a JSON document. */
void why_print_json(const struct answered *answered, const struct grounds *grounds);

#endif
