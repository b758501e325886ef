/* The class hierarchy that linking reads from virtual tables. */
#include "class_model.h"

#include <libcg/json.h>
#include <libcg/link.h>

#include <stdlib.h>
#include <string.h>

#include "classes/hierarchy.h"

#define ROUNDS 300

static struct hierarchy *hierarchy_of(const struct cg_graph *graph, bool library)
{
    struct hierarchy *hierarchy;
    ck_assert_int_eq(hierarchy_new(&hierarchy, graph, library, NULL), CG_OK);
    return hierarchy;
}

/* Random classes */

/* Whether a class counts when only some constructors are reached; NULL: all are. */
static bool counts(const struct class_model *model, int class, const bool *reached)
{
    const struct model_class *c = &model->classes[class];
    bool outside = !c->is_internal && (model->library || c->is_system);
    return c->has_table && (!reached || outside || reached[model_constructor(class)]);
}

static void check_call(const struct class_model *model, struct hierarchy *hierarchy, int class,
                       int slot, const bool *reached)
{
    bool expected[MODEL_NODES] = {false};
    bool known = false;
    size_t count = 0;
    int method = model->classes[class].slots[slot];
    for (int c = 0; c < CLASSES; c++) {
        bool is = model_is_a(model, c, class) && model->classes[c].has_table;
        int from = is && counts(model, c, reached) ? model_overrider(model, c, method) : -1;
        known = known || is;
        if (from >= 0) {
            count += !expected[model_method(from, method)];
            expected[model_method(from, method)] = true;
        }
    }
    struct hierarchy_targets targets;
    bool found = hierarchy_find(&targets, hierarchy, model_type(model, class), (uint32_t)slot);
    ck_assert_int_eq(found, known);
    if (found) {
        ck_assert_int_eq(targets.complete, !model_is_open(model, class));
        ck_assert_uint_eq(targets.count, count);
        for (size_t i = 0; i < targets.count; i++) {
            ck_assert(expected[targets.nodes[i]]);
            ck_assert(i == 0 || targets.nodes[i] > targets.nodes[i - 1]);
        }
    }
}

/* The methods of a class that uncollected code may call: those of the bases it knows. If a base's
 * own table is elsewhere, its number of methods is unknown, and it may have all that are in its
 * place. A base that system headers define completely is called on the objects it has. */
static void expose(const struct class_model *model, int class, bool *exposed)
{
    bool done[CLASSES] = {false};
    for (int part = class; part >= 0; part--) {
        int chain[CLASSES];
        int count = model_chain(model, part, chain);
        if (!model_is_a(model, class, part) || done[part]) {
            continue;
        }
        for (int i = 0; i < count; i++) {
            const struct model_class *base = &model->classes[chain[i]];
            const struct model_class *with = base->has_table ? base : &model->classes[part];
            bool shared = !model->library && base->has_table;
            done[chain[i]] = true;
            for (int s = 0; model_is_open(model, chain[i]) && !shared && s < with->slot_count;
                 s++) {
                int from = model_overrider(model, class, with->slots[s]);
                if (from >= 0) {
                    exposed[model_method(from, with->slots[s])] = true;
                }
            }
        }
    }
}

static void check_exposed(const struct class_model *model, struct hierarchy *hierarchy,
                          const bool *reached)
{
    bool expected[MODEL_NODES] = {false};
    size_t count;
    for (int c = 0; c < CLASSES; c++) {
        if (counts(model, c, reached)) {
            expose(model, c, expected);
        }
    }
    const cg_node *exposed = hierarchy_exposed(hierarchy, &count);
    for (cg_node node = 0; node < MODEL_NODES; node++) {
        bool is = count && *exposed == node;
        ck_assert_int_eq(is, expected[node]);
        exposed += is;
        count -= is;
    }
    ck_assert_uint_eq(count, 0);
}

/* Methods that some class has, but none that counts. */
static void check_never_instantiated(const struct class_model *model,
                                     const struct hierarchy *hierarchy, const bool *reached)
{
    bool never[MODEL_NODES], has[MODEL_NODES] = {false}, made[MODEL_NODES] = {false};
    for (int c = 0; c < CLASSES; c++) {
        for (int m = 0; m < METHODS; m++) {
            int from = model->classes[c].has_table ? model_overrider(model, c, m) : -1;
            if (from >= 0) {
                has[model_method(from, m)] = true;
                made[model_method(from, m)] |= counts(model, c, reached);
            }
        }
    }
    hierarchy_never_instantiated(never, hierarchy);
    for (cg_node node = 0; node < MODEL_NODES; node++) {
        ck_assert_int_eq(never[node], has[node] && !made[node]);
    }
}

