#include "query/query_internal.h"

#include "base/error.h"
#include "base/json.h"

#include <libcg/metadata.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

/* What a node's `openCalls` or `addressTaken` says. */
enum said { SAID_NOTHING, SAID_NONE, SAID_SOME };

/* What an answer is worked out from: distances from the start and to the target. */
struct question {
    const struct cg_graph *graph;
    uint32_t *from_start;
    uint32_t *to_target;
};

static const char *skip_space(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

static int read_said(enum said *out, const struct cg_graph *graph, cg_node node, const char *key,
                     struct cg_error *error)
{
    const char *text = cg_metadata_get(graph, CG_ON_NODE, node, key);
    *out = SAID_NOTHING;
    if (!text) {
        return CG_OK;
    }
    text = skip_space(text);
    if (*text != '[') {
        return cg_fail(error, CG_E_FORMAT, "'%s' of '%s' is not an array", key,
                       cg_node_name(graph, node));
    }
    *out = *skip_space(text + 1) == ']' ? SAID_NONE : SAID_SOME;
    return CG_OK;
}

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

/* Whether a function without a body is known not to come from a system header. */
static bool is_stranger(const struct cg_graph *graph, cg_node node)
{
    const char *text = cg_metadata_get(graph, CG_ON_NODE, node, "fileProperties");
    if (!text || !cg_node_origin(graph, node)) {
        return false;
    }
    struct cg_value object = {text, strlen(text)}, value;
    return json_member(&value, &object, "systemInclude") && value.length == 5 &&
           memcmp(value.text, "false", 5) == 0;
}

static int judge_uncollected(struct cg_reach *reach, const struct cg_graph *graph, cg_node node,
                             struct cg_error *error)
{
    int status = append(&reach->uncollected, &reach->uncollected_count, node, error);
    if (!status && is_stranger(graph, node)) {
        status = append(&reach->strangers, &reach->strangers_count, node, error);
    }
    return status;
}

static int judge_reached(struct cg_reach *reach, const struct cg_graph *graph, cg_node node,
                         enum said open_calls, struct cg_error *error)
{
    reach->reached++;
    int status = CG_OK;
    if (open_calls == SAID_SOME) {
        status = append(&reach->open, &reach->open_count, node, error);
    } else if (open_calls == SAID_NOTHING && cg_node_has_body(graph, node)) {
        status = append(&reach->silent, &reach->silent_count, node, error);
    }
    if (!status && !cg_node_has_body(graph, node)) {
        status = judge_uncollected(reach, graph, node, error);
    }
    return status;
}

static int judge_leading(struct cg_reach *reach, const struct cg_graph *graph, cg_node node,
                         struct cg_error *error)
{
    enum said taken;
    int status = read_said(&taken, graph, node, CG_KEY_ADDRESS_TAKEN, error);
    if (!status && taken == SAID_SOME) {
        status = append(&reach->callbacks, &reach->callbacks_count, node, error);
    }
    if (!status && cg_node_linkage(graph, node) != CG_LINKAGE_INTERNAL) {
        status = append(&reach->named, &reach->named_count, node, error);
    }
    return status;
}

static int judge(struct cg_reach *reach, const struct question *question, cg_node node,
                 struct cg_error *error)
{
    enum said open_calls;
    int status = read_said(&open_calls, question->graph, node, CG_KEY_OPEN_CALLS, error);
    if (status) {
        return status;
    }
    if (open_calls != SAID_NOTHING) {
        reach->records_open_calls = true;
    }
    if (question->from_start[node] != CG_NONE) {
        status = judge_reached(reach, question->graph, node, open_calls, error);
    }
    if (!status && question->to_target[node] != CG_NONE) {
        status = judge_leading(reach, question->graph, node, error);
    }
    return status;
}

static void forget(cg_node **nodes, size_t *count)
{
    free(*nodes);
    *nodes = NULL;
    *count = 0;
}

/* A path answers the question whatever else is unknown. */
static int conclude_yes(struct cg_reach *reach, const struct cg_graph *graph, const cg_node *from,
                        size_t from_count, const cg_node *to, size_t to_count,
                        struct cg_error *error)
{
    bool found;
    reach->answer = CG_YES;
    forget(&reach->open, &reach->open_count);
    forget(&reach->silent, &reach->silent_count);
    forget(&reach->uncollected, &reach->uncollected_count);
    forget(&reach->callbacks, &reach->callbacks_count);
    forget(&reach->strangers, &reach->strangers_count);
    forget(&reach->named, &reach->named_count);
    return cg_shortest_path(&reach->path, &reach->path_length, &found, graph, from, from_count, to,
                            to_count, error);
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

static int conclude_without_path(struct cg_reach *reach, const struct question *question,
                                 struct cg_error *error)
{
    const struct cg_graph *graph = question->graph;
    if (!reach->strangers_count) {
        forget(&reach->named, &reach->named_count);
    }
    bool unknown = reach->open_count > 0 ||
                   (reach->silent_count > 0 && reach->records_open_calls) ||
                   (reach->uncollected_count > 0 && reach->callbacks_count > 0) ||
                   (reach->named_count > 0 && reach->records_open_calls);
    reach->answer = unknown ? CG_UNKNOWN : CG_NO;
    cg_query_sort(graph, reach->open, reach->open_count);
    cg_query_sort(graph, reach->silent, reach->silent_count);
    cg_query_sort(graph, reach->uncollected, reach->uncollected_count);
    cg_query_sort(graph, reach->callbacks, reach->callbacks_count);
    cg_query_sort(graph, reach->strangers, reach->strangers_count);
    cg_query_sort(graph, reach->named, reach->named_count);
    return sort_by_distance(reach->named, reach->named_count, question->to_target, error);
}

static int search_both_ways(struct question *question, const cg_node *from, size_t from_count,
                            const cg_node *to, size_t to_count, struct cg_error *error)
{
    const struct cg_graph *graph = question->graph;
    uint32_t nodes = cg_graph_node_count(graph);
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_allocate(&question->from_start, nodes, sizeof(uint32_t), error);
    }
    if (!status) {
        status = cg_query_allocate(&question->to_target, nodes, sizeof(uint32_t), error);
    }
    if (!status) {
        status =
            cg_search(question->from_start, graph, from, from_count, CG_CALLEES, CG_NONE, error);
    }
    if (!status) {
        status = cg_search(question->to_target, graph, to, to_count, CG_CALLERS, CG_NONE, error);
    }
    return status;
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

int cg_reach(struct cg_reach **out, const struct cg_graph *graph, const cg_node *from,
             size_t from_count, const cg_node *to, size_t to_count, struct cg_error *error)
{
    struct question question = {.graph = graph};
    struct cg_reach *reach = NULL;
    *out = NULL;
    int status = cg_query_allocate(&reach, 1, sizeof *reach, error);
    if (!status) {
        status = search_both_ways(&question, from, from_count, to, to_count, error);
    }
    for (cg_node node = 0; !status && node < cg_graph_node_count(graph); node++) {
        status = judge(reach, &question, node, error);
    }
    if (!status && meets(question.from_start, to, to_count)) {
        status = conclude_yes(reach, graph, from, from_count, to, to_count, error);
    } else if (!status) {
        status = conclude_without_path(reach, &question, error);
    }
    free(question.from_start);
    free(question.to_target);
    if (status) {
        cg_reach_free(reach);
    } else {
        *out = reach;
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
    free(reach->callbacks);
    free(reach->strangers);
    free(reach->named);
    free(reach);
}
