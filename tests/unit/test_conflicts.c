/* Conflicts between definitions, against a slow search of all. */
#include "support.h"

#include <libcg/conflicts.h>
#include <libcg/metadata.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct cg_metadata_kind size = {.abi = CG_METADATA_ABI,
                                             .key = "size",
                                             .places = CG_ON_NODE,
                                             .strategy = "max",
                                             .description = "of the body",
                                             .of_definition = true};
static const struct cg_metadata_kind shape = {.abi = CG_METADATA_ABI,
                                              .key = "shape",
                                              .places = CG_ON_NODE,
                                              .strategy = "max",
                                              .description = "of the body",
                                              .of_definition = true};
static const struct cg_metadata_kind users = {.abi = CG_METADATA_ABI,
                                              .key = "users",
                                              .places = CG_ON_NODE,
                                              .strategy = "max",
                                              .description = "of the file, not the body"};

static struct cg_registry *registry;

static int make_registry(void)
{
    int status = cg_registry_new(&registry, NULL);
    status = status ? status : cg_registry_add(registry, &size, NULL);
    status = status ? status : cg_registry_add(registry, &shape, NULL);
    return status ? status : cg_registry_add(registry, &users, NULL);
}

/* As text: "function|origin|key: value in source (count); ...\n". */
static char *report(struct cg_conflicts *conflicts)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    ck_assert_uint_eq(cg_conflicts_count(conflicts), 0);
    ck_assert_int_eq(cg_conflicts_finish(conflicts, NULL), CG_OK);
    for (size_t i = 0; i < cg_conflicts_count(conflicts); i++) {
        const struct cg_conflict *conflict = cg_conflicts_at(conflicts, i);
        fprintf(out, "%s|%s|%s:", conflict->function, conflict->origin ? conflict->origin : "-",
                conflict->key);
        for (size_t k = 0; k < conflict->count; k++) {
            fprintf(out, " %s in %s (%u);", conflict->values[k], conflict->sources[k],
                    conflict->counts[k]);
        }
        fputc('\n', out);
    }
    ck_assert_ptr_null(cg_conflicts_at(conflicts, cg_conflicts_count(conflicts)));
    fclose(out);
    return text;
}

static struct cg_conflicts *start(void)
{
    struct cg_conflicts *conflicts;
    ck_assert_int_eq(cg_conflicts_new(&conflicts, registry, NULL), CG_OK);
    return conflicts;
}

/* Defines a function in a graph of its own. */
static void define(struct cg_conflicts *conflicts, const char *source, const char *name,
                   const char *origin, enum cg_linkage linkage, const char *value)
{
    struct cg_graph *graph = new_graph();
    cg_node node = add_node(graph, name, origin, true, linkage);
    if (value) {
        set(graph, CG_ON_NODE, node, "size", value);
        set(graph, CG_ON_NODE, node, "users", value);
    }
    ck_assert_int_eq(cg_conflicts_add(conflicts, graph, source, NULL), CG_OK);
    cg_graph_free(graph);
}

static void check_report(struct cg_conflicts *conflicts, const char *expected)
{
    char *text = report(conflicts);
    ck_assert_str_eq(text, expected);
    free(text);
    cg_conflicts_free(conflicts);
}

START_TEST(agreement_is_no_conflict)
{
    struct cg_conflicts *conflicts = start();
    define(conflicts, "a", "f", "f.h", CG_LINKAGE_WEAK, "{\"a\": [1, \" \\\" \"]}");
    define(conflicts, "b", "f", "f.h", CG_LINKAGE_WEAK, "{ \"a\":[1,\" \\\" \"] }");
    define(conflicts, "c", "f", NULL, CG_LINKAGE_WEAK, NULL);
    define(conflicts, "a", "g", "g.c", CG_LINKAGE_EXTERNAL, "1");
    define(conflicts, "b", "g", "g.c", CG_LINKAGE_EXTERNAL, "1");
    define(conflicts, "a", "h", "a.c", CG_LINKAGE_INTERNAL, "1");
    define(conflicts, "b", "h", "b.c", CG_LINKAGE_INTERNAL, "2");
    struct cg_graph *graph = new_graph();
    cg_node declared = add_node(graph, "g", "g.h", false, CG_LINKAGE_EXTERNAL);
    set(graph, CG_ON_NODE, declared, "size", "7");
    ck_assert_int_eq(cg_conflicts_add(conflicts, graph, "d", NULL), CG_OK);
    cg_graph_free(graph);
    check_report(conflicts, "");
}
END_TEST

START_TEST(disagreement_is_told)
{
    struct cg_conflicts *conflicts = start();
    define(conflicts, "c.mcg", "f", "f.h", CG_LINKAGE_WEAK, "10");
    define(conflicts, "b.mcg", "f", "f.h", CG_LINKAGE_WEAK, "9");
    define(conflicts, "a.mcg", "f", "other.h", CG_LINKAGE_WEAK, "9");
    define(conflicts, "a.mcg", "h", "h.h", CG_LINKAGE_INTERNAL, "\"a b\"");
    define(conflicts, "b.mcg", "h", "h.h", CG_LINKAGE_INTERNAL, "\"ab\"");
    check_report(conflicts, "f|-|origin: \"f.h\" in b.mcg (2); \"other.h\" in a.mcg (1);\n"
                            "f|-|size: 10 in c.mcg (1); 9 in a.mcg (2);\n"
                            "h|h.h|size: \"a b\" in a.mcg (1); \"ab\" in b.mcg (1);\n");
}
END_TEST

