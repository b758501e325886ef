/*
 * Measures how fast queries are answered: bench_query DIRECTORY NODES CALLS_EACH, or bench_query
 * FILE
 *
 * Graphs with a power law (callees are preferred that are called already), with calls any way, most
 * of it one component, and with 19 of 20 calls going up, few components larger than one; or that of
 * a file. Each is written to files, loaded, frozen, split into components and searched from 20
 * starts; a million queries ask whether one node leads to another, and its dominators are computed.
 * If this was built with igraph, igraph does the same, loading the calls by name from its NCOL
 * format. Each library runs in a process of its own, whose peak resident size is printed. DIRECTORY
 * receives graph.mcg and graph.ncol, and keeps those of the last graph.
 */
#include <libcg/dominators.h>
#include <libcg/file.h>
#include <libcg/index.h>
#include <libcg/query.h>

#ifdef BENCH_IGRAPH
#include <igraph/igraph.h>
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STARTS = 20, QUESTIONS = 1000000, IGRAPH_QUESTIONS = 20 };

struct calls {
    uint32_t nodes;
    uint32_t count;
    uint32_t *from;
    uint32_t *to;
};

/* The files of one graph. */
struct files {
    char mcg[4096];
    char ncol[4096];
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 32) * below >> 32);
}

static long resident(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void need(int status, const char *what)
{
    if (status) {
        fprintf(stderr, "bench_query: %s failed\n", what);
        exit(2);
    }
}

static struct calls make(uint32_t nodes, uint32_t each, bool up)
{
    struct calls c = {.nodes = nodes};
    uint64_t state = 1;
    c.from = malloc((size_t)nodes * each * sizeof *c.from);
    c.to = malloc((size_t)nodes * each * sizeof *c.to);
    need(!c.from || !c.to, "malloc");
    for (uint32_t i = 0; i < nodes; i++) {
        for (uint32_t k = 0; k < each; k++) {
            bool preferred = c.count && draw(&state, 10) < 6;
            uint32_t other = preferred ? c.to[draw(&state, c.count)] : draw(&state, nodes);
            bool turn = up && other < i && draw(&state, 20);
            c.from[c.count] = turn ? other : i;
            c.to[c.count++] = turn ? i : other;
        }
    }
    return c;
}

static void tell(const char *library, const char *what, double seconds, double each)
{
    printf("  %-7s %-12s %9.3f s", library, what, seconds);
    if (each > 0) {
        printf("  %.3g a second", each / seconds);
    }
    printf("\n");
}

static void write_mcg(const struct calls *c, const char *path)
{
    struct cg_graph *graph;
    cg_node node;
    char name[16];
    need(cg_graph_new(&graph, NULL), "cg_graph_new");
    for (uint32_t i = 0; i < c->nodes; i++) {
        sprintf(name, "f%u", (unsigned)i);
        need(cg_graph_add_node(&node, graph, name, NULL), "cg_graph_add_node");
    }
    for (uint32_t i = 0; i < c->count; i++) {
        need(cg_graph_add_edge(NULL, graph, c->from[i], c->to[i], CG_EDGE_DIRECT, NULL),
             "cg_graph_add_edge");
    }
    need(cg_graph_freeze(graph, NULL), "cg_graph_freeze");
    need(cg_write_file(graph, path, NULL, NULL), "cg_write_file");
    cg_graph_free(graph);
}

static struct cg_graph *load(const char *path)
{
    struct cg_graph *graph;
    double start = now();
    need(cg_read_file(&graph, path, NULL, NULL), "cg_read_file");
    tell("libcg", "load", now() - start, 0);
    start = now();
    need(cg_graph_freeze(graph, NULL), "cg_graph_freeze");
    tell("libcg", "freeze", now() - start, 0);
    return graph;
}

static void write_ncol(const struct cg_graph *graph, const char *path)
{
    FILE *file = fopen(path, "w");
    need(!file, "fopen");
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        fprintf(file, "n%u n%u\n", (unsigned)cg_edge_caller(graph, edge),
                (unsigned)cg_edge_callee(graph, edge));
    }
    need(fclose(file), "fclose");
}

static void ask(const struct cg_graph *graph)
{
    uint32_t nodes = cg_graph_node_count(graph);
    struct cg_index *index;
    struct cg_index_cursor *asker;
    uint64_t state = 7;
    uint32_t yes = 0;
    double start = now();
    need(cg_index_new(&index, graph, NULL), "cg_index_new");
    need(cg_index_cursor_new(&asker, index, NULL), "cg_index_cursor_new");
    tell("libcg", "index", now() - start, 0);
    start = now();
    for (int i = 0; i < QUESTIONS; i++) {
        cg_node from = draw(&state, nodes);
        yes += cg_index_reaches(asker, from, draw(&state, nodes));
    }
    tell("libcg", "pairs", now() - start, QUESTIONS);
    printf("          %.1f %% yes\n", yes * 100.0 / QUESTIONS);
    cg_index_cursor_free(asker);
    cg_index_free(index);
}

static void with_libcg(const struct files *files)
{
    struct cg_graph *graph = load(files->mcg);
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t *numbers = malloc((size_t)nodes * sizeof *numbers);
    uint32_t components;
    uint64_t state = 5;
    cg_node main_node = 0;
    double start = now();
    need(!numbers, "malloc");
    need(cg_components(numbers, &components, graph, NULL), "cg_components");
    tell("libcg", "components", now() - start, 0);
    start = now();
    for (int i = 0; i < STARTS; i++) {
        cg_node from = draw(&state, nodes);
        need(cg_search(numbers, graph, &(struct cg_function_set){&from, 1}, CG_CALLEES, CG_NONE,
                       NULL),
             "cg_search");
    }
    tell("libcg", "search", (now() - start) / STARTS, 0);
    start = now();
    need(cg_dominators(numbers, graph, &main_node, 1, CG_CALLEES, NULL), "cg_dominators");
    tell("libcg", "dominators", now() - start, 0);
    ask(graph);
    free(numbers);
    cg_graph_free(graph);
}

