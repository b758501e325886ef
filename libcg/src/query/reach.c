/* Whether functions lead to others: yes, no, or unknown, with the evidence. */
#include "query/common/query_internal.h"
#include "query/unknown_reach.h"
#include "query/walk/walk.h"

#include "base/error.h"

#include <stdlib.h>

/* The lists are arrays with their counts. */
struct cg_reach {
    enum cg_answer answer;
    cg_edge *path;
    size_t path_length;
    cg_node *unresolved;
    size_t unresolved_count;
    cg_node *unrecorded;
    size_t unrecorded_count;
    cg_node *uncollected;
    size_t uncollected_count;
    cg_node *may_call_back;
    size_t may_call_back_count;
    cg_node *calling_back;
    size_t calling_back_count;
    cg_node *callable;
    size_t callable_count;
    cg_node *callbacks;
    size_t callbacks_count;
    cg_node *possible_program_code;
    size_t possible_program_code_count;
    cg_node *named;
    size_t named_count;
    uint32_t reached;
    uint32_t beyond;
    bool records_unresolved_calls;
    bool linked;
    bool library;
};

/* The input of an answer. */
struct question {
    const struct cg_graph *graph;
    struct unknown_reach beyond;
    uint32_t *to_target; /* by node: distance */
    struct walk walk;    /* that found them */
};

/* The array's capacity is the power of two at or above its count. */
static int append_node(cg_node **nodes, size_t *count, cg_node node, struct cg_error *error)
{
    if ((*count & (*count - 1)) == 0) {
        cg_node *grown = realloc(*nodes, (*count ? 2 * *count : 1) * sizeof *grown);
        if (!grown) {
            return cg_fail_memory(error);
        }
        *nodes = grown;
    }
    (*nodes)[(*count)++] = node;
    return CG_OK;
}

/* The evidence */

static int judge_known(struct cg_reach *reach, const struct question *question, cg_node node,
                       struct cg_error *error)
{
    if (question->beyond.from_start[node] == CG_NONE) {
        reach->beyond++;
        return CG_OK;
    }
    reach->reached++;
    if (cg_node_has_body(question->graph, node)) {
        return CG_OK;
    }
    int status = append_node(&reach->uncollected, &reach->uncollected_count, node, error);
    if (!status && external_leads_out(&question->beyond.outside, node)) {
        status = append_node(&reach->may_call_back, &reach->may_call_back_count, node, error);
    }
    return status;
}

static int judge_reached(struct cg_reach *reach, const struct question *question, cg_node node,
                         struct cg_error *error)
{
    enum external_calls calls = question->beyond.outside.calls[node];
    int status = judge_known(reach, question, node, error);
    if (question->beyond.bounds.by_name) {
        return status;
    }
    if (!status && calls == CALLS_UNRECORDED && cg_node_has_body(question->graph, node)) {
        status = append_node(&reach->unrecorded, &reach->unrecorded_count, node, error);
    }
    if (!status && calls > CALLS_KNOWN) {
        status = append_node(&reach->unresolved, &reach->unresolved_count, node, error);
    }
    return status;
}

static int judge_leading(struct cg_reach *reach, const struct question *question, cg_node node,
                         struct cg_error *error)
{
    const struct unknown_reach *beyond = &question->beyond;
    bool by_address =
        !beyond->bounds.by_name && external_calls_by_address(&beyond->outside, beyond->ways, node);
    int status = CG_OK;
    if (by_address) {
        status = append_node(&reach->callbacks, &reach->callbacks_count, node, error);
    }
    if (!status && question->beyond.ways & EXTERNAL_NAMED &&
        external_has_name(&question->beyond.outside, node)) {
        status = append_node(&reach->named, &reach->named_count, node, error);
    }
    return status;
}

