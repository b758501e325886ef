/* The smallest program that queries a graph: can one function ever call another? */
#include <libcg/libcg.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    static const char *const answers[] = {"yes", "no", "unknown"};
    struct cg_graph *graph = NULL;
    struct cg_reach *reach = NULL;
    struct cg_error error = {0};
    int status =
        argc != 4 || cg_read_file(&graph, argv[1], NULL, &error) || cg_graph_freeze(graph, &error);
    if (!status) {
        cg_node from = cg_graph_find(graph, argv[2]), to = cg_graph_find(graph, argv[3]);
        status = cg_reach(&reach, graph, &(struct cg_function_set){&from, 1},
                          &(struct cg_function_set){&to, 1}, &error);
    }
    puts(status ? error.text : answers[cg_reach_answer(reach)]);
    cg_reach_free(reach);
    cg_graph_free(graph);
    return status ? 2 : 0;
}
