/*
 * Asks a frozen graph with eight threads at once: threads GRAPH
 *
 * Every thread must get what one alone gets. ThreadSanitizer reports what two threads change.
 */
#include <libcg/libcg.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 8
#define PAIRS 64

static struct cg_graph *graph;

static void need(bool so, const char *what)
{
    if (!so) {
        fprintf(stderr, "threads: error: %s\n", what);
        exit(1);
    }
}

static uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * 1099511628211u;
}

static uint64_t ask_reach(uint64_t sum, cg_node from, cg_node to)
{
    struct cg_reach *reach;
    struct cg_found_path path;
    const struct cg_function_set start = {&from, 1}, end = {&to, 1};
    need(!cg_reach(&reach, graph, &start, &end, NULL), "reach failed");
    sum = mix(sum, cg_reach_answer(reach));
    sum = mix(sum, cg_reach_known_count(reach));
    cg_reach_free(reach);
    need(!cg_shortest_path(&path, graph, &start, &end, NULL), "the shortest path failed");
    sum = mix(sum, path.length);
    free(path.edges);
    return sum;
}

static uint64_t ask_dead(uint64_t sum)
{
    struct cg_dead *dead;
    need(!cg_dead(&dead, graph, NULL, 0, NULL, NULL), "dead failed");
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        sum = mix(sum, cg_dead_reason(dead, node));
    }
    cg_dead_free(dead);
    return sum;
}

static uint64_t ask_cycles(uint64_t sum)
{
    struct cg_condensation *condensation;
    struct cg_cycles *cycles;
    need(!cg_condense(&condensation, graph, NULL), "condensing failed");
    need(!cg_cycles_find(&cycles, graph, condensation, NULL), "cycles failed");
    sum = mix(sum, cg_cycles_count(cycles));
    cg_cycles_free(cycles);
    cg_condensation_free(condensation);
    return sum;
}

static uint64_t ask_sets(uint64_t sum)
{
    static const char *const sets[] = {"reaches(is(unresolved))", "recursive(*)",
                                       "[numStatements > 1] | f*", "roots(*) | overriddenBy(*)",
                                       "[inclusive(numStatements) > 9]"};
    struct cg_selector *selector;
    uint32_t nodes = cg_graph_node_count(graph);
    bool *selected = calloc((size_t)nodes + 1, sizeof *selected);
    need(selected && !cg_selector_new(&selector, graph, NULL, NULL), "no selector");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        need(!cg_select(selected, selector, sets[i], NULL), sets[i]);
        for (uint32_t node = 0; node < nodes; node++) {
            sum = mix(sum, selected[node]);
        }
    }
    cg_selector_free(selector);
    free(selected);
    return sum;
}

static uint64_t ask_values(uint64_t sum)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        struct cg_recursion recursion = {0};
        cg_recursion(&recursion, graph, node);
        sum = mix(sum, (uint64_t)(recursion.size + cg_loop_depth(graph, node)));
        sum = mix(sum, strlen(cg_node_name(graph, node)));
    }
    return sum;
}

static uint64_t ask_dominators(uint64_t sum)
{
    uint32_t nodes = cg_graph_node_count(graph);
    cg_node *dominator = calloc((size_t)nodes + 1, sizeof *dominator), start = 0;
    need(dominator && !cg_dominators(dominator, graph, &start, 1, CG_CALLEES, NULL),
         "dominators failed");
    for (uint32_t node = 0; node < nodes; node++) {
        sum = mix(sum, dominator[node]);
    }
    free(dominator);
    return sum;
}

static void *ask_all(void *out)
{
    uint64_t sum = 1;
    uint32_t nodes = cg_graph_node_count(graph);
    for (uint32_t i = 0; i < PAIRS; i++) {
        sum = ask_reach(sum, i * 7 % nodes, i * 13 % nodes);
    }
    sum = ask_dominators(ask_values(ask_sets(ask_cycles(ask_dead(sum)))));
    *(uint64_t *)out = sum;
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    uint64_t sums[THREADS], alone;
    struct cg_error error = {0};
    need(argc == 2, "usage: threads GRAPH");
    need(!cg_read_file(&graph, argv[1], NULL, &error), error.text);
    need(cg_graph_node_count(graph) > 0, "the graph is empty");
    need(!cg_graph_freeze(graph, NULL), "freezing failed");
    for (int i = 0; i < THREADS; i++) {
        need(!pthread_create(&threads[i], NULL, ask_all, &sums[i]), "no thread");
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    ask_all(&alone);
    for (int i = 0; i < THREADS; i++) {
        need(sums[i] == alone, "a thread got another answer");
    }
    cg_graph_free(graph);
    return 0;
}
