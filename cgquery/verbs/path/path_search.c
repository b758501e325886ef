/* Finds the paths of a question. */
#include "verbs/path/path.h"

#include "names/sets.h"

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

/* The functions that some reach, or that reach them. */
static int mark_reached(bool *marked, const struct path_question *question, const cg_node *starts,
                        size_t count, enum cg_direction direction, struct cg_error *error)
{
    const struct cg_graph *graph = question->query->graph;
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t *distance = g_new(uint32_t, nodes + 1);
    int status = cg_search(distance, graph, &(struct cg_function_set){starts, count}, direction,
                           CG_NONE, error);
    for (cg_node node = 0; !status && node < nodes; node++) {
        marked[node] = distance[node] != CG_NONE;
    }
    g_free(distance);
    return status;
}

int path_prune(struct path_question *question, struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(question->query->graph);
    GArray *through = query_members(question->query, question->through);
    const cg_node *set = (const cg_node *)through->data;
    const struct cg_path_query *asked = &question->paths;
    const struct {
        const cg_node *starts;
        size_t count;
        enum cg_direction direction;
    } searches[] = {{asked->from, asked->from_count, CG_CALLEES},
                    {set, through->len, CG_CALLERS},
                    {set, through->len, CG_CALLEES},
                    {asked->to, asked->to_count, CG_CALLERS}};
    bool *marked[G_N_ELEMENTS(searches)];
    int status = CG_OK;
    for (size_t i = 0; i < G_N_ELEMENTS(searches); i++) {
        marked[i] = g_new0(bool, nodes + 1);
        status = status ? status
                        : mark_reached(marked[i], question, searches[i].starts, searches[i].count,
                                       searches[i].direction, error);
    }
    question->beside = g_new(bool, nodes + 1);
    for (cg_node node = 0; node < nodes; node++) {
        question->beside[node] =
            !(marked[0][node] && marked[1][node]) && !(marked[2][node] && marked[3][node]);
    }
    question->paths.avoid = question->beside;
    for (size_t i = 0; i < G_N_ELEMENTS(searches); i++) {
        g_free(marked[i]);
    }
    g_array_unref(through);
    return status;
}

/* A walk over paths that reports the wanted ones. */
struct chosen {
    const struct path_question *question;
    path_visit *visit;
    void *user;
    size_t most; /* 0: all */
    size_t reported;
    size_t looked_at; /* since the last one */
    enum path_rest rest;
};

static bool take_path(void *user, const struct cg_call_path *path)
{
    struct chosen *chosen = user;
    if (!goes_through(chosen->question, path) ||
        !cg_path_fits(chosen->question->query->graph, path->edges, path->length)) {
        bool patient = chosen->most == 0 || ++chosen->looked_at < PATH_PATIENCE;
        chosen->rest = patient ? chosen->rest : PATH_MAYBE_MORE;
        return patient;
    }
    if (chosen->most && chosen->reported == chosen->most) {
        chosen->rest = PATH_MORE;
        return false;
    }
    chosen->reported++;
    chosen->looked_at = 0;
    return chosen->visit(chosen->user, path);
}

int path_each(const struct path_question *question, size_t most, path_visit *visit, void *user,
              enum path_rest *rest, struct cg_error *error)
{
    const struct cg_graph *graph = question->query->graph;
    struct chosen chosen = {.question = question, .visit = visit, .user = user, .most = most};
    int status = most == 0 && !question->weight.key
                     ? cg_simple_paths(graph, &question->paths, take_path, &chosen, error)
                     : cg_visit_shortest_paths(graph, &question->paths, take_path, &chosen, error);
    *rest = chosen.rest;
    return status;
}

static void keep_path(struct cg_call_path *path, cg_node start, const cg_edge *edges, size_t length)
{
    cg_edge *copy = g_new(cg_edge, length + 1);
    for (size_t i = 0; i < length; i++) {
        copy[i] = edges[i];
    }
    path->edges = copy;
    path->length = length;
    path->start = start;
}

/* The function that is a path by itself, if there is one. */
static cg_node both_ends(const struct path_question *question)
{
    const struct selection *from = question->from;
    for (size_t i = 0; i < from->count; i++) {
        const struct selection one = {.nodes = &from->nodes[i], .count = 1};
        cg_node node = selection_common(&one, question->to);
        if (node != CG_NONE && (!question->through || question->through[node])) {
            return node;
        }
    }
    return CG_NONE;
}

static cg_node start_of(const struct path_question *question, const cg_edge *edges, size_t length)
{
    return length ? cg_edge_caller(question->query->graph, edges[0]) : both_ends(question);
}

static bool keep_first(void *user, const struct cg_call_path *path)
{
    struct path_found *first = user;
    keep_path(&first->path, path->start, path->edges, path->length);
    first->found = true;
    return false;
}

static int find_through(struct path_found *out, const struct path_question *question,
                        struct cg_error *error)
{
    enum path_rest rest;
    struct cg_found_path path = {.found = false};
    int status = cg_shortest_path_through(&path, question->query->graph, &question->paths,
                                          question->through, error);
    bool fits = path.found && cg_path_fits(question->query->graph, path.edges, path.length);
    if (!status && path.found && (!path.simple || !fits)) {
        status = path_each(question, 1, keep_first, out, &rest, error);
    }
    if (!status && !out->found) {
        keep_path(&out->path, start_of(question, path.edges, path.length), path.edges, path.length);
        out->found = fits;
        out->repeats = fits && !path.simple;
    }
    free(path.edges);
    return status;
}

static int find_shortest(struct path_found *out, const struct path_question *question,
                         struct cg_error *error)
{
    struct cg_found_path path = {.found = false};
    const struct cg_path_query *asked = &question->paths;
    int status = cg_shortest_path(&path, question->query->graph,
                                  &(struct cg_function_set){asked->from, asked->from_count},
                                  &(struct cg_function_set){asked->to, asked->to_count}, error);
    if (!status) {
        keep_path(&out->path, start_of(question, path.edges, path.length), path.edges, path.length);
    }
    out->found = path.found;
    free(path.edges);
    return status;
}

int path_find(struct path_found *out, const struct path_question *question, struct cg_error *error)
{
    enum path_rest rest;
    *out = (struct path_found){.found = false};
    if (question->through) {
        return find_through(out, question, error);
    }
    return question->weight.key ? path_each(question, 1, keep_first, out, &rest, error)
                                : find_shortest(out, question, error);
}
