/*
 * Answers to "can this reach that?" for all pairs of some functions: reach_pairs GRAPH COUNT SEED
 *
 * Prints the functions drawn, a line each: name, tab, origin; then for each of them a line with a
 * letter per function: y, n or u (unknown) of cg_reach, capital where the index says yes.
 * reach_pairs.py holds them against answers of its own.
 */
#include <libcg/file.h>
#include <libcg/index.h>
#include <libcg/query.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static void need(int status, const struct cg_error *error)
{
    if (status) {
        fprintf(stderr, "reach_pairs: %s: %s\n", error->file, error->text);
        exit(2);
    }
}

/* The first `count` of all nodes in an order that the seed decides. */
static cg_node *draw(uint32_t nodes, uint32_t count, uint64_t seed)
{
    cg_node *all = malloc(((size_t)nodes + 1) * sizeof *all);
    if (!all) {
        exit(2);
    }
    for (cg_node node = 0; node < nodes; node++) {
        all[node] = node;
    }
    for (uint32_t i = 0; i < count; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint32_t other = i + (uint32_t)((seed >> 33) % (nodes - i));
        cg_node node = all[other];
        all[other] = all[i];
        all[i] = node;
    }
    return all;
}

static char answer(const struct cg_graph *graph, cg_node from, cg_node to)
{
    static const char letters[] = {[CG_YES] = 'y', [CG_NO] = 'n', [CG_UNKNOWN] = 'u'};
    struct cg_error error;
    struct cg_reach *reach;
    need(cg_reach(&reach, graph, &from, 1, &to, 1, &error), &error);
    char letter = letters[reach->answer];
    cg_reach_free(reach);
    return letter;
}

int main(int argc, char **argv)
{
    struct cg_error error;
    struct cg_graph *graph;
    struct cg_index *index;
    struct cg_index_asker *asker;
    if (argc != 4) {
        fputs("usage: reach_pairs GRAPH COUNT SEED\n", stderr);
        return 2;
    }
    need(cg_read_file(&graph, argv[1], NULL, &error), &error);
    need(cg_graph_freeze(graph, &error), &error);
    need(cg_index_new(&index, graph, &error), &error);
    need(cg_index_asker_new(&asker, index, &error), &error);
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t wanted = (uint32_t)strtoul(argv[2], NULL, 10);
    uint32_t count = wanted < nodes ? wanted : nodes;
    cg_node *drawn = draw(nodes, count, strtoull(argv[3], NULL, 10));
    for (uint32_t i = 0; i < count; i++) {
        const char *origin = cg_node_origin(graph, drawn[i]);
        printf("%s\t%s\n", cg_node_name(graph, drawn[i]), origin ? origin : "");
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            char letter = answer(graph, drawn[i], drawn[k]);
            putchar(cg_index_reaches(asker, drawn[i], drawn[k]) ? toupper(letter) : letter);
        }
        putchar('\n');
    }
    free(drawn);
    cg_index_asker_free(asker);
    cg_index_free(index);
    cg_graph_free(graph);
    return fflush(stdout) ? 2 : 0;
}
