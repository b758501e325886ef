#include "query/outside.h"
#include "query/query_internal.h"

#include "base/error.h"

#include <stdlib.h>

/* What an answer is worked out from. */
struct question {
    const struct cg_graph *graph;
    const cg_node *from;
    size_t from_count;
    const cg_node *to;
    size_t to_count;
    const bool *avoid; /* by node: chains do not go there; NULL: none */
    bool direct;       /* chains of one call alone */
    struct outside outside;
    enum outside_level level; /* what code that was not collected may call */
    uint32_t *from_start;     /* by node: distance by calls that are known */
    uint32_t *from_any;       /* from the start, or from what that code may call */
    uint32_t *to_target;
};

/* The array's capacity is the power of two at or above its count. */
static int append(cg_node **nodes, size_t *count, cg_node node, struct cg_error *error)
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

/* The walk */

static int find_callable(struct cg_reach *reach, const struct question *question,
                         struct cg_error *error)
{
    int status = CG_OK;
    reach->callable_count = 0;
    for (cg_node node = 0; !status && node < cg_graph_node_count(question->graph); node++) {
        bool callable;
        status = outside_has_address(&callable, &question->outside, node, error);
        callable |=
            question->level == OUTSIDE_BY_NAME && outside_has_name(&question->outside, node);
        if (!status && callable && !(question->avoid && question->avoid[node])) {
            status = append(&reach->callable, &reach->callable_count, node, error);
        }
    }
    return status;
}

static int search(uint32_t *distance, const struct question *question, const cg_node *starts,
                  size_t count, enum cg_direction direction, struct cg_error *error)
{
    return cg_query_search(distance, question->graph, starts, count, direction,
                           question->direct ? 0 : CG_NONE, question->avoid, error);
}

/* Distances from the start and from all that code that was not collected may call. What is behind
 * that does not matter to direct calls. */
static int search_beyond(const struct cg_reach *reach, struct question *question,
                         struct cg_error *error)
{
    cg_node *starts;
    size_t count = question->from_count + (question->direct ? 0 : reach->callable_count);
    int status = cg_query_allocate(&starts, count, sizeof *starts, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        starts[i] = i < question->from_count ? question->from[i]
                                             : reach->callable[i - question->from_count];
    }
    status = search(question->from_any, question, starts, count, CG_CALLEES, error);
    free(starts);
    return status;
}

/* The most that code that was not collected may call, by what is reached so far. */
static int find_level(enum outside_level *out, struct question *question, struct cg_error *error)
{
    int status = CG_OK;
    *out = OUTSIDE_NONE;
    for (cg_node node = 0; !status && node < cg_graph_node_count(question->graph); node++) {
        enum outside_level level = OUTSIDE_NONE;
        if (question->from_any[node] != CG_NONE) {
            status = outside_enter(&level, &question->outside, node, error);
        }
        *out = level > *out ? level : *out;
    }
    return status;
}

/* What is reached beyond may raise the level, so at most once for each. */
static int walk(struct cg_reach *reach, struct question *question, struct cg_error *error)
{
    int status = search_beyond(reach, question, error);
    while (!status) {
        enum outside_level level;
        status = find_level(&level, question, error);
        if (status || level <= question->level) {
            break;
        }
        question->level = level;
        status = find_callable(reach, question, error);
        if (!status) {
            status = search_beyond(reach, question, error);
        }
    }
    return status;
}

/* The evidence */

static int judge_known(struct cg_reach *reach, const struct question *question, cg_node node,
                       struct cg_error *error)
{
    if (question->from_start[node] == CG_NONE) {
        reach->beyond++;
        return CG_OK;
    }
    reach->reached++;
    if (cg_node_has_body(question->graph, node)) {
        return CG_OK;
    }
    int status = append(&reach->uncollected, &reach->uncollected_count, node, error);
    if (!status && outside_leads_out(&question->outside, node)) {
        status = append(&reach->outward, &reach->outward_count, node, error);
    }
    return status;
}

