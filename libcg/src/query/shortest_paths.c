/* The k shortest simple paths. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "query/path_list.h"
#include "query/query_internal.h"
#include "query/spur.h"

#include <stdlib.h>
#include <string.h>

/* Paths that were found fall into sets by how they begin; the best of each set is a candidate. When
 * one is taken, its set without it is cut into sets again: those that leave it at each of its nodes
 * from the one where it had left another itself. Place 0 is before the start. */
struct yen {
    const struct cg_graph *graph;
    const struct cg_path_query *query;
    struct spur spur;
    struct cg_path_list *taken;
    struct cg_path_list *candidates;
    size_t *left_at; /* by candidate */
    size_t left_capacity;
    cg_edge *edges; /* a path being put together */
    cg_node *starts;
    cg_edge *barred;
    size_t barred_capacity;
};

static cg_node node_at(const struct yen *y, const struct cg_call_path *path, size_t i)
{
    return i ? y->graph->callees[path->edges[i - 1]] : path->start;
}

/* Whether two paths have the same first nodes, `place` of them. */
static bool begins_as(const struct cg_call_path *a, const struct cg_call_path *b, size_t place)
{
    return place == 0 ||
           (a->start == b->start && a->length >= place - 1 && b->length >= place - 1 &&
            memcmp(a->edges, b->edges, (place - 1) * sizeof *a->edges) == 0);
}

static double weight_of(const struct yen *y, const cg_edge *edges, size_t length)
{
    double weight = 0;
    for (size_t i = 0; i < length; i++) {
        weight += y->query->weight ? y->query->weight[edges[i]] : 1;
    }
    return weight;
}

/* The candidate that begins as `root` does for `place` nodes and goes on as the spur. */
static int keep(struct yen *y, const struct cg_call_path *root, size_t place,
                struct cg_error *error)
{
    size_t before = place ? place - 1 : 0;
    struct cg_call_path path = {.edges = y->edges,
                                .length = before + y->spur.length,
                                .start = place ? root->start : y->spur.start};
    if (path.length > y->query->limit) {
        return CG_OK;
    }
    if (before) {
        memcpy(y->edges, root->edges, before * sizeof *y->edges);
    }
    memcpy(y->edges + before, y->spur.path, y->spur.length * sizeof *y->edges);
    path.weight = weight_of(y, y->edges, path.length);
    if (!cg_grow(&y->left_at, &y->left_capacity, y->candidates->count + 1, sizeof *y->left_at) ||
        !path_list_add(y->candidates, &path)) {
        return cg_fail_memory(error);
    }
    y->left_at[y->candidates->count - 1] = place;
    return CG_OK;
}

/* Starts that no path that was taken has. */
static size_t fresh_starts(struct yen *y)
{
    size_t count = 0;
    for (size_t i = 0; i < y->query->from_count; i++) {
        bool used = false;
        for (size_t t = 0; t < y->taken->count; t++) {
            used = used || y->taken->paths[t].start == y->query->from[i];
        }
        if (!used) {
            y->starts[count++] = y->query->from[i];
        }
    }
    return count;
}

/* Edges by which paths that were taken go on from where `path` is at a place. */
static bool bar_edges(struct yen *y, const struct cg_call_path *path, size_t place, size_t *count)
{
    *count = 0;
    if (!cg_grow(&y->barred, &y->barred_capacity, y->taken->count, sizeof *y->barred)) {
        return false;
    }
    for (size_t t = 0; place && t < y->taken->count; t++) {
        const struct cg_call_path *other = &y->taken->paths[t];
        if (other->length >= place && begins_as(path, other, place)) {
            y->barred[(*count)++] = other->edges[place - 1];
        }
    }
    return true;
}

/* The best path that is as the last one taken up to a place and then another. */
static int deviate(struct yen *y, size_t place, struct cg_error *error)
{
    const struct cg_call_path path = y->taken->paths[y->taken->count - 1];
    size_t barred;
    bool found;
    if (!bar_edges(y, &path, place, &barred)) {
        return cg_fail_memory(error);
    }
    size_t starts = 1;
    if (place) {
        y->starts[0] = node_at(y, &path, place - 1);
    } else {
        starts = fresh_starts(y);
    }
    int status = spur_find(&y->spur, &found, y->starts, starts, y->barred, barred, error);
    return status || !found ? status : keep(y, &path, place, error);
}

static int cut(struct yen *y, size_t left_at, struct cg_error *error)
{
    int status = CG_OK;
    struct cg_call_path path = y->taken->paths[y->taken->count - 1];
    for (size_t place = 1; place < left_at && place <= path.length; place++) {
        y->spur.blocked[node_at(y, &path, place - 1)] = true;
    }
    for (size_t place = left_at; place <= path.length && !status; place++) {
        status = deviate(y, place, error);
        if (place) {
            y->spur.blocked[node_at(y, &path, place - 1)] = true;
        }
    }
    for (size_t i = 0; i <= path.length; i++) {
        y->spur.blocked[node_at(y, &path, i)] = false;
    }
    return status;
}

/* Move the best candidate to what is taken. */
static int take(struct yen *y, size_t *left_at, struct cg_error *error)
{
    struct cg_path_list *c = y->candidates;
    size_t best = 0;
    for (size_t i = 1; i < c->count; i++) {
        if (path_list_compare(y->graph, &c->paths[i], &c->paths[best]) < 0) {
            best = i;
        }
    }
    if (!path_list_add(y->taken, &c->paths[best])) {
        return cg_fail_memory(error);
    }
    *left_at = y->left_at[best];
    free((cg_edge *)(uintptr_t)c->paths[best].edges);
    c->paths[best] = c->paths[--c->count];
    y->left_at[best] = y->left_at[c->count];
    return CG_OK;
}

static int begin(struct yen *y, struct cg_error *error)
{
    bool found = false;
    int status = spur_init(&y->spur, y->graph, y->query, error);
    if (!status) {
        status = cg_query_allocate(&y->edges, y->graph->node_count, sizeof *y->edges, error);
    }
    if (!status) {
        status = cg_query_allocate(&y->starts, y->query->from_count + 1, sizeof *y->starts, error);
    }
    y->taken = calloc(1, sizeof *y->taken);
    y->candidates = calloc(1, sizeof *y->candidates);
    if (!status && (!y->taken || !y->candidates)) {
        status = cg_fail_memory(error);
    }
    if (!status) {
        status = spur_find(&y->spur, &found, y->query->from, y->query->from_count, NULL, 0, error);
    }
    return status || !found ? status : keep(y, NULL, 0, error);
}

static void finish(struct yen *y)
{
    spur_free(&y->spur);
    cg_path_list_free(y->candidates);
    free(y->left_at);
    free(y->edges);
    free(y->starts);
    free(y->barred);
}

int cg_shortest_paths(struct cg_path_list **out, const struct cg_graph *graph,
                      const struct cg_path_query *query, size_t k, struct cg_error *error)
{
    struct yen y = {.graph = graph, .query = query};
    int status = path_query_check(graph, query, error);
    if (!status) {
        status = begin(&y, error);
    }
    while (!status && y.taken->count < k && y.candidates->count) {
        size_t left_at = 0;
        status = take(&y, &left_at, error);
        if (!status && y.taken->count < k) {
            status = cut(&y, left_at, error);
        }
    }
    finish(&y);
    if (status) {
        cg_path_list_free(y.taken);
        return status;
    }
    *out = y.taken;
    return CG_OK;
}
