/*
 * Whether some functions reach others, with everything that `reach` and `why` print about it.
 */
#ifndef CGQUERY_PRINT_REACH_REPORT_H
#define CGQUERY_PRINT_REACH_REPORT_H

#include "core/cgquery.h"
#include "names/chosen_functions.h"
#include "print/graph_json.h"

#include <libcg/query.h>

/** A question with its answer. */
struct reach_report {
    struct query *query;
    const struct selection *from;
    const struct selection *to;
    const struct cg_reach *reach;
    cg_node *unresolved;        /**< nearest first */
    const uint32_t *distance;   /**< by node: smallest known number of calls from `from`, CG_NONE:
                                     none; NULL for a positive answer that is not explained */
    const uint32_t *beyond;     /**< by node: smallest number of calls from what uncollected code
                                     may call; CG_NONE if none */
    struct cg_walk *from_start; /**< that found `distance`; NULL: something else did */
    struct cg_walk *from_beyond;
    char *from_text;
    char *to_text;
};

/** Prints an answer. Sets query->trouble on failure. */
typedef void reach_report_function(const struct reach_report *report);

/** Answer a question and print it.
 *  @param explain find distances even for a positive answer
 *  @return the exit code */
int answer_reach(struct query *query, const struct selection *from, const struct selection *to,
                 bool explain, reach_report_function *print);

/** Order the unresolved calls of an answer that was found otherwise: `query`, `reach` and
 * `distance` are set. Sets `beyond` and `unresolved`. @return CG_OK or what cg_walk_new returns
 */
int reach_report_order(struct reach_report *report, struct cg_error *error);

/** Release what reach_report_order made. */
void reach_report_clear(struct reach_report *report);

/** Whether there is uncollected code in between. */
bool reach_report_leads_outside(const struct reach_report *report);

/** Receives an unresolved call that is part of the evidence. */
typedef void unresolved_call_function(const struct reach_report *report, cg_node node,
                                      const struct cg_site *site, void *data);

/** Visit the unresolved calls, nearest to the start first; for an unknown answer, without those
 *  that cannot lead to the target.
 *  @param limit how many to visit
 *  @return their total number */
uint64_t reach_report_unresolved_calls(const struct reach_report *report, uint64_t limit,
                                       unresolved_call_function *each, void *data);

/** The nearest function without a body that may call more than its arguments, or CG_NONE. */
cg_node reach_report_way_out(const struct reach_report *report);

/** The number of unresolved calls to show in text, according to --max. */
uint64_t reach_report_limit(const struct reach_report *report);

/** The number to show in JSON. */
uint64_t reach_report_json_limit(const struct reach_report *report);

/** Write from, to and answer into a JSON document. */
void json_question(struct json *json, const struct reach_report *report);

/** Write what is known of the reached functions and what makes the answer uncertain. */
void json_evidence(struct json *json, const struct reach_report *report);

/* Text */

/** Print the first line of an answer. */
void print_verdict(const struct reach_report *report);

/** Print what a negative answer assumes about uncollected code. */
void print_outside(const struct reach_report *report);

/** "qsort, bsearch, ...". Release with g_free. */
char *name_some(struct query *query, struct cg_function_set functions);

/** As cli_print_more, of what is beyond the limit. */
void print_rest(uint64_t count, uint64_t limit, const char *what);

/** Print an unresolved call; fits reach_report_unresolved_calls. */
unresolved_call_function print_unresolved_call;

/** Print that uncollected code, or an unresolved call, may call a function by its address. */
void print_callback(const struct reach_report *report, cg_node node);

/** Print some of the functions that it may call back, nearest to the target first, and how many
 *  more there are. */
void print_callbacks(const struct reach_report *report, uint64_t limit);

/** Print the functions that it may call by name. */
void print_named(const struct reach_report *report);

/** Print the functions for which the graph does not record whether all their calls are known. */
void print_silent(const struct reach_report *report);

/** Like print_silent, up to a limit. */
void print_silent_some(const struct reach_report *report, uint64_t limit);

#endif