static int judge_node(struct cg_reach *reach, const struct question *question, cg_node node,
                      struct cg_error *error)
{
    int status = CG_OK;
    bool reached = question->beyond.from_any[node] != CG_NONE;
    if (reached) {
        status = judge_reached(reach, question, node, error);
    }
    if (!status && question->to_target[node] != CG_NONE) {
        status = judge_leading(reach, question, node, error);
    }
    if (!status && (reached || (reach->linked && question->beyond.ways != EXTERNAL_NONE)) &&
        external_may_be_program(&question->beyond.outside, node)) {
        status = append_node(&reach->possible_program_code, &reach->possible_program_code_count,
                             node, error);
    }
    return status;
}

static void take_callable(struct cg_reach *reach, struct unknown_reach *beyond)
{
    reach->callable = beyond->callable;
    reach->callable_count = beyond->callable_count;
    beyond->callable = NULL;
}

static int collect_evidence(struct cg_reach *reach, struct question *question,
                            struct cg_error *error)
{
    int status = unknown_reach_walk(&question->beyond, error);
    if (!status) {
        take_callable(reach, &question->beyond);
    }
    for (cg_node node = 0; !status && node < cg_graph_node_count(question->graph); node++) {
        status = judge_node(reach, question, node, error);
    }
    return status;
}

/* The answer */

/* A path answers the query, whatever else is unknown. */
static int conclude_yes(struct cg_reach *reach, const struct question *question,
                        struct cg_error *error)
{
    const struct cg_function_set from = {question->beyond.from, question->beyond.from_count};
    bool found;
    reach->answer = CG_YES;
    for (cg_node node = 0; node < cg_graph_node_count(question->graph); node++) {
        reach->reached += question->beyond.from_start[node] != CG_NONE;
    }
    return cg_query_path(&reach->path, &reach->path_length, &found, &question->walk, &from, error);
}

struct near {
    uint32_t distance;
    uint32_t position;
    cg_node node;
};

static int by_distance(const void *a, const void *b)
{
    const struct near *x = a, *y = b;
    if (x->distance != y->distance) {
        return x->distance < y->distance ? -1 : 1;
    }
    return (x->position > y->position) - (x->position < y->position);
}

/* Nodes in canonical order, sorted by distance. */
static int sort_by_distance(cg_node *nodes, size_t count, const uint32_t *distance,
                            struct cg_error *error)
{
    struct near *near = NULL;
    int status = cg_query_allocate(&near, count, sizeof *near, error);
    for (size_t i = 0; !status && i < count; i++) {
        near[i] = (struct near){distance[nodes[i]], (uint32_t)i, nodes[i]};
    }
    if (!status && count) {
        qsort(near, count, sizeof *near, by_distance);
    }
    for (size_t i = 0; !status && i < count; i++) {
        nodes[i] = near[i].node;
    }
    free(near);
    return status;
}

/* The number of functions whose unresolved calls may call anything; `keep` only them. */
static size_t count_anything(struct cg_reach *reach, const struct question *question, bool keep)
{
    size_t count = 0;
    for (size_t i = 0; i < reach->unresolved_count; i++) {
        if (question->beyond.outside.calls[reach->unresolved[i]] == CALLS_ANYTHING) {
            reach->unresolved[keep ? count : i] = reach->unresolved[i];
            count++;
        }
    }
    reach->unresolved_count = keep ? count : reach->unresolved_count;
    return count;
}

static int take_calling_back(struct cg_reach *reach, const struct external *outside,
                             struct cg_error *error)
{
    unsigned kept = reach->callbacks_count > 0 ? 0 : EXTERNAL_BY_ADDRESS;
    for (size_t i = 0; i < reach->callbacks_count; i++) {
        kept |= external_kept_as(outside, reach->callbacks[i]);
    }
    int status = CG_OK;
    for (size_t i = 0; !status && i < reach->may_call_back_count; i++) {
        cg_node node = reach->may_call_back[i];
        if (external_calls_kept(outside, node) & kept) {
            status = append_node(&reach->calling_back, &reach->calling_back_count, node, error);
        }
    }
    return status;
}

