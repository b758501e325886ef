/* Nothing is lost: values of unknown kinds, and unknown members of known kinds, pass reading,
 * merging and writing byte for byte. */
#include "support.h"

#include <libcg/kinds.h>
#include <libcg/merge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cg_registry *registry;

static int make_registry(void)
{
    int status = cg_registry_new(&registry, NULL);
    return status ? status : cg_registry_add_builtin(registry, NULL);
}

/* Random JSON */

static const char *const atoms[] = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-0.0",
    "1.0",
    "1e400",
    "-1E-400",
    "9007199254740993",
    "-9223372036854775809",
    "123456789012345678901234567890.123456789012345678901234567890",
    "1E+2",
    "\"\"",
    "\"\\u0000\"",
    "\"\\ud83d\\ude00\"",
    "\"\\uD83D\\uDE00 \\/ / \\\\ \\\" \\b\\f\\n\\r\\t\"",
    "\"\\u00e9 caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"",
    "\"]}{[,:\"",
    "\"\x7f\"",
    "{}",
    "[]",
    "{ }",
    "[\n]",
};

static const char *const names[] = {
    "a",
    "zz",
    "callees",
    "meta",
    "nodes",
    "origin",
    "overrides",
    "overriddenBy",
    "DIRECT",
    "systemInclude",
    "file",
    "line",
    "caf\xc3\xa9",
    "\\u0063af",
    "\\\"quoted\\\"",
    " ",
    "\\ud83d\\ude00",
    "#0",
    "_CG",
    "_CGMeta",
    "version",
    "value",
    "isTemplate",
    "\xf0\x9f\x98\x80",
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void put_space(FILE *out, struct random *random)
{
    static const char *const spaces[] = {" ", "\n", "\t", "\r\n", "  "};
    if (chance(random, 20)) {
        fputs(spaces[draw(random, COUNT(spaces))], out);
    }
}

static void put_value(FILE *out, struct random *random, int depth)
{
    uint32_t form = depth ? draw(random, 3) : 0;
    if (!form) {
        fputs(atoms[draw(random, COUNT(atoms))], out);
        return;
    }
    putc(form == 1 ? '[' : '{', out);
    put_space(out, random);
    for (uint32_t i = draw(random, 4), first = 1; i > 0; i--, first = 0) {
        fputs(first ? "" : ",", out);
        put_space(out, random);
        if (form == 2) {
            fprintf(out, "\"%s\"", names[draw(random, COUNT(names))]);
            put_space(out, random);
            putc(':', out);
            put_space(out, random);
        }
        put_value(out, random, depth - 1);
        put_space(out, random);
    }
    putc(form == 1 ? ']' : '}', out);
}

static char *random_value(struct random *random)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    put_value(out, random, 4);
    fclose(out);
    return text;
}

/* Random files: what they hold is remembered. */

#define FUNCTIONS 4
#define LARGEST 128

/** A value and its place. */
struct held {
    enum cg_place place;
    unsigned caller; /**< or the function */
    unsigned callee;
    const char *key;
    char *text;
};

struct file {
    struct held held[LARGEST];
    unsigned count;
    char *extra[LARGEST]; /**< what else the text must have, "key":value */
    unsigned extra_count;
    char *text;
};

static bool is_among(const char *key, const char *const *keys, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(keys[i], key) == 0) {
            return true;
        }
    }
    return false;
}

/* What the graph itself holds, and what replaces metadata of edges in version 2. */
static bool is_structure(const char *key)
{
    static const char *const keys[] = {"linkage",   "overrideMD",    "callType",
                                       "callKinds", "entryFunction", "edgeMetadata"};
    return is_among(key, keys, COUNT(keys));
}

/* Kinds that are decoded as they are read, so that only what they can be survives. */
static bool is_sites(const char *key)
{
    static const char *const keys[] = {"callSites",    "unresolvedCalls", "resolvedCalls",
                                       "addressTaken", "outlined",        "definedIn"};
    return is_among(key, keys, COUNT(keys));
}

static bool is_decoded(const char *key)
{
    static const char *const keys[] = {
        "evidence",          "names",       "escapes",     "mistyped",           "confined",
        "runtime",           "atExit",      "exitless",    "callsOnlyArguments", "loadsCode",
        "neverInstantiated", "undescribed", "pureVirtual", "interposable",       "linked"};
    return is_sites(key) || is_among(key, keys, COUNT(keys));
}

/* Keys of kinds, known or not, as they sort. */
static const char *key_at(size_t i)
{
    static const char *const unknown[] = {"", "\xc3\xa4rger", "my kind", "nodes", "origin"};
    const struct cg_metadata_kind *kind = cg_registry_at(registry, i);
    size_t count = cg_registry_count(registry);
    return kind ? kind->key : i - count + 1 < COUNT(unknown) ? unknown[i - count + 1] : NULL;
}