static void check_all(const struct class_model *model, struct hierarchy *hierarchy,
                      const bool *reached)
{
    for (int twice = 0; twice < 2; twice++) {
        for (int c = 0; c < CLASSES; c++) {
            for (int s = 0; s < model->classes[c].slot_count; s++) {
                check_call(model, hierarchy, c, s, reached);
            }
        }
    }
    check_exposed(model, hierarchy, reached);
    check_never_instantiated(model, hierarchy, reached);
}

START_TEST(calls_are_resolved_over_all_subclasses)
{
    struct random random = {7};
    for (int round = 0; round < ROUNDS; round++) {
        bool reached[MODEL_NODES];
        struct class_model model = random_classes(&random);
        struct cg_graph *graph = model_graph(&model);
        struct hierarchy *hierarchy = hierarchy_of(graph, model.library);
        check_all(&model, hierarchy, NULL);
        for (int i = 0; i < MODEL_NODES; i++) {
            reached[i] = chance(&random, 40);
        }
        hierarchy_restrict(hierarchy, reached);
        check_all(&model, hierarchy, reached);
        hierarchy_restrict(hierarchy, NULL);
        check_all(&model, hierarchy, NULL);
        hierarchy_free(hierarchy);
        cg_graph_free(graph);
    }
}
END_TEST

/* By hand */

/* Functions f, g and main, in this order, two of one internal name in two files, and one
 * without a body. */
static struct cg_graph *graph_with(const char *classes)
{
    struct cg_graph *graph = new_graph();
    add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    add_node(graph, "g", "g.cc", true, CG_LINKAGE_WEAK);
    add_node(graph, "main", NULL, true, CG_LINKAGE_EXTERNAL);
    add_node(graph, "s", "a.cc", true, CG_LINKAGE_INTERNAL);
    add_node(graph, "s", "b\"\\.cc", true, CG_LINKAGE_INTERNAL);
    add_node(graph, "declared", NULL, false, CG_LINKAGE_EXTERNAL);
    if (classes) {
        set(graph, CG_ON_GRAPH, 0, CG_KEY_CLASSES, classes);
    }
    return graph;
}

/* What a call calls: "f s" in the order of nodes, "..." for more, "?" when nothing is known. */
static void expect(const char *classes, const char *receiver, uint32_t slot, const char *expected)
{
    struct cg_graph *graph = graph_with(classes);
    struct hierarchy *hierarchy = hierarchy_of(graph, false);
    struct hierarchy_targets targets;
    char text[64] = "";
    if (!hierarchy_find(&targets, hierarchy, receiver, slot)) {
        strcat(text, "?");
        targets.count = 0;
        targets.complete = true;
    }
    for (size_t i = 0; i < targets.count; i++) {
        strcat(strcat(text, i ? " " : ""), cg_node_name(graph, targets.nodes[i]));
        ck_assert_uint_lt(targets.nodes[i], 4);
    }
    strcat(text, targets.complete ? "" : "...");
    ck_assert_str_eq(text, expected);
    hierarchy_free(hierarchy);
    cg_graph_free(graph);
}

START_TEST(what_is_not_known_is_not_closed)
{
    static const char a[] =
        "[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",2]],[null,null,\"f\",null],false]]";
    expect(NULL, "_ZTS1A", 0, "?");
    expect("[]", "_ZTS1A", 0, "?");
    expect(a, "_ZTS1B", 0, "?");
    expect(a, "_ZTV1A", 0, "?");
    expect(a, "f", 0, "?");
    expect(a, "", 0, "?");
    expect(a, "_ZTS1A", 0, "f");
    expect(a, "_ZTS1A", 1, "");
    expect(a, "_ZTS1A", 2, "...");
    expect(a, "_ZTS1A", UINT32_MAX, "...");
    expect("[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",99999999999999]],[\"f\"],false]]", "_ZTS1A", 0,
           "...");
    expect("[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"missing\",\"\",\"f|\",\"s|c.cc\",\"s\"],"
           "false]]",
           "_ZTS1A", 0, "...");
    for (uint32_t slot = 0; slot < 5; slot++) {
        expect("[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"missing\",\"\",\"f|\",\"s|c.cc\",\"s\"],"
               "false]]",
               "_ZTS1A", slot, "...");
    }
    expect("[[\"table\",\"_ZTV1B\",[[\"_ZTS1A\",0]],[\"f\"],false]]", "_ZTS1A", 0, "f...");
    expect("[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"f\"],true]]", "_ZTS1A", 0, "f...");
}
END_TEST