static int judge_reached(struct cg_reach *reach, const struct question *question, cg_node node,
                         struct cg_error *error)
{
    enum outside_calls calls = question->outside.calls[node];
    int status = judge_known(reach, question, node, error);
    if (!status && calls == CALLS_SILENT && cg_node_has_body(question->graph, node)) {
        status = append(&reach->silent, &reach->silent_count, node, error);
    }
    if (!status && calls > CALLS_KNOWN) {
        status = append(&reach->open, &reach->open_count, node, error);
    }
    return status;
}

static int judge_leading(struct cg_reach *reach, const struct question *question, cg_node node,
                         struct cg_error *error)
{
    bool by_address = false;
    int status = CG_OK;
    if (question->level != OUTSIDE_NONE) {
        status = outside_has_address(&by_address, &question->outside, node, error);
    }
    if (!status && by_address) {
        status = append(&reach->callbacks, &reach->callbacks_count, node, error);
    }
    if (!status && question->level == OUTSIDE_BY_NAME &&
        outside_has_name(&question->outside, node)) {
        status = append(&reach->named, &reach->named_count, node, error);
    }
    return status;
}

static int judge(struct cg_reach *reach, const struct question *question, cg_node node,
                 struct cg_error *error)
{
    int status = CG_OK;
    bool reached = question->from_any[node] != CG_NONE;
    if (reached) {
        status = judge_reached(reach, question, node, error);
    }
    if (!status && question->to_target[node] != CG_NONE) {
        status = judge_leading(reach, question, node, error);
    }
    if (!status && (reached || (reach->linked && question->level != OUTSIDE_NONE)) &&
        outside_is_stranger(&question->outside, node)) {
        status = append(&reach->strangers, &reach->strangers_count, node, error);
    }
    return status;
}

static int collect_evidence(struct cg_reach *reach, struct question *question,
                            struct cg_error *error)
{
    int status = walk(reach, question, error);
    for (cg_node node = 0; !status && node < cg_graph_node_count(question->graph); node++) {
        status = judge(reach, question, node, error);
    }
    return status;
}

/* The answer */

