/*
 * The verb `stats`: its counts.
 */
#ifndef CGQUERY_VERBS_STATS_STATS_H
#define CGQUERY_VERBS_STATS_STATS_H

#include "core/cgquery.h"
#include "print/indirect.h"

#include <jansson.h>

#define STATS_KINDS 5    /**< of calls */
#define STATS_LINKAGES 4 /**< enum cg_linkage */

/** A maximum, and the first function in canonical order that has it. */
struct stats_most {
    cg_node node; /**< CG_NONE: no function has any */
    uint32_t count;
};

/** A metadata kind, and the number of places of a sort that have it. */
struct stats_kind {
    const char *key; /**< borrowed from the graph */
    uint32_t count;
};

struct stats {
    uint32_t defined;
    uint32_t by_linkage[STATS_LINKAGES]; /**< total */
    uint32_t files;                      /**< that define functions */
    int64_t statements;                  /**< -1: known for no function */
    uint32_t unrecorded; /**< defined, without record of whether all calls are known */
    uint32_t edges_by_kind[STATS_KINDS];
    uint32_t edges_unsaid;
    GTree *evidence; /**< "ast, ir", ... -> number of calls with that evidence */
    uint32_t open_functions;
    uint64_t open_sites;
    GTree *open_reasons; /**< reason -> number of sites */
    uint32_t address_taken;
    bool linked;
    uint32_t escaping;
    struct indirect_sums indirect;
    json_t *causes;            /**< CG_KEY_UNRESOLVED_CAUSES, NULL if the graph has none */
    struct stats_most callers; /**< most callers of one function */
    struct stats_most callees;
    uint32_t chain; /**< calls of the longest chain, without those within components */
    uint32_t components;
    uint32_t largest_component;
    uint32_t recursive;
    cg_node entry;
    uint32_t reached;
    GArray *metadata[3]; /**< of struct stats_kind, by key: of functions, of calls, of the graph */
};

/* stats_text.c, stats_json.c */
void stats_print_text(const struct stats *stats, struct query *query);
void stats_print_json(const struct stats *stats, struct query *query);

#endif
