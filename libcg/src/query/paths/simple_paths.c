/* All simple paths, without losing time in dead ends. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "query/common/query_internal.h"
#include "query/paths/path_query.h"

#include <stdlib.h>

/* After this many steps without a result, check before each further step whether a target is still
 * reachable. A check costs up to the size of the graph, but steps along the way that it found need
 * none. */
#define PATIENCE 256u

struct simple {
    const struct cg_graph *graph;
    const struct cg_path_query *query;
    bool *is_start;
    bool *is_target;
    bool *on_path;
    uint32_t *to_end; /* by node: edges to a target in the whole graph */
    uint32_t *seen;   /* by node: last check that visited it */
    uint32_t look;
    cg_node *before; /* by node: where the last check came from */
    cg_node *way;    /* from a target back to what is next: free of what is on the path */
    size_t way_length;
    cg_node *queue;
    cg_edge *choices; /* edges to try, consecutive for each node on the path */
    size_t choice_count;
    size_t choice_capacity;
    size_t *rows; /* by node on the path: start of its choices */
    cg_edge *path;
    size_t length;
    uint32_t wasted;
    bool (*visit)(void *user, const struct cg_call_path *path);
    void *user;
};

static bool may_pass(const struct simple *s, cg_node node)
{
    return !s->on_path[node] && !s->is_start[node] && !(s->query->avoid && s->query->avoid[node]) &&
           s->to_end[node] != CG_NONE;
}

/* Breadth-first backwards from the targets, within the bounds of paths. */
static void measure_distances(struct simple *s)
{
    size_t head = 0;
    size_t tail = 0;
    for (cg_node node = 0; node < s->graph->node_count; node++) {
        s->to_end[node] = CG_NONE;
    }
    for (size_t i = 0; i < s->query->to_count; i++) {
        cg_node node = s->query->to[i];
        if (s->to_end[node] == CG_NONE && !(s->query->avoid && s->query->avoid[node])) {
            s->to_end[node] = 0;
            s->queue[tail++] = node;
        }
    }
    while (head < tail) {
        cg_node node = s->queue[head++];
        uint32_t end = s->is_start[node] ? 0 : s->graph->in_start[node + 1];
        for (uint32_t i = s->graph->in_start[node]; i < end; i++) {
            cg_edge edge = s->graph->in_edges[i];
            cg_node caller = s->graph->callers[edge];
            if (s->to_end[caller] == CG_NONE && !cg_query_is_guess(s->graph, edge) &&
                !(s->query->avoid && s->query->avoid[caller])) {
                s->to_end[caller] = s->to_end[node] + 1;
                s->queue[tail++] = caller;
            }
        }
    }
}

static void keep_way(struct simple *s, cg_node from, cg_node target)
{
    s->way_length = 0;
    for (cg_node node = target; node != from; node = s->before[node]) {
        s->way[s->way_length++] = node;
    }
}

/* Whether a node reaches a target without nodes of the path, within the limit. A shortest way there
 * is simple. */
static bool leads_on(struct simple *s, cg_node from, uint32_t allowed)
{
    size_t head = 0;
    size_t tail = 0;
    size_t level_end = 1;
    uint32_t depth = 0;
    s->look++;
    s->seen[from] = s->look;
    s->queue[tail++] = from;
    while (head < tail) {
        if (head == level_end) {
            depth++;
            level_end = tail;
        }
        cg_node node = s->queue[head++];
        if (s->is_target[node]) {
            keep_way(s, from, node);
            return true;
        }
        if (depth >= allowed) {
            continue;
        }
        for (cg_edge e = s->graph->out_start[node]; e < s->graph->out_start[node + 1]; e++) {
            cg_node callee = s->graph->callees[e];
            if (s->seen[callee] != s->look && may_pass(s, callee) &&
                !cg_query_is_guess(s->graph, e)) {
                s->seen[callee] = s->look;
                s->before[callee] = node;
                s->queue[tail++] = callee;
            }
        }
    }
    return false;
}

static int compare_choices(const void *a, const void *b, void *graph)
{
    const struct cg_graph *g = graph;
    return -cg_query_compare(g, g->callees[*(const cg_edge *)a], g->callees[*(const cg_edge *)b]);
}

/* The edges of the last node of the path, the first to try at the end of the row. */
static bool open_row(struct simple *s, cg_node node)
{
    cg_edge first = s->graph->out_start[node];
    cg_edge end = s->graph->out_start[node + 1];
    s->on_path[node] = true;
    s->rows[s->length] = s->choice_count;
    if (!cg_grow(&s->choices, &s->choice_capacity, s->choice_count + (end - first) + 1,
                 sizeof *s->choices)) {
        return false;
    }
    for (cg_edge e = first; e < end; e++) {
        if (may_pass(s, s->graph->callees[e]) && !cg_query_is_guess(s->graph, e)) {
            s->choices[s->choice_count++] = e;
        }
    }
    qsort_r(s->choices + s->rows[s->length], s->choice_count - s->rows[s->length],
            sizeof *s->choices, compare_choices, (void *)(uintptr_t)s->graph);
    return true;
}