/* The source alone does not show which members of classes a function calls. */
START_TEST(only_calls_of_plain_functions_disagree)
{
    static const char *const callees[] = {"g", "_Z1gv", "_ZN1AC1Ev", "_ZN1A1fEv"};
    for (size_t i = 0; i < sizeof callees / sizeof *callees; i++) {
        struct cg_conflicts *conflicts = start();
        struct cg_graph *graph = new_graph();
        cg_node f = add_node(graph, "f", "f.h", true, CG_LINKAGE_WEAK);
        cg_node callee = add_node(graph, callees[i], NULL, false, CG_LINKAGE_EXTERNAL);
        add_edge(graph, f, callee, CG_EDGE_DIRECT);
        ck_assert_int_eq(cg_conflicts_add(conflicts, graph, "a", NULL), CG_OK);
        cg_graph_free(graph);
        define(conflicts, "b", "f", "f.h", CG_LINKAGE_WEAK, NULL);
        char *text = report(conflicts);
        ck_assert_msg((*text != 0) == (i < 2), "%s: %s", callees[i], text);
        free(text);
        cg_conflicts_free(conflicts);
    }
}
END_TEST

START_TEST(strong_definitions_are_told)
{
    struct cg_conflicts *conflicts = start();
    define(conflicts, "a", "f", "a.c", CG_LINKAGE_EXTERNAL, "1");
    define(conflicts, "b", "f", "b.c", CG_LINKAGE_EXTERNAL, "1");
    define(conflicts, "a", "g", "a.c", CG_LINKAGE_WEAK, NULL);
    define(conflicts, "b", "g", "b.c", CG_LINKAGE_EXTERNAL, NULL);
    define(conflicts, "a", "h", "a.c", CG_LINKAGE_EXTERNAL, NULL);
    define(conflicts, "b", "h", "b.c", CG_LINKAGE_EXTERNAL, NULL);
    define(conflicts, "c", "h", "c.c", CG_LINKAGE_WEAK, NULL);
    define(conflicts, "a", "i", "a.c", CG_LINKAGE_UNKNOWN, NULL);
    define(conflicts, "b", "i", "b.c", CG_LINKAGE_UNKNOWN, NULL);
    check_report(conflicts, "f|-|definition: \"a.c\" in a (1); \"b.c\" in b (1);\n"
                            "g|-|origin: \"a.c\" in a (1); \"b.c\" in b (1);\n"
                            "h|-|definition: \"a.c\" in a (1); \"b.c\" in b (1);\n"
                            "h|-|origin: \"a.c\" in a (1); \"b.c\" in b (1); \"c.c\" in c (1);\n"
                            "i|-|origin: \"a.c\" in a (1); \"b.c\" in b (1);\n");
}
END_TEST

START_TEST(a_look_ends_once)
{
    struct cg_conflicts *conflicts = start();
    struct cg_graph *graph = new_graph();
    ck_assert_int_eq(cg_conflicts_finish(conflicts, NULL), CG_OK);
    ck_assert_uint_eq(cg_conflicts_count(conflicts), 0);
    ck_assert_int_eq(cg_conflicts_finish(conflicts, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_conflicts_add(conflicts, graph, "a", NULL), CG_E_STATE);
    cg_graph_free(graph);
    cg_conflicts_free(conflicts);
    cg_conflicts_free(NULL);
}
END_TEST

/* The oracle: all definitions in one list, looked through for each function and key. */

#define SOURCES 6
#define FUNCTIONS 4
#define FILES 3
#define VALUES 3
#define KEYS 4 /* as they sort */

static const char *const keys[KEYS] = {"definition", "origin", "shape", "size"};

struct definition {
    bool there;
    int origin; /**< file, -1 for none */
    enum cg_linkage linkage;
    int values[KEYS]; /**< -1 for none */
};
static struct definition definitions[SOURCES][FUNCTIONS];

static void draw_definitions(struct random *random)
{
    for (int s = 0; s < SOURCES; s++) {
        for (int f = 0; f < FUNCTIONS; f++) {
            struct definition *d = &definitions[s][f];
            d->there = chance(random, 70);
            d->origin = (int)draw(random, FILES + 1) - 1;
            d->linkage = f == 0 ? CG_LINKAGE_INTERNAL
                                : (enum cg_linkage[]){CG_LINKAGE_EXTERNAL, CG_LINKAGE_WEAK,
                                                      CG_LINKAGE_UNKNOWN}[draw(random, 3)];
            bool internal = d->linkage == CG_LINKAGE_INTERNAL;
            d->values[0] = d->linkage == CG_LINKAGE_EXTERNAL ? d->origin : -1;
            d->values[1] = internal ? -1 : d->origin;
            d->values[2] = (int)draw(random, VALUES + 1) - 1;
            d->values[3] = (int)draw(random, VALUES + 1) - 1;
        }
    }
}

static struct cg_graph *graph_of(const struct definition *defined, struct random *random)
{
    struct cg_graph *graph = new_graph();
    unsigned first = draw(random, FUNCTIONS);
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        unsigned f = (first + i) % FUNCTIONS;
        const struct definition *d = &defined[f];
        char name[] = {(char)('f' + f), 0}, text[] = {(char)('a' + d->origin), 0};
        if (d->there) {
            add_node(graph, name, d->origin < 0 ? NULL : text, true, d->linkage);
            for (int k = 2; k < KEYS; k++) {
                text[0] = (char)('0' + d->values[k]);
                if (d->values[k] >= 0) {
                    set(graph, CG_ON_NODE, cg_graph_find(graph, name), keys[k], text);
                }
            }
        }
    }
    return graph;
}

