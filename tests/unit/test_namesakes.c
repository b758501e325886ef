/* Functions of one name, each in a file of its own, take no longer than others. Where each was
 * compared with all, these tests took many minutes. */
#include "support.h"

#include <libcg/derive.h>
#include <libcg/diff.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/merge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 400000 };

static struct cg_graph *namesakes(const char *directory, enum cg_linkage linkage)
{
    struct cg_graph *graph = new_graph();
    char path[32];
    for (int i = 0; i < COUNT; i++) {
        snprintf(path, sizeof path, "%s/%d.c", directory, i);
        add_node(graph, "f", path, true, linkage);
    }
    return graph;
}

static void check(int status, const struct cg_error *error)
{
    ck_assert_msg(!status, "%s", error->text);
}

/* The number of functions of a merge of the graph with itself, which changes nothing. */
static uint32_t merged(const struct cg_graph *graph)
{
    struct cg_error error = {.text = ""};
    struct cg_graph *whole = new_graph();
    check(cg_graph_merge(whole, graph, NULL, &error), &error);
    check(cg_graph_merge(whole, graph, NULL, &error), &error);
    uint32_t count = cg_graph_node_count(whole);
    cg_graph_free(whole);
    return count;
}

START_TEST(definitions_of_several_programs_are_merged)
{
    struct cg_graph *graph = namesakes("a", CG_LINKAGE_EXTERNAL);
    ck_assert_uint_le(merged(graph), COUNT);
    cg_graph_free(graph);
}
END_TEST

START_TEST(functions_without_linkage_after_internal_ones_are_merged)
{
    struct cg_graph *graph = namesakes("a", CG_LINKAGE_INTERNAL);
    char path[32];
    for (int i = 0; i < COUNT; i++) {
        snprintf(path, sizeof path, "b/%d.c", i);
        add_node(graph, "f", path, true, CG_LINKAGE_UNKNOWN);
    }
    ck_assert_uint_eq(merged(graph), 2 * COUNT);
    cg_graph_free(graph);
}
END_TEST

START_TEST(pointers_to_internal_functions_are_linked)
{
    struct cg_error error = {.text = ""};
    struct cg_graph *graph = namesakes("a", CG_LINKAGE_INTERNAL);
    cg_node caller = add_node(graph, "main", "main.c", true, CG_LINKAGE_EXTERNAL);
    char *facts;
    size_t length;
    FILE *out = open_memstream(&facts, &length);
    fprintf(out, "[[\"k\",\"main.c\",3,4,\"gt\",\"i()\",\"\",[]]");
    for (int i = 0; i < COUNT; i++) {
        fprintf(out, ",[\"c\",\"gt\",\"&Ff|a/%d.c\"]", i);
        set(graph, CG_ON_NODE, (cg_node)i, "pointerFacts", "[[\"t\",\"i()\"]]");
    }
    fprintf(out, "]");
    fclose(out);
    set(graph, CG_ON_NODE, caller, "pointerFacts", facts);
    set(graph, CG_ON_GRAPH, 0, "pointerFacts", "[]");
    check(cg_graph_link(graph, NULL, NULL, &error), &error);
    ck_assert_uint_eq(cg_graph_edge_count(graph), COUNT);
    free(facts);
    cg_graph_free(graph);
}
END_TEST

START_TEST(functions_in_other_files_are_not_the_same)
{
    struct cg_error error = {.text = ""};
    struct cg_graph *one = namesakes("a", CG_LINKAGE_INTERNAL);
    struct cg_graph *two = namesakes("b", CG_LINKAGE_INTERNAL);
    struct cg_diff *diff;
    check(cg_graph_freeze(one, &error), &error);
    check(cg_graph_freeze(two, &error), &error);
    check(cg_diff(&diff, one, two, NULL, &error), &error);
    ck_assert_uint_eq(cg_diff_new_of(diff)[0], CG_NONE);
    cg_diff_free(diff);
    cg_graph_free(one);
    cg_graph_free(two);
}
END_TEST

START_TEST(loops_around_calls_are_told_by_name)
{
    struct cg_error error = {.text = ""};
    struct cg_graph *graph = namesakes("a", CG_LINKAGE_INTERNAL);
    for (cg_node i = 0; i + 1 < COUNT; i++) {
        add_edge(graph, i, i + 1, CG_EDGE_DIRECT);
        set(graph, CG_ON_NODE, i, CG_KEY_LOOP_CALL_DEPTH, i % 1000 ? "{\"f\":0}" : "{\"f\":1}");
    }
    check(cg_graph_derive(graph, &error), &error);
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, COUNT - 1, CG_KEY_GLOBAL_LOOP_DEPTH), "400");
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        definitions_of_several_programs_are_merged,
        functions_without_linkage_after_internal_ones_are_merged,
        pointers_to_internal_functions_are_linked,
        functions_in_other_files_are_not_the_same,
        loops_around_calls_are_told_by_name,
        NULL,
    };
    return run_tests("namesakes", tests, 60);
}
