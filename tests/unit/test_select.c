/* The language of sets: by hand, and random sets against a slow evaluation. */
#include "support.h"

#include <libcg/kinds.h>
#include <libcg/select.h>
#include <libcg/site.h>
#include <libcg/validate.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CASES = 3000, MOST = 12, TEXT = 4000 };

static struct cg_graph *freeze(struct cg_graph *graph)
{
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

/* main calls a and b, a calls c, c calls a, b calls printf; nothing calls d. */
static struct cg_graph *small(void)
{
    struct cg_graph *g = new_graph();
    cg_node main_node = add_node(g, "main", "src/main.c", true, CG_LINKAGE_EXTERNAL);
    cg_node a = add_node(g, "a", "src/lib/a.c", true, CG_LINKAGE_INTERNAL);
    cg_node b = add_node(g, "b", "src/lib/b.c", true, CG_LINKAGE_WEAK);
    cg_node c = add_node(g, "c", "src/lib/a.c", true, CG_LINKAGE_EXTERNAL);
    cg_node d = add_node(g, "_Z1dic", "test/d.c", true, CG_LINKAGE_EXTERNAL);
    cg_node p = add_node(g, "printf", "/usr/include/stdio.h", false, CG_LINKAGE_EXTERNAL);
    add_edge(g, main_node, a, CG_EDGE_DIRECT);
    add_edge(g, main_node, b, CG_EDGE_DIRECT);
    add_edge(g, a, c, CG_EDGE_DIRECT);
    add_edge(g, c, a, CG_EDGE_DIRECT);
    add_edge(g, b, p, CG_EDGE_DIRECT);
    add_edge(g, d, b, CG_EDGE_CANDIDATE);
    set(g, CG_ON_NODE, a, CG_KEY_LOOP_DEPTH, "3");
    set(g, CG_ON_NODE, b, CG_KEY_LOOP_DEPTH, "1");
    set(g, CG_ON_NODE, a, CG_KEY_INLINE_INFO, "{\"markedInline\":true,\"likelyInline\":false}");
    set(g, CG_ON_NODE, b, CG_KEY_INLINE_INFO, "{\"markedInline\":false,\"likelyInline\":false}");
    set(g, CG_ON_NODE, c, CG_KEY_SIGNATURE, "\"int (const char *)\"");
    set(g, CG_ON_NODE, c, "beyond64Bits", "[18446744073709551616,\"\\u0078\"]");
    set(g, CG_ON_NODE, c, CG_KEY_ATTRIBUTES, "[\"cold\",\"noreturn\"]");
    set(g, CG_ON_NODE, d, CG_KEY_UNRESOLVED_CALLS, "[{\"line\":1,\"reason\":\"pointer\"}]");
    set(g, CG_ON_NODE, b, CG_KEY_UNRESOLVED_CALLS, "[]");
    return freeze(g);
}

static char *demangle(const char *name)
{
    return strcmp(name, "_Z1dic") == 0 ? strdup("d(int, char)") : NULL;
}

static struct cg_selector *selector_of(struct cg_graph *graph)
{
    struct cg_selector *s;
    struct cg_selector_options options = CG_SELECTOR_OPTIONS_INIT;
    options.demangle = demangle;
    ck_assert_int_eq(cg_selector_new(&s, graph, &options, NULL), CG_OK);
    return s;
}

/* As small, with numbers: 100 statements in all, and a run of 10 seconds, half of which is of
 * functions that the graph does not have. */
static struct cg_graph *measured(void)
{
    static const struct {
        const char *name, *key, *value;
    } values[] = {
        {"main", CG_KEY_NUM_STATEMENTS, "10"},
        {"a", CG_KEY_NUM_STATEMENTS, "5"},
        {"b", CG_KEY_NUM_STATEMENTS, "20"},
        {"c", CG_KEY_NUM_STATEMENTS, "15"},
        {"_Z1dic", CG_KEY_NUM_STATEMENTS, "50"},
        {"main", CG_KEY_PROFILE,
         "{\"metrics\":{\"time\":{\"exclusive\":1,\"inclusive\":10}},\"visits\":1}"},
        {"a", CG_KEY_PROFILE,
         "{\"metrics\":{\"time\":{\"exclusive\":4,\"inclusive\":4}},\"visits\":3}"},
    };
    struct cg_graph *g = small();
    cg_graph_thaw(g, NULL);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        set(g, CG_ON_NODE, cg_graph_find(g, values[i].name), values[i].key, values[i].value);
    }
    return freeze(g);
}