static bool report_paths(struct simple *s, cg_node start)
{
    const struct cg_call_path path = {s->path, s->length, start, (double)s->length};
    s->wasted = 0;
    return s->visit(s->user, &path);
}

static bool is_worth_it(struct simple *s, cg_node node)
{
    uint64_t used = s->length + 1;
    if (used + s->to_end[node] > s->query->limit) {
        return false;
    }
    if (s->way_length && s->way[s->way_length - 1] == node) {
        s->way_length--;
        return true;
    }
    if (s->wasted++ < PATIENCE) {
        s->way_length = 0;
        return true;
    }
    return leads_on(s, node, (uint32_t)(s->query->limit - used));
}

/* @return whether to continue */
static int walk_from(struct simple *s, cg_node start, bool *go_on)
{
    bool ok;
    s->length = s->choice_count = s->way_length = 0;
    if (s->is_target[start]) {
        *go_on = report_paths(s, start);
        return CG_OK;
    }
    ok = open_row(s, start);
    while (ok && *go_on) {
        if (s->choice_count == s->rows[s->length]) {
            cg_node top = s->length ? s->graph->callees[s->path[s->length - 1]] : start;
            s->on_path[top] = false;
            if (!s->length--) {
                break;
            }
            continue;
        }
        cg_edge edge = s->choices[--s->choice_count];
        cg_node callee = s->graph->callees[edge];
        if (!is_worth_it(s, callee)) {
            continue;
        }
        s->path[s->length++] = edge;
        if (s->is_target[callee]) {
            *go_on = report_paths(s, start);
            s->length--;
        } else {
            ok = open_row(s, callee);
        }
    }
    return ok ? CG_OK : CG_E_MEMORY;
}

static int simple_start(struct simple *s, struct cg_error *error)
{
    size_t nodes = (size_t)s->graph->node_count + 1;
    const struct {
        void *array;
        size_t size;
    } arrays[] = {
        {&s->is_start, sizeof(bool)},  {&s->is_target, sizeof(bool)},
        {&s->on_path, sizeof(bool)},   {&s->to_end, sizeof(uint32_t)},
        {&s->seen, sizeof(uint32_t)},  {&s->queue, sizeof(cg_node)},
        {&s->rows, sizeof(size_t)},    {&s->path, sizeof(cg_edge)},
        {&s->before, sizeof(cg_node)}, {&s->way, sizeof(cg_node)},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        int status = cg_query_allocate(arrays[i].array, nodes, arrays[i].size, error);
        if (status) {
            return status;
        }
    }
    for (size_t i = 0; i < s->query->from_count; i++) {
        s->is_start[s->query->from[i]] = true;
    }
    for (size_t i = 0; i < s->query->to_count; i++) {
        s->is_target[s->query->to[i]] = true;
    }
    measure_distances(s);
    return CG_OK;
}

static void simple_free(struct simple *s)
{
    free(s->is_start);
    free(s->is_target);
    free(s->on_path);
    free(s->to_end);
    free(s->seen);
    free(s->before);
    free(s->way);
    free(s->queue);
    free(s->choices);
    free(s->rows);
    free(s->path);
}

/* Starts in canonical order, each once. */
static int walk_all(struct simple *s, struct cg_error *error)
{
    cg_node *starts;
    bool go_on = true;
    int status = cg_query_allocate(&starts, s->query->from_count, sizeof *starts, error);
    for (size_t i = 0; !status && i < s->query->from_count; i++) {
        starts[i] = s->query->from[i];
    }
    if (!status) {
        cg_query_sort(s->graph, starts, s->query->from_count);
    }
    for (size_t i = 0; !status && go_on && i < s->query->from_count; i++) {
        bool again = i && starts[i] == starts[i - 1];
        if (!again && s->to_end[starts[i]] <= s->query->limit && s->to_end[starts[i]] != CG_NONE &&
            walk_from(s, starts[i], &go_on)) {
            status = cg_fail_memory(error);
        }
    }
    free(starts);
    return status;
}

int cg_simple_paths(const struct cg_graph *graph, const struct cg_path_query *query,
                    bool (*visit)(void *user, const struct cg_call_path *path), void *user,
                    struct cg_error *error)
{
    struct cg_path_query own;
    struct simple s = {.graph = graph, .query = &own, .visit = visit, .user = user};
    int status = path_query_take(&own, graph, query, error);
    if (!status) {
        status = simple_start(&s, error);
    }
    if (!status) {
        status = walk_all(&s, error);
    }
    simple_free(&s);
    return status;
}