/* An object of kinds. */
static void put_meta(FILE *out, struct file *file, enum cg_place place, unsigned caller,
                     unsigned callee, struct random *random, const char *first)
{
    const char *key, *separator = *first ? "," : "";
    fprintf(out, "{%s", first);
    for (size_t i = 0; (key = key_at(i)); i++) {
        if (chance(random, 85) || is_structure(key) || is_decoded(key) || file->count == LARGEST) {
            continue;
        }
        char *text = random_value(random);
        file->held[file->count++] = (struct held){place, caller, callee, key, text};
        fprintf(out, "%s\"%s\":%s", separator, key, text);
        separator = ",";
    }
    putc('}', out);
}

/* A member, to be looked for in the text. */
static const char *extra(struct file *file, const char *key, struct random *random)
{
    char *value = random_value(random), *member;
    if (asprintf(&member, "\"%s\":%s", key, value) < 0 || file->extra_count == LARGEST) {
        abort();
    }
    free(value);
    file->extra[file->extra_count++] = member;
    return member;
}

static void put_edges(FILE *out, struct file *file, unsigned caller, struct random *random)
{
    const char *separator = "";
    for (unsigned callee = 0; callee < FUNCTIONS; callee++) {
        if (chance(random, 50)) {
            char first[64] = "";
            if (chance(random, 30)) {
                strcpy(first, "\"callKinds\":[\"pointer\",\"callback\"],\"callType\":\"INDIRECT\"");
            }
            fprintf(out, "%s\"%u\":", separator, callee);
            put_meta(out, file, CG_ON_EDGE, caller, callee, random,
                     !first[0] && chance(random, 30) ? extra(file, "callType", random) : first);
            separator = ",";
        }
    }
}

static void put_function(FILE *out, struct file *file, unsigned i, struct random *random)
{
    char first[LARGEST] = "";
    const char *origin = i == 3 ? "null" : i % 2 ? "\"b.h\"" : "\"a.c\"";
    fprintf(out, "%s\"%u\":{\"callees\":{", i ? "," : "", i);
    put_edges(out, file, i, random);
    fprintf(out, "},\"functionName\":\"%c\",\"hasBody\":true,\"meta\":", 'f' + i);
    if (i == 1) { /* a method */
        const char *more = extra(file, "new", random);
        char *meta;
        if (asprintf(&meta, "\"overrideMD\":{\"overriddenBy\":[\"2\"],%s,\"overrides\":[]}", more) <
            0) {
            abort();
        }
        put_meta(out, file, CG_ON_NODE, i, 0, random, meta);
        free(meta);
    } else {
        put_meta(out, file, CG_ON_NODE, i, 0, random, first);
    }
    fprintf(out, ",\"origin\":%s,%s}", origin, extra(file, "besides", random));
}

static void make_file(struct file *file, struct random *random)
{
    size_t length;
    *file = (struct file){0};
    FILE *out = open_memstream(&file->text, &length);
    fprintf(out, "{\"_CG\":{\"meta\":");
    put_meta(out, file, CG_ON_GRAPH, 0, 0, random, "\"entryFunction\":\"0\"");
    fprintf(out, ",\"nodes\":{");
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        put_function(out, file, i, random);
    }
    fprintf(out,
            "}},\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"version\":\"1\"},\"version\":\"4.0\"},"
            "\"Besides\":[{%s}]}",
            extra(file, "new", random));
    fclose(out);
}

static void free_file(struct file *file)
{
    for (unsigned i = 0; i < file->count; i++) {
        free(file->held[i].text);
    }
    for (unsigned i = 0; i < file->extra_count; i++) {
        free(file->extra[i]);
    }
    free(file->text);
}

/* Looking at what came of it */

static struct cg_graph *read_with_kinds(const char *text)
{
    struct cg_graph *graph = NULL;
    struct cg_error error = {0};
    const struct cg_read_options options = {CG_READ_OPTIONS_VERSION, .registry = registry};
    int status = cg_read_memory(&graph, text, strlen(text), "text", &options, &error);
    ck_assert_msg(!status, "%lu:%lu: %s\n%.2000s", error.line, error.column, error.text, text);
    return graph;
}

/* Texts may be long: show where they begin to differ. */
static void check_same(const char *what, const char *expected, const char *found)
{
    size_t same = 0;
    while (found && expected[same] && expected[same] == found[same]) {
        same++;
    }
    size_t start = same > 60 ? same - 60 : 0;
    ck_assert_msg(found && expected[same] == found[same], "%s: %.400s\nbecame %.400s", what,
                  expected + start, found ? found + start : "nothing");
}