/* Names of what is selected, in order of nodes. */
static const char *selected(struct cg_selector *s, struct cg_graph *graph, const char *text)
{
    static char names[256];
    bool in[MOST];
    struct cg_error error;
    ck_assert_msg(!cg_select(in, s, text, &error), "%s: %lu: %s", text, error.column, error.text);
    names[0] = '\0';
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        if (in[node]) {
            strcat(names, *names ? " " : "");
            strcat(names, cg_node_name(graph, node));
        }
    }
    return names;
}

START_TEST(sets_are_what_they_say)
{
    static const char *const cases[][2] = {
        {"main", "main"},
        {"nobody", ""},
        {"main | b", "main b"},
        {"main|b", "main b"},
        {"* - main", "a b c _Z1dic printf"},
        {"* & !main - b", "a c _Z1dic printf"},
        {"a | b & c", "a"},
        {"(a | c) & c", "c"},
        {"a | b | c - a | a", "a b c"},
        {"!!a", "a"},
        {"\"[ab]\"", "a b"},
        {"?", "a b c"},
        {"pr*f", "printf"},
        {"\"d(*, char)\"", "_Z1dic"},
        {"/^[ac]$/", "a c"},
        {"/char/", "_Z1dic"},
        {"/^(([a]|[[:digit:]{9}]{0}){31}x{3}){0,10}a{1}$/", "a"},
        {"/^[)({]{0,999}c$/", "c"},
        {"/\\/usr/", ""},
        {"is(defined)", "main a b c _Z1dic"},
        {"is(declared)", "printf"},
        {"is(internal) | is(weak)", "a b"},
        {"is(entry)", "main"},
        {"[beyond64Bits > 9223372036854775807]", "c"},
        {"[beyond64Bits == x]", "c"},
        {"is(unresolved)", "_Z1dic"},
        {"nothing*", ""},
        {"file(a.c)", "a c"},
        {"file(lib/*.c)", "a b c"},
        {"file(\"*.h\")", "printf"},
        {"dir(src)", "main a b c"},
        {"dir(src/lib/)", "a b c"},
        {"dir(sr)", ""},
        {"has(loopDepth)", "a b"},
        {"[loopDepth > 1]", "a"},
        {"[loopDepth>=1]", "a b"},
        {"[loopDepth == 1]", "b"},
        {"[ loopDepth != 1 ]", "a"},
        {"[inlineInfo.markedInline]", "a"},
        {"[inlineInfo.likelyInline]", ""},
        {"[inlineInfo.markedInline == false]", "b"},
        {"[signature ~ /^int/]", "c"},
        {"[signature == \"int (const char *)\"]", "c"},
        {"[attributes == noreturn]", "c"},
        {"[attributes != noreturn]", ""},
        {"[attributes != hot]", "c"},
        {"reaches(c)", "main a c"},
        {"reachedFrom(b)", "b printf"},
        {"onPath(main, c)", "main a c"},
        {"onPath(b, c)", ""},
        {"callers(c)", "a"},
        {"callers(c, 2)", "main a"},
        {"callees(main)", "a b"},
        {"callees(main, 2)", "a b c printf"},
        {"roots(*)", "main _Z1dic"},
        {"leaves(*)", "_Z1dic printf"},
        {"recursive(*)", "a c"},
        {"recursive(a)", ""},
        {"callers(callees(main) & is(internal))", "main c"},
        {" main  # of the program", "main"},
        {"main\n| a", "main a"},
    };
    struct cg_graph *graph = small();
    struct cg_selector *s = selector_of(graph);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(strcmp(selected(s, graph, cases[i][0]), cases[i][1]) == 0,
                      "%s gives %s, not %s", cases[i][0], selected(s, graph, cases[i][0]),
                      cases[i][1]);
    }
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_is_wrong_is_told_with_its_place)
{
    static const struct {
        const char *text;
        unsigned long line, column;
        const char *says;
    } cases[] = {
        {"", 1, 1, "expected"},
        {"a |", 1, 4, "expected"},
        {"a b", 1, 3, "expected"},
        {"a\n| | b", 2, 3, "expected"},
        {"(a", 1, 3, "no )"},
        {"a)", 1, 2, "no ("},
        {"f(a)", 1, 1, "no operation f()"},
        {"onPath(a)", 1, 9, "2 sets"},
        {"reaches(a, b)", 1, 10, "comma"},
        {"callers(a, b)", 1, 12, "number"},
        {"\"a", 1, 1, "closing"},
        {"/a", 1, 1, "closing"},
        {"/(/", 1, 1, "regular expression"},
        {"/x{1001}/", 1, 1, "1000 times"},
        {"a | /((x{10}y){10}|z){11}/", 1, 5, "1000 times"},
        {"/x{600}[]}]y{600}/", 1, 1, "1000 times"},
        {"/x{2,1001}/", 1, 1, "1000 times"},
        {"/x{99999999999}/", 1, 1, "1000 times"},
        {"/((((x{1,20}){1,20}){1,20}){1,20}){1,20}/", 1, 1, "1000 times"},
        {"/(x{40}*)*{40}/", 1, 1, "1000 times"},
        {"/(a)\\1/", 1, 1, "back-reference"},
        {"[signature ~ /(.)\\1/]", 1, 1, "back-reference"},
        {"[loopDepth >", 1, 13, "value"},
        {"[loopDepth > 1", 1, 15, "]"},
        {"[]", 1, 2, "metadata"},
        {"$x", 1, 1, "no set $x"},
        {"file()", 1, 6, "text"},
        {"a, b", 1, 2, "comma"},
        {"operator new", 1, 10, "such characters: \"\""},
        {"operator&", 1, 10, "such characters: \"\""},
        {"/usr/include/stdlib.h:malloc", 1, 6, "such characters: \"\""},
    };
    struct cg_graph *graph = small();
    struct cg_selector *s = selector_of(graph);
    bool in[MOST];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_error error = {0};
        ck_assert_msg(cg_select(in, s, cases[i].text, &error) == CG_E_FORMAT, "%s", cases[i].text);
        ck_assert_msg(error.line == cases[i].line && error.column == cases[i].column &&
                          strstr(error.text, cases[i].says),
                      "%s: %lu:%lu: %s", cases[i].text, error.line, error.column, error.text);
    }
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

