/* Finding the paths that are asked for. */
#include "path.h"

#include <libcg/query.h>

#include <stdlib.h>

static bool goes_through(const struct path_question *question, const struct cg_call_path *path)
{
    bool is = !question->through || question->through[path->start];
    for (size_t i = 0; i < path->length && !is; i++) {
        is = question->through[cg_edge_callee(question->query->graph, path->edges[i])];
    }
    return is;
}

/* A walk over paths that tells of those that are asked for. */
struct chosen {
    const struct path_question *question;
    path_visit *visit;
    void *user;
    size_t most; /* 0: all */
    size_t told;
    size_t looked_at; /* since the last one */
    enum path_rest rest;
};

static bool choose(void *user, const struct cg_call_path *path)
{
    struct chosen *chosen = user;
    if (!goes_through(chosen->question, path)) {
        bool patient = chosen->most == 0 || ++chosen->looked_at < PATH_PATIENCE;
        chosen->rest = patient ? chosen->rest : PATH_MAYBE_MORE;
        return patient;
    }
    if (chosen->most && chosen->told == chosen->most) {
        chosen->rest = PATH_MORE;
        return false;
    }
    chosen->told++;
    chosen->looked_at = 0;
    return chosen->visit(chosen->user, path);
}

int path_each(const struct path_question *question, size_t most, path_visit *visit, void *user,
              enum path_rest *rest, struct cg_error *error)
{
    const struct cg_graph *graph = question->query->graph;
    struct chosen chosen = {.question = question, .visit = visit, .user = user, .most = most};
    int status = most == 0 && !question->weight.key
                     ? cg_simple_paths(graph, &question->paths, choose, &chosen, error)
                     : cg_visit_shortest_paths(graph, &question->paths, choose, &chosen, error);
    *rest = chosen.rest;
    return status;
}

static void keep(struct cg_call_path *path, const cg_edge *edges, size_t length)
{
    cg_edge *copy = g_new(cg_edge, length + 1);
    for (size_t i = 0; i < length; i++) {
        copy[i] = edges[i];
    }
    path->edges = copy;
    path->length = length;
}

/* The first path that comes. */
struct first {
    struct cg_call_path path;
    bool found;
};

static bool keep_first(void *user, const struct cg_call_path *path)
{
    struct first *first = user;
    keep(&first->path, path->edges, path->length);
    first->path.start = path->start;
    first->found = true;
    return false;
}

static int find_first(struct first *first, enum path_rest *rest,
                      const struct path_question *question, struct cg_error *error)
{
    int status = path_each(question, 1, keep_first, first, rest, error);
    *rest = *rest == PATH_MORE ? PATH_NO_MORE : *rest;
    return status;
}

static int find_through(struct cg_call_path *path, bool *found, enum path_rest *rest,
                        const struct path_question *question, struct cg_error *error)
{
    struct first first = {.found = false};
    cg_edge *edges = NULL;
    size_t length;
    bool simple;
    int status = cg_shortest_path_through(&edges, &length, found, &simple, question->query->graph,
                                          &question->paths, question->through, error);
    if (!status && *found && !simple) {
        status = find_first(&first, rest, question, error);
        *rest = !first.found && *rest == PATH_NO_MORE ? PATH_REPEATS_ONLY : *rest;
    }
    if (first.found) {
        *path = first.path;
    } else if (!status) {
        keep(path, edges, length);
    }
    free(edges);
    return status;
}

int path_find(struct cg_call_path *path, bool *found, enum path_rest *rest,
              const struct path_question *question, struct cg_error *error)
{
    struct first first = {.found = false};
    *rest = PATH_NO_MORE;
    if (question->through) {
        return find_through(path, found, rest, question, error);
    }
    if (question->weight.key) {
        int status = find_first(&first, rest, question, error);
        *path = first.path;
        *found = first.found;
        return status;
    }
    cg_edge *edges = NULL;
    size_t length;
    const struct cg_path_query *asked = &question->paths;
    int status = cg_shortest_path(&edges, &length, found, question->query->graph, asked->from,
                                  asked->from_count, asked->to, asked->to_count, error);
    if (!status) {
        keep(path, edges, length);
    }
    free(edges);
    return status;
}