static const char *found_value(const struct cg_graph *graph, const struct held *held)
{
    char caller[] = {(char)('f' + held->caller), 0}, callee[] = {(char)('f' + held->callee), 0};
    cg_node node = cg_graph_find(graph, caller);
    uint32_t number = held->place != CG_ON_EDGE
                          ? node
                          : cg_graph_find_edge(graph, node, cg_graph_find(graph, callee));
    return text_at(graph, held->place, number, held->key);
}

static void check_values(const struct cg_graph *graph, const struct file *file)
{
    for (unsigned i = 0; i < file->count; i++) {
        check_same(file->held[i].key, file->held[i].text, found_value(graph, &file->held[i]));
    }
    char *written = text_of(graph, 4);
    for (unsigned i = 0; i < file->extra_count; i++) {
        ck_assert_msg(strstr(written, file->extra[i]) != NULL, "%.400s is not in %.4000s",
                      file->extra[i], written);
    }
    free(written);
}

/* Through a version and back. */
static void check_version(const struct cg_graph *graph, const struct file *file, int version)
{
    char *before = text_of(graph, 4), *through = text_of(graph, version);
    struct cg_graph *back = read_with_kinds(through);
    check_values(back, file);
    char *after = text_of(back, 4);
    check_same("the whole", before, after);
    cg_graph_free(back);
    free(before);
    free(through);
    free(after);
}

/* Merged with others on either side. */
static void check_merged(const struct cg_graph *graph, const struct cg_graph *other,
                         const struct file *file)
{
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, .registry = registry};
    char *first = NULL;
    for (int order = 0; order < 2; order++) {
        struct cg_graph *whole = new_graph();
        struct cg_error error = {0};
        int status = cg_graph_merge(whole, order ? other : graph, &options, &error);
        status = status ? status : cg_graph_merge(whole, order ? graph : other, &options, &error);
        ck_assert_msg(!status, "%s", error.text);
        check_values(whole, file);
        check_version(whole, file, 2);
        char *text = text_of(whole, 4);
        ck_assert(!first || strcmp(first, text) == 0);
        free(first);
        first = text;
        cg_graph_free(whole);
    }
    free(first);
}

/* The same functions and calls, without metadata; and one more. */
static struct cg_graph *bare_graph(void)
{
    struct cg_graph *graph = new_graph();
    for (unsigned i = 0; i <= FUNCTIONS; i++) {
        char name[] = {(char)('f' + i), 0};
        add_node(graph, name, NULL, i % 2, CG_LINKAGE_UNKNOWN);
    }
    for (unsigned i = 0; i <= FUNCTIONS; i++) {
        add_edge(graph, i, FUNCTIONS - i, CG_EDGE_DIRECT);
    }
    return graph;
}

START_TEST(random_values_survive)
{
    struct random random = {3};
    struct cg_graph *bare = bare_graph();
    for (int round = 0; round < 200; round++) {
        struct file file;
        make_file(&file, &random);
        struct cg_graph *graph = read_with_kinds(file.text);
        check_values(graph, &file);
        check_version(graph, &file, 4);
        check_version(graph, &file, 2);
        check_merged(graph, bare, &file);
        check_merged(graph, graph, &file);
        cg_graph_free(graph);
        free_file(&file);
    }
    cg_graph_free(bare);
}
END_TEST

/* One value at every place. */
static void check_everywhere(const char *key, char *text)
{
    struct file file = {0};
    size_t length;
    FILE *out = open_memstream(&file.text, &length);
    fprintf(out,
            "{\"_CG\":{\"meta\":{\"%s\":%s},\"nodes\":{\"0\":{\"callees\":{\"0\":{\"%s\":%s}},"
            "\"functionName\":\"f\",\"hasBody\":true,\"meta\":{\"%s\":%s},\"origin\":\"a.c\","
            "\"besides\":%s}}},\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"version\":\"1\"},"
            "\"version\":\"4.0\"},\"Besides\":%s}",
            key, text, key, text, key, text, text, text);
    fclose(out);
    static const enum cg_place places[] = {CG_ON_GRAPH, CG_ON_NODE, CG_ON_EDGE};
    for (int i = 0; i < 3; i++) {
        file.held[file.count++] = (struct held){places[i], 0, 0, key, text};
    }
    struct cg_graph *graph = read_with_kinds(file.text), *bare = bare_graph();
    check_values(graph, &file);
    check_version(graph, &file, 4);
    check_version(graph, &file, 2);
    check_merged(graph, bare, &file);
    check_merged(graph, graph, &file);
    cg_graph_free(graph);
    cg_graph_free(bare);
    free(file.text);
}

START_TEST(long_strings_survive)
{
    static char text[(1 << 20) + 3];
    memset(text, 'x', sizeof text - 1);
    memcpy(text + 500000, "\\u0000\xc3\xa9\\ud83d\\ude00\\\"", 22);
    text[0] = text[sizeof text - 2] = '"';
    check_everywhere("long", text);
    check_everywhere("fileProperties", text);
}
END_TEST

