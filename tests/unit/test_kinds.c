/* The built-in kinds: shapes, merging, accessors. */
#include "support.h"

#include <libcg/facts.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/merge.h>
#include <libcg/site.h>
#include <libcg/subgraph.h>
#include <libcg/validate.h>
#include <libcg/value.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 60
#define SPACE 1024

/* Random values of a kind's shape, from a small set, so that equal ones and unequal ones are
 * merged. */
typedef void generate(char *out, struct random *random);

static void any_count(char *out, struct random *random)
{
    sprintf(out, "%u", draw(random, 3) ? draw(random, 12) : draw(random, 3) * 1000000007u);
}

static void any_boolean(char *out, struct random *random)
{
    strcpy(out, chance(random, 50) ? "true" : "false");
}

static void any_no_code(char *out, struct random *random)
{
    strcpy(out, chance(random, 50) ? "\"builtin\"" : "\"trivial\"");
}

static void any_string(char *out, struct random *random)
{
    static const char *const strings[] = {"\"\"", "\"a\"", "\"int (int)\"", "\"\\u0061\\\"\"",
                                          "\"\xc3\xa9\""};
    strcpy(out, strings[draw(random, 5)]);
}

static void any_word(char *out, struct random *random)
{
    static const char *const words[] = {"\"ast\"", "\"ir\"", "\"noreturn\"", "\"pure\""};
    strcpy(out, words[draw(random, 4)]);
}

static void any_whole(char *out, struct random *random)
{
    sprintf(out, "{\"calls\":%u,\"functions\":%u}", draw(random, 5), draw(random, 5));
}

/* A sorted set of what `element` makes of numbers below 4. */
static void any_set(char *out, struct random *random, void (*element)(char *out, unsigned i))
{
    const char *comma = "";
    *out++ = '[';
    for (unsigned i = 0; i < 4; i++) {
        if (chance(random, 40)) {
            char text[SPACE / 4];
            element(text, i);
            out += sprintf(out, "%s%s", comma, text);
            comma = ",";
        }
    }
    strcpy(out, "]");
}

static void name_number(char *out, unsigned i)
{
    sprintf(out, "\"n%u\"", i);
}

static void any_names(char *out, struct random *random)
{
    any_set(out, random, name_number);
}

static void place_number(char *out, unsigned i)
{
    sprintf(out, "{\"column\":%u,\"file\":\"a.c\",\"line\":%u}", 12 - i, 8 + i);
}

static void any_places(char *out, struct random *random)
{
    any_set(out, random, place_number);
}

static void unresolved_call_number(char *out, unsigned i)
{
    sprintf(out, "{\"column\":%u,\"file\":\"a.c\",\"line\":%u,\"reason\":\"pointer\"}", i, 9 + i);
}

static void any_unresolved_calls(char *out, struct random *random)
{
    any_set(out, random, unresolved_call_number);
}

static void allocation_number(char *out, unsigned i)
{
    sprintf(out, "{\"allocStmt\":\"p = malloc(%u)\",\"global\":\"p\"}", i);
}

static void any_allocations(char *out, struct random *random)
{
    any_set(out, random, allocation_number);
}

/* An object of some of some members. */
static void any_members(char *out, struct random *random, const char *const *keys, bool all,
                        generate *value)
{
    const char *comma = "";
    *out++ = '{';
    for (; *keys; keys++) {
        if (all || chance(random, 60)) {
            char text[SPACE / 4];
            value(text, random);
            out += sprintf(out, "%s\"%s\":%s", comma, *keys, text);
            comma = ",";
        }
    }
    strcpy(out, "}");
}

static void any_properties(char *out, struct random *random)
{
    static const char *const keys[] = {"systemInclude", NULL};
    any_members(out, random, keys, true, any_boolean);
}

static void any_inline_info(char *out, struct random *random)
{
    static const char *const keys[] = {"isTemplate", "likelyInline", "markedAlwaysInline",
                                       "markedInline", NULL};
    any_members(out, random, keys, true, any_boolean);
}

static void any_code_statistics(char *out, struct random *random)
{
    static const char *const keys[] = {"numVars", NULL};
    any_members(out, random, keys, true, any_count);
}

static void any_operations(char *out, struct random *random)
{
    static const char *const keys[] = {"numberOfControlFlowOps", "numberOfFloatOps",
                                       "numberOfIntOps", "numberOfMemoryAccesses", NULL};
    any_members(out, random, keys, true, any_count);
}

static void any_call_depths(char *out, struct random *random)
{
    static const char *const keys[] = {"_Z1fv", "f", "g", NULL};
    any_members(out, random, keys, false, any_count);
}

static void any_range(char *out, struct random *random)
{
    unsigned line = draw(random, 3);
    sprintf(out, "{\"begin\":{\"column\":1,\"line\":%u},\"end\":{\"column\":2,\"line\":%u}}", line,
            line + draw(random, 3));
}

static void any_macro_use(char *out, struct random *random)
{
    sprintf(out, "{\"file\":\"a.c\",\"line\":%u,\"macro\":\"%s\"}", draw(random, 3),
            chance(random, 50) ? "RB_GENERATE" : "M");
}

static void any_parameters(char *out, struct random *random)
{
    static const char *const types[] = {"int", "char *"};
    sprintf(out, "[{\"name\":\"%s\",\"type\":\"%s\"}]", chance(random, 50) ? "argc" : "n",
            types[draw(random, 2)]);
}

static void any_recursion(char *out, struct random *random)
{
    sprintf(out, "{\"component\":%u,\"size\":%u}", draw(random, 12), 1 + draw(random, 3));
}

static void any_stack_size(char *out, struct random *random)
{
    static const char *const kinds[] = {"static", "bounded", "dynamic"};
    static const char *const sources[] = {"su", "ci", "ir"};
    sprintf(out, "{\"bytes\":%u,\"kind\":\"%s\",\"source\":\"%s\"}", 8 * draw(random, 3) + 96,
            kinds[draw(random, 3)], sources[draw(random, 3)]);
}

static void any_estimate(char *out, struct random *random)
{
    const char *region = chance(random, 50) ? "r1" : "";
    char functions[SPACE / 4] = "[]";
    any_names(functions, random);
    sprintf(out,
            "{\"calls\":{\"f\":[[%u.0,\"%s\"]],\"g%u\":[[0.5,\"\"]]},\"codeRegions\":{\"r1\":"
            "{\"functions\":%s,\"parent\":\"\",\"parentCalls\":%u.0}}}",
            draw(random, 3), region, draw(random, 2), functions, draw(random, 2));
}

static void any_profile(char *out, struct random *random)
{
    static const char *const keys[] = {"inclusiveRtInSeconds", "numCalls", "timeInSeconds", NULL};
    any_members(out, random, keys, true, any_count);
}

static void observation_number(char *out, unsigned i)
{
    sprintf(out, i < 2 ? "{\"source\":\"run%u\"}" : "{\"source\":\"run\",\"visits\":%u}", i);
}

