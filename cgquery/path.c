#include "json.h"
#include "query.h"
#include "select.h"

#include <libcg/query.h>

#include <stdlib.h>

struct found {
    cg_edge *edges;
    size_t count;
    bool found;
};

static void print_json(struct query *query, const struct selection *from,
                       const struct selection *to, const struct found *path)
{
    struct json json = {.out = stdout};
    json_begin(&json, query);
    json_selection(&json, "from", query, from);
    json_selection(&json, "to", query, to);
    json_bool(&json, "found", path->found);
    json_edges(&json, "path", query, path->edges, path->count);
    json_end(&json);
}

static void print_text(struct query *query, const struct selection *from,
                       const struct selection *to, const struct found *path)
{
    char *start = selection_text(query, from);
    char *end = selection_text(query, to);
    if (!path->found) {
        printf("no path from %s to %s; 'cgquery reach' tells whether that is certain\n", start,
               end);
    } else if (path->count == 0) {
        printf("%s is both FROM and TO\n", query_name(query, selection_common(from, to)));
    }
    for (size_t i = 0; i < path->count; i++) {
        print_edge(query, path->edges[i]);
    }
    g_free(start);
    g_free(end);
}

static int run(struct query *query, char **arguments)
{
    (void)arguments;
    const struct selection *from = &query->selections[0], *to = &query->selections[1];
    struct cg_error error;
    struct found path;
    if (cg_shortest_path(&path.edges, &path.count, &path.found, query->graph, from->nodes,
                         from->count, to->nodes, to->count, &error)) {
        return query_fail(query, &error);
    }
    if (query->options.json) {
        print_json(query, from, to, &path);
    } else {
        print_text(query, from, to, &path);
    }
    free(path.edges);
    return path.found ? CLI_OK : CLI_NO;
}

const struct verb verb_path = {
    .name = "path",
    .arguments = "GRAPH FROM TO",
    .summary = "Show a shortest chain of calls from FROM to TO.",
    .description = "One call per line:\n"
                   "  CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
                   "\n"
                   "JSON: \"from\", \"to\", \"found\", \"path\" (calls in order).\n"
                   "\n"
                   "Exit status: 0 there is one, 1 there is none, 2 trouble.",
    .options = OPTIONS_COMMON | OPTION_AVOID,
    .functions = true,
    .run = run,
};
