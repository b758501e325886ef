/* Which allocations to watch: allocations GRAPH TARGETS [FUNCTION...]
 *
 * A tool that checks what is sent with MPI watches each variable whose address is handed to a
 * function, unless that function can never come to an MPI call. So it asks, at each such call,
 * about the function that is called. */
#include <libcg/index.h>

#include "filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { QUESTIONS = 10000000, FUNCTIONS = 1000 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static void print_answers(struct filter *filter, int count, char **functions)
{
    static const char *const decisions[] = {
        [CG_YES] = "watch: leads there",
        [CG_NO] = "leave: never comes there",
        [CG_UNKNOWN] = "watch: not known",
    };
    for (int i = 0; i < count; i++) {
        printf("%s: %s\n", functions[i], decisions[filter_ask(filter, functions[i])]);
    }
}

static void print_rate(const char *what, double took)
{
    printf("%s: %.1f million answers a second\n", what, QUESTIONS / took / 1e6);
}

/* As the tool asks: by name, about what is called next. At most so many functions are. */
static void measure_names(struct filter *filter)
{
    const struct cg_graph *graph = filter_graph(filter);
    uint32_t all = cg_graph_node_count(graph), count = all < FUNCTIONS ? all : FUNCTIONS;
    const char *names[FUNCTIONS];
    unsigned long counts[3] = {0};
    uint64_t state = 1;
    double begin = seconds();
    for (uint32_t i = 0; i < count; i++) {
        names[i] = cg_node_name(graph, (cg_node)((uint64_t)i * all / count));
        counts[filter_ask(filter, names[i])]++;
    }
    printf("%lu functions lead there, %lu do not, %lu are not known\n", counts[CG_YES],
           counts[CG_NO], counts[CG_UNKNOWN]);
    printf("asked for the first time: %.3f ms each\n", (seconds() - begin) * 1e3 / count);
    begin = seconds();
    for (int i = 0; i < QUESTIONS; i++) {
        counts[filter_ask(filter, names[next_random(&state) % count])]++;
    }
    print_rate("by name", seconds() - begin);
}

/* Where the targets change from question to question, an index answers for any two functions. */
static int measure_pairs(const struct cg_graph *graph, struct cg_error *error)
{
    struct cg_index *index = NULL;
    struct cg_index_cursor *asker = NULL;
    uint64_t state = 1;
    unsigned long yes = 0;
    int status = cg_index_new(&index, graph, error);
    status = status ? status : cg_index_cursor_new(&asker, index, error);
    if (!status) {
        double begin = seconds();
        for (int i = 0; i < QUESTIONS; i++) {
            cg_node from = next_random(&state) % cg_graph_node_count(graph);
            cg_node to = next_random(&state) % cg_graph_node_count(graph);
            yes += cg_index_reaches(asker, from, to);
        }
        print_rate("any two", seconds() - begin);
        printf("%.1f %% of them yes\n", 100.0 * (double)yes / QUESTIONS);
    }
    cg_index_cursor_free(asker);
    cg_index_free(index);
    return status;
}

int main(int argc, char **argv)
{
    struct filter *filter;
    struct cg_error error = {0};
    if (argc < 3) {
        fputs("usage: allocations GRAPH TARGETS [FUNCTION...]\n", stderr);
        return 2;
    }
    int status = filter_open(&filter, argv[1], argv[2], &error);
    if (status) {
        fprintf(stderr, "%s\n", error.text);
        return 2;
    }
    print_answers(filter, argc - 3, argv + 3);
    if (argc == 3) {
        measure_names(filter);
        status = measure_pairs(filter_graph(filter), &error);
    }
    filter_close(filter);
    return status ? 2 : 0;
}
