#include "query/unknown_reach.h"

#include "query/common/query_internal.h"
#include "query/walk/walk.h"

#include <stdlib.h>

static bool lacks_body(const struct beyond *beyond)
{
    bool lacks = false;
    for (size_t i = 0; i < beyond->from_count; i++) {
        lacks |= !cg_node_has_body(beyond->graph, beyond->from[i]);
    }
    return lacks;
}

/* The last call may be one that is not known. */
static int search(uint32_t *distance, const struct beyond *beyond, const cg_node *starts,
                  size_t count, struct cg_error *error)
{
    struct cg_query_bounds bounds = beyond->bounds;
    bounds.limit = bounds.limit == CG_NONE ? CG_NONE : bounds.limit - 1;
    struct walk walk;
    int status =
        walk_search(&walk, distance, beyond->graph, starts, count, CG_CALLEES, &bounds, error);
    walk_clear(&walk);
    return status;
}

int beyond_begin(struct beyond *out, const struct cg_graph *graph, const cg_node *from,
                 size_t from_count, struct cg_error *error)
{
    const struct cg_query_bounds all = {.limit = CG_NONE};
    return beyond_begin_within(out, graph, from, from_count, &all, error);
}

int beyond_begin_within(struct beyond *out, const struct cg_graph *graph, const cg_node *from,
                        size_t from_count, const struct cg_query_bounds *bounds,
                        struct cg_error *error)
{
    *out =
        (struct beyond){.graph = graph, .from = from, .from_count = from_count, .bounds = *bounds};
    int status = cg_query_check_graph(graph, error);
    if (!status) {
        status = cg_query_allocate(&out->from_start, cg_graph_node_count(graph),
                                   sizeof *out->from_start, error);
    }
    if (!status) {
        status = search(out->from_start, out, from, from_count, error);
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

/* Whether code that was not collected may call a function at all. */
static bool is_callable(const struct beyond *beyond, cg_node node)
{
    const struct cg_query_bounds *bounds = &beyond->bounds;
    bool by_address = !bounds->by_name && outside_has_address(&beyond->outside, node);
    bool by_name = beyond->level == OUTSIDE_BY_NAME && outside_has_name(&beyond->outside, node);
    return (by_address || by_name) && !(bounds->avoid && bounds->avoid[node]);
}

static void find_callable(struct beyond *beyond)
{
    beyond->callable_count = 0;
    for (cg_node node = 0; node < cg_graph_node_count(beyond->graph); node++) {
        if (is_callable(beyond, node)) {
            beyond->callable[beyond->callable_count++] = node;
        }
    }
}

/* Distances from the start and from all that code that was not collected may call; of single calls
 * it does not matter what is behind that. */
static int search_beyond(struct beyond *beyond, struct cg_error *error)
{
    cg_node *starts;
    size_t beyond_count = beyond->bounds.limit == CG_NONE ? beyond->callable_count : 0;
    size_t count = beyond->from_count + beyond_count;
    int status = cg_query_allocate(&starts, count, sizeof *starts, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        starts[i] =
            i < beyond->from_count ? beyond->from[i] : beyond->callable[i - beyond->from_count];
    }
    status = search(beyond->from_any, beyond, starts, count, error);
    free(starts);
    return status;
}

static int enter(enum outside_level *out, struct beyond *beyond, cg_node node,
                 struct cg_error *error)
{
    const struct outside *outside = &beyond->outside;
    if (!beyond->bounds.by_name) {
        return outside_enter(out, &beyond->outside, node, error);
    }
    bool names = outside->records_unresolved_calls && outside_is_stranger(outside, node);
    *out = names ? OUTSIDE_BY_NAME : OUTSIDE_NONE;
    return CG_OK;
}

/* The most that code that was not collected may call, by what is reached so far. */
static int find_level(enum outside_level *out, struct beyond *beyond, struct cg_error *error)
{
    int status = CG_OK;
    *out = OUTSIDE_NONE;
    for (cg_node node = 0; !status && node < cg_graph_node_count(beyond->graph); node++) {
        enum outside_level level = OUTSIDE_NONE;
        if (beyond->from_any[node] != CG_NONE) {
            status = enter(&level, beyond, node, error);
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
        find_callable(beyond);
        status = search_beyond(beyond, error);
    }
    return status;
}

bool beyond_may_call_anything(const struct beyond *beyond, cg_node node)
{
    enum outside_calls calls = beyond->outside.calls[node];
    return beyond->from_any[node] != CG_NONE &&
           (calls == CALLS_ANYTHING ||
            (calls == CALLS_SILENT && cg_node_has_body(beyond->graph, node) &&
             beyond->outside.records_unresolved_calls));
}