START_TEST(deep_values_survive)
{
    static char text[2 * CG_LIMIT_DEPTH + 1];
    memset(text, '[', CG_LIMIT_DEPTH);
    memset(text + CG_LIMIT_DEPTH, ']', CG_LIMIT_DEPTH);
    check_everywhere("deep", text);
    check_everywhere("fileProperties", text);
}
END_TEST

/* Typical values of each kind of the library, with an unknown member. */
START_TEST(unknown_members_of_known_kinds_survive)
{
    const struct cg_metadata_kind *kind;
    for (size_t i = 0; (kind = cg_registry_at(registry, i)); i++) {
        char object[] = "{\"new\" : [1e400, {\"\\u0000\":-0}], \"systemInclude\":true}";
        char origin[] = "{\"origin\":\"elsewhere\", \"systemInclude\" : 1, \"new\":{}}";
        char list[] = "[ {\"new\":1.0} ]", repeated[] = "{\"a\":1,\"a\":2}", word[] = "\"word\"";
        char reserved[] = "{\"_CGProperties\":[1],\"systemInclude\":true}";
        char *const values[] = {object, origin, list, repeated, word, reserved};
        bool any = !is_structure(kind->key) && !is_decoded(kind->key);
        for (size_t k = 0; any && k < COUNT(values); k++) {
            check_everywhere(kind->key, values[k]);
        }
        char site[] = "[{\"new\":[1e400,{\"\\u0000\":-0}]},{\"new\":[1e400,{\"\\u0000\":0}]}]";
        char state[] = "{\"new\" : [1e400, {\"\\u0000\":-0}], \"world\":\"closed\"}";
        if (is_sites(kind->key)) {
            check_everywhere(kind->key, site);
        } else if (strcmp(kind->key, "linked") == 0) {
            check_everywhere(kind->key, state);
        }
    }
}
END_TEST

/* A word beside the three that callType knows stays when another graph knows the call. */
START_TEST(unknown_call_types_survive)
{
    struct file file = {0};
    struct cg_graph *bare = bare_graph();
    file.extra[file.extra_count++] = "\"callType\":\"TAIL\"";
    struct cg_graph *graph = read_with_kinds(
        "{\"_CG\":{\"meta\":{},\"nodes\":{\"0\":{\"callees\":{\"1\":{\"callType\":\"TAIL\"}},"
        "\"functionName\":\"f\",\"hasBody\":true,\"meta\":{},\"origin\":null},"
        "\"1\":{\"callees\":{},\"functionName\":\"j\",\"hasBody\":true,\"meta\":{},"
        "\"origin\":null}}},\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"version\":\"1\"},"
        "\"version\":\"4.0\"}}");
    check_values(graph, &file);
    file.extra[file.extra_count++] = "\"callKinds\":[\"direct\"],\"callType\":\"TAIL\"";
    check_merged(graph, bare, &file);
    cg_graph_free(graph);
    cg_graph_free(bare);
}
END_TEST

/* Rather than dropped. */
START_TEST(members_another_version_has_a_use_for_are_refused)
{
    struct cg_error error = {0};
    struct cg_graph *graph = read_with_kinds(
        "{\"_CG\":{\"meta\":{},\"nodes\":{\"0\":{\"callees\":{},\"functionName\":\"f\","
        "\"hasBody\":true,\"meta\":{},\"origin\":null,\"isVirtual\":1}}},\"_MetaCG\":{"
        "\"generator\":{\"name\":\"t\",\"version\":\"1\"},\"version\":\"4.0\"}}");
    ck_assert_ptr_null(try_text_of(graph, 2, &error));
    ck_assert_int_eq(error.status, CG_E_ARGUMENT);
    ck_assert_str_eq(error.text,
                     "version 2 has no place for the member \"isVirtual\" of the function f");
    free(text_of(graph, 4));
    cg_graph_free(graph);
    graph = read_with_kinds("{\"_CG\":{\"f\":{\"callees\":[],\"hasBody\":true,\"isVirtual\":false,"
                            "\"meta\":null,\"origin\":1}},\"_MetaCG\":{\"generator\":{\"name\":"
                            "\"t\",\"version\":\"1\"},\"version\":\"2.0\"}}");
    ck_assert_ptr_null(try_text_of(graph, 4, &error));
    ck_assert_str_eq(error.text,
                     "version 4 has no place for the member \"origin\" of the function f");
    free(text_of(graph, 2));
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        long_strings_survive,
        deep_values_survive,
        unknown_members_of_known_kinds_survive,
        unknown_call_types_survive,
        members_another_version_has_a_use_for_are_refused,
        random_values_survive,
        NULL,
    };
    int code = make_registry() ? EXIT_FAILURE : run_tests("preserve", tests, 200);
    cg_registry_free(registry);
    return code;
}
