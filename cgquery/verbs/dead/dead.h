/*
 * The answer of `dead`.
 */
#ifndef CGQUERY_VERBS_DEAD_DEAD_H
#define CGQUERY_VERBS_DEAD_DEAD_H

#include "core/cgquery.h"
#include "print/graph_json.h"

#include <libcg/dead.h>

/** Functions, and their size if the graph has it. */
struct dead_sum {
    uint32_t functions;
    uint64_t statements;
    uint64_t lines;
};

/** The answer and what is shown of it. */
struct dead_report {
    struct query *query;
    struct cg_dead *dead;
    GArray *entries;     /**< cg_node, canonical order; includes what is kept alive */
    GArray *unknown;     /**< cg_node, canonical order: functions shown as possibly dead */
    uint32_t examined;   /**< number of functions examined */
    struct dead_sum all; /**< number of dead ones */
    struct dead_sum maybe;
    struct dead_sum *sums; /**< by cluster */
    uint32_t *ranked;      /**< clusters: those of several functions, then single ones; each largest
                                first */
    uint32_t several;      /**< number of clusters with several functions */
};

/** Why a function is, or may be, dead. */
enum cg_dead_reason dead_reason(const struct dead_report *report, cg_node node);

/** The lines of a function's body; 0: unknown. */
uint32_t dead_lines(const struct query *query, cg_node node);

/** The callers of a function except itself, in canonical order; for a function that may be dead,
 *  those that may run. An array of cg_node, to be released with g_array_unref. */
GArray *dead_callers(const struct dead_report *report, cg_node node);

/** The methods that a method overrides directly, in canonical order; like dead_callers. */
GArray *dead_overridden(const struct dead_report *report, cg_node node);

/** Whether an unresolved call of a function that may run can call anything. */
bool dead_may_be_anything(const struct dead_report *report, const struct cg_site *site);

/** Print as text. */
void dead_print_text(const struct dead_report *report);

/** Print as a JSON document. */
void dead_print_json(const struct dead_report *report);

#endif
