/* The smallest program that does something with a graph. */
#include <libcg/file.h>

#include <stdio.h>

int main(int argc, char **argv)
{
    struct cg_graph *graph;
    struct cg_error error;
    if (argc != 2 || cg_read_file(&graph, argv[1], NULL, &error)) {
        return 1;
    }
    printf("%u functions, %u call\n", cg_graph_node_count(graph), cg_graph_edge_count(graph));
    cg_graph_free(graph);
    return 0;
}
