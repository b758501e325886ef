/* Linking: random programs against a slow oracle, and facts that are malformed. */
#include "link_model.h"

#include <libcg/site.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CASES = 5000 };

/* Summaries of the functions that are made up, as a user would give them. */
static struct cg_summaries *made_up_summaries(void)
{
    char path[] = "/tmp/link-XXXXXX";
    struct cg_summaries *summaries;
    struct cg_error error = {0};
    FILE *file = fdopen(mkstemp(path), "w");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < library_function_count; i++) {
        fprintf(file, "%s: %s\n", library_functions[i].name, library_functions[i].text);
    }
    fclose(file);
    ck_assert_int_eq(cg_summaries_new(&summaries, NULL), CG_OK);
    int status = cg_summaries_read(summaries, path, &error);
    ck_assert_msg(!status, "%s", error.text);
    unlink(path);
    return summaries;
}

/* What a linked graph says, in the words of the oracle */

static const char *text_of_node(const struct cg_graph *graph, cg_node node)
{
    static char texts[2][64];
    static int last;
    char *text = texts[last ^= 1];
    bool internal = cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL;
    snprintf(text, sizeof texts[0], internal ? "%s|%s" : "%s", cg_node_name(graph, node),
             internal ? cg_node_origin(graph, node) : "");
    return text;
}

static void tell_edge(struct lines *lines, const struct cg_graph *graph, cg_edge edge)
{
    struct cg_site_list *list;
    const char *caller = text_of_node(graph, cg_edge_caller(graph, edge));
    const char *callee = text_of_node(graph, cg_edge_callee(graph, edge));
    unsigned kinds = 0;
    ck_assert_int_eq(cg_sites_read(&list, graph, edge, CG_KEY_CALL_SITES, NULL), CG_OK);
    for (size_t i = 0; i < cg_site_list_count(list); i++) {
        const struct cg_site *site = cg_site_list_at(list, i);
        kinds |= cg_edge_kind_from_name(site->kind);
        if (site->through) {
            add_line(lines, "%s %u %s %s through %s", caller, site->line, site->kind, callee,
                     site->through);
        } else {
            add_line(lines, "%s %u %s %s", caller, site->line, site->kind, callee);
        }
    }
    cg_site_list_free(list);
    if ((cg_edge_kinds(graph, edge) & ~(unsigned)CG_EDGE_DIRECT) != kinds) {
        ck_abort_msg("kinds of an edge without sites");
    }
}

static void tell_sites(struct lines *lines, const struct cg_graph *graph, cg_node node,
                       const char *key)
{
    struct cg_site_list *list;
    const char *text = text_of_node(graph, node);
    ck_assert_int_eq(cg_sites_read(&list, graph, node, key, NULL), CG_OK);
    for (size_t i = 0; i < cg_site_list_count(list); i++) {
        const struct cg_site *site = cg_site_list_at(list, i);
        if (strcmp(key, CG_KEY_CLOSED_CALLS) == 0) {
            add_line(lines, "%s %u closed", text, site->line);
        } else if (site->through) {
            add_line(lines, "%s %u open through %s: %s", text, site->line, site->through,
                     site->unknown);
        } else {
            add_line(lines, "%s %u open: %s", text, site->line, site->unknown);
        }
    }
    cg_site_list_free(list);
}

static void tell_graph(struct lines *lines, const struct cg_graph *graph)
{
    for (cg_edge e = 0; e < cg_graph_edge_count(graph); e++) {
        tell_edge(lines, graph, e);
    }
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        const char *escapes = cg_metadata_get(graph, CG_ON_NODE, n, CG_KEY_ESCAPES);
        if (escapes && strcmp(escapes, "true") == 0) {
            add_line(lines, "%s escapes", text_of_node(graph, n));
        }
        tell_sites(lines, graph, n, CG_KEY_OPEN_CALLS);
        tell_sites(lines, graph, n, CG_KEY_CLOSED_CALLS);
    }
}

/* Comparing */

/* How many lines there are in which none, or all but one, are in the other. */
static size_t count_missing(const struct lines *from, const struct lines *in, const char *mark)
{
    size_t missing = 0;
    for (size_t i = 0; i < from->count; i++) {
        size_t j = 0;
        while (j < in->count && strcmp(from->items[i], in->items[j]) != 0) {
            j++;
        }
        if (j == in->count) {
            missing++;
            fprintf(stderr, "%s %s\n", mark, from->items[i]);
        }
    }
    return missing;
}

static size_t count_closed(const struct lines *lines)
{
    size_t closed = 0;
    for (size_t i = 0; i < lines->count; i++) {
        closed += strstr(lines->items[i], " closed") != NULL;
    }
    return closed;
}

static void check_program(const struct program_model *model, const struct lines *expected,
                          const struct cg_summaries *summaries, struct random *random,
                          unsigned number)
{
    struct lines told = {0};
    struct cg_error error = {0};
    struct cg_link_report report;
    struct cg_link_options options = CG_LINK_OPTIONS_INIT;
    struct random again = *random;
    struct cg_graph *graph = program_graph(model, random);
    options.summaries = summaries;
    options.world = model->world;
    int status = cg_graph_link(graph, &options, &report, &error);
    if (status) {
        ck_abort_msg("case %u: %s", number, error.text);
    }
    tell_graph(&told, graph);
    if (count_missing(expected, &told, "missing:") + count_missing(&told, expected, "extra:")) {
        ck_abort_msg("case %u, world %d:\n%s", number, model->world,
                     text_of(program_graph(model, &again), 4));
    }
    if (report.pointer_closed != count_closed(expected)) {
        ck_abort_msg("case %u: the report counts other calls", number);
    }
    free(told.items);
    cg_graph_free(graph);
}

/** How often something was seen, so that the random programs are known to be of use. */
struct seen {
    unsigned closed, with_targets, open, callbacks, escapes, endless;
};

static void count_lines(struct seen *seen, const struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        const char *line = lines->items[i];
        seen->closed += strstr(line, " closed") != NULL;
        seen->with_targets += strstr(line, " pointer ") != NULL;
        seen->open += strstr(line, " open") != NULL;
        seen->callbacks += strstr(line, " callback ") != NULL;
        seen->escapes += strstr(line, " escapes") != NULL;
    }
}

START_TEST(random_programs_are_linked_as_the_oracle_says)
{
    struct cg_summaries *summaries = made_up_summaries();
    struct seen seen = {0};
    struct random random = {20};
    for (unsigned number = 0; number < CASES; number++) {
        struct program_model model;
        struct lines expected = {0};
        program_random(&model, &random);
        if (!program_solve(&expected, &model)) {
            seen.endless++;
            continue;
        }
        count_lines(&seen, &expected);
        check_program(&model, &expected, summaries, &random, number);
        if (number % 2 == 0) { /* all in another order */
            check_program(&model, &expected, summaries, &random, number);
        }
        free(expected.items);
    }
    cg_summaries_free(summaries);
    fprintf(stderr, "closed %u, targets %u, open %u, callbacks %u, escapes %u, endless %u\n",
            seen.closed, seen.with_targets, seen.open, seen.callbacks, seen.escapes, seen.endless);
    ck_assert_uint_gt(seen.closed, CASES / 4);
    ck_assert_uint_gt(seen.with_targets, CASES / 4);
    ck_assert_uint_gt(seen.open, CASES / 4);
    ck_assert_uint_gt(seen.callbacks, CASES / 4);
    ck_assert_uint_gt(seen.escapes, CASES / 4);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_programs_are_linked_as_the_oracle_says, NULL};
    return run_tests("link", tests, 240);
}