static void any_observations(char *out, struct random *random)
{
    any_set(out, random, observation_number);
}

/* Statistics of locations that have values of few sorts. */
static void any_locations(char *out, struct random *random)
{
    double low = draw(random, 3) * 0.1, high = low + draw(random, 3) * 0.3;
    out += sprintf(out, ",\"locations\":{\"count\":2,\"squares\":%.17g,\"sum\":%.17g,\"min\":%.15g",
                   low * low + high * high, low + high, low);
    if (chance(random, 50)) {
        out += sprintf(out, ",\"minAt\":\"0.%u\"", draw(random, 3));
    }
    out += sprintf(out, ",\"max\":%.15g,\"maxAt\":\"0.%u\",\"mean\":%.17g,\"deviation\":%.17g",
                   high, draw(random, 12), (low + high) / 2, (high - low) / 2);
    sprintf(out, ",\"of\":\"%s\"%s}", chance(random, 70) ? "inclusive" : "exclusive",
            chance(random, 30) ? ",\"bounds\":true" : "");
}

static void any_measure(char *out, struct random *random, const char *name)
{
    static const char *const folds[] = {"min", "max", "sum"};
    char locations[SPACE / 4] = "";
    if (chance(random, 60)) {
        any_locations(locations, random);
    }
    if (chance(random, 70)) {
        sprintf(out, "\"%s\":{\"exclusive\":%u,\"inclusive\":%u.5,\"unit\":\"%s\"%s}", name,
                draw(random, 3), draw(random, 3), chance(random, 80) ? "sec" : "ms", locations);
    } else {
        sprintf(out, "\"%s\":{\"fold\":\"%s\",\"unit\":\"\",\"value\":%u%s}", name,
                folds[draw(random, 3)], draw(random, 12), locations);
    }
}

static void any_measures(char *out, struct random *random)
{
    char measures[2][SPACE / 3] = {"", ""};
    for (int i = 0; i < 2; i++) {
        if (chance(random, 70)) {
            any_measure(measures[i], random, i ? "time" : "Ir");
        }
    }
    out += sprintf(out, "{\"metrics\":{%s%s%s}", measures[0],
                   *measures[0] && *measures[1] ? "," : "", measures[1]);
    if (chance(random, 70)) {
        out += sprintf(out, ",\"visits\":%u", draw(random, 3));
    }
    strcpy(out, "}");
}

static void any_linked(char *out, struct random *random)
{
    static const char *const keys[] = {"program", "types", NULL};
    any_members(out, random, keys, true, any_boolean);
}

static void any_gaps(char *out, struct random *random)
{
    static const char *const reasons[] = {"errors", "not collected", "source only"};
    sprintf(out, "[{\"errors\":%u,\"file\":\"%c.c\",\"message\":\"m\",\"reason\":\"%s\"}]",
            draw(random, 3), 'a' + draw(random, 3), reasons[draw(random, 3)]);
}

static void any_sources(char *out, struct random *random)
{
    sprintf(out, "{\"%c.c\":[\"%u\"]}", 'a' + draw(random, 3), draw(random, 2));
}

static void any_causes(char *out, struct random *random)
{
    unsigned only = draw(random, 4);
    sprintf(out, "[{\"cause\":\"f\",\"only\":%u,\"reason\":\"dlsym\",\"sites\":%u}]", only,
            only + draw(random, 4));
}

/* Places of things that a function mentions: words in a set, which merging sorts by number. */
static void any_mentions(char *out, struct random *random)
{
    static const char *const lines[] = {"2r", "9w", "10rw", "100a"};
    char words[32] = "";
    for (size_t i = 0; i < 4; i++) {
        if (chance(random, 50)) {
            strcat(strcat(words, words[0] ? " " : ""), lines[i]);
        }
    }
    sprintf(out, "{\"%c.c\":{\"%c.h\":{\"%s\":\"%s\",\"struct s\":\"%ud\"}}}",
            'a' + draw(random, 2), 'a' + draw(random, 2), chance(random, 50) ? "#LIMIT" : "limit",
            words, draw(random, 12));
}

static void any_words(char *out, struct random *random)
{
    char word[32];
    any_word(word, random);
    sprintf(out, "[%s]", word);
}

/* Every metadata kind. `wrong` is no value of it; `message` is the error. */
static void any_context(char *out, struct random *random)
{
    uint32_t number = draw(random, 5), other = draw(random, 5);
    if (chance(random, 50)) {
        sprintf(out, "{\"parameters\":[%u],\"value\":%u}", number, other);
    } else {
        sprintf(out, "{\"arguments\":[{\"forwards\":[],\"parameter\":%u,\"values\":[%u]}]}", number,
                other);
    }
}

