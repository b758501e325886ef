/* Reading a graph: count GRAPH */
#include <libcg/file.h>
#include <libcg/graph.h>

#include <stdio.h>

static int fail(const struct cg_error *error)
{
    char text[1100];
    cg_error_format(text, sizeof text, error);
    fprintf(stderr, "%s\n", text);
    return 2;
}

int main(int argc, char **argv)
{
    struct cg_graph *graph;
    struct cg_error error;
    if (argc != 2) {
        fputs("usage: count GRAPH\n", stderr);
        return 2;
    }
    if (cg_read_file(&graph, argv[1], NULL, &error)) {
        return fail(&error);
    }
    uint32_t defined = 0;
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        defined += cg_node_has_body(graph, node);
    }
    printf("%u functions, %u of them defined, %u calls\n", cg_graph_node_count(graph), defined,
           cg_graph_edge_count(graph));
    cg_graph_free(graph);
    return 0;
}