START_TEST(percentages_are_of_the_whole)
{
    static const char *const cases[][2] = {
        {"[numStatements > 15%]", "b _Z1dic"},
        {"[numStatements == 5%]", "a"},
        {"[numStatements > 100%]", ""},
        {"[profile.time.inclusive > 50%]", "main"},
        {"[profile.metrics.time.inclusive > 50%]", "main"},
        {"[profile.time.exclusive >= 40%]", "a"},
        {"[profile.time.exclusive < 40%]", "main"},
        {"[profile.visits == 75%]", "a"},
        {"[profile.time.inclusive > 0.4e2%]", "main"},
        {"[signature == \"5%\"]", ""},
    };
    struct cg_graph *graph = measured();
    struct cg_selector *s = selector_of(graph);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *names = selected(s, graph, cases[i][0]);
        ck_assert_msg(strcmp(names, cases[i][1]) == 0, "%s: %s", cases[i][0], names);
    }
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

START_TEST(sums_are_over_all_that_a_function_leads_to)
{
    static const char *const cases[][2] = {
        {"[inclusive(numStatements) > 20]", "main _Z1dic"},
        {"[inclusive( numStatements )==20]", "a b c"},
        {"[inclusive(numStatements) == 20%]", "a b c"},
        {"[inclusive(numStatements) < 100]", "main a b c _Z1dic"},
        {"[inclusive(numStatements)]", "main a b c _Z1dic"},
        {"[inclusive(profile.visits) > 50%]", "main a c"},
        {"[inclusive(attributes) > 1]", "main a c"},
        {"[inclusive(nothing) < 1]", ""},
    };
    struct cg_graph *graph = measured();
    struct cg_selector *s = selector_of(graph);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *names = selected(s, graph, cases[i][0]);
        ck_assert_msg(strcmp(names, cases[i][1]) == 0, "%s: %s", cases[i][0], names);
    }
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_means_nothing_is_refused)
{
    static const char *const cases[][2] = {
        {"[loopDepth > 5%]", "do not add up"},
        {"[inclusive(loopDepth) > 5%]", "do not add up"},
        {"[profile.time > 5%]", "do not add up"},
        {"[signature == 5%]", "do not add up"},
        {"[numStatements > x%]", "a number and %"},
        {"[numStatements > -5%]", "a number and %"},
        {"[numStatements > %]", "a number and %"},
        {"[loopDepth == x]", "are numbers"},
        {"[numStatements > 5m]", "are numbers"},
        {"[inclusive(numStatements) > x]", "compared with a number"},
        {"[inclusive(numStatements) ~ /1/]", "compared with a number"},
        {"[inclusive(signature) > 1]", "adds up numbers"},
        {"[inclusive(profile.time.inclusive) > 1]", "inclusive as it is"},
        {"[inclusive() > 1]", "a kind of metadata"},
        {"[inclusive(numStatements > 1]", ") is expected"},
    };
    struct cg_graph *graph = measured();
    struct cg_selector *s = selector_of(graph);
    bool in[MOST];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_error error = {0};
        ck_assert_msg(cg_select(in, s, cases[i][0], &error) == CG_E_FORMAT, "%s", cases[i][0]);
        ck_assert_msg(error.line == 1 && strstr(error.text, cases[i][1]), "%s: %s", cases[i][0],
                      error.text);
    }
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

