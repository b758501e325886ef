/* The k shortest simple paths. */
#include "base/error.h"
#include "base/memory.h"
#include "graph/graph.h"
#include "query/common/query_internal.h"
#include "query/paths/path_query.h"
#include "query/paths/spur.h"

#include <stdlib.h>
#include <string.h>

/** Calls in all candidates, which take this many times four bytes. Where n functions each offer two
 *  ways, a path of n calls divides the others into n sets, and each has a candidate as long. */
#define MOST_STORED ((size_t)1 << 27)

/* The continuations of reported paths after the common beginning of a set of paths: an edge, or for
 * the set of all paths a start. A list, the last one first; sets cut out of a set share its end. */
struct barred {
    uint32_t number;
    uint32_t next; /* index + 1, 0: end */
};

struct candidate {
    struct cg_call_path path; /* owns its `edges` */
    size_t left_at;           /* place from which the paths of its set may differ */
    uint32_t barred;          /* index + 1 */
};

/* Paths not yet reported fall into sets by their beginnings; the best of each set is a
 * candidate. When one is reported, the rest of its set is divided: into the paths that leave it
 * at each of its nodes, starting with the node where it left an earlier path itself. Place 0 is
 * before the start. */
struct yen {
    const struct cg_graph *graph;
    const struct cg_path_query *query;
    struct spur spur;
    struct candidate *heap; /* best on top */
    size_t count;
    size_t capacity;
    size_t stored; /* calls in the candidates */
    struct barred *barred;
    size_t barred_count;
    size_t barred_capacity;
    uint32_t *numbers; /* those of the current list */
    size_t number_count;
    size_t number_capacity;
    cg_node *starts;
};

static cg_node node_at(const struct yen *y, const struct cg_call_path *path, size_t i)
{
    return i ? y->graph->callees[path->edges[i - 1]] : path->start;
}

static double weight_of(const struct yen *y, const cg_edge *edges, size_t length)
{
    double weight = 0;
    for (size_t i = 0; i < length; i++) {
        weight += y->query->weight ? y->query->weight[edges[i]] : 1;
    }
    return weight;
}

static bool is_better(const struct yen *y, const struct candidate *a, const struct candidate *b)
{
    return path_compare(y->graph, &a->path, &b->path) < 0;
}

