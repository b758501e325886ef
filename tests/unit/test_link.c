/* Linking: random programs against a slow oracle, and malformed facts. */
#include "link_model.h"

#include <libcg/kinds.h>
#include <libcg/site.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** How many random programs there are. */
static unsigned case_count(void)
{
    return getenv("CG_LONG_TESTS") ? 10000 : 2500;
}

static struct cg_summaries *summaries_of(const char *text)
{
    char path[] = "/tmp/link-XXXXXX";
    struct cg_summaries *summaries;
    struct cg_error error = {0};
    FILE *file = fdopen(mkstemp(path), "w");
    ck_assert_ptr_nonnull(file);
    fputs(text, file);
    fclose(file);
    ck_assert_int_eq(cg_summaries_new(&summaries, NULL), CG_OK);
    int status = cg_summaries_read(summaries, path, &error);
    ck_assert_msg(!status, "%s", error.text);
    unlink(path);
    return summaries;
}

/* Summaries of the functions that are made up, as a user would give them.
 * @param more of those that allocate */
static struct cg_summaries *summaries_with(const char *more)
{
    char *text;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    for (int i = 0; i < library_function_count; i++) {
        const char *name = library_functions[i].name;
        bool makes = i >= library_function_count - ALLOCATORS;
        fprintf(file, "%s: %s%s\n", name, library_functions[i].text, makes ? more : "");
    }
    fclose(file);
    struct cg_summaries *summaries = summaries_of(text);
    free(text);
    return summaries;
}

static struct cg_summaries *made_up_summaries(void)
{
    return summaries_with("");
}

/* The result of a linked graph, in the oracle's format */

static const char *text_of_node(const struct program_model *model, const struct cg_graph *graph,
                                cg_node node)
{
    static char texts[2][64];
    static int last;
    char *text = texts[last ^= 1];
    const char *name = cg_node_name(graph, node), *origin = cg_node_origin(graph, node);
    bool internal = cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL;
    const struct model_function *first =
        model->twins[0] < 0 ? NULL : &model->functions[model->twins[0]];
    if (first && !internal && strcmp(name, first->name) == 0 &&
        strcmp(origin, first->origin) != 0) {
        return model->functions[model->twins[1]].text;
    }
    snprintf(text, sizeof texts[0], internal ? "%s|%s" : "%s", name, internal ? origin : "");
    return text;
}

