/* Walking a graph: walk GRAPH FUNCTION */
#include <libcg/entries.h>
#include <libcg/file.h>
#include <libcg/query.h>
#include <libcg/site.h>

#include <stdio.h>
#include <stdlib.h>

/* Where a call is in the source is metadata of its edge. */
static int print_sites(const struct cg_graph *graph, cg_edge edge, struct cg_error *error)
{
    struct cg_site_list *sites;
    int status = cg_sites_read(&sites, graph, edge, CG_KEY_CALL_SITES, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < cg_site_list_count(sites); i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        printf(" %s:%u:%u", site->file ? site->file : "?", site->line, site->column);
    }
    putchar('\n');
    cg_site_list_free(sites);
    return CG_OK;
}

/* Edges that leave a node have consecutive numbers; those that enter it are in an array. */
static int print_neighbours(const struct cg_graph *graph, cg_node node, struct cg_error *error)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, node, &first);
    int status = CG_OK;
    for (cg_edge edge = first; !status && edge < first + count; edge++) {
        printf("calls %s at", cg_node_name(graph, cg_edge_callee(graph, edge)));
        status = print_sites(graph, edge, error);
    }
    const cg_edge *edges;
    count = cg_node_in_edges(graph, node, &edges);
    for (uint32_t i = 0; !status && i < count; i++) {
        printf("called by %s at", cg_node_name(graph, cg_edge_caller(graph, edges[i])));
        status = print_sites(graph, edges[i], error);
    }
    return status;
}

/* A search computes the distance of all functions at once. */
static int print_distance(const struct cg_graph *graph, cg_node node, struct cg_error *error)
{
    cg_node start = cg_graph_main(graph);
    uint32_t *distance = calloc(cg_graph_node_count(graph), sizeof *distance);
    if (start == CG_NONE || !distance) {
        free(distance);
        return CG_OK;
    }
    int status = cg_search(distance, graph, &(struct cg_function_set){&start, 1}, CG_CALLEES,
                           CG_NONE, error);
    if (!status && distance[node] != CG_NONE) {
        printf("%u calls away from main\n", distance[node]);
    }
    free(distance);
    return status;
}

/* Static functions of several files may share a name. */
static int print_function(const struct cg_graph *graph, const char *name, struct cg_error *error)
{
    cg_node node = cg_graph_find(graph, name);
    int status = CG_OK;
    while (!status && node != CG_NONE) {
        const char *origin = cg_node_origin(graph, node);
        printf("%s of %s\n", cg_node_name(graph, node), origin ? origin : "a file not known");
        status = print_neighbours(graph, node, error);
        status = status ? status : print_distance(graph, node, error);
        node = cg_graph_find_next(graph, name, node);
    }
    return status;
}

int main(int argc, char **argv)
{
    struct cg_graph *graph = NULL;
    struct cg_error error;
    if (argc != 3) {
        fputs("usage: walk GRAPH FUNCTION\n", stderr);
        return 2;
    }
    int status = cg_read_file(&graph, argv[1], NULL, &error);
    if (!status) {
        status = cg_graph_freeze(graph, &error); /* lays out what walking needs */
    }
    bool known = !status && cg_graph_find(graph, argv[2]) != CG_NONE;
    status = status ? status : print_function(graph, argv[2], &error);
    if (status) {
        fprintf(stderr, "%s\n", error.text);
    } else if (!known) {
        fprintf(stderr, "%s has no function %s\n", argv[1], argv[2]);
    }
    cg_graph_free(graph);
    return status || !known ? 2 : 0;
}
