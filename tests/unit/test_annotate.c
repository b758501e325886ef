/* Annotation: metadata from files of other tools. */
#include "support.h"

#include <libcg/annotate.h>
#include <libcg/kinds.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A fake demangler: knows these names and no others. */
static char *demangle(const char *name)
{
    static const char *const names[][2] = {
        {"_ZN1A1fEi", "A::f(int)"},
        {"_ZN1A1fEd", "A::f(double)"},
        {"_ZNK1A1gEv", "A::g() const"},
        {"_Z5twiceIiET_S0_", "int twice<int>(int)"},
        {"_Z5twiceIdET_S0_", "double twice<double>(double)"},
        {"_ZN1AC1ERKNS_1BE", "A::A(A::B const&)"},
        {"_ZN1AlsEPKcm", "A::operator<<(char const*, unsigned long)"},
        {"_ZNK1AcviEv", "A::operator int() const"},
        {"_ZN12_GLOBAL__N_14anonEv", "(anonymous namespace)::anon()"},
        {"_ZN12_GLOBAL__N_1L4anonEv", "(anonymous namespace)::anon()"},
        {"_ZZ3usevENK3$_0clEi", "use()::$_0::operator()(int) const"},
        {"_ZZ3usevENKUliE_clEi", "use()::{lambda(int)#1}::operator()(int) const"},
        {"_ZZ3usevENKUldE_clEd", "use()::{lambda(double)#1}::operator()(double) const"},
        {"_Z3usev", "use()"},
        {"_ZN3BoxISsiE3putIN2ns1QEEEvT_S_i", "void Box<std::__cxx11::basic_string<char, "
                                             "std::char_traits<char>, std::allocator<char> >, "
                                             "int>::put<ns::Q>(int)"},
        {"_Z4varyPKcz", "vary(char const*, ...)"},
        {"_Z4packIJiEEvDpT_", "void pack<int>(int)"},
        {"_Z4packIJEEvDpT_", "void pack<>()"},
        {"_Z4packIJidEEvDpT_", "void pack<int, double>(int, double)"},
        {"_ZNK3BoxIccE4sizeEv", "Box<char, char>::size() const"},
        {"_ZNK3BoxIcmE4sizeEv", "Box<char, unsigned long>::size() const"},
        {"_Z4takeSt6vectorIiSaIiEE", "take(std::vector<int, std::allocator<int> >)"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i][0]) == 0) {
            return strdup(names[i][1]);
        }
    }
    return NULL;
}

/* What was warned of, and how the file was taken. */
struct outcome {
    uint64_t counts[CG_ANNOTATED_AMBIGUOUS + 1];
    struct cg_error error;
    int status;
    size_t warnings;
    struct cg_error warning; /**< the last one */
};

static void keep_warning(void *user, const struct cg_error *where)
{
    struct outcome *outcome = user;
    outcome->warnings++;
    outcome->warning = *where;
}

static int annotate_memory(struct cg_graph *graph, const char *data, size_t length,
                           const struct cg_annotate_options *options, uint64_t *counts,
                           struct cg_error *error)
{
    struct cg_annotator *annotator;
    ck_assert_int_eq(cg_annotator_new(&annotator, graph, options, error), CG_OK);
    int status = cg_annotator_memory(annotator, data, length, "input", error);
    for (int i = CG_ANNOTATED_ENTRIES; i <= CG_ANNOTATED_AMBIGUOUS; i++) {
        counts[i] = cg_annotator_count(annotator, (enum cg_annotated)i);
    }
    cg_annotator_free(annotator);
    return status;
}

static struct outcome annotate_bytes(struct cg_graph *graph, const char *data, size_t length,
                                     const struct cg_registry *registry)
{
    struct outcome outcome = {.status = 0};
    const struct cg_annotate_options options = {CG_ANNOTATE_OPTIONS_VERSION, .registry = registry,
                                                .warn = keep_warning, .user = &outcome,
                                                .demangle = demangle};
    outcome.status = annotate_memory(graph, data, length, &options, outcome.counts, &outcome.error);
    return outcome;
}

static struct outcome annotate(struct cg_graph *graph, const char *text)
{
    return annotate_bytes(graph, text, strlen(text), NULL);
}

static void expect_report(const struct outcome *outcome, unsigned entries, unsigned values,
                          unsigned unmatched, unsigned ambiguous)
{
    ck_assert_msg(!outcome->status, "%lu:%lu: %s", outcome->error.line, outcome->error.column,
                  outcome->error.text);
    ck_assert_uint_eq(outcome->counts[CG_ANNOTATED_ENTRIES], entries);
    ck_assert_uint_eq(outcome->counts[CG_ANNOTATED_VALUES], values);
    ck_assert_uint_eq(outcome->counts[CG_ANNOTATED_UNMATCHED], unmatched);
    ck_assert_uint_eq(outcome->counts[CG_ANNOTATED_AMBIGUOUS], ambiguous);
    ck_assert_uint_eq(outcome->warnings, unmatched + ambiguous);
}

static void expect_value(const struct cg_graph *graph, cg_node node, const char *key,
                         const char *expected)
{
    const char *text = text_at(graph, CG_ON_NODE, node, key);
    if (expected) {
        ck_assert_msg(text != NULL, "%s: no %s", cg_node_name(graph, node), key);
        ck_assert_str_eq(text, expected);
    } else {
        ck_assert_msg(!text, "%s: %s", cg_node_name(graph, node), text);
    }
}

static cg_node define(struct cg_graph *graph, const char *name, const char *origin)
{
    return add_node(graph, name, origin, true, CG_LINKAGE_EXTERNAL);
}

static cg_node define_static(struct cg_graph *graph, const char *name, const char *origin)
{
    return add_node(graph, name, origin, true, CG_LINKAGE_INTERNAL);
}

/* JSON lines */

START_TEST(values_stay_as_written)
{
    static const char *const values[] = {
        "1",
        "123456789012345678901234567890.50e+03",
        "{ \"b\" : [1,2 , 3],\"a\":\"\\u00e9\\/\"}",
        "\"\xc3\xa9\"",
        "null",
        "-0",
        "[]",
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct cg_graph *graph = new_graph();
        cg_node f = define(graph, "f", "a.c");
        char text[200];
        snprintf(text, sizeof text, "{\"function\":\"f\", \"meta\": {\"k\": %s }}", values[i]);
        struct outcome outcome = annotate(graph, text);
        expect_report(&outcome, 1, 1, 0, 0);
        ck_assert_uint_eq(outcome.counts[CG_ANNOTATED_FUNCTIONS], 1);
        expect_value(graph, f, "k", values[i]);
        cg_graph_free(graph);
    }
}
END_TEST

