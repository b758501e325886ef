/*
 * Whether some functions reach others, with all that `reach` and `why` tell of it.
 */
#ifndef CGQUERY_PRINT_REACH_REPORT_H
#define CGQUERY_PRINT_REACH_REPORT_H

#include "core/query.h"
#include "core/select.h"
#include "print/json.h"

#include <libcg/query.h>

/** A question with its answer. */
struct answered {
    struct query *query;
    const struct selection *from;
    const struct selection *to;
    struct cg_reach *reach;     /**< `open`: nearest first */
    const uint32_t *distance;   /**< by node: least number of calls from `from`, CG_NONE: none is
                                     known; NULL of a yes that is not explained */
    const uint32_t *beyond;     /**< by node: least number of calls from what code that was not
                                     collected may call; CG_NONE where there is none */
    struct cg_walk *from_start; /**< which found `distance`; NULL: something else did */
    struct cg_walk *from_beyond;
    char *from_text;
    char *to_text;
};

/** Tells an answer. Sets query->trouble when it could not. */
typedef void answered_function(const struct answered *answered);

/** Answer a question and tell it. @param explain find distances even of a yes
 *  @return the exit code */
int answer_reach(struct query *query, const struct selection *from, const struct selection *to,
                 bool explain, answered_function *tell);

/** Order the unresolved calls of an answer that was found otherwise: `query`, `reach` and
 * `distance` are there. Sets `beyond`; release `from_beyond`. @return CG_OK or what cg_walk_new
 * returns */
int answered_order(struct answered *answered, struct cg_error *error);

/** Whether code that was not collected stands between. */
bool answered_leads_outside(const struct answered *answered);

/** Gets an unresolved call that is part of the evidence. */
typedef void unresolved_call_function(const struct answered *answered, cg_node node,
                                      const struct cg_site *site, void *data);

/** Go through the unresolved calls, those nearest to the start first; when the answer is unknown,
 * without those that cannot lead to the target.
 *  @param limit how many to hand over @return how many there are */
uint64_t answered_unresolved_calls(const struct answered *answered, uint64_t limit,
                                   unresolved_call_function *each, void *data);

/** How many unresolved calls to show in text, as --max has it. */
uint64_t answered_limit(const struct answered *answered);

/** How many to show in JSON. */
uint64_t answered_json_limit(const struct answered *answered);

/** Write from, to and answer into a JSON document. */
void json_question(struct json *json, const struct answered *answered);

/** Write what is known of what is reached and of what keeps an answer from being certain. */
void json_evidence(struct json *json, const struct answered *answered);

/* In text */

/** Print the first line of an answer. */
void print_verdict(const struct answered *answered);

/** Print what a "no" takes code that was not collected to do. */
void print_outside(const struct answered *answered);

/** "qsort, bsearch, ...". Release with g_free. */
char *name_some(struct query *query, const cg_node *nodes, size_t count);

/** As cli_print_more, of what is beyond the limit. */
void print_rest(uint64_t count, uint64_t limit, const char *what);

/** Print an unresolved call; fits answered_unresolved_calls. */
unresolved_call_function print_unresolved_call;

/** Print that code that was not collected may call a function, handed its address. */
void print_callback(const struct answered *answered, cg_node node);

/** Print so many of those that it may call back, nearest to the target first, and how many more
 * there are. */
void print_callbacks(const struct answered *answered, uint64_t limit);

/** Print which functions it may call by name. */
void print_named(const struct answered *answered);

/** Print the functions of which the graph does not say whether all their calls are known. */
void print_silent(const struct answered *answered);

/** As print_silent, up to a limit. */
void print_silent_some(const struct answered *answered, uint64_t limit);

#endif