static void tell_edge(struct lines *lines, const struct program_model *model,
                      const struct cg_graph *graph, cg_edge edge)
{
    struct cg_site_list *list;
    const char *caller = text_of_node(model, graph, cg_edge_caller(graph, edge));
    const char *callee = text_of_node(model, graph, cg_edge_callee(graph, edge));
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

static void tell_sites(struct lines *lines, const struct program_model *model,
                       const struct cg_graph *graph, cg_node node, const char *key)
{
    struct cg_site_list *list;
    const char *text = text_of_node(model, graph, node);
    ck_assert_int_eq(cg_sites_read(&list, graph, node, key, NULL), CG_OK);
    for (size_t i = 0; i < cg_site_list_count(list); i++) {
        const struct cg_site *site = cg_site_list_at(list, i);
        if (strcmp(key, CG_KEY_RESOLVED_CALLS) == 0) {
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

static void tell_graph(struct lines *lines, const struct program_model *model,
                       const struct cg_graph *graph)
{
    for (cg_edge e = 0; e < cg_graph_edge_count(graph); e++) {
        tell_edge(lines, model, graph, e);
    }
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        const char *escapes = text_at(graph, CG_ON_NODE, n, CG_KEY_ESCAPES);
        if (escapes) {
            bool out = strcmp(escapes, "true") == 0;
            add_line(lines, out ? "%s escapes" : "%s is kept in", text_of_node(model, graph, n));
        }
        if (text_at(graph, CG_ON_NODE, n, CG_KEY_MISTYPED)) {
            add_line(lines, "%s is mistyped", text_of_node(model, graph, n));
        }
        if (text_at(graph, CG_ON_NODE, n, CG_KEY_CONFINED)) {
            add_line(lines, "%s is confined", text_of_node(model, graph, n));
        }
        if (text_at(graph, CG_ON_NODE, n, CG_KEY_AT_EXIT)) {
            add_line(lines, "%s is called at exit", text_of_node(model, graph, n));
        }
        tell_sites(lines, model, graph, n, CG_KEY_UNRESOLVED_CALLS);
        tell_sites(lines, model, graph, n, CG_KEY_RESOLVED_CALLS);
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

static bool same_lines(const struct lines *a, const struct lines *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; i < a->count && same; i++) {
        same = strcmp(a->items[i], b->items[i]) == 0;
    }
    return same;
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
                          unsigned targets, const struct cg_summaries *summaries,
                          struct random *random, unsigned number)
{
    struct lines told = {0};
    struct cg_error error = {0};
    struct cg_link_report *report;
    struct cg_link_options options = CG_LINK_OPTIONS_INIT;
    struct random again = *random;
    struct cg_graph *graph = program_graph(model, random);
    options.summaries = summaries;
    options.world = model->world;
    options.promised = model->promised;
    int status = cg_graph_link(graph, &options, &report, &error);
    if (status) {
        ck_abort_msg("case %u: %s", number, error.text);
    }
    tell_graph(&told, model, graph);
    if (count_missing(expected, &told, "missing:") + count_missing(&told, expected, "extra:")) {
        fprintf(stderr, "%s\n", text_of(program_graph(model, &again), 4));
        ck_abort_msg("case %u, world %d: told otherwise", number, model->world);
    }
    if (cg_link_report_count(report, CG_LINK_POINTER_RESOLVED) != count_closed(expected) ||
        cg_link_report_count(report, CG_LINK_CALLEES) != targets) {
        ck_abort_msg("case %u: the report counts other calls", number);
    }
    free(told.items);
    cg_link_report_free(report);
    cg_graph_free(graph);
}

/** How often something was seen, so that the random programs are known to be of use. */
struct seen {
    unsigned closed, with_targets, open, callbacks, escapes, kept_in, misfits, unseen;
    unsigned typed; /**< programs from sources, where unknown values have types */
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
        seen->kept_in += strstr(line, " is kept in") != NULL;
        seen->misfits += strstr(line, CG_UNKNOWN_TYPE) != NULL;
        seen->unseen += strstr(line, CG_UNKNOWN_UNSEEN) != NULL;
    }
}

START_TEST(random_programs_are_linked_as_the_oracle_says)
{
    struct cg_summaries *summaries = made_up_summaries();
    struct seen seen = {0};
    struct random random = {20};
    for (unsigned number = 0; number < case_count(); number++) {
        struct program_model model;
        struct lines expected = {0};
        program_random(&model, &random);
        unsigned targets = program_solve(&expected, &model);
        seen.typed += program_is_typed(&model);
        count_lines(&seen, &expected);
        check_program(&model, &expected, targets, summaries, &random, number);
        if (number % 2 == 0) { /* all in another order */
            check_program(&model, &expected, targets, summaries, &random, number);
        }
        free(expected.items);
    }
    cg_summaries_free(summaries);
    fprintf(stderr,
            "closed %u, targets %u, open %u, callbacks %u, escapes %u, kept in %u, misfits %u, "
            "unseen %u, "
            "typed %u\n",
            seen.closed, seen.with_targets, seen.open, seen.callbacks, seen.escapes, seen.kept_in,
            seen.misfits, seen.unseen, seen.typed);
    ck_assert_uint_gt(seen.closed, case_count() / 4);
    ck_assert_uint_gt(seen.with_targets, case_count() / 4);
    ck_assert_uint_gt(seen.open, case_count() / 4);
    ck_assert_uint_gt(seen.callbacks, case_count() / 4);
    ck_assert_uint_gt(seen.escapes, case_count() / 4);
    ck_assert_uint_gt(seen.kept_in, case_count() / 100);
    ck_assert_uint_gt(seen.misfits, case_count() / 16);
    ck_assert_uint_gt(seen.unseen, case_count() / 1000);
    ck_assert_uint_gt(seen.typed, case_count() * 2 / 5);
}
END_TEST

START_TEST(functions_of_one_name_are_linked_as_of_two)
{
    struct cg_summaries *summaries = made_up_summaries();
    struct random random = {21};
    unsigned twins = 0;
    for (unsigned number = 0; number < case_count(); number++) {
        struct program_model model;
        struct lines expected = {0};
        program_random(&model, &random);
        if (program_twin(&model, &random)) {
            unsigned targets = program_solve(&expected, &model);
            check_program(&model, &expected, targets, summaries, &random, number);
            twins++;
        }
        free(expected.items);
    }
    cg_summaries_free(summaries);
    ck_assert_uint_gt(twins, case_count() / 4);
}
END_TEST

/* Whether linking finds what the oracle does where the memory of all calls of an allocator is one.
 */
static bool is_linked_alike(struct program_model *model, const struct cg_summaries *summaries,
                            struct random *random)
{
    struct cg_link_options options = CG_LINK_OPTIONS_INIT;
    struct lines expected = {0}, told = {0};
    model->allocates = false;
    program_solve(&expected, model);
    model->allocates = true;
    struct cg_graph *graph = program_graph(model, random);
    options.summaries = summaries;
    options.world = model->world;
    options.promised = model->promised;
    ck_assert_int_eq(cg_graph_link(graph, &options, NULL, NULL), CG_OK);
    tell_graph(&told, model, graph);
    bool alike = same_lines(&expected, &told);
    cg_graph_free(graph);
    free(expected.items);
    free(told.items);
    return alike;
}

/* These programs call more than others, and the oracle does not know all that follows from that. So
 * this test first links a program with one memory for all calls of an allocator. It goes on only if
 * the oracle agrees. */
START_TEST(each_call_of_an_allocator_has_memory_of_its_own)
{
    struct cg_summaries *summaries = made_up_summaries();
    struct cg_summaries *one = summaries_with("; *result = \"gnothing|\"");
    struct random random = {22};
    unsigned allocators = 0, others = 0;
    for (unsigned number = 0; number < case_count() / 2; number++) {
        struct program_model model;
        struct lines expected = {0};
        program_random(&model, &random);
        if (program_allocate(&model, &random) && is_linked_alike(&model, one, &random)) {
            unsigned targets = program_solve(&expected, &model), returns[FUNCTIONS];
            check_program(&model, &expected, targets, summaries, &random, number);
            model_allocators(returns, &model);
            for (int f = 1; f < FIRST_LIBRARY; f++) {
                allocators += returns[f] != 0;
                others += returns[f] == 0;
            }
        }
        free(expected.items);
    }
    cg_summaries_free(one);
    cg_summaries_free(summaries);
    ck_assert_uint_gt(allocators, case_count() / 8);
    ck_assert_uint_gt(others, case_count() / 8);
}
END_TEST

/* Malformed facts */

/* Link a program of one function with these facts. */
static int link_facts(const char *facts, const char *of_graph, struct cg_error *error)
{
    struct cg_graph *graph = new_graph();
    cg_node node = add_node(graph, "broken", "a.c", true, CG_LINKAGE_EXTERNAL);
    set(graph, CG_ON_NODE, node, CG_KEY_POINTER_FACTS, facts);
    if (of_graph) {
        set(graph, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, of_graph);
    }
    int status = cg_graph_link(graph, NULL, NULL, error);
    cg_graph_free(graph);
    return status;
}

static void check_malformed(const char *facts)
{
    struct cg_error error = {0};
    int status = link_facts(facts, NULL, &error);
    ck_assert_msg(status == CG_E_FORMAT, "%s: %d", facts, status);
    ck_assert_msg(strstr(error.text, "'broken'") != NULL, "%s: %s", facts, error.text);
}

START_TEST(malformed_facts_are_refused)
{
    static const char *const facts[] = {
        /* no array, no fact */
        "null",
        "true",
        "7",
        "\"c\"",
        "{}",
        "{\"c\":[]}",
        "[null]",
        "[7]",
        "[\"c\"]",
        "[{}]",
        "[[]]",
        "[[null]]",
        "[[[]]]",
        "[[7,\"l0\",\"l1\"]]",
        /* unknown words */
        "[[\"q\",\"l0\",\"l1\"]]",
        "[[\"\",\"l0\",\"l1\"]]",
        "[[\"cc\",\"l0\",\"l1\"]]",
        "[[\"C\",\"l0\",\"l1\"]]",
        "[[\"\\u0063\",\"l0\",\"l1\"]]",
        /* missing elements, and too many */
        "[[\"z\",\"l0\",\"l1\"]]",
        "[[\"z\",\"l0\",\"l1\",\"\"]]",
        "[[\"v\",\"l0\",\"l1\",\"\"]]",
        "[[\"e\",\"l0\",\"l1\"]]",
        "[[\"e\",\"l0\",\"l1\",\"Pv\",\"\"]]",
        "[[\"l\",\"l0\",\"l1\",\"Pv\",\"\"]]",
        "[[\"f\",\"fR+0\"]]",
        "[[\"t\",\"FvE\",\"&Ff\",\"\"]]",
        "[[\"c\"]]",
        "[[\"c\",\"l0\"]]",
        "[[\"c\",\"l0\",\"l1\",\"l2\"]]",
        "[[\"l\",\"l0\"]]",
        "[[\"s\"]]",
        "[[\"z\",\"l0\"]]",
        "[[\"e\",\"l0\"]]",
        "[[\"t\"]]",
        "[[\"y\",\"l0\"]]",
        "[[\"n\",\"R\"]]",
        "[[\"x\",\"l0\"]]",
        "[[\"g\"]]",
        "[[\"r\",\"R\"]]",
        "[[\"h\"]]",
        "[[\"q\",\"f\",null]]",
        "[[\"q\",7,\"object\"]]",
        "[[\"k\",\"a.c\",1,1,\"l0\",\"v()\",\"\"]]",
        "[[\"d\",\"a.c\",1,1,\"Ff\",\"\"]]",
        "[[\"w\",\"a.c\",1,1,\"_ZTS1A\",0,\"\"]]",
        "[[\"k\",\"a.c\",1,1,\"l0\",\"v()\",\"\",[],1,2,3,4]]",
        /* of the wrong type */
        "[[\"c\",null,\"l0\"]]",
        "[[\"c\",\"l0\",null]]",
        "[[\"c\",1,\"l0\"]]",
        "[[\"c\",\"l0\",[]]]",
        "[[\"c\",{},\"l0\"]]",
        "[[\"l\",\"l0\",true]]",
        "[[\"s\",false,\"l0\"]]",
        "[[\"z\",\"l0\",1.5]]",
        "[[\"e\",[],\"l0\"]]",
        "[[\"t\",null]]",
        "[[\"t\",[]]]",
        "[[\"y\",\"l0\",null]]",
        "[[\"y\",7,\"R\"]]",
        "[[\"n\",\"R\",1]]",
        "[[\"n\",null,\"R\"]]",
        "[[\"x\",\"l0\",null]]",
        "[[\"x\",[],\"integer\"]]",
        "[[\"g\",null]]",
        "[[\"r\",\"R\",1]]",
        "[[\"r\",{},\"system\"]]",
        "[[\"k\",null,1,1,\"l0\",\"v()\",\"\",[]]]",
        "[[\"k\",\"a.c\",\"1\",1,\"l0\",\"v()\",\"\",[]]]",
        "[[\"k\",\"a.c\",-1,1,\"l0\",\"v()\",\"\",[]]]",
        "[[\"k\",\"a.c\",1,1.5,\"l0\",\"v()\",\"\",[]]]",
        "[[\"k\",\"a.c\",1,null,\"l0\",\"v()\",\"\",[]]]",
        "[[\"k\",\"a.c\",99999999999,1,\"l0\",\"v()\",\"\",[]]]",
        "[[\"k\",\"a.c\",4294967296,1,\"l0\",\"v()\",\"\",[]]]",
        "[[\"k\",\"a.c\",1,1,\"\",\"v()\",\"\",[]]]",
        "[[\"k\",\"a.c\",1,1,\"l0\",7,\"\",[]]]",
        "[[\"k\",\"a.c\",1,1,\"l0\",\"v()\",null,[]]]",
        "[[\"k\",\"a.c\",1,1,\"l0\",\"v()\",\"\",null]]",
        "[[\"k\",\"a.c\",1,1,\"l0\",\"v()\",\"\",{}]]",
        "[[\"k\",\"a.c\",1,1,\"l0\",\"v()\",\"\",[null]]]",
        "[[\"k\",\"a.c\",1,1,\"l0\",\"v()\",\"\",[\"l0\",[\"l0\"]]]]",
        "[[\"z\",\"l0\",\"l1\",null,\"FvE\"]]",
        "[[\"z\",\"l0\",\"l1\",\"FvE\",7]]",
        "[[\"v\",\"l0\",\"\",\"FvE\",\"\"]]",
        "[[\"e\",\"l0\",\"l1\",null]]",
        "[[\"l\",\"l0\",\"l1\",[]]]",
        "[[\"s\",\"l0\",\"l1\",0]]",
        "[[\"f\",\"q0\",\"Pv\"]]",
        "[[\"f\",\"fR\",\"Pv\"]]",
        "[[\"f\",\"fR+0\",null]]",
        "[[\"t\",\"FvE\",\"Ff\"]]",
        "[[\"t\",\"FvE\",\"&l0\"]]",
        "[[\"t\",null,\"&Ff\"]]",
        "[[\"d\",\"a.c\",1,1,\"l0\",\"\",[]]]",
        "[[\"d\",\"a.c\",1,1,\"F\",\"\",[]]]",
        "[[\"d\",\"a.c\",1,1,\"\",\"\",[]]]",
        "[[\"d\",\"a.c\",1,1,null,\"\",[]]]",
        "[[\"d\",\"a.c\",1,1,\"&Ff\",\"\",[]]]",
        "[[\"d\",\"a.c\",1,1,\"Ff\",\"\",[7]]]",
        "[[\"w\",\"a.c\",1,1,null,0,\"\",[]]]",
        "[[\"w\",\"a.c\",1,1,\"\",-1,\"\",[]]]",
        "[[\"w\",\"a.c\",1,1,\"\",\"0\",\"\",[]]]",
        "[[\"w\",\"a.c\",1,1,\"\",0,\"\",null]]",
        /* no slots */
        "[[\"c\",\"\",\"l0\"]]",
        "[[\"c\",\"l0\",\"\"]]",
        "[[\"c\",\"l0\",\"&\"]]",
        "[[\"c\",\"l0\",\"q\"]]",
        "[[\"c\",\"l0\",\"qx\"]]",
        "[[\"c\",\"l0\",\"&&Ff\"]]",
        "[[\"c\",\"l\",\"l0\"]]",
        "[[\"c\",\"lx\",\"l0\"]]",
        "[[\"c\",\"l-1\",\"l0\"]]",
        "[[\"c\",\"l0x\",\"l0\"]]",
        "[[\"c\",\"g\",\"l0\"]]",
        "[[\"c\",\"F\",\"l0\"]]",
        "[[\"c\",\"f\",\"l0\"]]",
        "[[\"c\",\"fR\",\"l0\"]]",
        "[[\"c\",\"fR+\",\"l0\"]]",
        "[[\"c\",\"f+0\",\"l0\"]]",
        "[[\"c\",\"fR+x\",\"l0\"]]",
        "[[\"c\",\"fR+-8\",\"l0\"]]",
        "[[\"c\",\"fR+99999999999999999999999\",\"l0\"]]",
        "[[\"c\",\"p\",\"l0\"]]",
        "[[\"c\",\"pf\",\"l0\"]]",
        "[[\"c\",\"pf#\",\"l0\"]]",
        "[[\"c\",\"p#0\",\"l0\"]]",
        "[[\"c\",\"pf#x\",\"l0\"]]",
        "[[\"c\",\"r\",\"l0\"]]",
        "[[\"c\",\"v\",\"l0\"]]",
        "[[\"c\",\"l0\",\"\\u0000\"]]",
        "[[\"c\",\"l0\",\"\\u0026\"]]",
        /* huge numbers */
        "[[\"c\",\"l99999999\",\"l0\"]]",
        "[[\"c\",\"l4294967296\",\"l0\"]]",
        "[[\"c\",\"l18446744073709551616\",\"l0\"]]",
        "[[\"c\",\"pf#4096\",\"l0\"]]",
        "[[\"c\",\"pf#4294967295\",\"l0\"]]",
        "[[\"c\",\"pf#18446744073709551616\",\"l0\"]]",
        "[[\"c\",\"pf#99999999999999999999999999\",\"l0\"]]",
        /* one that is right does not make the next right */
        "[[\"c\",\"l0\",\"&Fbroken\"],[\"c\",\"l0\"]]",
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        check_malformed(facts[i]);
    }
}
END_TEST

START_TEST(facts_at_the_edge_are_read)
{
    static const char *const facts[] = {
        "[]",
        "[[\"c\",\"l0\",\"pf#4095\"]]",
        "[[\"c\",\"l00\",\"fR+00\"]]",
        "[[\"k\",\"\",0,0,\"l0\",\"\",\"\",[\"\",\"\"]]]",
        "[[\"k\",\"a.c\",4294967295,4294967295,\"&Fbroken\",\"?\",\"\",[]]]",
        "[[\"t\",\"\"],[\"t\",\"(\"],[\"t\",\"v(\"]]",
        "[ [ \"c\" , \"l0\" , \"&Fbroken\" ] ]",
        "[[\"x\",\"l0\",\"no reason anybody knows\"]]",
        "[[\"z\",\"l0\",\"&Fbroken\",\"F\",\"F9\"],[\"k\",\"a.c\",1,1,\"l0\",\"F1\",\"\",[]]]",
        "[[\"f\",\"fR+0\",\"PF\"],[\"e\",\"l0\",\"&fR+0\",\"PFv\"],[\"e\",\"l0\",\"&fR+0\",\"P\"]]",
        "[[\"c\",\"l0\",\"\\u0026Fbroken\"],[\"c\",\"l1\",\"g\\\"|\"]]",
        "[[\"d\",\"a.c\",1,1,\"Fqsort\",\"\",[]],[\"d\",\"a.c\",1,1,\"Fpthread_create\",\"l0\",["
        "\"\"]]]",
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        struct cg_error error = {0};
        int status = link_facts(facts[i], NULL, &error);
        ck_assert_msg(!status, "%s: %s", facts[i], error.text);
    }
}
END_TEST

START_TEST(library_functions_that_call_themselves_come_to_an_end)
{
    static const char *const facts[] = {
        "[[\"c\",\"fsigaction+0\",\"&Fsigaction\"],[\"d\",\"a.c\",1,1,\"Fsigaction\",\"\",[]]]",
        "[[\"c\",\"gerror_print_progname\",\"&Ferror\"],[\"d\",\"a.c\",1,1,\"Ferror\",\"\",[]]]",
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        struct cg_error error = {0};
        int status = link_facts(facts[i], NULL, &error);
        ck_assert_msg(!status, "%s: %s", facts[i], error.text);
    }
}
END_TEST

START_TEST(malformed_facts_of_the_graph_are_refused)
{
    static const char *const facts[] = {"{}", "[[\"t\",\"v()\"]]", "[[\"c\",\"l0\"]]",
                                        "[[\"c\",\"ga\",null]]"};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        struct cg_error error = {0};
        ck_assert_int_eq(link_facts("[]", facts[i], &error), CG_E_FORMAT);
        ck_assert_ptr_nonnull(strstr(error.text, "fact"));
    }
}
END_TEST

/* Functions passed to libraries */

/* main calls a_library or b_library through a pointer and passes it a number of functions. */
static struct cg_graph *graph_handing(unsigned count)
{
    char facts[8192] = "[[\"c\",\"l1\",\"&Fb_library\"],[\"c\",\"l1\",\"&Fa_library\"]", name[16];
    struct cg_graph *graph = new_graph();
    cg_node caller = add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    for (unsigned i = 0; i < count; i++) {
        snprintf(name, sizeof name, "f%u", i);
        cg_node node = add_node(graph, name, "a.c", true, CG_LINKAGE_EXTERNAL);
        set(graph, CG_ON_NODE, node, CG_KEY_POINTER_FACTS, "[]");
        size_t length = strlen(facts);
        snprintf(facts + length, sizeof facts - length, ",[\"c\",\"l0\",\"&F%s\"]", name);
    }
    strcat(facts, ",[\"k\",\"a.c\",3,5,\"l1\",\"?\",\"\",[\"l0\"]]]");
    set(graph, CG_ON_NODE, caller, CG_KEY_POINTER_FACTS, facts);
    set(graph, CG_ON_NODE, caller, CG_KEY_UNRESOLVED_CALLS,
        "[{\"column\":5,\"file\":\"a.c\",\"line\":3,\"reason\":\"pointer\"}]");
    return graph;
}

START_TEST(much_that_is_handed_to_libraries_leaves_the_call_open)
{
    struct cg_graph *few = graph_handing(32), *many = graph_handing(33);
    ck_assert_int_eq(cg_graph_link(few, NULL, NULL, NULL), CG_OK);
    ck_assert_int_eq(cg_graph_link(many, NULL, NULL, NULL), CG_OK);
    ck_assert_uint_eq(cg_graph_edge_count(few), 2 + 32);
    ck_assert_str_eq(text_at(few, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS), "[]");
    ck_assert_uint_eq(cg_graph_edge_count(many), 2);
    ck_assert_str_eq(text_at(many, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS),
                     "[{\"column\":5,\"file\":\"a.c\",\"line\":3,\"reason\":\"callback\","
                     "\"through\":\"a_library\",\"unknown\":\"code not collected\"}]");
    cg_graph_free(few);
    cg_graph_free(many);
}
END_TEST

/* Loops around calls */

/* main calls f through a pointer at 3:5 and has qsort call cmp at 4:1 and at 4:9. */
static struct cg_graph *graph_with_loops(void)
{
    struct cg_graph *graph = new_graph();
    cg_node caller = add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    add_node(graph, "f", "a.c", true, CG_LINKAGE_EXTERNAL);
    add_node(graph, "cmp", "a.c", true, CG_LINKAGE_EXTERNAL);
    add_node(graph, "qsort", NULL, false, CG_LINKAGE_EXTERNAL);
    cg_edge edge = add_edge(graph, caller, 3, CG_EDGE_DIRECT);
    set(graph, CG_ON_EDGE, edge, CG_KEY_CALL_SITES,
        "[{\"column\":1,\"file\":\"a.c\",\"line\":4,\"loops\":3},"
        "{\"column\":9,\"file\":\"a.c\",\"line\":4,\"loops\":7}]");
    set(graph, CG_ON_NODE, caller, CG_KEY_UNRESOLVED_CALLS,
        "[{\"column\":5,\"file\":\"a.c\",\"line\":3,\"loops\":2,\"reason\":\"pointer\"}]");
    set(graph, CG_ON_NODE, caller, CG_KEY_POINTER_FACTS,
        "[[\"c\",\"l0\",\"&Ff\"],[\"k\",\"a.c\",3,5,\"l0\",\"?\",\"\",[]],"
        "[\"d\",\"a.c\",4,1,\"Fqsort\",\"\",[\"\",\"\",\"\",\"&Fcmp\"]],"
        "[\"d\",\"a.c\",4,9,\"Fqsort\",\"\",[\"\",\"\",\"\",\"&Fcmp\"]]]");
    for (cg_node n = 1; n < 3; n++) {
        set(graph, CG_ON_NODE, n, CG_KEY_POINTER_FACTS, "[]");
        set(graph, CG_ON_NODE, n, CG_KEY_UNRESOLVED_CALLS, "[]");
    }
    return graph;
}

static const char *sites_of(const struct cg_graph *graph, cg_node callee)
{
    return text_at(graph, CG_ON_EDGE, cg_graph_find_edge(graph, 0, callee), CG_KEY_CALL_SITES);
}

START_TEST(loops_around_calls_are_told_of_what_they_call)
{
    struct cg_graph *graph = graph_with_loops();
    ck_assert_int_eq(cg_graph_link(graph, NULL, NULL, NULL), CG_OK);
    ck_assert_str_eq(
        sites_of(graph, 1),
        "[{\"column\":5,\"file\":\"a.c\",\"kind\":\"pointer\",\"line\":3,\"loops\":2}]");
    ck_assert_str_eq(sites_of(graph, 2),
                     "[{\"column\":1,\"file\":\"a.c\",\"kind\":\"callback\",\"line\":4,"
                     "\"loops\":3,\"through\":\"qsort\"},"
                     "{\"column\":9,\"file\":\"a.c\",\"kind\":\"callback\",\"line\":4,"
                     "\"loops\":7,\"through\":\"qsort\"}]");
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, 0, CG_KEY_RESOLVED_CALLS),
                     "[{\"column\":5,\"file\":\"a.c\",\"line\":3,\"loops\":2,"
                     "\"reason\":\"pointer\"}]");
    ck_assert_int_eq(cg_graph_unlink(graph, NULL), CG_OK);
    ck_assert_str_eq(text_at(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS),
                     "[{\"column\":5,\"file\":\"a.c\",\"line\":3,\"loops\":2,"
                     "\"reason\":\"pointer\"}]");
    cg_graph_free(graph);
}
END_TEST