START_TEST(lines_come_in_many_shapes)
{
    static const char *const texts[] = {
        "{\"function\":\"f\",\"meta\":{\"k\":1}}",
        "\xef\xbb\xbf{\"function\":\"f\",\"meta\":{\"k\":1}}\r\n",
        "\n  \n\t{\"meta\":{\"k\":1},\"function\":\"f\"}\n\n",
        "{\"function\":\"\\u0066\",\"file\":null,\"meta\":{\"\\u006b\":1}}",
        "{\"function\":\"f\",\"file\":\"\",\"meta\":{\"k\":1}}",
        "{\"function\":\"f\",\"file\":\"src/a.c\",\"meta\":{\"k\":1}}",
        "{\"function\":\"g\",\"meta\":{}}\n{\"function\":\"f\",\"meta\":{\"k\":1}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct cg_graph *graph = new_graph();
        cg_node f = define(graph, "f", "a.c");
        define(graph, "g", "a.c");
        struct outcome outcome = annotate(graph, texts[i]);
        ck_assert_msg(!outcome.status, "%zu: %s", i, outcome.error.text);
        expect_value(graph, f, "k", "1");
        cg_graph_free(graph);
    }
}
END_TEST

START_TEST(nothing_is_nothing)
{
    static const char *const texts[] = {"", "\n \n", "\xef\xbb\xbf", "function\n",
                                        "graph: { title: \"a.c\"\n}\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct cg_graph *graph = new_graph();
        struct outcome outcome = annotate(graph, texts[i]);
        expect_report(&outcome, 0, 0, 0, 0);
        cg_graph_free(graph);
    }
}
END_TEST

/* Mistakes */

static const struct {
    const char *text;
    unsigned long line;
    unsigned long column;
    const char *part;
} mistakes[] = {
    {"hello", 1, 1, "unknown format: expected JSON lines"},
    {"\n\n  [1]", 3, 3, "one object per line"},
    {"[{\"function\":\"f\",\"meta\":{}}]", 1, 1, "one object per line"},
    {"function,k\rf,1\rf,1,2\r", 3, 1, "3 cells where the header has 2"},
    {"graph: { title: \"a.c\"\nedge: {\n", 1, 1, "cut off"},
    {"graph: { title: \"a\"\n}\n\ngraph: { title: \"b\"\ngraph: {\n}\n", 4, 1, "before the next"},
    {"graph: { title: \"a\"\n}\n}\n", 3, 1, "without a graph"},
    {"node: { title: \"a\" label: \"a\" }\n}\n", 2, 1, "without a graph"},
    {"a,b\nf,1\n", 1, 1, "unknown format: expected JSON lines"},
    {"{\"function\":\"f\"}", 1, 1, "lacks \"meta\""},
    {"{\"function\":\"f\",\"meta\":[]}", 1, 1, "lacks \"meta\""},
    {"{\"meta\":{}}", 1, 1, "lacks \"function\""},
    {"{\"function\":7,\"meta\":{}}", 1, 1, "lacks \"function\""},
    {"{\"function\":\"\",\"meta\":{}}", 1, 13, "is empty"},
    {"{\"function\":\"f\",\"file\":1,\"meta\":{}}", 1, 24, "\"file\" is not a string"},
    {"{\"function\":\"f\",\n\"metadata\":{}}", 2, 1, "has the members"},
    {"{\"function\":\"f\",\"function\":\"f\",\"meta\":{}}", 1, 17, "a second value"},
    {"{\"function\":\"f\",\"meta\":{\"k\":01}}", 1, 29, ""},
    {"{\"function\":\"f\",\"meta\":{\"k\":1}\n", 2, 1, "the input ends"},
    {"{\"function\":\"f\",\"meta\":{\"k\":1}},", 1, 32, "an entry is an object"},
    {"{\"function\":\"f\\u0000\",\"meta\":{}}", 1, 13, "NUL"},
    {"{\"function\":\"f\",\"meta\":{\"\":1}}", 1, 25, "key of a kind is empty"},
    {"{\"function\":\"x\",\"meta\":{\"a\":1,\"linkage\":\"weak\"}}", 1, 31,
     "\"linkage\" is part of"},
    {"{\"function\":\"f\",\"meta\":{\"recursion\":{}}}", 1, 25, "linking derives it"},
    {"{\"function\":\"x\",\"meta\":{\"globalLoopDepth\":1}}", 1, 25, "linking derives it"},
    {"function,escapes\nf,true\n", 1, 10, "linking derives it"},
    {"{\"function\":\"f\",\"meta\":{\"overrideMD\":{}}}", 1, 25, "\"overrideMD\" is"},
    {"{\"function\":\"f\",\"meta\":{\"entryFunction\":\"0\"}}", 1, 25, "\"entryFunction\" is"},
    {"{\"function\":\"f\",\"meta\":{\"callType\":\"DIRECT\"}}", 1, 25, "\"callType\" is"},
    {"{\"function\":\"f\xff\",\"meta\":{}}", 1, 15, "not UTF-8"},

    {"function,k,k\nf,1,2\n", 1, 12, "a second column"},
    {"function,function\nf,f\n", 1, 10, "a second column"},
    {"my function,k\nf,1\n", 1, 1, "unknown format: expected JSON lines"},
    {"k,\"a function\"\n1,f\n", 1, 1, "unknown format: expected JSON lines"},
    {"function,,k\nf,1,2\n", 1, 10, "key of a kind is empty"},
    {"function,linkage\nf,1\n", 1, 10, "\"linkage\" is part of"},
    {"function,k\nf\n", 2, 1, "1 cells where the header has 2"},
    {"function,k\nf,1,2\n", 2, 1, "3 cells where the header has 2"},
    {"function,k\n,1\n", 2, 1, "is empty"},
    {"function,k\nf,\"1\n2", 2, 3, "ends inside the cell"},
    {"function,k\nf,\"1\"2\n", 2, 6, "a comma should follow"},
    {"function,k\nf,a\"b\n", 2, 4, "a quote inside a cell"},
    {"function,k\n\"f\n\",1\nf\xff,1\n", 4, 1, "not UTF-8"},

    {"a.c:1:1:f\t16\tstatic\nnonsense\n", 2, 1, "three parts with tabs"},
    {"a.c:1:1:f\t16\tstatic\na.c:2:1:g\t1x\tstatic\n", 2, 1, "number of bytes"},
    {"a.c:1:1:f\t16\tstatic\na.c:2:1:g\t16\tbig\n", 2, 1, "must be static"},
    {"a.c:1:1:f\t16\tstatic\nf\t16\tstatic\n", 2, 1, "FILE:LINE:NAME"},
    {"a.c:1:1:f\t16\tstatic\na.c:2:1:\t16\tstatic\n", 2, 1, "FILE:LINE:NAME"},

    {"graph: { title: \"a.c\"\nnodes: {}\n", 2, 1, "must begin with graph"},
    {"node: { label: \"f\\na.c:1:1\\n16 bytes (static)\" }", 1, 1, "lacks its title"},
    {"node: { title: \"f\" label: \"f 16 bytes (static)\" }", 1, 1, "label of a node"},
    {"node: { title: \"f\" label: \"f\\na.c:1:1\\n1x bytes (static)\" }", 1, 1, "label of a node"},
    {"node: { title: \"f\" label: \"f\\na.c:1:1\\n16 bytes (big)\" }", 1, 1, "label of a node"},
};

