/* Asking reachability: reach GRAPH FROM TO */
#include <libcg/file.h>
#include <libcg/query.h>

#include <stdio.h>
#include <stdlib.h>

static void print_functions(const struct cg_graph *graph, const char *what,
                            struct cg_function_set functions)
{
    for (size_t i = 0; i < functions.count; i++) {
        printf("  %s %s\n", what, cg_node_name(graph, functions.nodes[i]));
    }
}

/* An answer comes with what it rests on. */
static void print_answer(const struct cg_graph *graph, const struct cg_reach *reach)
{
    struct cg_call_set path = cg_reach_path(reach);
    switch (cg_reach_answer(reach)) {
    case CG_YES:
        puts("yes");
        for (size_t i = 0; i < path.count; i++) {
            printf("  %s calls %s\n", cg_node_name(graph, cg_edge_caller(graph, path.edges[i])),
                   cg_node_name(graph, cg_edge_callee(graph, path.edges[i])));
        }
        break;
    case CG_NO:
        printf("no (functions reached: %u)\n", cg_reach_known_count(reach));
        break;
    case CG_UNKNOWN:
        puts("unknown");
        print_functions(graph, "calls that are not known, in", cg_reach_unresolved(reach));
        print_functions(graph, "not known at all:", cg_reach_unrecorded(reach));
        break;
    }
}

/* All functions of a name: static ones of several files may share it. */
static size_t find_all(cg_node **found, const struct cg_graph *graph, const char *name)
{
    size_t count = 0;
    *found = malloc((cg_graph_node_count(graph) + 1) * sizeof **found);
    cg_node node = *found ? cg_graph_find(graph, name) : CG_NONE;
    for (; node != CG_NONE; node = cg_graph_find_next(graph, name, node)) {
        (*found)[count++] = node;
    }
    return count;
}

static int ask(const struct cg_graph *graph, const char *from, const char *to,
               struct cg_error *error)
{
    struct cg_reach *reach;
    cg_node *starts, *ends;
    size_t start_count = find_all(&starts, graph, from), end_count = find_all(&ends, graph, to);
    int status = CG_OK;
    if (!start_count || !end_count) { /* of nothing, "no" would be true and mislead */
        snprintf(error->text, sizeof error->text, "no function %s", start_count ? to : from);
        status = CG_E_ARGUMENT;
    }
    status = status ? status
                    : cg_reach(&reach, graph, &(struct cg_function_set){starts, start_count},
                               &(struct cg_function_set){ends, end_count}, error);
    if (!status) {
        print_answer(graph, reach);
        cg_reach_free(reach);
    }
    free(starts);
    free(ends);
    return status;
}

int main(int argc, char **argv)
{
    struct cg_graph *graph = NULL;
    struct cg_error error;
    if (argc != 4) {
        fputs("usage: reach GRAPH FROM TO\n", stderr);
        return 2;
    }
    int status = cg_read_file(&graph, argv[1], NULL, &error);
    status = status ? status : cg_graph_freeze(graph, &error);
    status = status ? status : ask(graph, argv[2], argv[3], &error);
    if (status) {
        fprintf(stderr, "%s\n", error.text);
    }
    cg_graph_free(graph);
    return status ? 2 : 0;
}