/* Objects without graphs */

/* Whether malloc calls only what it is handed, in a program that defines a function and, with a
 * constant, a variable that leads to another. */
static const char *calls_of_malloc(const char *of_graph, const char *variable)
{
    static char told[8];
    struct cg_graph *graph = new_graph();
    cg_node caller = add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    cg_node own = add_node(graph, "sbrk_of_program", "a.c", true, CG_LINKAGE_EXTERNAL);
    cg_node library = add_node(graph, "malloc", NULL, false, CG_LINKAGE_EXTERNAL);
    char facts[512];
    snprintf(facts, sizeof facts, "[[\"g\",\"ghook\"]%s%s]", variable, of_graph);
    add_edge(graph, caller, library, CG_EDGE_DIRECT);
    set(graph, CG_ON_NODE, caller, CG_KEY_POINTER_FACTS, "[]");
    set(graph, CG_ON_NODE, own, CG_KEY_POINTER_FACTS, "[]");
    set(graph, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, facts);
    ck_assert_int_eq(cg_graph_link(graph, NULL, NULL, NULL), CG_OK);
    const char *text = cg_metadata_get(graph, CG_ON_NODE, library, CG_KEY_CALLS_ONLY_ARGUMENTS);
    snprintf(told, sizeof told, "%s", text ? text : "");
    cg_graph_free(graph);
    return told;
}