static const struct kind_case {
    const char *key;
    generate *generate;
    const char *wrong;
    const char *message;
} cases[] = {
    {CG_KEY_ADDRESS_TAKEN, any_places, "{}", "is not an array"},
    {CG_KEY_ATTRIBUTES, any_words, "[1]", "element 1 is not a string"},
    {CG_KEY_BASE_PROFILE, any_profile, "{\"numCalls\":1,\"timeInSeconds\":1}",
     "lacks member \"inclusiveRtInSeconds\""},
    {CG_KEY_CALL_SITES, any_places, "0", "is not an array"},
    {CG_KEY_CALLS_ONLY_ARGUMENTS, any_boolean, "\"false\"", "is not true or false"},
    {CG_KEY_LOADS_CODE, any_boolean, "\"false\"", "is not true or false"},
    {CG_KEY_CONFINED, any_boolean, "1", "is not true or false"},
    {CG_KEY_RUNTIME, any_boolean, "1", "is not true or false"},
    {CG_KEY_AT_EXIT, any_boolean, "1", "is not true or false"},
    {CG_KEY_EXITLESS, any_boolean, "1", "is not true or false"},
    {CG_KEY_MISTYPED, any_boolean, "1", "is not true or false"},
    {CG_KEY_CLASSES, any_names, "{}", "is not an array"},
    {CG_KEY_RESOLVED_CALLS, any_places, "{}", "is not an array"},
    {CG_KEY_CODE_STATISTICS, any_code_statistics, "{\"numVars\":1.0}",
     "member \"numVars\" is not an integer"},
    {CG_KEY_CONDITIONAL_BRANCHES, any_count, "1e3", "is not an integer"},
    {CG_KEY_CONTEXT, any_context, "{\"arguments\":[{\"parameter\":1}]}",
     "member \"arguments\" element 1 lacks member \"forwards\""},
    {CG_KEY_CYCLOMATIC_COMPLEXITY, any_count, "-1", "is negative"},
    {CG_KEY_DEFINED_IN, any_places, "[{\"column\":1,\"file\":\"a\"}]",
     "element 1 lacks member \"line\""},
    {CG_KEY_ESCAPES, any_boolean, "null", "is not true or false"},
    {CG_KEY_ESTIMATE_CALL_COUNT, any_estimate, "{\"calls\":{\"f\":[[1]]},\"codeRegions\":{}}",
     "member \"calls\" member \"f\" element 1 is not a pair of a number and a string"},
    {CG_KEY_EVIDENCE, any_words, "\"ast\"", "is not an array"},
    {CG_KEY_FILE_PROPERTIES, any_properties, "{}", "lacks member \"systemInclude\""},
    {CG_KEY_GLOBAL_LOOP_DEPTH, any_count, "\"1\"", "is not an integer"},
    {CG_KEY_INCOMPLETE, any_gaps, "[{\"file\":\"a.c\",\"reason\":\"tired\"}]",
     "element 1 member \"reason\" is not one of \"errors\", \"not collected\", \"source only\""},
    {CG_KEY_INLINE_INFO, any_inline_info, "[]", "is not an object"},
    {CG_KEY_LINKED, any_linked, "true", "is not an object"},
    {CG_KEY_LOOP_CALL_DEPTH, any_call_depths, "{\"f\":-1}", "member \"f\" is negative"},
    {CG_KEY_LOOP_DEPTH, any_count, "[]", "is not an integer"},
    {CG_KEY_MADE_BY, any_macro_use, "{\"file\":\"a.c\",\"line\":1}", "lacks member \"macro\""},
    {CG_KEY_MALLOC_COLLECTOR, any_allocations, "[{\"allocStmt\":\"p\"}]",
     "element 1 lacks member \"global\""},
    {CG_KEY_NAMES, any_names, "[\"a\",2]", "element 2 is not a string"},
    {CG_KEY_NEVER_INSTANTIATED, any_boolean, "1", "is not true or false"},
    {CG_KEY_UNDESCRIBED, any_boolean, "1", "is not true or false"},
    {CG_KEY_SOURCES, any_sources, "{\"a.c\":\"1\"}", "member \"a.c\" is not an array"},
    {CG_KEY_INTERPOSABLE, any_boolean, "1", "is not true or false"},
    {CG_KEY_NO_CODE, any_no_code, "\"empty\"", "is not one of \"builtin\", \"trivial\""},
    {CG_KEY_NUM_OPERATIONS, any_operations, "{\"numberOfControlFlowOps\":null}",
     "member \"numberOfControlFlowOps\" is not an integer"},
    {CG_KEY_NUM_STATEMENTS, any_count, "null", "is not an integer"},
    {CG_KEY_OBSERVED, any_observations, "[{\"source\":\"a\",\"visits\":-1}]",
     "element 1 member \"visits\" is negative"},
    {CG_KEY_UNRESOLVED_CALLS, any_unresolved_calls, "{}", "is not an array"},
    {CG_KEY_OUTLINED, any_places, "{}", "is not an array"},
    {CG_KEY_PARAMETERS, any_parameters, "[{\"name\":\"a\",\"type\":1}]",
     "element 1 member \"type\" is not a string"},
    {CG_KEY_PART, any_whole, "{\"calls\":-1,\"functions\":2}", "member \"calls\" is negative"},
    {CG_KEY_POINTER_FACTS, any_names, "{}", "is not an array"},
    {CG_KEY_PROFILE, any_measures, "{\"metrics\":{\"time\":{\"exclusive\":1}}}",
     "member \"metrics\" member \"time\" lacks member \"inclusive\""},
    {CG_KEY_PURE_VIRTUAL, any_boolean, "\"true\"", "is not true or false"},
    {CG_KEY_RECURSION, any_recursion, "{\"component\":-2,\"size\":1}",
     "member \"component\" is negative"},
    {CG_KEY_RESULT_TYPE, any_string, "[]", "is not a string"},
    {CG_KEY_SIGNATURE, any_string, "1", "is not a string"},
    {CG_KEY_SOURCE_RANGE, any_range, "{\"begin\":{\"column\":1,\"line\":true},\"end\":{}}",
     "member \"begin\" member \"line\" is not an integer"},
    {CG_KEY_STACK_SIZE, any_stack_size, "{\"bytes\":1,\"kind\":\"huge\",\"source\":\"su\"}",
     "member \"kind\" is not one of \"static\", \"bounded\", \"dynamic\""},
    {CG_KEY_UNIQUE_TYPES, any_count, "{}", "is not an integer"},
    {CG_KEY_UNRESOLVED_CAUSES, any_causes,
     "[{\"cause\":\"f\",\"only\":-1,\"reason\":\"dlsym\",\"sites\":1}]",
     "element 1 member \"only\" is negative"},
    {CG_KEY_USES, any_mentions, "{\"a.c\":{\"a.h\":{\"limit\":3}}}",
     "member \"a.c\" member \"a.h\" member \"limit\" is not a string"},
};
#define CASES (sizeof cases / sizeof *cases)

static struct cg_registry *new_registry(void)
{
    struct cg_registry *registry;
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add_builtin(registry, NULL), CG_OK);
    return registry;
}

START_TEST(every_kind_is_here)
{
    struct cg_registry *registry = new_registry();
    const struct cg_metadata_kind *kind;
    for (size_t i = 0; (kind = cg_registry_at(registry, i)); i++) {
        bool found = kind->structural;
        for (size_t c = 0; c < CASES; c++) {
            found = found || strcmp(cases[c].key, kind->key) == 0;
        }
        ck_assert_msg(found, "%s", kind->key);
        ck_assert_msg(kind->check != NULL, "%s", kind->key);
        ck_assert_msg(!cg_registry_strategy(registry, kind->key)->counts &&
                          !cg_registry_strategy(registry, kind->key)->ordered,
                      "%s", kind->key);
    }
    cg_registry_free(registry);
}
END_TEST

static int check_text(const struct cg_metadata_kind *kind, const char *text, struct cg_error *error)
{
    const struct cg_value value = {text, strlen(text)};
    return kind->check(&value, kind->places, error);
}

START_TEST(shapes_are_told)
{
    struct cg_registry *registry = new_registry();
    struct random random = {7};
    for (size_t c = 0; c < CASES; c++) {
        const struct cg_metadata_kind *kind = cg_registry_find(registry, cases[c].key);
        struct cg_error error = {0};
        ck_assert_ptr_nonnull(kind);
        ck_assert_int_eq(check_text(kind, cases[c].wrong, &error), CG_E_FORMAT);
        ck_assert_int_eq(check_text(kind, cases[c].wrong, NULL), CG_E_FORMAT);
        ck_assert_str_eq(error.text, cases[c].message);
        for (int i = 0; i < ROUNDS; i++) {
            char text[SPACE];
            cases[c].generate(text, &random);
            int status = check_text(kind, text, &error);
            ck_assert_msg(!status, "%s: %s: %s", kind->key, text, error.text);
        }
    }
    cg_registry_free(registry);
}
END_TEST

