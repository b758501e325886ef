#include "query/beyond.h"

#include "query/query_internal.h"

#include <stdlib.h>

static bool lacks_body(const struct beyond *beyond)
{
    bool lacks = false;
    for (size_t i = 0; i < beyond->from_count; i++) {
        lacks |= !cg_node_has_body(beyond->graph, beyond->from[i]);
    }
    return lacks;
}

int beyond_begin(struct beyond *out, const struct cg_graph *graph, const cg_node *from,
                 size_t from_count, struct cg_error *error)
{
    *out = (struct beyond){.graph = graph, .from = from, .from_count = from_count};
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_allocate(&out->from_start, cg_graph_node_count(graph),
                                   sizeof *out->from_start, error);
    }
    if (!status) {
        status = cg_search(out->from_start, graph, from, from_count, CG_CALLEES, CG_NONE, error);
    }
    return status ? status : outside_read(&out->outside, graph, lacks_body(out), error);
}

void beyond_clear(struct beyond *beyond)
{
    outside_clear(&beyond->outside);
    free(beyond->from_start);
    free(beyond->from_any);
    free(beyond->callable);
}

static int find_callable(struct beyond *beyond, struct cg_error *error)
{
    int status = CG_OK;
    beyond->callable_count = 0;
    for (cg_node node = 0; !status && node < cg_graph_node_count(beyond->graph); node++) {
        bool callable;
        status = outside_has_address(&callable, &beyond->outside, node, error);
        callable |= beyond->level == OUTSIDE_BY_NAME && outside_has_name(&beyond->outside, node);
        if (!status && callable) {
            beyond->callable[beyond->callable_count++] = node;
        }
    }
    return status;
}

/* Distances from the start and from all that code that was not collected may call. */
static int search_beyond(struct beyond *beyond, struct cg_error *error)
{
    cg_node *starts;
    size_t count = beyond->from_count + beyond->callable_count;
    int status = cg_query_allocate(&starts, count, sizeof *starts, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        starts[i] =
            i < beyond->from_count ? beyond->from[i] : beyond->callable[i - beyond->from_count];
    }
    status = cg_search(beyond->from_any, beyond->graph, starts, count, CG_CALLEES, CG_NONE, error);
    free(starts);
    return status;
}

/* The most that code that was not collected may call, by what is reached so far. */
static int find_level(enum outside_level *out, struct beyond *beyond, struct cg_error *error)
{
    int status = CG_OK;
    *out = OUTSIDE_NONE;
    for (cg_node node = 0; !status && node < cg_graph_node_count(beyond->graph); node++) {
        enum outside_level level = OUTSIDE_NONE;
        if (beyond->from_any[node] != CG_NONE) {
            status = outside_enter(&level, &beyond->outside, node, error);
        }
        *out = level > *out ? level : *out;
    }
    return status;
}

/* What is reached beyond may raise the level, so at most once for each. */
int beyond_walk(struct beyond *beyond, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(beyond->graph);
    int status = cg_query_allocate(&beyond->from_any, nodes, sizeof *beyond->from_any, error);
    if (!status) {
        status = cg_query_allocate(&beyond->callable, nodes, sizeof *beyond->callable, error);
    }
    if (!status) {
        status = search_beyond(beyond, error);
    }
    while (!status) {
        enum outside_level level;
        status = find_level(&level, beyond, error);
        if (status || level <= beyond->level) {
            break;
        }
        beyond->level = level;
        status = find_callable(beyond, error);
        if (!status) {
            status = search_beyond(beyond, error);
        }
    }
    return status;
}

bool beyond_may_call_anything(const struct beyond *beyond, cg_node node)
{
    enum outside_calls calls = beyond->outside.calls[node];
    return beyond->from_any[node] != CG_NONE &&
           (calls == CALLS_ANYTHING ||
            (calls == CALLS_SILENT && cg_node_has_body(beyond->graph, node) &&
             beyond->outside.records_open_calls));
}