#define NAMES(name) ",[\"q\",\"" name "\",\"object\"]"
#define LEADS_ON ",[\"c\",\"ghook\",\"&Fsbrk_of_program\"]"

/* Whether a library function with a summary calls only what it is handed. */
static bool calls_only_arguments(const char *summary)
{
    struct cg_summaries *summaries = summaries_of(summary);
    struct cg_link_options options = CG_LINK_OPTIONS_INIT;
    struct cg_graph *graph = new_graph();
    cg_node caller = add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    cg_node library = add_node(graph, "summarised", NULL, false, CG_LINKAGE_EXTERNAL);
    add_edge(graph, caller, library, CG_EDGE_DIRECT);
    set(graph, CG_ON_NODE, caller, CG_KEY_POINTER_FACTS, "[]");
    options.summaries = summaries;
    ck_assert_int_eq(cg_graph_link(graph, &options, NULL, NULL), CG_OK);
    bool only = cg_node_truth(graph, library, CG_KEY_CALLS_ONLY_ARGUMENTS) == CG_TRUTH_TRUE;
    cg_graph_free(graph);
    cg_summaries_free(summaries);
    return only;
}

START_TEST(what_summaries_say_of_other_calls)
{
    ck_assert(calls_only_arguments("summarised:\n"));
    ck_assert(calls_only_arguments("summarised: call 0 (1); *1 = 0\n"));
    ck_assert(!calls_only_arguments("summarised: call \"gkept|\" (1)\n"));
    ck_assert(!calls_only_arguments("summarised: virtual _ZTS1A 2 (0)\n"));
    ck_assert(!calls_only_arguments("summarised: escape 0\n"));
    ck_assert(!calls_only_arguments("summarised: recalls\n"));
    ck_assert(!calls_only_arguments("summarised: loads\n"));
}
END_TEST