static bool push_candidate(struct yen *y, const struct candidate *candidate)
{
    if (!cg_grow(&y->heap, &y->capacity, y->count + 1, sizeof *y->heap)) {
        return false;
    }
    size_t at = y->count++;
    while (at && is_better(y, candidate, &y->heap[(at - 1) / 2])) {
        y->heap[at] = y->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    y->heap[at] = *candidate;
    return true;
}

static struct candidate pop(struct yen *y)
{
    struct candidate top = y->heap[0];
    struct candidate last = y->heap[--y->count];
    size_t at = 0;
    for (size_t child = 1; child < y->count; child = 2 * at + 1) {
        if (child + 1 < y->count && is_better(y, &y->heap[child + 1], &y->heap[child])) {
            child++;
        }
        if (!is_better(y, &y->heap[child], &last)) {
            break;
        }
        y->heap[at] = y->heap[child];
        at = child;
    }
    y->heap[at] = last;
    return top;
}

/* The candidate that begins with `place` nodes of `root` and continues with the spur. */
static int keep_candidate(struct yen *y, const struct cg_call_path *root, size_t place,
                          uint32_t barred, struct cg_error *error)
{
    size_t before = place ? place - 1 : 0;
    struct candidate candidate = {.left_at = place, .barred = barred};
    struct cg_call_path *path = &candidate.path;
    path->length = before + y->spur.length;
    path->start = place ? root->start : y->spur.start;
    if (path->length > y->query->limit) {
        return CG_OK;
    }
    if (path->length > MOST_STORED - y->stored) {
        return cg_fail(error, CG_E_LIMIT,
                       "the next paths, of some %zu calls each, differ in too many places to find "
                       "them in order; ask for fewer",
                       path->length);
    }
    cg_edge *edges;
    int status = cg_query_allocate(&edges, path->length, sizeof *edges, error);
    if (status) {
        return status;
    }
    if (before) {
        memcpy(edges, root->edges, before * sizeof *edges);
    }
    memcpy(edges + before, y->spur.path, y->spur.length * sizeof *edges);
    path->edges = edges;
    path->weight = weight_of(y, edges, path->length);
    if (!push_candidate(y, &candidate)) {
        free(edges);
        return cg_fail_memory(error);
    }
    y->stored += path->length;
    return CG_OK;
}

/* Extend a list, and copy it to an array. */
static bool bar(struct yen *y, uint32_t number, uint32_t *list)
{
    if (y->barred_count + 1 >= UINT32_MAX ||
        !cg_grow(&y->barred, &y->barred_capacity, y->barred_count + 1, sizeof *y->barred)) {
        return false;
    }
    y->barred[y->barred_count++] = (struct barred){number, *list};
    *list = (uint32_t)y->barred_count;
    y->number_count = 0;
    for (uint32_t i = *list; i; i = y->barred[i - 1].next) {
        if (!cg_grow(&y->numbers, &y->number_capacity, y->number_count + 1, sizeof *y->numbers)) {
            return false;
        }
        y->numbers[y->number_count++] = y->barred[i - 1].number;
    }
    return true;
}

/* Starts of no reported path. */
static size_t fresh_starts(struct yen *y)
{
    size_t count = 0;
    for (size_t i = 0; i < y->query->from_count; i++) {
        bool used = false;
        for (size_t k = 0; k < y->number_count; k++) {
            used = used || y->numbers[k] == y->query->from[i];
        }
        if (!used) {
            y->starts[count++] = y->query->from[i];
        }
    }
    return count;
}

/* The best path that equals a reported one up to a place and then differs. */
static int deviate(struct yen *y, const struct candidate *reported, size_t place,
                   struct cg_error *error)
{
    const struct cg_call_path *path = &reported->path;
    uint32_t list = place == reported->left_at ? reported->barred : 0;
    struct cg_function_set starts = {y->starts, 1};
    struct spur_barred barred = {NULL, 0};
    bool found;
    if (!bar(y, place ? path->edges[place - 1] : path->start, &list)) {
        return cg_fail_memory(error);
    }
    if (place) {
        y->starts[0] = node_at(y, path, place - 1);
        barred = (struct spur_barred){y->numbers, y->number_count};
    } else {
        starts.count = fresh_starts(y);
    }
    int status = spur_find(&y->spur, &found, &starts, &barred, error);
    return status || !found ? status : keep_candidate(y, path, place, list, error);
}

static int cut(struct yen *y, const struct candidate *reported, struct cg_error *error)
{
    int status = CG_OK;
    const struct cg_call_path *path = &reported->path;
    spur_forget(&y->spur);
    for (size_t place = 1; place < reported->left_at && place <= path->length; place++) {
        y->spur.blocked[node_at(y, path, place - 1)] = true;
    }
    for (size_t place = reported->left_at; place <= path->length && !status; place++) {
        status = deviate(y, reported, place, error);
        if (place) {
            y->spur.blocked[node_at(y, path, place - 1)] = true;
        }
    }
    for (size_t i = 0; i <= path->length; i++) {
        y->spur.blocked[node_at(y, path, i)] = false;
    }
    return status;
}

static int begin_search(struct yen *y, struct cg_error *error)
{
    const struct cg_function_set from = {y->query->from, y->query->from_count};
    const struct spur_barred none = {NULL, 0};
    bool found = false;
    int status = spur_init(&y->spur, y->graph, y->query, error);
    if (!status) {
        status = cg_query_allocate(&y->starts, y->query->from_count + 1, sizeof *y->starts, error);
    }
    if (!status) {
        status = spur_find(&y->spur, &found, &from, &none, error);
    }
    return status || !found ? status : keep_candidate(y, NULL, 0, 0, error);
}

static void finish_paths(struct yen *y)
{
    spur_free(&y->spur);
    for (size_t i = 0; i < y->count; i++) {
        free((cg_edge *)(uintptr_t)y->heap[i].path.edges);
    }
    free(y->heap);
    free(y->barred);
    free(y->numbers);
    free(y->starts);
}

int cg_visit_shortest_paths(const struct cg_graph *graph, const struct cg_path_query *query,
                            bool (*visit)(void *user, const struct cg_call_path *path), void *user,
                            struct cg_error *error)
{
    struct cg_path_query own;
    struct yen y = {.graph = graph, .query = &own};
    bool go_on = true;
    int status = path_query_take(&own, graph, query, error);
    if (!status) {
        status = begin_search(&y, error);
    }
    while (!status && go_on && y.count) {
        struct candidate best = pop(&y);
        y.stored -= best.path.length;
        go_on = visit(user, &best.path);
        if (go_on) {
            status = cut(&y, &best, error);
        }
        free((cg_edge *)(uintptr_t)best.path.edges);
    }
    finish_paths(&y);
    return status;
}