START_TEST(parts_of_the_graph_have_shapes_too)
{
    static const struct {
        const char *key, *right, *wrong, *message;
    } parts[] = {
        {CG_KEY_LINKAGE, "\"weak\"", "\"strong\"",
         "is not one of \"external\", \"weak\", \"internal\""},
        {CG_KEY_CALL_TYPE, "\"\\u0044IRECT\"", "0",
         "is not one of \"DIRECT\", \"INDIRECT\", \"VIRTUAL\""},
        {CG_KEY_CALL_KINDS, "[\"direct\"]", "{}", "is not an array"},
        {CG_KEY_ENTRY_FUNCTION, "\"0\"", "0", "is not a string"},
        {CG_KEY_OVERRIDE_MD, "{\"overriddenBy\":[],\"overrides\":[\"1\"]}",
         "{\"overriddenBy\":[],\"overrides\":[1]}",
         "member \"overrides\" element 1 is not a string"},
    };
    struct cg_registry *registry = new_registry();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct cg_metadata_kind *kind = cg_registry_find(registry, parts[i].key);
        struct cg_error error = {0};
        ck_assert(kind && kind->structural);
        ck_assert_int_eq(check_text(kind, parts[i].right, &error), CG_OK);
        ck_assert_int_eq(check_text(kind, parts[i].wrong, &error), CG_E_FORMAT);
        ck_assert_str_eq(error.text, parts[i].message);
        ck_assert_int_eq(cg_registry_set_strategy(registry, parts[i].key, "max", &error),
                         CG_E_ARGUMENT);
    }
    cg_registry_free(registry);
}
END_TEST

/* Merging */

/* A function, or a call of one, or a graph, with a value. */
struct part {
    bool defined;
    unsigned origin;
    enum cg_linkage linkage;
    bool has_value;
    char value[SPACE];
};

static struct cg_graph *graph_of(const struct cg_metadata_kind *kind, const struct part *part)
{
    static const char *const origins[] = {NULL, "a.c", "b.c"};
    struct cg_graph *graph = new_graph();
    cg_node f = add_node(graph, "f", origins[part->origin], part->defined, part->linkage);
    cg_node g = add_node(graph, "g", NULL, false, CG_LINKAGE_EXTERNAL);
    cg_edge call = add_edge(graph, f, g, CG_EDGE_DIRECT);
    if (part->has_value) {
        static const enum cg_place places[] = {CG_ON_GRAPH, CG_ON_NODE, CG_ON_EDGE};
        for (int i = 0; i < 3; i++) {
            if (kind->places & places[i]) {
                set(graph, places[i], places[i] == CG_ON_EDGE ? call : f, kind->key, part->value);
            }
        }
    }
    return graph;
}

static void merge_into(struct cg_graph *into, const struct cg_graph *from,
                       const struct cg_registry *registry)
{
    const struct cg_merge_options options = {CG_MERGE_OPTIONS_VERSION, .registry = registry};
    struct cg_error error = {0};
    int status = cg_graph_merge(into, from, &options, &error);
    ck_assert_msg(!status, "%s", error.text);
}

/* The text of parts merged one after the other, or the last two first. */
static char *merged(const struct cg_registry *registry, struct cg_graph *const *parts,
                    const int *order, int count, bool last_first)
{
    struct cg_graph *whole = new_graph(), *last = new_graph();
    for (int i = 0; i < count; i++) {
        merge_into(last_first && i > 0 ? last : whole, parts[order[i]], registry);
    }
    if (last_first) {
        merge_into(whole, last, registry);
    }
    char *text = text_of(whole, 4);
    cg_graph_free(whole);
    cg_graph_free(last);
    return text;
}

/* Three parts in all orders and groupings, and again, give the same bytes. */
static void check_three(const struct cg_registry *registry, const struct cg_metadata_kind *kind,
                        const struct part *parts)
{
    static const int orders[][5] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const int again[] = {0, 1, 2, 0, 1};
    struct cg_graph *graphs[3];
    for (int i = 0; i < 3; i++) {
        graphs[i] = graph_of(kind, &parts[i]);
    }
    char *expected = merged(registry, graphs, orders[0], 3, false);
    for (int i = 0; i < 13; i++) {
        char *text = i == 12 ? merged(registry, graphs, again, 5, false)
                             : merged(registry, graphs, orders[i / 2], 3, i % 2);
        ck_assert_msg(strcmp(text, expected) == 0, "%s: %s | %s | %s\n%s\n%s", kind->key,
                      parts[0].value, parts[1].value, parts[2].value, expected, text);
        free(text);
    }
    free(expected);
    for (int i = 0; i < 3; i++) {
        cg_graph_free(graphs[i]);
    }
}

/* Values of definitions are there when the strategy needs that. */
static void any_part(struct part *part, const struct kind_case *c,
                     const struct cg_metadata_kind *kind, struct random *random)
{
    part->defined = chance(random, 60);
    part->origin = draw(random, 3);
    part->linkage = chance(random, 50) ? CG_LINKAGE_WEAK : CG_LINKAGE_EXTERNAL;
    part->has_value =
        chance(random, 80) || (part->defined && strcmp(kind->strategy, "definition") == 0);
    c->generate(part->value, random);
}

START_TEST(values_meet_the_same_in_every_order)
{
    struct cg_registry *registry = new_registry();
    struct random random = {2026};
    for (size_t c = 0; c < CASES; c++) {
        const struct cg_metadata_kind *kind = cg_registry_find(registry, cases[c].key);
        for (int round = 0; round < ROUNDS; round++) {
            struct part parts[3];
            for (int i = 0; i < 3; i++) {
                any_part(&parts[i], &cases[c], kind, &random);
            }
            check_three(registry, kind, parts);
        }
    }
    cg_registry_free(registry);
}
END_TEST

/* What a node of two graphs has, merged in this order, with a strategy or the kind's own. */
static char *meet(const char *key, const char *strategy, const struct part *a, const struct part *b)
{
    struct cg_registry *registry = new_registry();
    if (strategy) {
        ck_assert_int_eq(cg_registry_set_strategy(registry, key, strategy, NULL), CG_OK);
    }
    const struct cg_metadata_kind *kind = cg_registry_find(registry, key);
    struct cg_graph *x = graph_of(kind, a), *y = graph_of(kind, b), *whole = new_graph();
    merge_into(whole, x, registry);
    merge_into(whole, y, registry);
    const char *text = text_at(whole, CG_ON_NODE, cg_graph_find(whole, "f"), key);
    char *copy = text ? strdup(text) : NULL;
    cg_graph_free(whole);
    cg_graph_free(x);
    cg_graph_free(y);
    cg_registry_free(registry);
    return copy;
}

#define RANGE(line)                                                                                \
    "{\"begin\":{\"column\":1,\"line\":" line "},\"end\":{\"column\":2,\"line\":" line "}}"
#define STACK(bytes, kind, source)                                                                 \
    "{\"bytes\":" bytes ",\"kind\":\"" kind "\",\"source\":\"" source "\"}"

