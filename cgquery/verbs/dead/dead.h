/*
 * What is dead, as `dead` tells it.
 */
#ifndef CGQUERY_VERBS_DEAD_DEAD_H
#define CGQUERY_VERBS_DEAD_DEAD_H

#include "core/query.h"
#include "print/json.h"

#include <libcg/dead.h>

/** Functions, and how large they are where the graph says so. */
struct dead_sum {
    uint32_t functions;
    uint64_t statements;
    uint64_t lines;
};

/** The answer, and what is told of it. */
struct dead_report {
    struct query *query;
    struct cg_dead *dead;
    GArray *entries;     /**< cg_node, canonical order; with what is kept alive */
    GArray *unknown;     /**< cg_node, canonical order: those told of that may be dead */
    uint32_t told;       /**< how many functions are looked at */
    struct dead_sum all; /**< of those, the dead */
    struct dead_sum maybe;
    struct dead_sum *sums; /**< by cluster */
    uint32_t *ranked;      /**< clusters: those of several functions, then the others; of each the
                                largest first */
    uint32_t several;      /**< how many clusters are of several functions */
};

/** Why a function is said to be dead, or may be. */
enum cg_dead_reason dead_reason(const struct dead_report *report, cg_node node);

/** The lines of a function's body; 0: not known. */
uint32_t dead_lines(const struct query *query, cg_node node);

/** The callers of a function but itself, in canonical order; of one that may be dead, those that
 * may run. An array of cg_node, to be released with g_array_unref. */
GArray *dead_callers(const struct dead_report *report, cg_node node);

/** The methods that a method overrides directly, in canonical order; as dead_callers. */
GArray *dead_overridden(const struct dead_report *report, cg_node node);

/** Whether an unresolved call of a function that may run may be anything. */
bool dead_may_be_anything(const struct dead_report *report, const struct cg_site *site);

/** Tell in text. */
void dead_print_text(const struct dead_report *report);

/** Tell as a JSON document. */
void dead_print_json(const struct dead_report *report);

#endif