START_TEST(mistakes_are_told_with_their_place)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        struct cg_graph *graph = new_graph();
        const char *text = mistakes[i].text;
        define(graph, "f", "a.c");
        struct outcome outcome = annotate(graph, text);
        const struct cg_error *error = &outcome.error;
        ck_assert_msg(outcome.status == CG_E_FORMAT, "%s: taken", text);
        ck_assert_str_eq(error->file, "input");
        ck_assert_msg(strstr(error->text, mistakes[i].part), "%s: %s", text, error->text);
        ck_assert_msg(error->line == mistakes[i].line && error->column == mistakes[i].column,
                      "%s: at %lu:%lu: %s", text, error->line, error->column, error->text);
        cg_graph_free(graph);
    }
}
END_TEST

/* Values that need length: a head, a part so many times, a tail. */
static struct outcome annotate_repeated(struct cg_graph *graph, const char *head, const char *part,
                                        size_t times, const char *tail)
{
    size_t length = strlen(head) + times * strlen(part) + strlen(tail);
    char *text = malloc(length + 1), *at = stpcpy(text, head);
    for (size_t i = 0; i < times; i++) {
        at = stpcpy(at, part);
    }
    stpcpy(at, tail);
    struct outcome outcome = annotate_bytes(graph, text, length, NULL);
    free(text);
    return outcome;
}

START_TEST(limits_hold)
{
    struct cg_graph *graph = new_graph();
    cg_node f = define(graph, "f", "a.c");
    const char *head = "{\"function\":\"f\",\"meta\":{\"k\":";
    struct outcome outcome = annotate_repeated(graph, head, "[", 1000000, "");
    ck_assert_int_eq(outcome.status, CG_E_LIMIT);
    outcome = annotate_repeated(graph, "{\"function\":\"", "f", (1 << 20) + 1, "\",\"meta\":{}}");
    ck_assert_int_eq(outcome.status, CG_E_LIMIT);
    outcome = annotate_repeated(graph, "function", ",\"\"", 1000000, "\n");
    ck_assert_int_eq(outcome.status, CG_E_LIMIT);
    outcome = annotate_repeated(graph, "function,k\nf", ",", 1000000, "\n");
    ck_assert_int_eq(outcome.status, CG_E_FORMAT);
    outcome = annotate_repeated(graph, "a.c:1:1:f\t", "0", 1000000, "16\tstatic");
    expect_report(&outcome, 1, 1, 0, 0);
    expect_value(graph, f, "stackSize", "{\"bytes\":16,\"kind\":\"static\",\"source\":\"su\"}");
    outcome = annotate_repeated(graph, "{\"function\":\"f\",\"meta\":{", "\"k\":1,", 1000000,
                                "\"k\":1}}");
    expect_report(&outcome, 1, 1000001, 0, 0);
    outcome = annotate_repeated(graph, head, "     ", 1000000, "\"longest\"}}");
    expect_report(&outcome, 1, 1, 0, 0);
    expect_value(graph, f, "k", "\"longest\"");
    cg_graph_free(graph);
}
END_TEST