START_TEST(libraries_in_the_program_call_it_by_name)
{
    ck_assert_str_eq(calls_of_malloc("", LEADS_ON), "true");
    ck_assert_str_eq(calls_of_malloc(NAMES("malloc"), LEADS_ON), "true");
    ck_assert_str_eq(calls_of_malloc(NAMES("main"), ""), "true");
    ck_assert_str_eq(calls_of_malloc(NAMES("main") NAMES("nobody"), ""), "true");
    ck_assert_str_eq(calls_of_malloc(NAMES("malloc") NAMES("sbrk_of_program"), ""), "");
    ck_assert_str_eq(calls_of_malloc(NAMES("sbrk_of_program") NAMES("printf"), ""), "");
    ck_assert_str_eq(calls_of_malloc(NAMES("malloc") NAMES("hook"), ""), "true");
    ck_assert_str_eq(calls_of_malloc(NAMES("malloc") NAMES("hook"), LEADS_ON), "");
    /* words of assembly, among them instructions */
    ck_assert_str_eq(calls_of_malloc(NAMES("sbrk_of_program") ",[\"q\",\"div\"]", ""), "true");
}
END_TEST

/* Names */

/* A graph with a function that is internal to a file, and one of the same name that is not. */
static struct cg_graph *graph_with_namesakes(bool internal_first)
{
    struct cg_graph *graph = new_graph();
    for (int i = 0; i < 2; i++) {
        bool internal = internal_first == (i == 0);
        cg_node node = add_node(graph, "run", internal ? "a.c" : "b.c", true,
                                internal ? CG_LINKAGE_INTERNAL : CG_LINKAGE_EXTERNAL);
        set(graph, CG_ON_NODE, node, CG_KEY_POINTER_FACTS, "[]");
    }
    return graph;
}

