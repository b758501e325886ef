/*
 * Measures how fast metadata of whole graphs is derived: bench_derive [NODES CALLS_EACH]
 *
 * Compares the seconds of cg_graph_derive on random calls with those of freezing the same graph:
 * without loops, and with loops on every function and every fourth call. Random calls form one
 * large component; if all calls go up, there is no recursion, and one long order.
 */
#include <libcg/derive.h>
#include <libcg/kinds.h>
#include <libcg/metadata.h>
#include <libcg/site.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint32_t draw(uint32_t below)
{
    static uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 32) % below);
}

static int add_functions(struct cg_graph *graph, uint32_t nodes, bool loops)
{
    int status = CG_OK;
    for (uint32_t i = 0; i < nodes && !status; i++) {
        char name[32];
        cg_node node;
        snprintf(name, sizeof name, "function_%u", (unsigned)i);
        status = cg_graph_add_node(&node, graph, name, NULL);
        if (!status && loops) {
            status = cg_metadata_set(graph, CG_ON_NODE, node, CG_KEY_LOOP_DEPTH,
                                     &(struct cg_value){i % 3 ? "1" : "0", 1}, NULL);
        }
    }
    return status;
}

static int add_call(struct cg_graph *graph, uint32_t caller, uint32_t callee, bool loops)
{
    cg_edge edge;
    struct cg_site site = {.file = "a.c", .line = caller + 1, .column = 3, .loops = 1};
    int status = cg_graph_add_edge(&edge, graph, caller, callee, CG_EDGE_DIRECT, NULL);
    if (!status && loops && edge % 4 == 0) {
        status = cg_sites_write(graph, edge, CG_KEY_CALL_SITES, &site, 1, NULL);
    }
    return status;
}

static struct cg_graph *make(uint32_t nodes, uint32_t each, bool up, bool loops)
{
    struct cg_graph *graph;
    int status = cg_graph_new(&graph, NULL);
    status = status ? status : add_functions(graph, nodes, loops);
    for (uint32_t i = 0; i < nodes && !status; i++) {
        for (uint32_t k = 0; k < each && !status; k++) {
            uint32_t callee = up && i + 1 < nodes ? i + 1 + draw(nodes - i - 1) : draw(nodes);
            status = up && i + 1 == nodes ? CG_OK : add_call(graph, i, callee, loops);
        }
    }
    if (status) {
        fprintf(stderr, "bench_derive: %d\n", status);
        exit(2);
    }
    return graph;
}

static void measure(const char *what, uint32_t nodes, uint32_t each, bool up, bool loops)
{
    struct cg_graph *graph = make(nodes, each, up, loops);
    double start = now();
    int status = cg_graph_derive(graph, NULL);
    double derived = now();
    status = status ? status : cg_graph_freeze(graph, NULL);
    double frozen = now();
    if (status) {
        fprintf(stderr, "bench_derive: %d\n", status);
        exit(2);
    }
    printf("derive %s: %.2f s, %.2f of freezing (%.2f s)\n", what, derived - start,
           (derived - start) / (frozen - derived), frozen - derived);
    cg_graph_free(graph);
}

int main(int argc, char **argv)
{
    uint32_t nodes = argc > 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000000;
    uint32_t each = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 8;
    measure("one component", nodes, each, false, false);
    measure("one component with loops", nodes, each, false, true);
    measure("no recursion", nodes, each, true, false);
    measure("no recursion with loops", nodes, each, true, true);
    return 0;
}