/* Files are read through a window of a quarter megabyte: entries cross its end everywhere. */
START_TEST(long_files_are_read_whole)
{
    static const char *const files[][2] = {
        {"\n", "{\"function\":\"f\",\"file\":\"a.c\",\"meta\":{\"k\":[1,\"two\"]}}\r\n"},
        {"k,function,file\n", "\"[1,\"\"two\"\"]\",\"f\",a.c\r\n"},
        {"", "a.c:12:34:f\t16\tstatic\r\n"},
        {"graph: { title: \"a.c\"\n", "node: { title: \"f\" label: \"f\\na.c:12:34\\n16 bytes "
                                      "(static)\\n0 dynamic objects\" }\n"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct cg_graph *graph = new_graph();
        define(graph, "f", "a.c");
        struct outcome outcome = annotate_repeated(graph, files[i][0], files[i][1], 50000, "?");
        ck_assert_int_eq(outcome.status, CG_E_FORMAT);
        ck_assert_uint_eq(outcome.error.line, 50001 + (*files[i][0] != 0));
        const char *tail = files[i][0][0] == 'g' ? "}\n" : "";
        outcome = annotate_repeated(graph, files[i][0], files[i][1], 50000, tail);
        expect_report(&outcome, 50000, 50000, 0, 0);
        ck_assert_uint_eq(outcome.counts[CG_ANNOTATED_FUNCTIONS], 1);
        cg_graph_free(graph);
    }
}
END_TEST

/* A set that grows leaves its former texts behind: some 50 MB here, which are dropped on the way.
 */
START_TEST(values_that_grow_leave_nothing_behind)
{
    enum { COUNT = 4000 };
    struct cg_registry *registry;
    ck_assert(!cg_registry_new(&registry, NULL));
    ck_assert(!cg_registry_set_strategy(registry, "set", "union", NULL));
    struct cg_graph *graph = new_graph();
    cg_node f = define(graph, "f", "a.c"), g = define(graph, "g", "b.c");
    set(graph, CG_ON_NODE, g, "definedIn", "[{\"column\":5,\"file\":\"b.c\",\"line\":8}]");
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (int i = 0; i < COUNT; i++) {
        fprintf(out, "{\"function\":\"f\",\"meta\":{\"set\":[%d]}}\n", 1000000 + i);
    }
    fclose(out);
    struct cg_annotator *annotator;
    const struct cg_annotate_options options = {CG_ANNOTATE_OPTIONS_VERSION, .registry = registry,
                                                .demangle = demangle};
    const char *su = "b.c:8:5:)\t8\tstatic\n"; /* found by place, before and after */
    ck_assert(!cg_annotator_new(&annotator, graph, &options, NULL));
    ck_assert(!cg_annotator_memory(annotator, su, strlen(su), "su", NULL));
    ck_assert_uint_eq(cg_annotator_count(annotator, CG_ANNOTATED_VALUES), 1);
    ck_assert(!cg_annotator_memory(annotator, text, length, "text", NULL));
    ck_assert_uint_eq(cg_annotator_count(annotator, CG_ANNOTATED_VALUES), COUNT);
    ck_assert(!cg_annotator_memory(annotator, su, strlen(su), "su", NULL));
    ck_assert_uint_eq(cg_annotator_count(annotator, CG_ANNOTATED_VALUES), 1);
    cg_annotator_free(annotator);
    ck_assert_uint_eq(strlen(text_at(graph, CG_ON_NODE, f, "set")), 8 * COUNT + 1);
    ck_assert_str_eq(cg_node_name(graph, g), "g");
    ck_assert_uint_eq(cg_graph_find(graph, "f"), f);
    expect_value(graph, g, "stackSize", "{\"bytes\":8,\"kind\":\"static\",\"source\":\"su\"}");
    free(text);
    cg_graph_free(graph);
    cg_registry_free(registry);
}
END_TEST

START_TEST(kinds_are_limited)
{
    struct cg_graph *graph = new_graph();
    define(graph, "f", "a.c");
    char *text = malloc(1100 * 50), *at = text;
    for (int i = 0; i < 1025; i++) {
        at += sprintf(at, "{\"function\":\"f\",\"meta\":{\"k%d\":1}}\n", i);
    }
    struct outcome outcome = annotate(graph, text);
    ck_assert_int_eq(outcome.status, CG_E_LIMIT);
    ck_assert_uint_eq(outcome.error.line, 1025);
    free(text);
    cg_graph_free(graph);
}
END_TEST

/* CSV */

START_TEST(cells_are_json_or_text)
{
    struct cg_graph *graph = new_graph();
    cg_node f = define(graph, "f", "a.c"), g = define(graph, "a,\"g", "b.c");
    struct outcome outcome = annotate(graph, "\xef\xbb\xbf"
                                             "calls,function,\"note\",file,list\r\n"
                                             "12345678901234567890,f,no \xc3\xa9,a.c,\r\n"
                                             "\r\n"
                                             "007,\"a,\"\"g\",\"two\nlines, \"\"x\"\"\",,[1]");
    expect_report(&outcome, 2, 5, 0, 0);
    ck_assert_uint_eq(outcome.counts[CG_ANNOTATED_FUNCTIONS], 2);
    expect_value(graph, f, "calls", "12345678901234567890");
    expect_value(graph, f, "note", "\"no \xc3\xa9\"");
    expect_value(graph, f, "list", NULL);
    expect_value(graph, g, "calls", "\"007\"");
    expect_value(graph, g, "note", "\"two\\nlines, \\\"x\\\"\"");
    expect_value(graph, g, "list", "[1]");
    cg_graph_free(graph);
}
END_TEST

START_TEST(rows_end_with_any_line_end)
{
    static const char *const texts[] = {
        "function,k\rf,1\rg,2\r",
        "k,function\r1,f\r\r2,g",
        "function,k\nf,1\r\ng,2\r",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct cg_graph *graph = new_graph();
        cg_node f = define(graph, "f", "a.c"), g = define(graph, "g", "a.c");
        struct outcome outcome = annotate(graph, texts[i]);
        expect_report(&outcome, 2, 2, 0, 0);
        expect_value(graph, f, "k", "1");
        expect_value(graph, g, "k", "2");
        cg_graph_free(graph);
    }
}
END_TEST

/* Stack sizes */

START_TEST(compilers_write_su)
{
    struct cg_graph *graph = new_graph();
    cg_node helper = define_static(graph, "helper", "src/a.c");
    cg_node other = define_static(graph, "helper", "src/b.c");
    cg_node f = define(graph, "_ZN1A1fEi", "a.cc"), g = define(graph, "dyn", "src/a.c");
    struct outcome outcome = annotate(graph, "a.c:1:12:helper\t16\tstatic\n"
                                             "a.cc:4:34:int A::f(int)\t00032\tdynamic,bounded\r\n"
                                             "\n"
                                             "../src/a.c:dyn\t48\tdynamic\n"
                                             "/x/src/b.c:7:helper\t8\tstatic");
    expect_report(&outcome, 4, 4, 0, 0);
    expect_value(graph, helper, "stackSize",
                 "{\"bytes\":16,\"kind\":\"static\",\"source\":\"su\"}");
    expect_value(graph, other, "stackSize", "{\"bytes\":8,\"kind\":\"static\",\"source\":\"su\"}");
    expect_value(graph, f, "stackSize", "{\"bytes\":32,\"kind\":\"bounded\",\"source\":\"su\"}");
    expect_value(graph, g, "stackSize", "{\"bytes\":48,\"kind\":\"dynamic\",\"source\":\"su\"}");
    cg_graph_free(graph);
}
END_TEST

START_TEST(gcc_writes_ci)
{
    struct cg_graph *graph = new_graph();
    cg_node helper = define_static(graph, "helper", "a.c"), m = define(graph, "main", "b.c");
    cg_node f = add_node(graph, "_ZN1A1fEi", "a.h", true, CG_LINKAGE_WEAK);
    struct outcome outcome = annotate(
        graph,
        "graph: { title: \"a.c\"\n"
        "node: { title: \"a.c:helper\" label: \"helper\\na.c:1:12\\n16 bytes (static)\\n0 dynamic "
        "objects\" }\n"
        "node: { title: \"main\" label: \"main\\na.c:3:5\\n48 bytes (dynamic)\\n1 dynamic "
        "objects\\n "
        "v a.c:2:32\" }\n"
        "node: { title: \"x.cc:_ZN1A1fEi\" label: \"int A::f(int)\\nsrc/a.h:3:5\\n8 bytes "
        "(static)\\n0 dynamic objects\" }\n"
        "node: { title: \"printf\" label: \"__builtin_printf\\n<built-in>\" shape : ellipse }\n"
        "edge: { sourcename: \"main\" targetname: \"a.c:helper\" label: \"a.c:3:44\" }\n"
        "}\n");
    expect_report(&outcome, 3, 3, 0, 0);
    expect_value(graph, helper, "stackSize",
                 "{\"bytes\":16,\"kind\":\"static\",\"source\":\"ci\"}");
    expect_value(graph, m, "stackSize", "{\"bytes\":48,\"kind\":\"dynamic\",\"source\":\"ci\"}");
    expect_value(graph, f, "stackSize", "{\"bytes\":8,\"kind\":\"static\",\"source\":\"ci\"}");
    cg_graph_free(graph);
}
END_TEST

/* Which function */

/* A graph that has what the entries below are about. */
static struct cg_graph *crowd(void)
{
    struct cg_graph *graph = new_graph();
    define_static(graph, "same", "src/a.c");
    define_static(graph, "same", "src/b.c");
    define_static(graph, "same", "lib/src/c.c");
    define_static(graph, "same", "src/c.c");
    define_static(graph, "only", "src/a.c");
    define_static(graph, "rooted", "/src/r.c");
    define(graph, "global", "src/a.c");
    define(graph, "_ZN1A1fEi", "src/A.cc");
    define(graph, "_ZN1A1fEd", "src/A.cc");
    define(graph, "_ZNK1A1gEv", "src/A.cc");
    add_node(graph, "_Z5twiceIiET_S0_", "src/t.h", true, CG_LINKAGE_WEAK);
    add_node(graph, "_Z5twiceIdET_S0_", "src/t.h", true, CG_LINKAGE_WEAK);
    cg_node constructor = define(graph, "_ZN1AC1ERKNS_1BE", "src/A.cc");
    ck_assert(!cg_node_add_name(graph, constructor, "_ZN1AC2ERKNS_1BE", NULL));
    define(graph, "_ZN1AlsEPKcm", "src/A.cc");
    define(graph, "_ZNK1AcviEv", "src/A.cc");
    define_static(graph, "_ZN12_GLOBAL__N_14anonEv", "src/A.cc");
    define(graph, "_Z4takeSt6vectorIiSaIiEE", "src/A.cc");
    define(graph, "_ZN3BoxISsiE3putIN2ns1QEEEvT_S_i", "src/t.h");
    define(graph, "_ZNK3BoxIccE4sizeEv", "src/t.h");
    define(graph, "_ZNK3BoxIcmE4sizeEv", "src/t.h");
    add_node(graph, "declared", NULL, false, CG_LINKAGE_EXTERNAL);
    define(graph, "_GLOBAL__sub_I_A.cc", "src/A.cc");
    define(graph, "plain", "src/A.cc");
    return graph;
}

#define NONE "", NULL
#define SEVERAL "", "several"

static const struct {
    const char *function; /**< JSON, or a whole line of .su */
    const char *file;
    const char *name; /**< of the function that is found */
    const char *origin;
} questions[] = {
    {"same", NULL, SEVERAL},
    {"same", "src/a.c", "same", "src/a.c"},
    {"same", "a.c", "same", "src/a.c"},
    {"same", "/home/x/src/a.c", "same", "src/a.c"},
    {"same", "./src/../src/./a.c", "same", "src/a.c"},
    {"same", "../src/b.c", "same", "src/b.c"},
    {"same", "ba.c", NONE},
    {"same", "/src/a.c", "same", "src/a.c"},
    {"same", "other/a.c", NONE},
    {"same", "src/c.c", SEVERAL},
    {"same", "lib/src/c.c", "same", "lib/src/c.c"},
    {"same", "/x/lib/src/c.c", "same", "lib/src/c.c"},
    {"only", NULL, "only", "src/a.c"},
    {"only", "src/b.c", NONE},
    {"rooted", "src/r.c", "rooted", "/src/r.c"},
    {"rooted", "/src/r.c", "rooted", "/src/r.c"},
    {"rooted", "/home/src/r.c", NONE},
    {"global", "src/b.c", NONE},
    {"declared", "src/b.c", "declared", NULL},
    {"missing", NULL, NONE},
    {"_ZN1AC2ERKNS_1BE", NULL, "_ZN1AC1ERKNS_1BE", "src/A.cc"},
    {"_ZN1A1fEi", "else.h", "_ZN1A1fEi", "src/A.cc"},
    {"_ZN12_GLOBAL__N_14anonEv", "else.h", NONE},
    {"_ZN12_GLOBAL__N_1L4anonEv", "A.cc", "_ZN12_GLOBAL__N_14anonEv", "src/A.cc"},
    {"A::f(int)", NULL, "_ZN1A1fEi", "src/A.cc"},
    {"A::f", NULL, SEVERAL},
    {"A::g", NULL, "_ZNK1A1gEv", "src/A.cc"},
    {"A::g() const", "A.cc", "_ZNK1A1gEv", "src/A.cc"},
    {"A::g() const", "B.cc", NONE},
    {"twice", NULL, SEVERAL},
    {"twice<int>", NULL, "_Z5twiceIiET_S0_", "src/t.h"},
    {"twice<double>(double)", NULL, "_Z5twiceIdET_S0_", "src/t.h"},
    {"double twice<double>(double)", NULL, "_Z5twiceIdET_S0_", "src/t.h"},
    {"double  twice< double >( double )", NULL, "_Z5twiceIdET_S0_", "src/t.h"},
    {"double twice< double >( double )", NULL, "_Z5twiceIdET_S0_", "src/t.h"},
    {"A::A(A::B const &)", NULL, "_ZN1AC1ERKNS_1BE", "src/A.cc"},
    {"A::operator<<(char const*,unsigned long)", NULL, "_ZN1AlsEPKcm", "src/A.cc"},
    {"Box<char,unsigned long>::size", NULL, "_ZNK3BoxIcmE4sizeEv", "src/t.h"},
    {"Box<char,unsignedlong>::size", NULL, NONE},
    {"A::g()const", NULL, "_ZNK1A1gEv", "src/A.cc"},
    {"A::operator int", NULL, "_ZNK1AcviEv", "src/A.cc"},
    {"A::operator<<", NULL, "_ZN1AlsEPKcm", "src/A.cc"},
    {"(anonymous namespace)::anon", NULL, "_ZN12_GLOBAL__N_14anonEv", "src/A.cc"},
    {"f.constprop.0", NULL, NONE},

    {"src/A.cc:4:1:int A::f(int)\t1\tstatic", NULL, "_ZN1A1fEi", "src/A.cc"},
    {"src/A.cc:4:1:A::A(const A::B&)\t1\tstatic", NULL, "_ZN1AC1ERKNS_1BE", "src/A.cc"},
    {"src/A.cc:4:1:A& A::operator<<(const char*, size_t)\t1\tstatic", NULL, "_ZN1AlsEPKcm",
     "src/A.cc"},
    {"src/A.cc:4:1:A::operator int() const\t1\tstatic", NULL, "_ZNK1AcviEv", "src/A.cc"},
    {"src/A.cc:4:1:void {anonymous}::anon()\t1\tstatic", NULL, "_ZN12_GLOBAL__N_14anonEv",
     "src/A.cc"},
    {"src/A.cc:4:1:void take(std::vector<int>)\t1\tstatic", NULL, "_Z4takeSt6vectorIiSaIiEE",
     "src/A.cc"},
    {"src/A.cc:4:1:void A::g(long int) const\t1\tstatic", NULL, NONE},
    {"src/t.h:4:1:T twice(T) [with T = int]\t1\tstatic", NULL, NONE},
    {"src/t.h:4:1:int Box<A, B>::size() const [with A = char; B = long unsigned int]\t1\tstatic",
     NULL, "_ZNK3BoxIcmE4sizeEv", "src/t.h"},
    {"src/t.h:4:1:int Box<A, B>::size() const [with A = char; B = int]\t1\tstatic", NULL, NONE},
    {"src/t.h:4:1:void Box<A, B>::put(int) [with C = Q; A = std::__cxx11::basic_string<char>; B = "
     "int]\t1\tstatic",
     NULL, "_ZN3BoxISsiE3putIN2ns1QEEEvT_S_i", "src/t.h"},
    {"src/A.cc:9:1:cc)\t1\tstatic", NULL, "_GLOBAL__sub_I_A.cc", "src/A.cc"},
    {"src/A.cc:9:1:)\t1\tstatic", NULL, NONE},
    {"src/A.cc:9:1:) const\t1\tstatic", NULL, NONE},
    {"src/A.cc:9:1:) [with T = {int}]\t1\tstatic", NULL, NONE},
    {"src/A.cc:9:1:h)\t1\tstatic", NULL, NONE},
    {"src/A.cc:9:1:int plain(int)\t1\tstatic", NULL, "plain", "src/A.cc"},
    {"src/a.c:4:1:only.constprop.0\t1\tstatic", NULL, "only", "src/a.c"},
    {"src/a.c:4:1:global.isra\t1\tstatic", NULL, "global", "src/a.c"},
    {"src/a.c:4:1:global.other\t1\tstatic", NULL, NONE},
    {"src/z.c:4:1:global\t1\tstatic", NULL, NONE},
};

/* The one function that has got a value, or CG_NONE. */
static cg_node annotated(const struct cg_graph *graph)
{
    cg_node found = CG_NONE;
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        if (text_at(graph, CG_ON_NODE, n, "k") || text_at(graph, CG_ON_NODE, n, "stackSize")) {
            ck_assert_uint_eq(found, CG_NONE);
            found = n;
        }
    }
    return found;
}