/* @param keeps_no whether the caller reads the evidence of a no: sorting it takes most of the time
 */
static int conclude_without_path(struct cg_reach *reach, const struct question *question,
                                 bool keeps_no, struct cg_error *error)
{
    const struct cg_graph *graph = question->graph;
    bool outside_leads = reach->callbacks_count > 0 || reach->named_count > 0;
    bool unknown = outside_leads || count_anything(reach, question, false) > 0 ||
                   (reach->unrecorded_count > 0 && reach->records_unresolved_calls);
    reach->answer = unknown ? CG_UNKNOWN : CG_NO;
    if (unknown && !outside_leads) {
        count_anything(reach, question, true);
    }
    if (!unknown && !keeps_no) {
        return CG_OK;
    }
    cg_query_sort(graph, reach->unresolved, reach->unresolved_count);
    cg_query_sort(graph, reach->unrecorded, reach->unrecorded_count);
    cg_query_sort(graph, reach->uncollected, reach->uncollected_count);
    cg_query_sort(graph, reach->may_call_back, reach->may_call_back_count);
    cg_query_sort(graph, reach->callable, reach->callable_count);
    cg_query_sort(graph, reach->possible_program_code, reach->possible_program_code_count);
    cg_query_sort(graph, reach->callbacks, reach->callbacks_count);
    cg_query_sort(graph, reach->named, reach->named_count);
    int status = take_calling_back(reach, &question->beyond.outside, error);
    status = status ? status
                    : sort_by_distance(reach->callbacks, reach->callbacks_count,
                                       question->to_target, error);
    return status ? status
                  : sort_by_distance(reach->named, reach->named_count, question->to_target, error);
}

static bool meets(const uint32_t *distance, const cg_node *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (distance[nodes[i]] != CG_NONE) {
            return true;
        }
    }
    return false;
}

/* For chains of one call only the last call matters. */
static int prepare_question(struct question *question, const struct cg_unknown_question *asked,
                            struct cg_error *error)
{
    const struct cg_graph *graph = question->graph;
    const struct cg_function_set to = {asked->to, asked->to_count};
    int status = cg_query_allocate(&question->to_target, cg_graph_node_count(graph),
                                   sizeof *question->to_target, error);
    if (!status) {
        question->walk = (struct walk){.graph = graph,
                                       .direction = CG_CALLERS,
                                       .bounds = asked->bounds,
                                       .distance = question->to_target};
        question->walk.bounds.limit -= asked->bounds.limit != CG_NONE;
        status = walk_search(&question->walk, &to, error);
    }
    return status ? status : unknown_reach_begin_within(&question->beyond, graph, asked, error);
}

/* `known`: known paths are an answer, and so is the evidence of a no. */
static int answer_reach(struct cg_reach *reach, struct question *question,
                        const struct cg_unknown_question *asked, bool known, struct cg_error *error)
{
    int status = prepare_question(question, asked, error);
    if (status) {
        return status;
    }
    reach->records_unresolved_calls = question->beyond.outside.records_unresolved_calls;
    reach->linked = question->beyond.outside.linked;
    reach->library = question->beyond.outside.library;
    if (known && meets(question->beyond.from_start, asked->to, asked->to_count)) {
        return conclude_yes(reach, question, error);
    }
    status = collect_evidence(reach, question, error);
    return status ? status : conclude_without_path(reach, question, known, error);
}

