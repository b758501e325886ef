/*
 * Answers to "can this reach that?" of cg_reach, as letters: y, n or u (unknown).
 *
 *     reach_pairs GRAPH COUNT SEED [defined]     all pairs of COUNT functions, or definitions,
 * drawn reach_pairs GRAPH -                        pairs on standard input
 *     reach_pairs -                              pairs of several graphs
 *
 * The first prints the functions drawn, a line each: name, tab, origin; then for each of them a
 * line with a letter per function, capital where the index says yes; reach_pairs.py holds them
 * against answers of its own. The second reads lines of name, origin, name, origin, with tabs
 * between, and prints a letter on a line for each. The third reads lines of GRAPH, linkage name,
 * linkage name and anything, with blanks between, and prints each with the answer as a word behind,
 * `?` where a name is not that of one function. Lines of one graph follow each other.
 */
#include <libcg/file.h>
#include <libcg/index.h>
#include <libcg/query.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(int status, const struct cg_error *error)
{
    if (status) {
        fprintf(stderr, "reach_pairs: %s: %s\n", error->file, error->text);
        exit(2);
    }
}

/** Nodes to draw from: all, or those that are defined. */
static uint32_t pool(cg_node **out, const struct cg_graph *graph, bool defined)
{
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t count = 0;
    *out = malloc(((size_t)nodes + 1) * sizeof **out);
    if (!*out) {
        exit(2);
    }
    for (cg_node node = 0; node < nodes; node++) {
        if (!defined || cg_node_has_body(graph, node)) {
            (*out)[count++] = node;
        }
    }
    return count;
}

/** Put `count` of all nodes to the front, which ones the seed decides. */
static void draw(cg_node *all, uint32_t nodes, uint32_t count, uint64_t seed)
{
    for (uint32_t i = 0; i < count; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint32_t other = i + (uint32_t)((seed >> 33) % (nodes - i));
        cg_node node = all[other];
        all[other] = all[i];
        all[i] = node;
    }
}

static char answer(const struct cg_graph *graph, cg_node from, cg_node to)
{
    static const char letters[] = {[CG_YES] = 'y', [CG_NO] = 'n', [CG_UNKNOWN] = 'u'};
    struct cg_error error;
    struct cg_reach *reach;
    need(cg_reach(&reach, graph, &(struct cg_function_set){&from, 1},
                  &(struct cg_function_set){&to, 1}, &error),
         &error);
    char letter = letters[cg_reach_answer(reach)];
    cg_reach_free(reach);
    return letter;
}

static void ask_drawn(const struct cg_graph *graph, uint32_t wanted, uint64_t seed, bool defined)
{
    struct cg_error error;
    struct cg_index *index;
    struct cg_index_cursor *asker;
    cg_node *drawn;
    need(cg_index_new(&index, graph, &error), &error);
    need(cg_index_cursor_new(&asker, index, &error), &error);
    uint32_t nodes = pool(&drawn, graph, defined);
    uint32_t count = wanted < nodes ? wanted : nodes;
    draw(drawn, nodes, count, seed);
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
    cg_index_cursor_free(asker);
    cg_index_free(index);
}

static cg_node find(const struct cg_graph *graph, const char *name, const char *origin)
{
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        const char *of = cg_node_origin(graph, node);
        if (strcmp(cg_node_name(graph, node), name) == 0 && strcmp(of ? of : "", origin) == 0) {
            return node;
        }
    }
    fprintf(stderr, "reach_pairs: no %s of %s\n", name, origin);
    exit(2);
}

/** Cut a line at its tabs; fewer than `count` words are an error. */
static void split(char *line, char **words, int count)
{
    line[strcspn(line, "\n")] = '\0';
    for (int i = 0; i < count; i++) {
        if (!line) {
            fputs("reach_pairs: a line needs four words\n", stderr);
            exit(2);
        }
        words[i] = line;
        line = strchr(line, '\t');
        if (line) {
            *line++ = '\0';
        }
    }
}

static void ask_given(const struct cg_graph *graph, FILE *pairs)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, pairs) > 0) {
        char *words[4];
        split(line, words, 4);
        printf("%c\n",
               answer(graph, find(graph, words[0], words[1]), find(graph, words[2], words[3])));
    }
    free(line);
}

static struct cg_graph *open_graph(const char *path)
{
    struct cg_error error;
    struct cg_graph *graph;
    need(cg_read_file(&graph, path, NULL, &error), &error);
    need(cg_graph_freeze(graph, &error), &error);
    return graph;
}

/** @return whether one function has this linkage name */
static bool find_one(cg_node *out, const struct cg_graph *graph, const char *name)
{
    uint32_t found = 0;
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        if (strcmp(cg_node_name(graph, node), name) == 0) {
            *out = node;
            found++;
        }
    }
    return found == 1;
}

static const char *answer_by_name(const struct cg_graph *graph, const char *from, const char *to)
{
    cg_node first, last;
    if (!find_one(&first, graph, from) || !find_one(&last, graph, to)) {
        return "?";
    }
    char letter = answer(graph, first, last);
    return letter == 'y' ? "yes" : letter == 'n' ? "no" : "unknown";
}

static void ask_of_several(FILE *lines)
{
    char *line = NULL, *path = NULL;
    struct cg_graph *graph = NULL;
    size_t size = 0;
    while (getline(&line, &size, lines) > 0) {
        line[strcspn(line, "\n")] = '\0';
        printf("%s ", line);
        const char *of = strtok(line, " "), *from = strtok(NULL, " "), *to = strtok(NULL, " ");
        if (!to) {
            fputs("reach_pairs: a line needs a graph and two names\n", stderr);
            exit(2);
        }
        if (!path || strcmp(path, of) != 0) {
            cg_graph_free(graph);
            free(path);
            graph = open_graph(of);
            path = strdup(of);
        }
        puts(answer_by_name(graph, from, to));
    }
    cg_graph_free(graph);
    free(path);
    free(line);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "-") == 0) {
        ask_of_several(stdin);
        return fflush(stdout) ? 2 : 0;
    }
    bool given = argc == 3 && strcmp(argv[2], "-") == 0;
    bool defined = argc == 5 && strcmp(argv[4], "defined") == 0;
    if (!given && argc != 4 && !defined) {
        fputs("usage: reach_pairs GRAPH COUNT SEED [defined]\n"
              "       reach_pairs GRAPH -\n"
              "       reach_pairs -\n",
              stderr);
        return 2;
    }
    struct cg_graph *graph = open_graph(argv[1]);
    if (given) {
        ask_given(graph, stdin);
    } else {
        ask_drawn(graph, (uint32_t)strtoul(argv[2], NULL, 10), strtoull(argv[3], NULL, 10),
                  defined);
    }
    cg_graph_free(graph);
    return fflush(stdout) ? 2 : 0;
}