static void ask(struct cg_graph *graph, size_t i)
{
    char text[300];
    const char *file = questions[i].file;
    snprintf(text, sizeof text, "{\"function\":\"%s\",\"meta\":{\"k\":1}%s%s%s}",
             questions[i].function, file ? ",\"file\":\"" : "", file ? file : "", file ? "\"" : "");
    bool su = strchr(questions[i].function, '\t') != NULL;
    struct outcome outcome = annotate(graph, su ? questions[i].function : text);
    bool found = *questions[i].name, several = !found && questions[i].origin;
    ck_assert_msg(outcome.counts[CG_ANNOTATED_VALUES] == found &&
                      outcome.counts[CG_ANNOTATED_AMBIGUOUS] == several,
                  "%s of %s", questions[i].function, file ? file : "?");
    expect_report(&outcome, 1, found, !found && !several, several);
    cg_node node = annotated(graph);
    ck_assert_msg(found == (node != CG_NONE), "%s", questions[i].function);
    if (found) {
        const char *origin = cg_node_origin(graph, node);
        ck_assert_str_eq(cg_node_name(graph, node), questions[i].name);
        ck_assert_pstr_eq(origin, questions[i].origin);
    } else {
        ck_assert_uint_eq(outcome.warning.line, 1);
        ck_assert(strstr(outcome.warning.text, several ? "several functions" : "no function"));
    }
}