/* @param distance may be NULL */
static int ask_reach(struct cg_reach **out, uint32_t **distance, const struct cg_graph *graph,
                     const struct cg_unknown_question *asked, bool known, struct cg_error *error)
{
    struct question question = {.graph = graph};
    struct cg_reach *reach = NULL;
    *out = NULL;
    int status = cg_query_allocate(&reach, 1, sizeof *reach, error);
    if (!status) {
        status = answer_reach(reach, &question, asked, known, error);
    }
    if (!status && distance) {
        *distance = question.beyond.from_start;
        question.beyond.from_start = NULL;
    }
    unknown_reach_clear(&question.beyond);
    walk_clear(&question.walk);
    free(question.to_target);
    if (status) {
        cg_reach_free(reach);
    } else {
        *out = reach;
    }
    return status;
}

int cg_reach(struct cg_reach **out, const struct cg_graph *graph,
             const struct cg_function_set *from, const struct cg_function_set *to,
             struct cg_error *error)
{
    const struct cg_unknown_question question = {.from = from->nodes,
                                                 .from_count = from->count,
                                                 .to = to->nodes,
                                                 .to_count = to->count,
                                                 .bounds = {.limit = CG_NONE}};
    return ask_reach(out, NULL, graph, &question, true, error);
}

int cg_query_unknown(struct cg_reach **out, uint32_t **distance, const struct cg_graph *graph,
                     const struct cg_unknown_question *asked, struct cg_error *error)
{
    return ask_reach(out, distance, graph, asked, false, error);
}

void cg_reach_free(struct cg_reach *reach)
{
    if (!reach) {
        return;
    }
    free(reach->path);
    free(reach->unresolved);
    free(reach->unrecorded);
    free(reach->uncollected);
    free(reach->may_call_back);
    free(reach->calling_back);
    free(reach->callable);
    free(reach->callbacks);
    free(reach->possible_program_code);
    free(reach->named);
    free(reach);
}

/* Asking */

enum cg_answer cg_reach_answer(const struct cg_reach *reach)
{
    return reach->answer;
}

struct cg_call_set cg_reach_path(const struct cg_reach *reach)
{
    return (struct cg_call_set){reach->path, reach->path_length};
}

uint32_t cg_reach_known_count(const struct cg_reach *reach)
{
    return reach->reached;
}

uint32_t cg_reach_beyond_count(const struct cg_reach *reach)
{
    return reach->beyond;
}

bool cg_reach_records_unresolved_calls(const struct cg_reach *reach)
{
    return reach->records_unresolved_calls;
}

bool cg_reach_is_linked(const struct cg_reach *reach)
{
    return reach->linked;
}

bool cg_reach_is_library(const struct cg_reach *reach)
{
    return reach->library;
}

struct cg_function_set cg_reach_unresolved(const struct cg_reach *reach)
{
    return (struct cg_function_set){reach->unresolved, reach->unresolved_count};
}

struct cg_function_set cg_reach_unrecorded(const struct cg_reach *reach)
{
    return (struct cg_function_set){reach->unrecorded, reach->unrecorded_count};
}

struct cg_function_set cg_reach_uncollected(const struct cg_reach *reach)
{
    return (struct cg_function_set){reach->uncollected, reach->uncollected_count};
}

struct cg_function_set cg_reach_may_call_back(const struct cg_reach *reach)
{
    return (struct cg_function_set){reach->may_call_back, reach->may_call_back_count};
}

struct cg_function_set cg_reach_calling_back(const struct cg_reach *reach)
{
    return (struct cg_function_set){reach->calling_back, reach->calling_back_count};
}

struct cg_function_set cg_reach_callable(const struct cg_reach *reach)
{
    return (struct cg_function_set){reach->callable, reach->callable_count};
}

struct cg_function_set cg_reach_callbacks(const struct cg_reach *reach)
{
    return (struct cg_function_set){reach->callbacks, reach->callbacks_count};
}

struct cg_function_set cg_reach_possible_program_code(const struct cg_reach *reach)
{
    return (struct cg_function_set){reach->possible_program_code,
                                    reach->possible_program_code_count};
}

struct cg_function_set cg_reach_named(const struct cg_reach *reach)
{
    return (struct cg_function_set){reach->named, reach->named_count};
}