/* The second side defines; the first declares, or defines in a file that comes first. */
START_TEST(definitions_meet_declarations_and_each_other)
{
    static const struct {
        const char *key, *a, *b;
        const char *declared; /**< when a declares and b defines */
        const char *defined;  /**< when both define */
    } table[] = {
        {CG_KEY_NUM_STATEMENTS, "9", "10", "10", "10"},
        {CG_KEY_CONDITIONAL_BRANCHES, "3", "2", "3", "3"},
        {CG_KEY_CODE_STATISTICS, "{\"numVars\":9}", "{\"numVars\":10}", "{\"numVars\":10}",
         "{\"numVars\":10}"},
        {CG_KEY_LOOP_CALL_DEPTH, "{\"f\":1,\"g\":12}", "{\"f\":9}", "{\"f\":9,\"g\":12}",
         "{\"f\":9,\"g\":12}"},
        {CG_KEY_FILE_PROPERTIES, "{\"systemInclude\":true}", "{\"systemInclude\":false}",
         "{\"systemInclude\":false}", "{\"systemInclude\":false}"},
        {CG_KEY_SIGNATURE, "\"int (int)\"", "\"int ()\"", "\"int (int)\"", "\"int (int)\""},
        {CG_KEY_RESULT_TYPE, "\"int\"", "\"long\"", "\"long\"", "\"int\""},
        {CG_KEY_SOURCE_RANGE, RANGE("7"), RANGE("3"), RANGE("3"), RANGE("7")},
        {CG_KEY_STACK_SIZE, STACK("8", "static", "su"), STACK("16", "static", "su"),
         STACK("16", "static", "su"), STACK("16", "static", "su")},
        {CG_KEY_STACK_SIZE, STACK("8", "dynamic", "ci"), STACK("160", "static", "ir"),
         STACK("8", "dynamic", "ci"), STACK("8", "dynamic", "ci")},
        {CG_KEY_STACK_SIZE, STACK("8", "dynamic", "su"), STACK("8", "bounded", "su"),
         STACK("8", "dynamic", "su"), STACK("8", "dynamic", "su")},
        {CG_KEY_STACK_SIZE, "{\"bytes\":8,\"kind\":\"static\",\"note\":\"\",\"source\":\"su\"}",
         STACK("8", "dynamic", "su"),
         "{\"bytes\":8,\"kind\":\"dynamic\",\"note\":\"\",\"source\":\"su\"}",
         "{\"bytes\":8,\"kind\":\"dynamic\",\"note\":\"\",\"source\":\"su\"}"},
        {CG_KEY_STACK_SIZE, STACK("40", "dynamic", "ci"), STACK("100", "static", "su"),
         STACK("100", "dynamic", "su"), STACK("100", "dynamic", "su")},
        {CG_KEY_STACK_SIZE, STACK("40", "bounded", "ir"), STACK("100", "static", "ir"),
         STACK("100", "bounded", "ir"), STACK("100", "bounded", "ir")},
        {CG_KEY_STACK_SIZE, STACK("9", "static", "su"), "{\"kind\":\"dynamic\",\"source\":\"su\"}",
         STACK("9", "static", "su"), STACK("9", "static", "su")},
        {CG_KEY_ATTRIBUTES, "[\"noreturn\"]", "[\"cold\"]", "[\"cold\",\"noreturn\"]",
         "[\"cold\",\"noreturn\"]"},
        {CG_KEY_MALLOC_COLLECTOR, "[{\"allocStmt\":\"b\",\"global\":\"x\"}]",
         "[{\"allocStmt\":\"a\",\"global\":\"x\"}]",
         "[{\"allocStmt\":\"a\",\"global\":\"x\"},{\"allocStmt\":\"b\",\"global\":\"x\"}]",
         "[{\"allocStmt\":\"a\",\"global\":\"x\"},{\"allocStmt\":\"b\",\"global\":\"x\"}]"},
        {CG_KEY_ESTIMATE_CALL_COUNT,
         "{\"calls\":{\"f\":[[1.0,\"\"]]},\"codeRegions\":{\"r\":{\"functions\":[\"g\"],\"parent\":"
         "\"\",\"parentCalls\":1.0}}}",
         "{\"calls\":{\"f\":[[2.0,\"\"]],\"g\":[[1.0,\"\"]]},\"codeRegions\":{\"r\":{\"functions\":"
         "[\"f\"],\"parent\":\"\",\"parentCalls\":1.0}}}",
         "{\"calls\":{\"f\":[[1.0,\"\"],[2.0,\"\"]],\"g\":[[1.0,\"\"]]},\"codeRegions\":{\"r\":{"
         "\"functions\":[\"f\",\"g\"],\"parent\":\"\",\"parentCalls\":1.0}}}",
         "{\"calls\":{\"f\":[[1.0,\"\"],[2.0,\"\"]],\"g\":[[1.0,\"\"]]},\"codeRegions\":{\"r\":{"
         "\"functions\":[\"f\",\"g\"],\"parent\":\"\",\"parentCalls\":1.0}}}"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct part a = {.origin = 1, .linkage = CG_LINKAGE_WEAK, .has_value = true}, b = a;
        strcpy(a.value, table[i].a);
        strcpy(b.value, table[i].b);
        b.defined = true;
        b.origin = 2;
        for (int both = 0; both < 2; both++) {
            a.defined = both;
            char *forth = meet(table[i].key, NULL, &a, &b),
                 *back = meet(table[i].key, NULL, &b, &a);
            ck_assert_str_eq(forth, both ? table[i].defined : table[i].declared);
            ck_assert_str_eq(back, forth);
            free(forth);
            free(back);
        }
    }
}
END_TEST

#define INLINE(template, likely)                                                                   \
    "{\"isTemplate\":" template ",\"likelyInline\":" likely                                        \
                                ",\"markedAlwaysInline\":false,\"markedInline\":false}"
#define OPERATIONS(ints, floats)                                                                   \
    "{\"numberOfControlFlowOps\":1,\"numberOfFloatOps\":" floats ",\"numberOfIntOps\":" ints       \
    ",\"numberOfMemoryAccesses\":0}"

/* MetaCG's rules, with their dependence on the order. */
START_TEST(values_meet_as_in_metacg)
{
    static const struct {
        const char *key, *a, *b, *forth, *back;
    } table[] = {
        {CG_KEY_CONDITIONAL_BRANCHES, "2", "3", "5", "5"},
        {CG_KEY_CONDITIONAL_BRANCHES, "0", "3", "3", "3"},
        {CG_KEY_CONDITIONAL_BRANCHES, "3", "3", "3", "3"},
        {CG_KEY_UNIQUE_TYPES, "2", "3", "5", "5"},
        {CG_KEY_NUM_STATEMENTS, "2", "3", "3", "3"},
        {CG_KEY_LOOP_DEPTH, "2", "3", "3", "3"},
        {CG_KEY_CODE_STATISTICS, "{\"numVars\":1}", "{\"numVars\":2}", "{\"numVars\":3}",
         "{\"numVars\":3}"},
        {CG_KEY_CODE_STATISTICS, "{\"numVars\":1,\"x\":1}", "{\"numVars\":1}",
         "{\"numVars\":1,\"x\":1}", "{\"numVars\":1,\"x\":1}"},
        {CG_KEY_NUM_OPERATIONS, OPERATIONS("1", "0"), OPERATIONS("2", "0"),
         "{\"numberOfControlFlowOps\":2,\"numberOfFloatOps\":0,\"numberOfIntOps\":3,"
         "\"numberOfMemoryAccesses\":0}",
         "{\"numberOfControlFlowOps\":2,\"numberOfFloatOps\":0,\"numberOfIntOps\":3,"
         "\"numberOfMemoryAccesses\":0}"},
        {CG_KEY_INLINE_INFO, INLINE("true", "false"), INLINE("false", "true"),
         INLINE("true", "true"), INLINE("false", "true")},
        {CG_KEY_MALLOC_COLLECTOR, "[{\"allocStmt\":\"a\",\"global\":\"x\"}]", "[]",
         "[{\"allocStmt\":\"a\",\"global\":\"x\"}]", "[]"},
        {CG_KEY_FILE_PROPERTIES, "{\"systemInclude\":true}", "{\"systemInclude\":false}",
         "{\"systemInclude\":false}", "{\"systemInclude\":false}"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct part a = {.origin = 1, .linkage = CG_LINKAGE_WEAK, .has_value = true}, b = a;
        strcpy(a.value, table[i].a);
        strcpy(b.value, table[i].b);
        b.defined = true;
        char *forth = meet(table[i].key, "metacg", &a, &b);
        char *back = meet(table[i].key, "metacg", &b, &a);
        ck_assert_str_eq(forth, table[i].forth);
        ck_assert_str_eq(back, table[i].back);
        free(forth);
        free(back);
    }
}
END_TEST

/* Of two definitions, the first graph's stays; sums continue. */
START_TEST(metacg_depends_on_the_order)
{
    struct part a = {.defined = true, .linkage = CG_LINKAGE_WEAK, .has_value = true}, b = a;
    strcpy(a.value, "{\"systemInclude\":true}");
    strcpy(b.value, "{\"systemInclude\":false}");
    char *forth = meet(CG_KEY_FILE_PROPERTIES, "metacg", &a, &b);
    char *back = meet(CG_KEY_FILE_PROPERTIES, "metacg", &b, &a);
    ck_assert_str_eq(forth, a.value);
    ck_assert_str_eq(back, b.value);
    free(forth);
    free(back);
}
END_TEST

#define LOCATIONS(values, min_at, max_at)                                                          \
    "\"locations\":{" values ",\"minAt\":\"" min_at "\",\"maxAt\":\"" max_at                       \
    "\",\"of\":\"exclusive\"}"
#define MEASURED(exclusive, inclusive, locations)                                                  \
    "{\"metrics\":{\"time\":{\"exclusive\":" exclusive ",\"inclusive\":" inclusive "," locations   \
    ",\"unit\":\"sec\"}},\"visits\":"

/* 1 and 3 at two locations, then 2, 2, 2 and 6 at four. */
static const char two_locations[] = MEASURED(
    "4", "5.5",
    LOCATIONS("\"count\":2,\"squares\":10,\"sum\":4,\"min\":1,\"max\":3,\"mean\":2,\"deviation\":1",
              "0.0", "0.1")) "7}";
static const char four_locations[] = MEASURED(
    "12", "12.25",
    LOCATIONS("\"count\":4,\"squares\":48,\"sum\":12,\"min\":2,\"max\":6,\"mean\":3,\"deviation\":"
              "1.7320508075688772",
              "1.0", "3.0")) "3}";

static struct part measured_part(const char *value)
{
    struct part part = {.defined = true, .linkage = CG_LINKAGE_WEAK, .has_value = true};
    strcpy(part.value, value);
    return part;
}

START_TEST(of_runs_the_one_that_cost_more_stays)
{
    struct part a = measured_part(two_locations), b = measured_part(four_locations);
    char expected[SPACE], *text = meet(CG_KEY_PROFILE, NULL, &a, &b);
    strcpy(expected, four_locations);
    strcpy(strrchr(expected, '3'), "7}");
    struct cg_graph *graph = new_graph();
    cg_node f = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    struct cg_measured measured;
    set(graph, CG_ON_NODE, f, CG_KEY_PROFILE, text);
    ck_assert(cg_measured(&measured, graph, CG_ON_NODE, f, "time"));
    ck_assert(measured.exclusive == 12 && measured.inclusive == 12.25 && measured.max == 6);
    ck_assert_int_eq(cg_measured_visits(graph, CG_ON_NODE, f), 7);
    free(text);
    cg_graph_free(graph);
}
END_TEST

/* Numbers add up; statistics become those of all six locations; equal runs are two. */
START_TEST(runs_add_up)
{
    struct part a = measured_part(two_locations), b = measured_part(four_locations);
    char *text = meet(CG_KEY_PROFILE, "sum", &a, &b), *back = meet(CG_KEY_PROFILE, "sum", &b, &a);
    ck_assert_str_eq(text, back);
    ck_assert_str_eq(
        text, MEASURED("16", "17.75",
                       "\"locations\":{\"count\":6,\"sum\":16,\"squares\":58,\"min\":1,\"minAt\":"
                       "\"0.0\",\"max\":6,\"maxAt\":\"3.0\",\"mean\":2.6666666666666665,"
                       "\"deviation\":1.5986105077709065,\"of\":\"exclusive\"}") "10}");
    free(text);
    free(back);
    text = meet(CG_KEY_PROFILE, "sum", &a, &a);
    struct cg_graph *graph = new_graph();
    cg_node f = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    struct cg_measured measured;
    set(graph, CG_ON_NODE, f, CG_KEY_PROFILE, text);
    ck_assert(cg_measured(&measured, graph, CG_ON_NODE, f, "time"));
    ck_assert(measured.inclusive == 11 && measured.locations == 4 && measured.deviation == 1);
    free(text);
    cg_graph_free(graph);
}
END_TEST

/* 0.1 at three locations, twice: the deviation is 0, not what rounding leaves. */
START_TEST(equal_values_do_not_deviate)
{
    struct part run = measured_part(MEASURED(
        "0.3", "0.3",
        LOCATIONS("\"count\":3,\"squares\":0.030000000000000006,\"sum\":0.30000000000000004,"
                  "\"min\":0.1,\"max\":0.1,\"mean\":0.1,\"deviation\":0",
                  "0.0", "0.0")) "1}");
    char *text = meet(CG_KEY_PROFILE, "sum", &run, &run);
    ck_assert_ptr_nonnull(strstr(text, "\"deviation\":0,"));
    free(text);
}
END_TEST

START_TEST(extremes_do_not_add_up)
{
    struct part a = measured_part(
                    "{\"metrics\":{\"m\":{\"fold\":\"min\",\"value\":10},\"n\":{\"fold\":"
                    "\"max\",\"value\":10},\"s\":{\"fold\":\"sum\",\"value\":10}}}"),
                b = measured_part(
                    "{\"metrics\":{\"m\":{\"fold\":\"min\",\"value\":9},\"n\":{\"fold\":"
                    "\"max\",\"value\":9},\"s\":{\"fold\":\"sum\",\"value\":9}}}");
    static const char *const strategies[] = {NULL, "sum"};
    for (int i = 0; i < 2; i++) {
        char *text = meet(CG_KEY_PROFILE, strategies[i], &a, &b),
             *back = meet(CG_KEY_PROFILE, strategies[i], &b, &a);
        ck_assert_str_eq(text, back);
        ck_assert_ptr_nonnull(strstr(text, "\"m\":{\"fold\":\"min\",\"value\":9}"));
        ck_assert_ptr_nonnull(strstr(text, "\"n\":{\"fold\":\"max\",\"value\":10}"));
        ck_assert_ptr_nonnull(strstr(text, i ? "\"value\":19}" : "\"fold\":\"sum\",\"value\":10}"));
        free(text);
        free(back);
    }
}
END_TEST

/* Sums, too, give the same bytes whatever the order and grouping. */
START_TEST(runs_add_up_in_every_order)
{
    struct cg_registry *registry = new_registry();
    struct random random = {77};
    ck_assert_int_eq(cg_registry_set_strategy(registry, CG_KEY_PROFILE, "sum", NULL), CG_OK);
    for (int round = 0; round < 4 * ROUNDS; round++) {
        struct cg_graph *graphs[3];
        char *texts[12];
        for (int i = 0; i < 3; i++) {
            struct part part = measured_part("");
            any_measures(part.value, &random);
            graphs[i] = graph_of(cg_registry_find(registry, CG_KEY_PROFILE), &part);
        }
        static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (int i = 0; i < 12; i++) {
            texts[i] = merged(registry, graphs, orders[i / 2], 3, i % 2);
            ck_assert_str_eq(texts[i], texts[0]);
        }
        for (int i = 0; i < 12; i++) {
            free(texts[i]);
        }
        for (int i = 0; i < 3; i++) {
            cg_graph_free(graphs[i]);
        }
    }
    cg_registry_free(registry);
}
END_TEST

START_TEST(values_survive_files)
{
    struct cg_registry *registry = new_registry();
    struct random random = {5};
    for (size_t c = 0; c < CASES; c++) {
        const struct cg_metadata_kind *kind = cg_registry_find(registry, cases[c].key);
        struct part part = {.defined = true, .origin = 1, .has_value = true};
        for (int version = 2; version <= 4; version += 2) {
            cases[c].generate(part.value, &random);
            struct cg_graph *graph = graph_of(kind, &part);
            char *text = text_of(graph, version);
            struct cg_graph *back = graph_from(text);
            cg_node f = cg_graph_find(back, "f"), g = cg_graph_find(back, "g");
            cg_edge edge = cg_graph_find_edge(back, f, g);
            if (kind->places & CG_ON_NODE) {
                const char *value = text_at(back, CG_ON_NODE, f, kind->key);
                ck_assert_msg(value && strcmp(value, part.value) == 0, "%s: %s", kind->key, text);
            }
            if (kind->places & CG_ON_EDGE) {
                ck_assert_str_eq(text_at(back, CG_ON_EDGE, edge, kind->key), part.value);
            }
            if (kind->places & CG_ON_GRAPH) {
                ck_assert_str_eq(text_at(back, CG_ON_GRAPH, 0, kind->key), part.value);
            }
            char *again = text_of(back, version);
            ck_assert_str_eq(text, again);
            free(text);
            free(again);
            cg_graph_free(graph);
            cg_graph_free(back);
        }
    }
    cg_registry_free(registry);
}
END_TEST

/* Accessors */

START_TEST(numbers_are_told)
{
    static const struct {
        const char *key;
        int64_t (*number)(const struct cg_graph *graph, cg_node node);
    } table[] = {
        {CG_KEY_NUM_STATEMENTS, cg_num_statements},
        {CG_KEY_CONDITIONAL_BRANCHES, cg_num_conditional_branches},
        {CG_KEY_CYCLOMATIC_COMPLEXITY, cg_cyclomatic_complexity},
        {CG_KEY_LOOP_DEPTH, cg_loop_depth},
        {CG_KEY_GLOBAL_LOOP_DEPTH, cg_global_loop_depth},
        {CG_KEY_UNIQUE_TYPES, cg_num_unique_types},
    };
    struct cg_graph *graph = new_graph();
    cg_node f = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        ck_assert_int_eq(table[i].number(graph, f), -1);
        set(graph, CG_ON_NODE, f, table[i].key, "9223372036854775807");
        ck_assert_int_eq(table[i].number(graph, f), INT64_MAX);
        set(graph, CG_ON_NODE, f, table[i].key, "9223372036854775808");
        ck_assert_int_eq(table[i].number(graph, f), -1);
        set(graph, CG_ON_NODE, f, table[i].key, "1.5");
        ck_assert_int_eq(table[i].number(graph, f), -1);
    }
    ck_assert_int_eq(cg_num_variables(graph, f), -1);
    set(graph, CG_ON_NODE, f, CG_KEY_CODE_STATISTICS, "{ \"x\": {}, \"numVars\" : 3 }");
    ck_assert_int_eq(cg_num_variables(graph, f), 3);
    ck_assert_int_eq(cg_num_parameters(graph, f), -1);
    set(graph, CG_ON_NODE, f, CG_KEY_PARAMETERS, "[{\"name\":\"a\",\"type\":\"int[]\"},{}]");
    ck_assert_int_eq(cg_num_parameters(graph, f), 2);
    cg_graph_free(graph);
}
END_TEST

START_TEST(words_are_told)
{
    struct cg_graph *graph = new_graph();
    char *text;
    cg_node f = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    ck_assert(!cg_in_system_header(graph, f));
    set(graph, CG_ON_NODE, f, CG_KEY_FILE_PROPERTIES, "{\"systemInclude\":true}");
    ck_assert(cg_in_system_header(graph, f));
    ck_assert(!cg_has_attribute(graph, f, "constructor"));
    set(graph, CG_ON_NODE, f, CG_KEY_ATTRIBUTES, "[\"constructor(101)\",\"nodiscard\"]");
    ck_assert(cg_has_attribute(graph, f, "constructor"));
    ck_assert(cg_has_attribute(graph, f, "nodiscard"));
    ck_assert(!cg_has_attribute(graph, f, "construct"));
    ck_assert(!cg_has_attribute(graph, f, "nodiscards"));
    ck_assert_int_eq(cg_signature(&text, graph, f, NULL), CG_OK);
    ck_assert_ptr_null(text);
    set(graph, CG_ON_NODE, f, CG_KEY_SIGNATURE, "\"int (\\u0061 *)\"");
    ck_assert_int_eq(cg_signature(&text, graph, f, NULL), CG_OK);
    ck_assert_str_eq(text, "int (a *)");
    free(text);
    set(graph, CG_ON_NODE, f, CG_KEY_RESULT_TYPE, "3");
    ck_assert_int_eq(cg_result_type(&text, graph, f, NULL), CG_OK);
    ck_assert_ptr_null(text);
    cg_graph_free(graph);
}
END_TEST

START_TEST(objects_are_told)
{
    struct cg_graph *graph = new_graph();
    struct cg_inline_info info;
    struct cg_num_operations operations;
    struct cg_source_range range;
    struct cg_stack_size stack;
    struct cg_recursion recursion;
    struct cg_base_profile profile;
    cg_node f = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    ck_assert(!cg_inline_info(&info, graph, f) && !cg_num_operations(&operations, graph, f));
    ck_assert(!cg_source_range(&range, graph, f) && !cg_stack_size(&stack, graph, f));
    ck_assert(!cg_recursion(&recursion, graph, f) && !cg_base_profile(&profile, graph, f));
    set(graph, CG_ON_NODE, f, CG_KEY_INLINE_INFO, INLINE("true", "false"));
    ck_assert(cg_inline_info(&info, graph, f));
    ck_assert(info.is_template && !info.likely_inline && !info.marked_inline);
    set(graph, CG_ON_NODE, f, CG_KEY_NUM_OPERATIONS, OPERATIONS("5", "7"));
    ck_assert(cg_num_operations(&operations, graph, f));
    ck_assert(operations.on_integers == 5 && operations.on_floats == 7);
    ck_assert(operations.control_flow == 1 && operations.memory_accesses == 0);
    set(graph, CG_ON_NODE, f, CG_KEY_SOURCE_RANGE, RANGE("4294967296"));
    ck_assert(!cg_source_range(&range, graph, f));
    set(graph, CG_ON_NODE, f, CG_KEY_SOURCE_RANGE, RANGE("42"));
    ck_assert(cg_source_range(&range, graph, f));
    ck_assert(range.first_line == 42 && range.first_column == 1 && range.last_column == 2);
    set(graph, CG_ON_NODE, f, CG_KEY_STACK_SIZE, STACK("48", "bounded", "su"));
    ck_assert(cg_stack_size(&stack, graph, f));
    ck_assert(stack.bytes == 48 && stack.kind == CG_STACK_BOUNDED && stack.measured);
    set(graph, CG_ON_NODE, f, CG_KEY_RECURSION, "{\"component\":3,\"size\":2}");
    ck_assert(cg_recursion(&recursion, graph, f));
    ck_assert(recursion.component == 3 && recursion.size == 2);
    set(graph, CG_ON_NODE, f, CG_KEY_BASE_PROFILE,
        "{\"inclusiveRtInSeconds\":1.5,\"numCalls\":3,\"timeInSeconds\":1}");
    ck_assert(cg_base_profile(&profile, graph, f));
    ck_assert(profile.calls == 3 && profile.seconds == 1 && profile.inclusive_seconds == 1.5);
    cg_graph_free(graph);
}
END_TEST

START_TEST(callees_are_known_by_all_their_names)
{
    struct cg_graph *graph = new_graph();
    cg_node f = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    cg_node g = add_node(graph, "_ZN1AC1Ev", NULL, true, CG_LINKAGE_EXTERNAL);
    ck_assert_int_eq(cg_loop_call_depth(graph, f, g), -1);
    ck_assert(cg_estimated_calls(graph, f, g) == -1);
    set(graph, CG_ON_NODE, f, CG_KEY_LOOP_CALL_DEPTH, "{\"_ZN1AC2Ev\":3,\"_ZN1\\u0041C1Ev\":2}");
    ck_assert_int_eq(cg_loop_call_depth(graph, f, g), 2);
    ck_assert_int_eq(cg_loop_call_depth(graph, f, f), -1);
    set(graph, CG_ON_NODE, g, CG_KEY_NAMES, "[\"_ZN1AC2Ev\"]");
    ck_assert_int_eq(cg_loop_call_depth(graph, f, g), 3);
    set(graph, CG_ON_NODE, f, CG_KEY_ESTIMATE_CALL_COUNT,
        "{\"calls\":{\"_ZN1AC1Ev\":[[100.0,\"\"],[7.0,\"r\"]],\"_ZN1AC2Ev\":[[0.5,\"\"]]},"
        "\"codeRegions\":{}}");
    ck_assert(cg_estimated_calls(graph, f, g) == 100.5);
    cg_graph_free(graph);
}
END_TEST

/* Values are kept whatever their shape, so accessors may get anything. */
START_TEST(values_of_another_shape_say_nothing)
{
    static const char *const values[] = {
        "3",   "[1]", "[\"f\"]", "{\"f\":\"f\"}", "\"f\"", "[[1,\"\"]]", "{\"calls\":[[1,\"\"]]}",
        "null"};
    struct cg_base_profile profile = {.calls = -1};
    struct cg_graph *graph = new_graph();
    cg_node f = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    struct cg_measured measured = {.exclusive = -1};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        set(graph, CG_ON_NODE, f, CG_KEY_PROFILE, values[i]);
        ck_assert(!cg_measured(&measured, graph, CG_ON_NODE, f, "f") && measured.exclusive == -1);
        ck_assert_int_eq(cg_measured_visits(graph, CG_ON_NODE, f), -1);
        set(graph, CG_ON_NODE, f, CG_KEY_LOOP_CALL_DEPTH, values[i]);
        set(graph, CG_ON_NODE, f, CG_KEY_ESTIMATE_CALL_COUNT, values[i]);
        set(graph, CG_ON_NODE, f, CG_KEY_BASE_PROFILE, values[i]);
        ck_assert_int_eq(cg_loop_call_depth(graph, f, f), -1);
        ck_assert(cg_estimated_calls(graph, f, f) == -1);
        ck_assert(!cg_base_profile(&profile, graph, f) && profile.calls == -1);
    }
    set(graph, CG_ON_NODE, f, CG_KEY_ATTRIBUTES, "{\"a\":\"cold\"}");
    ck_assert(!cg_has_attribute(graph, f, "cold"));
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        every_kind_is_here,
        shapes_are_told,
        parts_of_the_graph_have_shapes_too,
        values_meet_the_same_in_every_order,
        definitions_meet_declarations_and_each_other,
        values_meet_as_in_metacg,
        metacg_depends_on_the_order,
        of_runs_the_one_that_cost_more_stays,
        runs_add_up,
        equal_values_do_not_deviate,
        extremes_do_not_add_up,
        runs_add_up_in_every_order,
        values_survive_files,
        numbers_are_told,
        words_are_told,
        objects_are_told,
        callees_are_known_by_all_their_names,
        values_of_another_shape_say_nothing,
        NULL,
    };
    return run_tests("kinds", tests, 120);
}