START_TEST(functions_are_found_by_name_and_file)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        for (int frozen = 0; frozen < 2; frozen++) {
            struct cg_graph *graph = crowd();
            ck_assert(!frozen || !cg_graph_freeze(graph, NULL));
            ask(graph, i);
            cg_graph_free(graph);
        }
    }
}
END_TEST

/* Functions whose places the graph has. */
START_TEST(functions_are_found_by_place)
{
    struct cg_graph *graph = new_graph();
    cg_node use = define(graph, "_Z3usev", "u.cc"),
            lambda = define(graph, "_ZZ3usevENK3$_0clEi", "u.cc");
    cg_node one = define(graph, "_ZN1A1fEi", "u.cc"), two = define(graph, "_ZN1A1fEd", "u.cc");
    set(graph, CG_ON_NODE, use, "sourceRange",
        "{\"begin\":{\"column\":1,\"line\":3},\"end\":{\"column\":2,\"line\":9}}");
    set(graph, CG_ON_NODE, lambda, "sourceRange",
        "{\"begin\":{\"column\":10,\"line\":4},\"end\":{\"column\":30,\"line\":4}}");
    set(graph, CG_ON_NODE, one, "sourceRange",
        "{\"begin\":{\"column\":1,\"line\":20},\"end\":{\"column\":20,\"line\":20}}");
    set(graph, CG_ON_NODE, two, "definedIn",
        "[{\"column\":5,\"file\":\"x/"
        "v.cc\",\"line\":20},{\"column\":30,\"file\":\"u.cc\",\"line\":20}]");
    struct outcome outcome =
        annotate(graph, "u.cc:4:16:use()::<lambda(int)>\t1\tstatic\n"
                        "u.cc:3:6:void use()\t2\tstatic\n"
                        "u.cc:20:6:int A::f(my_int)\t3\tstatic\n"
                        "u.cc:20:30:int A::f(my_double)\t4\tstatic\n"
                        "u.cc:5:16:use()::<lambda(long int)>\t5\tstatic\n" /* another lambda */
                        "u.cc:21:6:int A::f(my_int)\t6\tstatic\n"
                        "w.cc:4:6:use()::<lambda(int)>\t7\tstatic\n");
    expect_report(&outcome, 7, 4, 3, 0);
    expect_value(graph, lambda, "stackSize", "{\"bytes\":1,\"kind\":\"static\",\"source\":\"su\"}");
    expect_value(graph, use, "stackSize", "{\"bytes\":2,\"kind\":\"static\",\"source\":\"su\"}");
    expect_value(graph, one, "stackSize", "{\"bytes\":3,\"kind\":\"static\",\"source\":\"su\"}");
    expect_value(graph, two, "stackSize", "{\"bytes\":4,\"kind\":\"static\",\"source\":\"su\"}");
    /* another compiler's name of the lambda, and of one with other parameters */
    outcome = annotate(graph, "u.cc:4:_ZZ3usevENKUliE_clEi\t9\tstatic\n"
                              "u.cc:4:_ZZ3usevENKUldE_clEd\t99\tstatic\n");
    expect_report(&outcome, 2, 1, 1, 0);
    expect_value(graph, lambda, "stackSize", "{\"bytes\":9,\"kind\":\"static\",\"source\":\"su\"}");
    outcome = annotate(graph, "v.cc:20:f\t1\tstatic\n"); /* of C, and no A::f */
    expect_report(&outcome, 1, 0, 1, 0);
    cg_graph_free(graph);
}
END_TEST

/* GCC cuts readable names after the last dot. */
START_TEST(cut_names_are_found_by_exact_place)
{
    static const struct {
        const char *line;
        unsigned found; /* plus 1 */
    } entries[] = {
        {"v.cc:2:5:)", 1},
        {"v.cc:2:9:)", 1}, /* position of its name, on the same line */
        {"v.cc:2:10:)", 0},
        {"v.cc:3:9:)", 0},
        {"w.cc:2:5:)", 0},
        {"v.cc:7:9:) [with T = {int}]", 2},
        {"v.cc:7:9:) [with T = {int, double}]", 3},
        {"v.cc:7:9:) [with T = {int, double}; size_t = long unsigned int]", 3},
        {"v.cc:7:9:) [with T = {long int}]", 0},
        {"v.cc:7:9:) [with T = {int, long int}]", 0}, /* not pack<int> */
        {"v.cc:7:9:) [with T = {}]", 4},
        {"v.cc:8:5:)", 0}, /* a function without an ellipsis */
        {"v.cc:9:1:cc)", 6},
    };
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        struct cg_graph *graph = new_graph();
        cg_node vary = define(graph, "_Z4varyPKcz", "v.cc");
        cg_node pack = define(graph, "_Z4packIJiEEvDpT_", "v.cc");
        cg_node pair = define(graph, "_Z4packIJidEEvDpT_", "v.cc");
        cg_node empty = define(graph, "_Z4packIJEEvDpT_", "v.cc");
        cg_node use = define(graph, "_Z3usev", "v.cc");
        define_static(graph, "_GLOBAL__sub_I_v.cc", "v.cc");
        const char *at_pack = "[{\"column\":9,\"file\":\"v.cc\",\"line\":7}]";
        set(graph, CG_ON_NODE, vary, "sourceRange",
            "{\"begin\":{\"column\":1,\"line\":2},\"end\":{\"column\":2,\"line\":4}}");
        set(graph, CG_ON_NODE, vary, "definedIn", "[{\"column\":9,\"file\":\"v.cc\",\"line\":2}]");
        set(graph, CG_ON_NODE, pack, "definedIn", at_pack);
        set(graph, CG_ON_NODE, pair, "definedIn", at_pack);
        set(graph, CG_ON_NODE, empty, "definedIn", at_pack);
        set(graph, CG_ON_NODE, use, "definedIn", "[{\"column\":5,\"file\":\"v.cc\",\"line\":8}]");
        char text[200];
        snprintf(text, sizeof text, "%s\t8\tstatic\n", entries[i].line);
        struct outcome outcome = annotate(graph, text);
        bool found = entries[i].found;
        ck_assert_msg(outcome.counts[CG_ANNOTATED_VALUES] == found, "%s", entries[i].line);
        expect_report(&outcome, 1, found, !found, 0);
        ck_assert_msg(annotated(graph) == (found ? entries[i].found - 1 : CG_NONE), "%s",
                      entries[i].line);
        cg_graph_free(graph);
    }
}
END_TEST