/* A path answers the question whatever else is unknown. */
static int conclude_yes(struct cg_reach *reach, const struct question *question,
                        struct cg_error *error)
{
    bool found;
    reach->answer = CG_YES;
    for (cg_node node = 0; node < cg_graph_node_count(question->graph); node++) {
        reach->reached += question->from_start[node] != CG_NONE;
    }
    return cg_query_path(&reach->path, &reach->path_length, &found, question->graph,
                         question->to_target, question->from, question->from_count, error);
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

/* How many functions have open calls that may call anything; `keep` them alone. */
static size_t count_anything(struct cg_reach *reach, const struct question *question, bool keep)
{
    size_t count = 0;
    for (size_t i = 0; i < reach->open_count; i++) {
        if (question->outside.calls[reach->open[i]] == CALLS_ANYTHING) {
            reach->open[keep ? count : i] = reach->open[i];
            count++;
        }
    }
    reach->open_count = keep ? count : reach->open_count;
    return count;
}

static int conclude_without_path(struct cg_reach *reach, const struct question *question,
                                 struct cg_error *error)
{
    const struct cg_graph *graph = question->graph;
    bool outside_leads = reach->callbacks_count > 0 || reach->named_count > 0;
    bool unknown = outside_leads || count_anything(reach, question, false) > 0 ||
                   (reach->silent_count > 0 && reach->records_open_calls);
    reach->answer = unknown ? CG_UNKNOWN : CG_NO;
    if (unknown && !outside_leads) {
        count_anything(reach, question, true);
    }
    cg_query_sort(graph, reach->open, reach->open_count);
    cg_query_sort(graph, reach->silent, reach->silent_count);
    cg_query_sort(graph, reach->uncollected, reach->uncollected_count);
    cg_query_sort(graph, reach->outward, reach->outward_count);
    cg_query_sort(graph, reach->callable, reach->callable_count);
    cg_query_sort(graph, reach->strangers, reach->strangers_count);
    cg_query_sort(graph, reach->callbacks, reach->callbacks_count);
    cg_query_sort(graph, reach->named, reach->named_count);
    int status =
        sort_by_distance(reach->callbacks, reach->callbacks_count, question->to_target, error);
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

static bool lacks_body(const struct question *question)
{
    bool lacks = false;
    for (size_t i = 0; i < question->from_count; i++) {
        lacks |= !cg_node_has_body(question->graph, question->from[i]);
    }
    return lacks;
}

static int prepare(struct question *question, struct cg_error *error)
{
    const struct cg_graph *graph = question->graph;
    uint32_t **const distances[] = {&question->from_start, &question->from_any,
                                    &question->to_target};
    int status = cg_query_check_graph(graph, error);
    for (size_t i = 0; !status && i < sizeof distances / sizeof *distances; i++) {
        status = cg_query_allocate(distances[i], cg_graph_node_count(graph), sizeof **distances[i],
                                   error);
    }
    if (!status) {
        status = search(question->from_start, question, question->from, question->from_count,
                        CG_CALLEES, error);
    }
    if (!status) {
        status = search(question->to_target, question, question->to, question->to_count, CG_CALLERS,
                        error);
    }
    return status ? status : outside_read(&question->outside, graph, lacks_body(question), error);
}

static int answer(struct cg_reach *reach, struct question *question, bool known,
                  struct cg_error *error)
{
    int status = prepare(question, error);
    if (status) {
        return status;
    }
    reach->records_open_calls = question->outside.records_open_calls;
    reach->linked = question->outside.linked;
    reach->library = question->outside.library;
    if (known && meets(question->from_start, question->to, question->to_count)) {
        return conclude_yes(reach, question, error);
    }
    status = collect_evidence(reach, question, error);
    return status ? status : conclude_without_path(reach, question, error);
}

/* `known`: paths that are known are an answer. `from_start` is left to the caller. */
static int ask(struct cg_reach **out, struct question *question, bool known, struct cg_error *error)
{
    struct cg_reach *reach = NULL;
    *out = NULL;
    int status = cg_query_allocate(&reach, 1, sizeof *reach, error);
    if (!status) {
        status = answer(reach, question, known, error);
    }
    outside_clear(&question->outside);
    free(question->from_any);
    free(question->to_target);
    if (status) {
        cg_reach_free(reach);
    } else {
        *out = reach;
    }
    return status;
}

int cg_reach(struct cg_reach **out, const struct cg_graph *graph, const cg_node *from,
             size_t from_count, const cg_node *to, size_t to_count, struct cg_error *error)
{
    struct question question = {
        .graph = graph, .from = from, .from_count = from_count, .to = to, .to_count = to_count};
    int status = ask(out, &question, true, error);
    free(question.from_start);
    return status;
}

int cg_query_gap(struct cg_reach **out, uint32_t **distance, const struct cg_graph *graph,
                 const struct cg_gap_question *asked, struct cg_error *error)
{
    struct question question = {.graph = graph,
                                .from = asked->from,
                                .from_count = asked->from_count,
                                .to = asked->to,
                                .to_count = asked->to_count,
                                .avoid = asked->avoid,
                                .direct = asked->direct};
    int status = ask(out, &question, false, error);
    if (status) {
        free(question.from_start);
    } else {
        *distance = question.from_start;
    }
    return status;
}

void cg_reach_free(struct cg_reach *reach)
{
    if (!reach) {
        return;
    }
    free(reach->path);
    free(reach->open);
    free(reach->silent);
    free(reach->uncollected);
    free(reach->outward);
    free(reach->callable);
    free(reach->callbacks);
    free(reach->strangers);
    free(reach->named);
    free(reach);
}