START_TEST(sets_can_have_names)
{
    struct cg_graph *graph = small();
    struct cg_selector *s = selector_of(graph);
    struct cg_error error;
    static const char text[] = "# hot ones\nhot = [loopDepth > 0]; lib-2 = dir(src/lib)\n"
                               "both = ($hot # in\n  & $lib-2) - b\n\n";
    ck_assert_msg(!cg_selector_define(s, text, "sets", &error), "%lu:%lu: %s", error.line,
                  error.column, error.text);
    ck_assert_str_eq(selected(s, graph, "$hot"), "a b");
    ck_assert_str_eq(selected(s, graph, "$both | main"), "main a");
    ck_assert_int_eq(cg_selector_define(s, "\n hot = a", "sets", &error), CG_E_CONFLICT);
    ck_assert_uint_eq(error.line, 2);
    ck_assert_str_eq(error.file, "sets");
    ck_assert_int_eq(cg_selector_define(s, "x a", "sets", &error), CG_E_FORMAT);
    ck_assert_int_eq(cg_selector_define(s, "x = $y", "sets", &error), CG_E_FORMAT);
    ck_assert_int_eq(cg_selector_define(s, "new = a; more = $new; hot = b", "x", &error),
                     CG_E_CONFLICT);
    ck_assert_int_eq(cg_selector_define(s, "new = b; hot = a", "x", &error), CG_E_CONFLICT);
    ck_assert_int_eq(cg_selector_define(s, "more = $new", "x", &error), CG_E_FORMAT); /* not kept */
    ck_assert_int_eq(cg_selector_define(s, "new = main", "x", &error), CG_OK);
    ck_assert_str_eq(selected(s, graph, "$new"), "main");
    ck_assert_str_eq(selected(s, graph, "$hot"), "a b");
    ck_assert_int_eq(cg_selector_define_file(s, "/nowhere/x", &error), CG_E_IO);
    ck_assert_str_eq(error.file, "/nowhere/x");
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

START_TEST(lists_have_a_name_a_line)
{
    char path[] = "/tmp/test-select-XXXXXX";
    char set_text[64];
    static const char names[] = "# names\n  a  \r\n\nd(int, char)\n";
    struct cg_graph *graph = small();
    struct cg_selector *s = selector_of(graph);
    bool in[MOST];
    struct cg_error error;
    int fd = mkstemp(path);
    ck_assert(fd >= 0 && write(fd, names, sizeof names - 1) == (ssize_t)(sizeof names - 1));
    close(fd);
    sprintf(set_text, "@%s | b", path);
    ck_assert_str_eq(selected(s, graph, set_text), "a b");
    unlink(path);
    ck_assert_int_eq(cg_select(in, s, set_text, &error), CG_E_IO);
    ck_assert_str_eq(error.file, path);
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

START_TEST(depth_is_limited)
{
    struct cg_graph *graph = small();
    struct cg_selector *s = selector_of(graph);
    bool in[MOST];
    char *text = malloc(200002);
    memset(text, '!', 400);
    strcpy(text + 400, "a");
    ck_assert_str_eq(selected(s, graph, text), "a");
    memset(text, '(', 100000);
    text[100000] = 'a';
    memset(text + 100001, ')', 100000);
    text[200001] = '\0';
    ck_assert_int_eq(cg_select(in, s, text, NULL), CG_E_LIMIT);
    text[0] = text[200000] = '/';
    text[200001] = '\0';
    ck_assert_int_eq(cg_select(in, s, text, NULL), CG_E_LIMIT);
    free(text);
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

/* More than Check would wait for, if each looked at all before it. */
START_TEST(many_names_take_no_longer_each)
{
    enum { SETS = 60000 };
    struct cg_graph *graph = small();
    struct cg_selector *s = selector_of(graph);
    char *text = malloc((size_t)SETS * 24 + 16), *at = text + sprintf(text, "x0 = a\n");
    for (int i = 1; i <= SETS; i++) {
        at += sprintf(at, "x%d = $x%d | b\n", i, i - 1);
    }
    ck_assert_int_eq(cg_selector_define(s, text, "sets", NULL), CG_OK);
    ck_assert_str_eq(selected(s, graph, "$x60000"), "a b");
    free(text);
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

static void remember(void *user, const char *key)
{
    strcat(strcat(user, key), " ");
}

START_TEST(kinds_nobody_carries_are_told)
{
    struct cg_graph *graph = small();
    struct cg_selector *s;
    char told[100] = "";
    bool in[MOST];
    const struct cg_selector_options options = {CG_SELECTOR_OPTIONS_VERSION, .absent = remember,
                                                .user = told};
    ck_assert_int_eq(cg_selector_new(&s, graph, &options, NULL), CG_OK);
    ck_assert_int_eq(cg_select(in, s, "[loopDepth > 2] | has(nothing) | [no.thing]", NULL), CG_OK);
    ck_assert_str_eq(told, "nothing no ");
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

/* Of "there" it has the text, "other" it leaves to the selector, the rest it refuses. */
static int read_some(void *user, char **out, const char *path, struct cg_error *error)
{
    (void)error;
    *(unsigned *)user += 1;
    *out = strcmp(path, "there") == 0 ? strdup("a\nb\n") : NULL;
    *out = strcmp(path, "sets") == 0 ? strdup("both = a | b\n") : *out;
    return *out || strcmp(path, "other") == 0 ? CG_OK : CG_E_STATE;
}

START_TEST(files_are_read_by_the_caller)
{
    struct cg_graph *graph = small();
    struct cg_selector *s;
    unsigned calls = 0;
    bool in[MOST], again[MOST];
    const struct cg_selector_options options = {CG_SELECTOR_OPTIONS_VERSION, .read = read_some,
                                                .user = &calls};
    ck_assert_int_eq(cg_selector_new(&s, graph, &options, NULL), CG_OK);
    ck_assert_int_eq(cg_selector_define_file(s, "sets", NULL), CG_OK);
    ck_assert_int_eq(cg_select(in, s, "@there", NULL), CG_OK);
    ck_assert_int_eq(cg_select(again, s, "$both", NULL), CG_OK);
    ck_assert_mem_eq(in, again, cg_graph_node_count(graph) * sizeof *in);
    ck_assert(in[cg_graph_find(graph, "a")] && in[cg_graph_find(graph, "b")]);
    ck_assert_int_eq(cg_select(in, s, "@other", NULL), CG_E_IO);
    ck_assert_int_eq(cg_select(in, s, "@refused", NULL), CG_E_STATE);
    ck_assert_uint_eq(calls, 4);
    cg_selector_free(s);
    cg_graph_free(graph);
}
END_TEST

START_TEST(sets_are_told_from_names)
{
    bool is_name = false;
    ck_assert_int_eq(cg_select_check("ns::f<a, b>", &is_name, NULL), CG_OK);
    ck_assert(is_name);
    ck_assert_int_eq(cg_select_check("!f", &is_name, NULL), CG_OK);
    ck_assert(!is_name);
    ck_assert_int_eq(cg_select_check("f(int)", &is_name, NULL), CG_E_FORMAT);
    static const char *const sets[] = {"\"f\"", "(f)", " f", "f ", "f # comment"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        is_name = true;
        ck_assert_int_eq(cg_select_check(sets[i], &is_name, NULL), CG_OK);
        ck_assert_msg(!is_name, "%s", sets[i]);
    }
    static const char *const calls[] = {"is(", "file(x", "reaches(a, b)"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        ck_assert_msg(cg_select_is_call(calls[i]), "%s", calls[i]);
    }
    static const char *const others[] = {"", "is", "(is", "reach(a)", "f(is(a))", "reachesX("};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ck_assert_msg(!cg_select_is_call(others[i]), "%s", others[i]);
    }
}
END_TEST

static int find_by_number(void *user, bool *found, const char *word, bool listed,
                          struct cg_error *error)
{
    (void)error;
    (void)listed;
    ++*(int *)user;
    found[atoi(word + 1)] = true;
    return CG_OK;
}

/* Random sets */

struct web {
    uint32_t count;
    bool calls[MOST][MOST];
    bool overrides[MOST][MOST]; /* [derived][base] */
};

struct expression {
    char text[TEXT];
    bool in[MOST];
};

static void say(struct expression *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    ck_assert_int_lt(vsnprintf(out->text, sizeof out->text, format, arguments), TEXT);
    va_end(arguments);
}

static void closure(const struct web *w, bool *in, bool back, uint32_t steps)
{
    for (uint32_t step = 0; step < steps; step++) {
        bool next[MOST];
        memcpy(next, in, sizeof next);
        for (uint32_t i = 0; i < w->count; i++) {
            for (uint32_t j = 0; j < w->count; j++) {
                if (w->calls[i][j] && in[back ? j : i]) {
                    next[back ? i : j] = true;
                }
            }
        }
        memcpy(in, next, sizeof next);
    }
}

static void override_closure(const struct web *w, bool *in, bool up)
{
    bool start[MOST];
    memcpy(start, in, sizeof start);
    for (uint32_t step = 0; step < MOST; step++) {
        for (uint32_t i = 0; i < w->count; i++) {
            for (uint32_t j = 0; j < w->count; j++) {
                if (w->overrides[i][j] && in[up ? i : j]) {
                    in[up ? j : i] = true;
                }
            }
        }
    }
    for (uint32_t i = 0; i < MOST; i++) {
        in[i] = in[i] && !start[i];
    }
}

static void ends(const struct web *w, bool *in, bool roots)
{
    bool out[MOST];
    memcpy(out, in, sizeof out);
    for (uint32_t i = 0; i < w->count; i++) {
        for (uint32_t j = 0; j < w->count; j++) {
            if (i != j && in[i] && in[j] && w->calls[i][j]) {
                out[roots ? j : i] = false;
            }
        }
    }
    memcpy(in, out, sizeof out);
}

/* By walks within the set: `leads` holds pairs of it, closed transitively (S. Warshall). */
static void recursive(const struct web *w, bool *in)
{
    bool leads[MOST][MOST];
    for (uint32_t i = 0; i < w->count; i++) {
        for (uint32_t j = 0; j < w->count; j++) {
            leads[i][j] = in[i] && in[j] && w->calls[i][j];
        }
    }
    for (uint32_t k = 0; k < w->count; k++) {
        for (uint32_t i = 0; i < w->count; i++) {
            for (uint32_t j = 0; j < w->count; j++) {
                leads[i][j] = leads[i][j] || (leads[i][k] && leads[k][j]);
            }
        }
    }
    for (uint32_t i = 0; i < w->count; i++) {
        in[i] = in[i] && leads[i][i];
    }
}

static void make(struct expression *out, const struct web *w, struct random *random, int depth);

static void make_binary(struct expression *out, const struct web *w, struct random *random,
                        int depth)
{
    static const char *const signs[] = {" | ", "&", " - "};
    struct expression *a = calloc(2, sizeof *a);
    struct expression *b = a + 1;
    uint32_t sign = draw(random, 4);
    make(a, w, random, depth - 1);
    make(b, w, random, depth - 1);
    if (sign == 3) {
        say(out, "onPath( %s,%s )", a->text, b->text);
        closure(w, a->in, false, MOST);
        closure(w, b->in, true, MOST);
    } else {
        say(out, "(%s)%s(%s)", a->text, signs[sign], b->text);
    }
    for (uint32_t i = 0; i < w->count; i++) {
        out->in[i] = sign == 0   ? a->in[i] || b->in[i]
                     : sign == 2 ? a->in[i] && !b->in[i]
                                 : a->in[i] && b->in[i];
    }
    free(a);
}

static void make_unary(struct expression *out, const struct web *w, struct random *random,
                       int depth)
{
    struct expression *a = calloc(1, sizeof *a);
    uint32_t number = draw(random, 4);
    bool before[MOST];
    make(a, w, random, depth - 1);
    memcpy(out->in, a->in, sizeof out->in);
    memcpy(before, a->in, sizeof before);
    switch (draw(random, 10)) {
    case 0:
        say(out, "!(%s)", a->text);
        for (uint32_t i = 0; i < w->count; i++) {
            out->in[i] = !a->in[i];
        }
        break;
    case 1:
        say(out, "reaches(%s)", a->text);
        closure(w, out->in, true, MOST);
        break;
    case 2:
        say(out, "reachedFrom(%s)", a->text);
        closure(w, out->in, false, MOST);
        break;
    case 3:
    case 4:
        say(out, "%s(%s, %u)", number % 2 ? "callers" : "callees", a->text, number);
        closure(w, out->in, number % 2, number);
        for (uint32_t i = 0; i < w->count; i++) {
            out->in[i] = out->in[i] && !before[i];
        }
        break;
    case 5:
        say(out, "overrides(%s)", a->text);
        override_closure(w, out->in, true);
        break;
    case 6:
        say(out, "overriddenBy(%s)", a->text);
        override_closure(w, out->in, false);
        break;
    case 7:
        say(out, "roots(%s)", a->text);
        ends(w, out->in, true);
        break;
    case 8:
        say(out, "leaves(%s)", a->text);
        ends(w, out->in, false);
        break;
    default:
        say(out, "recursive(%s)", a->text);
        recursive(w, out->in);
        break;
    }
    free(a);
}

static void make(struct expression *out, const struct web *w, struct random *random, int depth)
{
    if (depth == 0 || chance(random, 30)) {
        uint32_t node = draw(random, w->count);
        say(out, "f%u", node);
        out->in[node] = true;
    } else if (chance(random, 50)) {
        make_binary(out, w, random, depth);
    } else {
        make_unary(out, w, random, depth);
    }
}

static struct cg_graph *random_graph(struct web *w, struct random *random)
{
    struct cg_graph *graph = new_graph();
    char name[16];
    uint32_t percent = 5 + draw(random, 25);
    *w = (struct web){.count = 1 + draw(random, MOST)};
    for (uint32_t i = 0; i < w->count; i++) {
        sprintf(name, "f%u", i);
        add_node(graph, name, NULL, true, CG_LINKAGE_EXTERNAL);
    }
    for (uint32_t i = 0; i < w->count; i++) {
        for (uint32_t j = 0; j < w->count; j++) {
            w->calls[i][j] = chance(random, percent);
            w->overrides[i][j] = i > j && chance(random, 10);
            if (w->calls[i][j]) {
                add_edge(graph, i, j, CG_EDGE_DIRECT);
            }
            if (w->overrides[i][j]) {
                ck_assert_int_eq(cg_graph_add_override(graph, i, j, NULL), CG_OK);
            }
        }
    }
    return freeze(graph);
}

START_TEST(random_sets_are_as_worked_out_slowly)
{
    struct random random = {103};
    uint64_t sizes = 0;
    for (int i = 0; i < CASES; i++) {
        struct web w;
        struct cg_graph *graph = random_graph(&w, &random);
        struct cg_selector *s;
        struct cg_error error;
        struct expression e = {{0}, {0}};
        bool in[MOST];
        int asked = 0;
        const struct cg_selector_options options = {CG_SELECTOR_OPTIONS_VERSION,
                                                    .find = find_by_number, .user = &asked};
        make(&e, &w, &random, 4);
        ck_assert_int_eq(cg_selector_new(&s, graph, &options, NULL), CG_OK);
        ck_assert_msg(!cg_select(in, s, e.text, &error), "%s: %s", e.text, error.text);
        for (uint32_t n = 0; n < w.count; n++) {
            ck_assert_msg(in[n] == e.in[n], "%s: f%u", e.text, n);
            sizes += in[n];
        }
        ck_assert_int_gt(asked, 0);
        cg_selector_free(s);
        cg_graph_free(graph);
    }
    ck_assert_uint_gt(sizes, CASES);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {sets_are_what_they_say,
                                  what_is_wrong_is_told_with_its_place,
                                  sets_can_have_names,
                                  lists_have_a_name_a_line,
                                  many_names_take_no_longer_each,
                                  kinds_nobody_carries_are_told,
                                  files_are_read_by_the_caller,
                                  sets_are_told_from_names,
                                  depth_is_limited,
                                  random_sets_are_as_worked_out_slowly,
                                  percentages_are_of_the_whole,
                                  sums_are_over_all_that_a_function_leads_to,
                                  what_means_nothing_is_refused,
                                  NULL};
    return run_tests("select", tests, 240);
}