/* How many sources have a value, and the first of them (they are sorted by number). */
static int count_saying(int f, int k, int origin, int value, int *first)
{
    int count = 0;
    for (int s = SOURCES - 1; s >= 0; s--) {
        const struct definition *d = &definitions[s][f];
        bool same = d->linkage != CG_LINKAGE_INTERNAL || d->origin == origin;
        if (d->there && same && d->values[k] == value) {
            count++;
            *first = s;
        }
    }
    return count;
}

static int put_values(FILE *out, int f, int k, int origin)
{
    int distinct = 0;
    for (int value = 0; value < VALUES; value++) {
        int source, count = count_saying(f, k, origin, value, &source);
        if (count) {
            distinct++;
            fprintf(out, k < 2 ? " \"%c\" in %d (%d);" : " %c in %d (%d);",
                    (k < 2 ? 'a' : '0') + value, source, count);
        }
    }
    return distinct;
}

static char *expected_report(void)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (int f = 0; f < FUNCTIONS; f++) {
        for (int origin = -1; origin < (f ? 0 : FILES); origin++) {
            int definitions_told = 0;
            for (int k = 0; k < KEYS; k++) {
                char *values;
                size_t ignored;
                FILE *part = open_memstream(&values, &ignored);
                int distinct = put_values(part, f, k, origin);
                fclose(part);
                bool repeats = k == 1 && distinct == definitions_told;
                definitions_told = k == 0 && distinct > 1 ? distinct : definitions_told;
                char file[] = {(char)('a' + origin), 0};
                if (distinct > 1 && !repeats) {
                    fprintf(out, "%c|%s|%s:%s\n", 'f' + f,
                            f            ? "-"
                            : origin < 0 ? ""
                                         : file,
                            keys[k], values);
                }
                free(values);
            }
        }
    }
    fclose(out);
    return text;
}

static char *found_report(struct random *random)
{
    struct cg_conflicts *conflicts = start();
    unsigned todo = (1u << SOURCES) - 1;
    while (todo) {
        unsigned s = draw(random, SOURCES);
        if (todo & 1u << s) {
            char name[] = {(char)('0' + s), 0};
            struct cg_graph *graph = graph_of(definitions[s], random);
            todo &= ~(1u << s);
            ck_assert_int_eq(cg_conflicts_add(conflicts, graph, name, NULL), CG_OK);
            cg_graph_free(graph);
        }
    }
    char *text = report(conflicts);
    cg_conflicts_free(conflicts);
    return text;
}

START_TEST(random_definitions_as_the_oracle_says)
{
    struct random random = {11};
    for (int round = 0; round < 2000; round++) {
        draw_definitions(&random);
        char *expected = expected_report(), *found = found_report(&random);
        ck_assert_str_eq(found, expected);
        free(expected);
        free(found);
    }
}
END_TEST

/* Memory grows with the number of different values, and finding them does not slow down. */
START_TEST(many_definitions_of_one_function)
{
    struct cg_conflicts *conflicts = start();
    for (int i = 0; i < 20000; i++) {
        char value[16];
        snprintf(value, sizeof value, "%05d", i);
        value[0] = '1';
        define(conflicts, value, "f", "f.h", CG_LINKAGE_WEAK, value);
    }
    ck_assert_int_eq(cg_conflicts_finish(conflicts, NULL), CG_OK);
    ck_assert_uint_eq(cg_conflicts_count(conflicts), 1);
    ck_assert_uint_eq(cg_conflicts_at(conflicts, 0)->count, 10000);
    ck_assert_uint_eq(cg_conflicts_at(conflicts, 0)->counts[0], 2);
    cg_conflicts_free(conflicts);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        agreement_is_no_conflict,
        disagreement_is_told,
        only_calls_of_plain_functions_disagree,
        strong_definitions_are_told,
        a_look_ends_once,
        random_definitions_as_the_oracle_says,
        many_definitions_of_one_function,
        NULL,
    };
    int code = make_registry() ? EXIT_FAILURE : run_tests("conflicts", tests, 60);
    cg_registry_free(registry);
    return code;
}