START_TEST(a_symbol_is_never_an_internal_function)
{
    static const char *const facts[] = {"[[\"q\",\"run\"]]", "[[\"q\",\"run\",\"object\"]]"};
    for (int i = 0; i < 4; i++) {
        struct cg_graph *graph = graph_with_namesakes(i % 2);
        set(graph, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, facts[i / 2]);
        ck_assert_int_eq(cg_graph_link(graph, NULL, NULL, NULL), CG_OK);
        for (cg_node node = 0; node < 2; node++) {
            bool internal = cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL;
            ck_assert_int_eq(cg_has_attribute(graph, node, "used"), !internal);
        }
        cg_graph_free(graph);
    }
}
END_TEST

/* Machine code */

START_TEST(machine_code_may_tell_of_results_of_others)
{
    struct cg_graph *graph = graph_with_loops();
    set(graph, CG_ON_NODE, 1, CG_KEY_POINTER_FACTS,
        "[[\"p\",\"rcmp\",\"l1\"],[\"c\",\"l1\",\"&Ff\"],[\"p\",\"rf\",\"l1\"]]");
    set(graph, CG_ON_GRAPH, 0, CG_KEY_POINTER_FACTS, "[[\"p\",\"rcmp\",\"gx\"]]");
    set(graph, CG_ON_NODE, 0, CG_KEY_POINTER_FACTS,
        "[[\"c\",\"l0\",\"rcmp\"],[\"k\",\"a.c\",3,5,\"l0\",\"?\",\"\",[]]]");
    ck_assert_int_eq(cg_graph_link(graph, NULL, NULL, NULL), CG_OK);
    ck_assert_uint_ne(cg_graph_find_edge(graph, 0, 1), CG_NONE);
    cg_graph_free(graph);
}
END_TEST

