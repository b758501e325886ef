/* Sets of functions, and a part of a graph: cut GRAPH SET OUT */
#include <libcg/file.h>
#include <libcg/select.h>
#include <libcg/subgraph.h>

#include <stdio.h>
#include <stdlib.h>

static int cut(struct cg_graph **part, struct cg_graph *graph, const char *set,
               struct cg_error *error)
{
    struct cg_selector *selector;
    bool *selected = calloc(cg_graph_node_count(graph), sizeof *selected);
    int status = selected ? cg_selector_new(&selector, graph, NULL, error) : CG_E_MEMORY;
    if (!status) {
        status = cg_select(selected, selector, set, error);
        status = status ? status : cg_subgraph(part, graph, selected, NULL, error);
        cg_selector_free(selector);
    }
    free(selected);
    return status;
}

int main(int argc, char **argv)
{
    struct cg_graph *graph = NULL, *part = NULL;
    struct cg_error error = {0};
    if (argc != 4) {
        fputs("usage: cut GRAPH SET OUT\n", stderr);
        return 2;
    }
    int status = cg_read_file(&graph, argv[1], NULL, &error);
    status = status ? status : cg_graph_freeze(graph, &error);
    status = status ? status : cut(&part, graph, argv[2], &error);
    status = status ? status : cg_write_file(part, argv[3], NULL, &error);
    if (status) {
        fprintf(stderr, "%lu:%lu: %s\n", error.line, error.column, error.text);
    } else {
        printf("%u of %u functions\n", cg_graph_node_count(part), cg_graph_node_count(graph));
    }
    cg_graph_free(part);
    cg_graph_free(graph);
    return status ? 2 : 0;
}