#ifdef BENCH_IGRAPH
static void igraph_load(igraph_t *graph, const char *path)
{
    double start = now();
    FILE *file = fopen(path, "r");
    need(!file, "fopen");
    need(igraph_read_graph_ncol(graph, file, NULL, true, IGRAPH_ADD_WEIGHTS_NO, true),
         "igraph_read_graph_ncol");
    fclose(file);
    tell("igraph", "load", now() - start, 0);
    start = now();
    igraph_simplify(graph, true, false, NULL);
    tell("igraph", "freeze", now() - start, 0);
}

static void igraph_components(const igraph_t *graph)
{
    igraph_vector_int_t members;
    double start = now();
    igraph_vector_int_init(&members, 0);
    igraph_connected_components(graph, &members, NULL, NULL, IGRAPH_STRONG);
    tell("igraph", "components", now() - start, 0);
    igraph_vector_int_destroy(&members);
}

static void igraph_search(const igraph_t *graph, uint32_t nodes)
{
    uint64_t state = 5;
    double start = now();
    for (int i = 0; i < STARTS; i++) {
        igraph_vector_int_t order;
        igraph_vector_int_init(&order, 0);
        igraph_bfs_simple(graph, draw(&state, nodes), IGRAPH_OUT, &order, NULL, NULL);
        igraph_vector_int_destroy(&order);
    }
    tell("igraph", "search", (now() - start) / STARTS, 0);
}

static void igraph_dominators(const igraph_t *graph)
{
    igraph_vector_int_t dominators;
    double start = now();
    igraph_vector_int_init(&dominators, 0);
    igraph_dominator_tree(graph, 0, &dominators, NULL, NULL, IGRAPH_OUT);
    tell("igraph", "dominators", now() - start, 0);
    igraph_vector_int_destroy(&dominators);
}

/* igraph has no index; a question is a search. */
static void igraph_ask(const igraph_t *graph, uint32_t nodes)
{
    uint64_t state = 7;
    double start = now();
    for (int i = 0; i < IGRAPH_QUESTIONS; i++) {
        igraph_vector_int_t path;
        igraph_integer_t from = draw(&state, nodes);
        igraph_vector_int_init(&path, 0);
        igraph_get_shortest_path(graph, &path, NULL, from, draw(&state, nodes), IGRAPH_OUT);
        igraph_vector_int_destroy(&path);
    }
    tell("igraph", "pairs", now() - start, IGRAPH_QUESTIONS);
}

static void with_igraph(const struct files *files)
{
    igraph_t graph;
    igraph_set_warning_handler(igraph_warning_handler_ignore);
    igraph_set_attribute_table(&igraph_cattribute_table); /* which keeps the names */
    igraph_load(&graph, files->ncol);
    uint32_t nodes = (uint32_t)igraph_vcount(&graph);
    igraph_components(&graph);
    igraph_search(&graph, nodes);
    igraph_dominators(&graph);
    igraph_ask(&graph, nodes);
    igraph_destroy(&graph);
}
#endif

static void apart(const struct files *files, const char *library,
                  void (*run)(const struct files *files))
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        run(files);
        printf("  %-7s %-12s %9.1f MB\n", library, "memory", (double)resident() / 1024);
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void measure(const struct files *files)
{
    apart(files, "libcg", with_libcg);
#ifdef BENCH_IGRAPH
    apart(files, "igraph", with_igraph);
#endif
}

/* In a process of its own, so that the memory it takes is none of the others'. */
static void prepare(const struct files *files, uint32_t nodes, uint32_t each, bool up)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (nodes) {
            struct calls c = make(nodes, each, up);
            write_mcg(&c, files->mcg);
        }
        struct cg_graph *graph;
        need(cg_read_file(&graph, files->mcg, NULL, NULL), "cg_read_file");
        need(cg_graph_freeze(graph, NULL), "cg_graph_freeze");
        printf("%u nodes, %u calls\n", (unsigned)cg_graph_node_count(graph),
               (unsigned)cg_graph_edge_count(graph));
        write_ncol(graph, files->ncol);
        fflush(stdout);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    need(status, "writing the graph");
}

static int of_file(const char *path)
{
    struct files files;
    snprintf(files.mcg, sizeof files.mcg, "%s", path);
    snprintf(files.ncol, sizeof files.ncol, "/tmp/bench-query-%ld.ncol", (long)getpid());
    prepare(&files, 0, 0, false);
    measure(&files);
    return unlink(files.ncol) ? 2 : 0;
}

int main(int argc, char **argv)
{
    struct files files;
    if (argc == 2) {
        return of_file(argv[1]);
    }
    if (argc != 4) {
        fputs("usage: bench_query DIRECTORY NODES CALLS_EACH, or bench_query FILE\n", stderr);
        return 2;
    }
    snprintf(files.mcg, sizeof files.mcg, "%s/graph.mcg", argv[1]);
    snprintf(files.ncol, sizeof files.ncol, "%s/graph.ncol", argv[1]);
    for (int up = 0; up < 2; up++) {
        printf("%s: ", up ? "19 of 20 calls upwards" : "calls any way");
        prepare(&files, (uint32_t)atol(argv[2]), (uint32_t)atol(argv[3]), up);
        measure(&files);
    }
    return 0;
}