/* B is only constructed as a base of A: its functions show whether its own table is elsewhere. */
START_TEST(bases_under_construction_are_as_known_as_their_functions)
{
#define UNDER(functions, type)                                                                     \
    "[[\"table\",\"_ZTV1A\",[[\"_ZTS1B\",1]],[null," functions "],false" type "]]"
    expect(UNDER("\"f\"", ""), "_ZTS1B", 0, "f...");
    expect(UNDER("\"f\"", ",\"_ZTS1B\""), "_ZTS1B", 0, "f");
    expect(UNDER("\"f\"", ",\"_ZTS1C\""), "_ZTS1B", 0, "f...");
    expect(UNDER("\"f\",null", ",\"_ZTS1B\""), "_ZTS1B", 0, "f");
    expect(UNDER("\"f\",\"missing\"", ",\"_ZTS1B\""), "_ZTS1B", 0, "f...");
    expect(UNDER("\"f\",\"declared\"", ",\"_ZTS1B\""), "_ZTS1B", 0, "f...");
    expect(UNDER("\"f\"", ",\"_ZTS1B\""), "_ZTS1A", 0, "?");
}
END_TEST

START_TEST(tables_of_one_name_all_count)
{
    expect("[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"f\"],false],"
           "[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",1]],[\"main\",\"g\"],false]]",
           "_ZTS1A", 0, "f g");
    expect("[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"f\"],false],"
           "[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"f\"],true]]",
           "_ZTS1A", 0, "f...");
}
END_TEST

START_TEST(internal_functions_are_told_by_their_file)
{
    static const char classes[] =
        "[[\"table\",\"_ZTV1A|b\\\"\\\\.cc\",[[\"_ZTS1A|b\\\"\\\\.cc\",0]],"
        "[\"s|a.cc\",\"s|b\\\"\\\\.cc\"],false]]";
    struct cg_graph *graph = graph_with(classes);
    struct hierarchy *hierarchy = hierarchy_of(graph, true);
    struct hierarchy_targets targets;
    for (uint32_t slot = 0; slot < 2; slot++) {
        ck_assert(hierarchy_find(&targets, hierarchy, "_ZTS1A|b\"\\.cc", slot));
        ck_assert(targets.complete && targets.count == 1 && targets.nodes[0] == 3 + slot);
    }
    hierarchy_free(hierarchy);
    cg_graph_free(graph);
}
END_TEST

START_TEST(members_are_as_open_as_their_class)
{
#define TABLE(system)                                                                              \
    "[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",2],[\"_ZTSM1AFvvE.virtual\",2,4]],"                       \
    "[null,null,\"f\",\"g\",\"main\"]," system "]]"
    expect(TABLE("false"), "_ZTSM1AFvvE.virtual", 0, "f main");
    expect(TABLE("true"), "_ZTSM1AFvvE.virtual", 0, "f main...");
    expect("[[\"table\",\"_ZTV1A\",[[\"_ZTS1B\",0],[\"_ZTSM1AFvvE.virtual\",0]],[\"f\"],false]]",
           "_ZTSM1AFvvE.virtual", 0, "f...");
}
END_TEST

/* Classes that both libraries and the program have. */
struct seen {
    int makers;
    int methods;
};

static int see(void *data, uint32_t table, cg_node node, bool makes, struct cg_error *error)
{
    struct seen *seen = data;
    (void)table;
    (void)node;
    (void)error;
    seen->makers += makes;
    seen->methods += !makes;
    return CG_OK;
}