START_TEST(instances_are_told_apart_by_their_arguments)
{
    static const struct {
        const char *arguments;
        cg_node found;
    } entries[] = {
        {"T = int", 0},
        {"T = double", 1},
        {"T = double; size_t = long unsigned int", 1},
        {"T = long int", CG_NONE},
    };
    const char *range = "{\"begin\":{\"column\":1,\"line\":3},\"end\":{\"column\":2,\"line\":9}}";
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        struct cg_graph *graph = new_graph();
        set(graph, CG_ON_NODE, define(graph, "_Z5twiceIiET_S0_", "t.h"), "sourceRange", range);
        set(graph, CG_ON_NODE, define(graph, "_Z5twiceIdET_S0_", "t.h"), "sourceRange", range);
        char text[200];
        snprintf(text, sizeof text, "t.h:3:5:T twice(T) [with %s]\t8\tstatic\n",
                 entries[i].arguments);
        struct outcome outcome = annotate(graph, text);
        bool found = entries[i].found != CG_NONE;
        expect_report(&outcome, 1, found, !found, 0);
        ck_assert_uint_eq(annotated(graph), entries[i].found);
        cg_graph_free(graph);
    }
}
END_TEST

START_TEST(without_a_demangler_linkage_names_are_left)
{
    struct cg_graph *graph = crowd();
    const char *text = "function,k\nA::g,1\n_ZNK1A1gEv,2\n";
    uint64_t counts[CG_ANNOTATED_AMBIGUOUS + 1];
    ck_assert(!annotate_memory(graph, text, strlen(text), NULL, counts, NULL));
    ck_assert_uint_eq(counts[CG_ANNOTATED_VALUES], 1);
    ck_assert_uint_eq(counts[CG_ANNOTATED_UNMATCHED], 1);
    cg_graph_free(graph);
}
END_TEST

/* Values that are merged */

static int refuse_all(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    if (value->length == 1) {
        return CG_OK;
    }
    snprintf(error->text, sizeof error->text, "is too long");
    return CG_E_FORMAT;
}

static const struct cg_metadata_kind kinds[] = {
    {.abi = CG_METADATA_ABI,
     .key = "most",
     .places = CG_ON_NODE,
     .strategy = "max",
     .description = "m"},
    {.abi = CG_METADATA_ABI,
     .key = "total",
     .places = CG_ON_NODE,
     .strategy = "sum",
     .description = "t"},
    {.abi = CG_METADATA_ABI,
     .key = "fixed",
     .places = CG_ON_NODE,
     .strategy = "equal",
     .description = "f"},
    {.abi = CG_METADATA_ABI,
     .key = "edges",
     .places = CG_ON_EDGE,
     .strategy = "max",
     .description = "e"},
    {.abi = CG_METADATA_ABI,
     .key = "short",
     .places = CG_ON_NODE,
     .strategy = "max",
     .check = refuse_all,
     .description = "s"},
};

static struct cg_registry *registry_of_kinds(void)
{
    struct cg_registry *registry;
    ck_assert(!cg_registry_new(&registry, NULL));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        ck_assert(!cg_registry_add(registry, &kinds[i], NULL));
    }
    return registry;
}

START_TEST(values_meet_by_the_strategy_of_their_kind)
{
    struct cg_registry *registry = registry_of_kinds();
    struct cg_graph *graph = new_graph();
    cg_node f = define(graph, "f", "a.c");
    set(graph, CG_ON_NODE, f, "most", "5");
    set(graph, CG_ON_NODE, f, "total", "5");
    set(graph, CG_ON_NODE, f, "other", "5");
    const char *text = "function,most,total,other,fixed\nf,3,5,4,1\nf,4,5,13,1\n";
    struct outcome outcome = annotate_bytes(graph, text, strlen(text), registry);
    expect_report(&outcome, 2, 8, 0, 0);
    ck_assert_uint_eq(outcome.counts[CG_ANNOTATED_FUNCTIONS], 1);
    expect_value(graph, f, "most", "5");
    expect_value(graph, f, "total", "15");
    expect_value(graph, f, "other", "13");
    expect_value(graph, f, "fixed", "1");
    cg_graph_free(graph);
    cg_registry_free(registry);
}
END_TEST

START_TEST(what_a_kind_refuses_is_told)
{
    static const struct {
        const char *text;
        const char *part;
        int status;
        unsigned long column;
    } refused[] = {
        {"{\"function\":\"f\",\"meta\":{\"fixed\":2}}", "\"fixed\" of 'f'", CG_E_CONFLICT, 25},
        {"{\"function\":\"f\",\"meta\":{\"short\":12}}", "\"short\" of 'f': is too long",
         CG_E_FORMAT, 25},
        {"{\"function\":\"x\",\"meta\":{\"edges\":1}}", "\"edges\" does not belong on functions",
         CG_E_FORMAT, 25},
    };
    struct cg_registry *registry = registry_of_kinds();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct cg_graph *graph = new_graph();
        set(graph, CG_ON_NODE, define(graph, "f", "a.c"), "fixed", "1");
        struct outcome outcome =
            annotate_bytes(graph, refused[i].text, strlen(refused[i].text), registry);
        ck_assert_int_eq(outcome.status, refused[i].status);
        ck_assert_msg(strstr(outcome.error.text, refused[i].part) != NULL, "%s",
                      outcome.error.text);
        ck_assert_uint_eq(outcome.error.line, 1);
        ck_assert_uint_eq(outcome.error.column, refused[i].column);
        cg_graph_free(graph);
    }
    cg_registry_free(registry);
}
END_TEST

/* There and back */

static void put_string(FILE *out, const char *text)
{
    json_t *json = json_string(text);
    json_dumpf(json, out, JSON_ENCODE_ANY);
    json_decref(json);
}

