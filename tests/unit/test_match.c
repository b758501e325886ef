/* Finding functions of which many have one name, against a look at each of them. */
#include "support.h"

#include "match/frame.h"

#include <libcg/kinds.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 300, ROUNDS = 20, QUESTIONS = 200 };

/* A path of a few components, with those that are left out when it is read. */
static void random_path(char *out)
{
    static const char *const parts[] = {"a", "b", "a-", "a.c", ".", "..", "b/.."};
    int count = 1 + rand() % 4;
    strcpy(out, rand() % 4 ? "" : "/");
    for (int i = 0; i < count; i++) {
        strcat(out, parts[rand() % 7]);
        strcat(out, i + 1 < count ? "/" : "");
    }
}

/* Functions in a file or none, some of them in another one as well. */
static struct cg_graph *many_namesakes(bool with_unknown)
{
    struct cg_graph *graph = new_graph();
    char path[64], places[128];
    for (int i = 0; i < COUNT; i++) {
        random_path(path);
        const char *origin = with_unknown && i % 40 == 0 ? NULL : path;
        enum cg_linkage linkage = i % 7 ? CG_LINKAGE_INTERNAL : CG_LINKAGE_WEAK;
        cg_node f = add_node(graph, "f", origin, i % 3, linkage);
        if (i % 5 == 1) {
            random_path(path);
            snprintf(places, sizeof places, "[{\"column\":1,\"file\":\"%s\",\"line\":%d}]", path,
                     1 + rand() % 3);
            set(graph, CG_ON_NODE, f, CG_KEY_DEFINED_IN, places);
        }
    }
    return graph;
}

/* Those whose file matches best: of these the ones at the line, of these the ones with a body. */
static size_t slow_search(cg_node *out, const struct cg_graph *graph, const char *file,
                          uint32_t line)
{
    int best = INT_MIN;
    size_t count = 0;
    for (cg_node n = 0; n < COUNT; n++) {
        struct places_point point = {line, 0};
        int match = 4 * places_agree(graph, n, file) +
                    2 * (line && places_contain(graph, n, file, point)) +
                    cg_node_has_body(graph, n);
        count = match > best ? 0 : count;
        best = match > best ? match : best;
        if (match == best) {
            out[count++] = n;
        }
    }
    return count;
}

static void expect_same(struct matcher *m, const char *file, uint32_t line)
{
    cg_node slow[COUNT];
    enum match_extent extent;
    const struct match_frame frame = {.name = "f", .file = file, .line = line};
    size_t count = slow_search(slow, m->graph, file, line);
    ck_assert(matcher_find_frame(m, &frame, &extent));
    ck_assert_msg(m->count == count, "%s:%u: %zu instead of %zu", file, line, m->count, count);
    ck_assert_msg(!memcmp(m->found, slow, count * sizeof *slow), "%s:%u", file, line);
    ck_assert_int_eq(extent, MATCH_WHOLE);
}

START_TEST(of_many_the_file_decides_then_the_line_then_the_body)
{
    char file[64];
    srand(7);
    for (int round = 0; round < ROUNDS; round++) {
        struct matcher m;
        struct cg_graph *graph = many_namesakes(round % 2);
        ck_assert(matcher_init(&m, graph, NULL));
        for (int i = 0; i < QUESTIONS; i++) {
            random_path(file);
            expect_same(&m, file, (uint32_t)rand() % 4);
        }
        matcher_free(&m);
        cg_graph_free(graph);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        of_many_the_file_decides_then_the_line_then_the_body,
        NULL,
    };
    return run_tests("match", tests, 60);
}