START_TEST(what_a_class_adds_to_that_of_the_system_is_its_own)
{
    size_t count;
    struct seen seen = {0};
    struct cg_graph *graph = graph_with("[[\"table\",\"_ZTV1S\",[[\"_ZTS1S\",0]],[\"f\"],true],"
                                        "[\"table\",\"_ZTV1D\",[[\"_ZTS1D\",0],[\"_ZTS1S\",0],"
                                        "[\"_ZTSM1SFvvE.virtual\",0]],[\"g\",\"main\"],false]]");
    struct hierarchy *hierarchy = hierarchy_of(graph, false);
    const cg_node *exposed = hierarchy_exposed(hierarchy, &count);
    ck_assert_ptr_nonnull(exposed);
    ck_assert_uint_eq(count, 0);
    ck_assert_int_eq(hierarchy_visit_shared(hierarchy, see, &seen, NULL), CG_OK);
    ck_assert_int_eq(seen.makers, 0);
    ck_assert_int_eq(seen.methods, 3);
    hierarchy_expose_all(hierarchy);
    hierarchy_exposed(hierarchy, &count);
    ck_assert_uint_eq(count, 3);
    hierarchy_restrict(hierarchy, NULL);
    hierarchy_exposed(hierarchy, &count);
    ck_assert_uint_eq(count, 0);
    hierarchy_free(hierarchy);
    cg_graph_free(graph);
}
END_TEST

/* f makes objects of B, whose table is unknown; it calls g, which makes objects of A. */
START_TEST(a_base_of_a_class_nobody_has_seen_is_open)
{
    static const char a[] = "[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"main\"],false]]";
    for (int unknown = 0; unknown < 3; unknown++) {
        struct cg_graph *graph = graph_with(a);
        struct hierarchy_targets targets;
        add_edge(graph, 0, 1, CG_EDGE_IMPLICIT);
        set(graph, CG_ON_NODE, 1, CG_KEY_CLASSES, "[[\"installs\",\"_ZTV1A\"]]");
        if (unknown == 1) {
            set(graph, CG_ON_NODE, 0, CG_KEY_CLASSES, "[[\"installs\",\"_ZTV1B\"]]");
        } else if (unknown == 2) { /* an object that is data */
            set(graph, CG_ON_GRAPH, 0, CG_KEY_CLASSES,
                "[[\"installs\",\"_ZTV1B\"],"
                "[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"main\"],false]]");
        }
        struct hierarchy *hierarchy = hierarchy_of(graph, false);
        ck_assert(hierarchy_find(&targets, hierarchy, "_ZTS1A", 0));
        ck_assert_int_eq(targets.complete, unknown == 0);
        hierarchy_free(hierarchy);
        cg_graph_free(graph);
    }
}
END_TEST

START_TEST(data_and_construction_always_count)
{
    static const char *const classes[] = {
        "[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"f\"],false]]",
        "[[\"installs\",\"_ZTV1A\"],[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"f\"],false]]",
        "[[\"table\",\"_ZTC1A0_1B\",[[\"_ZTS1A\",0]],[\"f\"],false]]",
    };
    bool reached[6] = {false};
    for (size_t i = 0; i < 3; i++) {
        struct cg_graph *graph = graph_with(classes[i]);
        struct hierarchy *hierarchy = hierarchy_of(graph, false);
        struct hierarchy_targets targets;
        hierarchy_restrict(hierarchy, reached);
        ck_assert(hierarchy_find(&targets, hierarchy, "_ZTS1A", 0));
        ck_assert_uint_eq(targets.count, i > 0);
        hierarchy_free(hierarchy);
        cg_graph_free(graph);
    }
}
END_TEST

START_TEST(what_is_malformed_is_refused)
{
    static const char *const texts[] = {
        "1",
        "{}",
        "\"table\"",
        "null",
        "[1]",
        "[[]]",
        "[{}]",
        "[[\"x\"]]",
        "[[1]]",
        "[[\"table\"]]",
        "[[\"table\",\"A\"]]",
        "[[\"table\",\"A\",[]]]",
        "[[\"table\",\"A\",[],[]]]",
        "[[\"table\",1,[],[],false]]",
        "[[\"table\",\"A\",{},[],false]]",
        "[[\"table\",\"A\",[],{},false]]",
        "[[\"table\",\"A\",[1],[],false]]",
        "[[\"table\",\"A\",[[]],[],false]]",
        "[[\"table\",\"A\",[[1]],[],false]]",
        "[[\"table\",\"A\",[[\"T\",-1]],[],false]]",
        "[[\"table\",\"A\",[[\"T\",1.5]],[],false]]",
        "[[\"table\",\"A\",[[\"T\",\"1\"]],[],false]]",
        "[[\"table\",\"A\",[],[1],false]]",
        "[[\"table\",\"A\",[],[],false,1]]",
        "[[\"table\",\"A\",[],[[]],false]]",
        "[[\"table\",\"A\",[],[\"\\u0000\"],false]]",
        "[[\"installs\"]]",
        "[[\"installs\",null]]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (int place = 0; place < 2; place++) {
            struct cg_graph *graph = graph_with(NULL);
            struct hierarchy *hierarchy = NULL;
            set(graph, place ? CG_ON_NODE : CG_ON_GRAPH, 0, CG_KEY_CLASSES, texts[i]);
            ck_assert_msg(hierarchy_new(&hierarchy, graph, false, NULL) == CG_E_FORMAT, "%s",
                          texts[i]);
            ck_assert_ptr_null(hierarchy);
            cg_graph_free(graph);
        }
    }
    hierarchy_free(NULL);
}
END_TEST