/* All values of a graph as JSON lines; the graph is left without. */
static char *take_values(struct cg_graph *graph)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (cg_node n = 0; n < cg_graph_node_count(graph); n++) {
        struct cg_metadata_walk walk = {0};
        fprintf(out, "{\"function\":");
        put_string(out, cg_node_name(graph, n));
        fprintf(out, ",\"file\":");
        put_string(out, cg_node_origin(graph, n));
        fprintf(out, ",\"meta\":{");
        for (int i = 0; cg_metadata_next(&walk, graph, CG_ON_NODE, n); i++) {
            fprintf(out, "%s", i ? "," : "");
            put_string(out, walk.key);
            fprintf(out, ":%s", cg_metadata_walk_value(&walk, graph).text);
        }
        fprintf(out, "}}\n");
        for (const char *key = "";
             (walk = (struct cg_metadata_walk){0},
             key = cg_metadata_next(&walk, graph, CG_ON_NODE, n) ? walk.key : NULL);) {
            cg_metadata_remove(graph, CG_ON_NODE, n, key);
            cg_metadata_walk_end(&walk);
        }
    }
    fclose(out);
    return text;
}

static struct cg_graph *random_graph(struct random *random)
{
    static const char *const names[] = {"f", "g\"\\", "\xc3\xa9", "h h"};
    static const char *const values[] = {
        "1", "{\"a\": 12345678901234567890}", "\"\\u0041\"", "[ ]", "1.10", "true"};
    static const char *const keys[] = {"k", "k2", "\"quoted\"", "\xc3\xa9", "signature"};
    struct cg_graph *graph = new_graph();
    for (int i = 0; i < 8; i++) {
        char origin[32]; /* no end of another */
        snprintf(origin, sizeof origin, "d%d/f%d.c", i, i);
        cg_node node = define_static(graph, names[draw(random, 4)], origin);
        for (uint32_t k = draw(random, 5); k > 0; k--) {
            set(graph, CG_ON_NODE, node, keys[draw(random, 5)], values[draw(random, 6)]);
        }
    }
    return graph;
}

START_TEST(values_put_back_give_the_same_graph)
{
    struct random random = {7};
    for (int round = 0; round < 300; round++) {
        struct cg_graph *graph = random_graph(&random);
        char *before = text_of(graph, 4), *values = take_values(graph);
        struct outcome outcome = annotate(graph, values);
        ck_assert_msg(!outcome.status, "%s: %s", values, outcome.error.text);
        ck_assert_uint_eq(outcome.warnings, 0);
        char *after = text_of(graph, 4);
        ck_assert_str_eq(before, after);
        outcome = annotate(graph, values); /* once more changes nothing */
        char *again = text_of(graph, 4);
        ck_assert_str_eq(before, again);
        free(before);
        free(values);
        free(after);
        free(again);
        cg_graph_free(graph);
    }
}
END_TEST

/* Many functions of one name */

START_TEST(of_many_namesakes_in_a_file_the_place_decides)
{
    enum { COUNT = 300 };
    struct cg_graph *graph = new_graph();
    char text[128];
    for (int i = 0; i < COUNT; i++) {
        cg_node f = define_static(graph, "f", "a.c");
        snprintf(text, sizeof text,
                 "{\"begin\":{\"line\":%d,\"column\":1},\"end\":{\"line\":%d,\"column\":1}}",
                 10 * i + 1, 10 * i + 5);
        set(graph, CG_ON_NODE, f, "sourceRange", text);
    }
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "a.c:%d:1:f\t%d\tstatic\na.c:%d:1:f\t1\tstatic\n", 10 * i + 3,
                 i, 10 * i + 8);
        struct outcome outcome = annotate(graph, text);
        expect_report(&outcome, 2, 1, 0, 1);
        snprintf(text, sizeof text, "{\"bytes\":%d,\"kind\":\"static\",\"source\":\"su\"}", i);
        expect_value(graph, (cg_node)i, "stackSize", text);
    }
    cg_graph_free(graph);
}
END_TEST

/* Looking at each function for each entry takes minutes. */
START_TEST(namesakes_take_no_longer_than_others)
{
    enum { COUNT = 50000 };
    struct cg_graph *graph = new_graph();
    char path[32], *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fprintf(out, "function,file,k\n");
    for (int i = 0; i < COUNT; i++) {
        snprintf(path, sizeof path, "d%d/a.c", i);
        define_static(graph, "f", path);
        fprintf(out, "f,%s,%d\n", path, i);
    }
    fclose(out);
    struct outcome outcome = annotate(graph, text);
    expect_report(&outcome, COUNT, COUNT, 0, 0);
    expect_value(graph, COUNT - 1, "k", "49999");
    free(text);
    cg_graph_free(graph);
}
END_TEST

START_TEST(files_are_read_one_after_the_other)
{
    struct cg_graph *graph = new_graph();
    cg_node f = define(graph, "f", "a.c");
    struct cg_annotator *annotator;
    struct cg_error error;
    char path[] = "/tmp/annotate-XXXXXX";
    FILE *out = fdopen(mkstemp(path), "w");
    fprintf(out, "function,k\nf,1\n");
    fclose(out);
    ck_assert(!cg_annotator_new(&annotator, graph, NULL, &error));
    ck_assert(!cg_annotator_file(annotator, path, &error));
    ck_assert_uint_eq(cg_annotator_count(annotator, CG_ANNOTATED_FUNCTIONS), 1);
    ck_assert(!cg_annotator_memory(annotator, "a.c:1:f\t8\tstatic", 16, "x", &error));
    ck_assert_uint_eq(cg_annotator_count(annotator, CG_ANNOTATED_FUNCTIONS), 1);
    ck_assert_int_eq(cg_annotator_file(annotator, "/nonexistent", &error), CG_E_IO);
    ck_assert_str_eq(error.file, "/nonexistent");
    cg_annotator_free(annotator);
    ck_assert(!cg_annotate_file(graph, path, NULL, NULL));
    expect_value(graph, f, "k", "1");
    expect_value(graph, f, "stackSize", "{\"bytes\":8,\"kind\":\"static\",\"source\":\"su\"}");
    remove(path);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        values_stay_as_written,
        lines_come_in_many_shapes,
        nothing_is_nothing,
        mistakes_are_told_with_their_place,
        limits_hold,
        long_files_are_read_whole,
        values_that_grow_leave_nothing_behind,
        kinds_are_limited,
        cells_are_json_or_text,
        rows_end_with_any_line_end,
        compilers_write_su,
        gcc_writes_ci,
        functions_are_found_by_name_and_file,
        functions_are_found_by_place,
        cut_names_are_found_by_exact_place,
        instances_are_told_apart_by_their_arguments,
        without_a_demangler_linkage_names_are_left,
        values_meet_by_the_strategy_of_their_kind,
        what_a_kind_refuses_is_told,
        values_put_back_give_the_same_graph,
        of_many_namesakes_in_a_file_the_place_decides,
        namesakes_take_no_longer_than_others,
        files_are_read_one_after_the_other,
        NULL,
    };
    return run_tests("annotate", tests, 60);
}