/* Code whose facts do not distinguish records */

/* Whether main gets a function from such code. @param own, by_address how main and that say it */
static bool gets_function(const char *own, const char *by_address)
{
    char facts[128], of_main[256];
    struct cg_graph *graph = graph_with_loops();
    snprintf(facts, sizeof facts, "[%s[\"c\",\"rhelper\",\"&Ff\"]]", by_address);
    cg_node helper = add_node(graph, "helper", "b.c", true, CG_LINKAGE_EXTERNAL);
    set(graph, CG_ON_NODE, helper, CG_KEY_POINTER_FACTS, facts);
    snprintf(of_main, sizeof of_main,
             "[%s[\"d\",\"a.c\",2,1,\"Fhelper\",\"l0\",[]],"
             "[\"k\",\"a.c\",3,5,\"l0\",\"?\",\"\",[]]]",
             own);
    set(graph, CG_ON_NODE, 0, CG_KEY_POINTER_FACTS, of_main);
    ck_assert_int_eq(cg_graph_link(graph, NULL, NULL, NULL), CG_OK);
    bool gets = cg_graph_find_edge(graph, 0, 1) != CG_NONE;
    cg_graph_free(graph);
    return gets;
}

START_TEST(code_that_distinguishes_no_records_is_not_read_beside_others)
{
    const char said[] = "[\"a\",\"address\"],";
    ck_assert(gets_function("", ""));
    ck_assert(!gets_function("", said));
    ck_assert(!gets_function("", " [ \"a\" ,\n\"address\" ] , "));
    ck_assert(gets_function(said, said)); /* no others */
}
END_TEST