static json_t *odd_value(struct random *random)
{
    switch (draw(random, 9)) {
    case 0:
        return json_null();
    case 1:
        return json_integer(draw(random, 40));
    case 2:
        return json_integer(INT64_MAX);
    case 3:
        return json_integer(-1);
    case 4:
        return json_string("");
    case 5:
        return json_string("_ZTS2C1");
    case 6:
        return json_string("|");
    case 7:
        return json_array();
    default:
        return json_true();
    }
}

/* Replace, remove or repeat something somewhere. */
static void spoil(json_t *array, struct random *random)
{
    size_t count = json_array_size(array);
    size_t at = count ? draw(random, (uint32_t)count) : 0;
    json_t *inner = json_array_get(array, at);
    if (json_array_size(inner) && chance(random, 80)) {
        spoil(inner, random);
    } else if (!count || chance(random, 20)) {
        json_array_append_new(array, odd_value(random));
    } else if (chance(random, 30)) {
        json_array_remove(array, at);
    } else if (chance(random, 30)) {
        json_array_append_new(array, json_deep_copy(inner));
    } else {
        json_array_set_new(array, at, odd_value(random));
    }
}

static void spoil_graph(struct cg_graph *graph, struct random *random)
{
    json_t *classes;
    ck_assert_int_eq(cg_metadata_json(&classes, graph, CG_ON_GRAPH, 0, CG_KEY_CLASSES, NULL),
                     CG_OK);
    for (uint32_t times = draw(random, 4); times > 0; times--) {
        spoil(classes, random);
    }
    char *text = json_dumps(classes, JSON_COMPACT);
    set(graph, CG_ON_GRAPH, 0, CG_KEY_CLASSES, text);
    free(text);
    json_decref(classes);
}

static void ask_all(const struct class_model *model, struct hierarchy *hierarchy)
{
    static const uint32_t slots[] = {0, 1, 7, 39, INT32_MAX, UINT32_MAX};
    struct hierarchy_targets targets;
    size_t count;
    for (int c = 0; c < CLASSES; c++) {
        for (size_t i = 0; i < sizeof slots / sizeof *slots; i++) {
            if (hierarchy_find(&targets, hierarchy, model_type(model, c), slots[i])) {
                ck_assert(targets.count == 0 || targets.nodes[targets.count - 1] < MODEL_NODES);
            }
        }
    }
    const cg_node *exposed = hierarchy_exposed(hierarchy, &count);
    ck_assert(count == 0 || exposed[count - 1] < MODEL_NODES);
}

START_TEST(odd_values_do_no_harm)
{
    struct random random = {13};
    unsigned read = 0;
    for (int round = 0; round < 4 * ROUNDS; round++) {
        static const bool reached[MODEL_NODES] = {false};
        struct class_model model = random_classes(&random);
        struct cg_graph *graph = model_graph(&model);
        struct hierarchy *hierarchy;
        spoil_graph(graph, &random);
        int status = hierarchy_new(&hierarchy, graph, model.library, NULL);
        ck_assert(status == CG_OK || status == CG_E_FORMAT);
        if (!status) {
            read++;
            ask_all(&model, hierarchy);
            hierarchy_restrict(hierarchy, reached);
            ask_all(&model, hierarchy);
            hierarchy_free(hierarchy);
        }
        cg_graph_free(graph);
    }
    ck_assert_uint_gt(read, ROUNDS);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        calls_are_resolved_over_all_subclasses,
        what_is_not_known_is_not_closed,
        bases_under_construction_are_as_known_as_their_functions,
        tables_of_one_name_all_count,
        internal_functions_are_told_by_their_file,
        members_are_as_open_as_their_class,
        what_a_class_adds_to_that_of_the_system_is_its_own,
        a_base_of_a_class_nobody_has_seen_is_open,
        data_and_construction_always_count,
        what_is_malformed_is_refused,
        odd_values_do_no_harm,
        NULL,
    };
    return run_tests("hierarchy", tests, 60);
}