/* Code of the program that is missing */

/* How many functions of the program are missing in one whose main calls a function without a body.
 * @param gap NULL, or why a source is incomplete */
static uint64_t missing_functions(const char *name, enum cg_linkage linkage, const char *gap)
{
    struct cg_graph *graph = new_graph();
    cg_node caller = add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    cg_node callee = add_node(graph, name, "own.h", false, linkage);
    struct cg_link_report *report;
    char gaps[256];
    add_edge(graph, caller, callee, CG_EDGE_DIRECT);
    set(graph, CG_ON_NODE, caller, CG_KEY_POINTER_FACTS, "[]");
    set(graph, CG_ON_NODE, callee, "fileProperties", "{\"systemInclude\":false}");
    if (gap) {
        snprintf(gaps, sizeof gaps, "[{\"file\":\"b.c\",\"message\":\"\",\"reason\":\"%s\"}]", gap);
        set(graph, CG_ON_GRAPH, 0, CG_KEY_INCOMPLETE, gaps);
    }
    ck_assert_int_eq(cg_graph_link(graph, NULL, &report, NULL), CG_OK);
    uint64_t missing = cg_link_report_count(report, CG_LINK_FOREIGN_FUNCTIONS);
    cg_link_report_free(report);
    cg_graph_free(graph);
    return missing;
}

START_TEST(a_missing_source_may_define_what_need_not_exist)
{
    static const char gone[] = "not collected";
    ck_assert_uint_eq(missing_functions("own", CG_LINKAGE_EXTERNAL, NULL), 1);
    ck_assert_uint_eq(missing_functions("own", CG_LINKAGE_EXTERNAL, gone), 1);
    ck_assert_uint_eq(missing_functions("own", CG_LINKAGE_WEAK, NULL), 0);
    ck_assert_uint_eq(missing_functions("own", CG_LINKAGE_WEAK, "errors"), 0);
    ck_assert_uint_eq(missing_functions("own", CG_LINKAGE_WEAK, gone), 1);
    ck_assert_uint_eq(missing_functions("bsearch", CG_LINKAGE_EXTERNAL, NULL), 0);
    ck_assert_uint_eq(missing_functions("bsearch", CG_LINKAGE_EXTERNAL, gone), 1);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_programs_are_linked_as_the_oracle_says,
                                  functions_of_one_name_are_linked_as_of_two,
                                  each_call_of_an_allocator_has_memory_of_its_own,
                                  malformed_facts_are_refused,
                                  facts_at_the_edge_are_read,
                                  malformed_facts_of_the_graph_are_refused,
                                  library_functions_that_call_themselves_come_to_an_end,
                                  much_that_is_handed_to_libraries_leaves_the_call_open,
                                  loops_around_calls_are_told_of_what_they_call,
                                  what_summaries_say_of_other_calls,
                                  libraries_in_the_program_call_it_by_name,
                                  a_symbol_is_never_an_internal_function,
                                  machine_code_may_tell_of_results_of_others,
                                  code_that_distinguishes_no_records_is_not_read_beside_others,
                                  a_missing_source_may_define_what_need_not_exist,
                                  NULL};
    return run_tests("link", tests, 240);
}
