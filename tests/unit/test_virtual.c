/* Virtual calls become edges. */
#include "class_model.h"

#include <libcg/facts.h>
#include <libcg/link.h>
#include <libcg/site.h>

#include <stdlib.h>
#include <string.h>

#include "classes/virtual.h"
#include "linked/link_report.h"

#define ROUNDS 400
#define CALLERS 8
#define SITES 3
#define MAIN MODEL_NODES
#define ALL (MODEL_NODES + CALLERS)

static int link_with(struct cg_graph *graph, struct hierarchy *hierarchy, enum cg_virtual_mode mode,
                     struct cg_link_report *report)
{
    struct cg_link_options options = CG_LINK_OPTIONS_INIT;
    struct cg_link_report ignored = {0};
    options.virtual_mode = mode;
    return virtual_link(graph, hierarchy, NULL, &options, report ? report : &ignored, NULL);
}

/* A program: the classes, and functions that call, methods and constructors only by name. */
struct program {
    struct class_model classes;
    bool calls[ALL][ALL];
    int receiver[CALLERS][SITES]; /* -1: none, CLASSES: not known */
    int slot[CALLERS][SITES];
    const char *other[CALLERS]; /* reason of another unresolved call */
    bool escapes[CALLERS];
};

static struct program random_program(struct random *random)
{
    static const char *const reasons[] = {CG_OPEN_POINTER, CG_OPEN_COROUTINE, CG_OPEN_IMPLICIT};
    struct program p = {.classes = random_classes(random)};
    p.classes.library = false;
    for (int c = 0; c < CLASSES; c++) {
        p.classes.classes[c].is_system = false;
        p.classes.classes[c].has_table = true;
    }
    for (int from = 0; from < ALL; from++) {
        for (int to = 0; to < ALL; to++) {
            p.calls[from][to] = chance(random, 1);
        }
    }
    for (int f = 0; f < CALLERS; f++) {
        for (int s = 0; s < SITES; s++) {
            bool nameless = chance(random, 1);
            bool none = chance(random, 30);
            int class = (int)draw(random, CLASSES);
            p.receiver[f][s] = nameless ? CLASSES : none ? -1 : class;
            p.slot[f][s] = (int)draw(random, (uint32_t)p.classes.classes[class].slot_count);
        }
        p.other[f] = chance(random, 2) ? reasons[draw(random, 3)] : NULL;
        p.escapes[f] = chance(random, 5);
    }
    return p;
}

/* The graph of it */

static struct cg_site site_at(int caller, int number)
{
    return (struct cg_site){
        .file = "a.cc", .line = (uint32_t)caller + 1, .column = (uint32_t)number + 1};
}

static void add_unresolved_calls(const struct program *p, struct cg_graph *graph, int f)
{
    struct cg_site sites[SITES + 1];
    char types[SITES][64];
    size_t count = 0;
    for (int s = 0; s < SITES; s++) {
        if (p->receiver[f][s] < 0) {
            continue;
        }
        sites[count] = site_at(f, s);
        sites[count].reason = CG_OPEN_VIRTUAL;
        if (p->receiver[f][s] < CLASSES) {
            strcpy(types[s], model_type(&p->classes, p->receiver[f][s]));
            sites[count].receiver = types[s];
            sites[count].slot = (uint32_t)p->slot[f][s];
        }
        count++;
    }
    if (p->other[f]) {
        sites[count] = site_at(f, SITES);
        sites[count++].reason = p->other[f];
    }
    ck_assert_int_eq(cg_sites_write(graph, (cg_node)(MODEL_NODES + f), CG_KEY_UNRESOLVED_CALLS,
                                    sites, count, NULL),
                     CG_OK);
}

static struct cg_graph *program_graph(const struct program *p)
{
    struct cg_graph *graph = model_graph(&p->classes);
    for (int f = 0; f < CALLERS; f++) {
        char name[8] = {'f', (char)('0' + f)};
        cg_node node = add_node(graph, f ? name : "main", NULL, true, CG_LINKAGE_EXTERNAL);
        add_unresolved_calls(p, graph, f);
        if (p->escapes[f]) {
            set(graph, CG_ON_NODE, node, CG_KEY_ESCAPES, "true");
        }
    }
    for (int from = 0; from < ALL; from++) {
        for (int to = 0; to < ALL; to++) {
            if (p->calls[from][to]) {
                add_edge(graph, (cg_node)from, (cg_node)to, CG_EDGE_DIRECT);
            }
        }
    }
    return graph;
}

/* What it does, the slow way */

static bool is_made(const bool *reached, int class)
{
    return !reached || reached[model_constructor(class)];
}

/* Record the functions that a site may call; NULL: whatever results. */
static void call_site(const struct program *p, int f, int s, const bool *made, bool *called)
{
    int class = p->receiver[f][s];
    if (class < 0 || class == CLASSES) {
        return;
    }
    int method = p->classes.classes[class].slots[p->slot[f][s]];
    for (int c = 0; c < CLASSES; c++) {
        if (model_is_a(&p->classes, c, class) && is_made(made, c)) {
            int from = model_overrider(&p->classes, c, method);
            if (from >= 0) {
                called[model_method(from, method)] = true;
            }
        }
    }
}

static void call_methods(const struct program *p, const bool *made, bool *called)
{
    for (int c = 0; c < CLASSES; c++) {
        for (int m = 0; m < METHODS && is_made(made, c); m++) {
            int from = model_overrider(&p->classes, c, m);
            if (from >= 0) {
                called[model_method(from, m)] = true;
            }
        }
    }
}

static void run_calls(const struct program *p, int f, bool *reached)
{
    const char *other = p->other[f];
    bool any = other && strcmp(other, CG_OPEN_IMPLICIT) != 0;
    for (int to = 0; to < ALL; to++) {
        reached[to] = reached[to] || (other && !any);
    }
    for (int s = 0; s < SITES; s++) {
        call_site(p, f, s, reached, reached);
        any = any || p->receiver[f][s] == CLASSES;
    }
    if (any) {
        call_methods(p, reached, reached);
    }
}

static void run_function(const struct program *p, int function, bool *reached)
{
    for (int to = 0; to < ALL; to++) {
        reached[to] = reached[to] || p->calls[function][to];
    }
    if (function >= MODEL_NODES) {
        run_calls(p, function - MODEL_NODES, reached);
    }
}

static void run_program(const struct program *p, bool *reached)
{
    bool before[ALL];
    for (int f = 0; f < CALLERS; f++) {
        reached[MODEL_NODES + f] = f == 0 || p->escapes[f];
    }
    do {
        memcpy(before, reached, sizeof before);
        for (int function = 0; function < ALL; function++) {
            if (reached[function]) {
                run_function(p, function, reached);
            }
        }
    } while (memcmp(before, reached, sizeof before) != 0);
}

static size_t count_sites(const struct cg_graph *graph, uint32_t number, const char *key)
{
    struct cg_site_list *list;
    ck_assert_int_eq(cg_sites_read(&list, graph, number, key, NULL), CG_OK);
    size_t count = cg_site_list_count(list);
    cg_site_list_free(list);
    return count;
}

static void check_function(const struct program *p, const struct cg_graph *graph, int f,
                           const bool *made)
{
    cg_node node = (cg_node)(MODEL_NODES + f);
    bool everything[ALL] = {false};
    size_t sites[ALL] = {0};
    size_t closed = 0, open = p->other[f] != NULL;
    for (int s = 0; s < SITES; s++) {
        bool called[ALL] = {false};
        call_site(p, f, s, made, called);
        for (int to = 0; to < ALL; to++) {
            sites[to] += called[to];
            everything[to] = everything[to] || called[to];
        }
        closed += p->receiver[f][s] >= 0 && p->receiver[f][s] < CLASSES;
        open += p->receiver[f][s] == CLASSES;
    }
    for (int to = 0; to < ALL; to++) {
        cg_edge edge = cg_graph_find_edge(graph, node, (cg_node)to);
        unsigned kinds =
            (p->calls[node][to] ? CG_EDGE_DIRECT : 0u) | (everything[to] ? CG_EDGE_VIRTUAL : 0u);
        ck_assert_uint_eq(edge == CG_NONE ? 0 : cg_edge_kinds(graph, edge), kinds);
        if (kinds) {
            ck_assert_uint_eq(count_sites(graph, edge, CG_KEY_CALL_SITES), sites[to]);
        }
    }
    ck_assert_uint_eq(count_sites(graph, node, CG_KEY_RESOLVED_CALLS), closed);
    ck_assert_uint_eq(count_sites(graph, node, CG_KEY_UNRESOLVED_CALLS), open);
}

static void check_program(const struct program *p, enum cg_virtual_mode mode)
{
    struct cg_graph *graph = program_graph(p);
    struct hierarchy *hierarchy;
    struct cg_link_report report = {0};
    bool reached[ALL] = {false};
    run_program(p, reached);
    ck_assert_int_eq(hierarchy_new(&hierarchy, graph, false, NULL), CG_OK);
    ck_assert_int_eq(link_with(graph, hierarchy, mode, &report), CG_OK);
    for (int f = 0; f < CALLERS; f++) {
        bool here = mode == CG_VIRTUAL_RTA && reached[MODEL_NODES + f];
        check_function(p, graph, f, here ? reached : NULL);
    }
    hierarchy_free(hierarchy);
    cg_graph_free(graph);
}

START_TEST(all_subclasses_are_called)
{
    struct random random = {11};
    for (int round = 0; round < ROUNDS; round++) {
        struct program p = random_program(&random);
        check_program(&p, CG_VIRTUAL_CHA);
    }
}
END_TEST

START_TEST(classes_that_are_made_are_called_where_it_is_reached)
{
    struct random random = {12};
    for (int round = 0; round < ROUNDS; round++) {
        struct program p = random_program(&random);
        check_program(&p, CG_VIRTUAL_RTA);
    }
}
END_TEST

/* By hand */

#define SITE(line) "{\"column\":1,\"file\":\"a.cc\",\"line\":" #line
#define CALL(line, loops, class, slot)                                                             \
    SITE(line) loops ",\"reason\":\"virtual\",\"receiver\":\"_ZTS" class "\",\"slot\":" #slot "}"

#define OPEN(line, loops, class, slot, word)                                                       \
    SITE(line)                                                                                     \
    loops ",\"reason\":\"virtual\",\"receiver\":\"_ZTS" class "\",\"slot\":" #slot                 \
                                                              ",\"unknown\":\"" word "\"}"

#define LOOPS ",\"loops\":4"

/* main, f, g, h: f is called from line 1 already, g at another place. */
static struct cg_graph *small_graph(void)
{
    struct cg_graph *graph = new_graph();
    static const char *const names[] = {"main", "f", "g", "h"};
    for (size_t i = 0; i < 4; i++) {
        add_node(graph, names[i], NULL, true, CG_LINKAGE_EXTERNAL);
        set(graph, CG_ON_NODE, (cg_node)i, CG_KEY_UNRESOLVED_CALLS, "[]");
    }
    set(graph, CG_ON_GRAPH, 0, CG_KEY_CLASSES,
        "[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"f\",\"h\"],false],"
        "[\"table\",\"_ZTV1B\",[[\"_ZTS1A\",0],[\"_ZTS1S\",0]],[\"g\",\"h\"],false]]");
    set(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS,
        "[" CALL(1, "", "1A", 0) "," CALL(2, LOOPS, "1S", 1) "," CALL(3, "", "1X", 0) "]");
    cg_edge edge = add_edge(graph, 0, 1, CG_EDGE_VIRTUAL);
    set(graph, CG_ON_EDGE, edge, CG_KEY_CALL_SITES,
        "[{\"column\":1,\"file\":\"a.cc\",\"kind\":\"virtual\",\"line\":1}]");
    set(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE, "[\"ir\"]");
    edge = add_edge(graph, 0, 2, CG_EDGE_DIRECT);
    set(graph, CG_ON_EDGE, edge, CG_KEY_CALL_SITES, "[" SITE(9) "}]");
    set(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE, "[\"ast\",\"ir\"]");
    return graph;
}

static void expect(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                   const char *key, const char *text)
{
    const char *is = text_at(graph, place, number, key);
    ck_assert_str_eq(is ? is : "nothing", text);
}

START_TEST(what_is_there_stays)
{
    struct cg_graph *graph = small_graph();
    struct hierarchy *hierarchy;
    struct cg_link_report report = {.counts = {[CG_LINK_MOST_CALLEES] = 1, [CG_LINK_EDGES] = 5}};
    ck_assert_int_eq(hierarchy_new(&hierarchy, graph, false, NULL), CG_OK);
    ck_assert_int_eq(link_with(graph, hierarchy, CG_VIRTUAL_CHA, &report), CG_OK);
    ck_assert_int_eq(link_with(graph, hierarchy, CG_VIRTUAL_CHA, NULL), CG_OK);
    cg_edge f = cg_graph_find_edge(graph, 0, 1);
    cg_edge g = cg_graph_find_edge(graph, 0, 2);
    cg_edge h = cg_graph_find_edge(graph, 0, 3);
    ck_assert(f != CG_NONE && g != CG_NONE && h != CG_NONE);
    ck_assert_uint_eq(cg_edge_kinds(graph, g), CG_EDGE_DIRECT | CG_EDGE_VIRTUAL);
    expect(graph, CG_ON_EDGE, f, CG_KEY_EVIDENCE, "[\"ir\",\"link\"]");
    expect(graph, CG_ON_EDGE, g, CG_KEY_EVIDENCE, "[\"ast\",\"ir\",\"link\"]");
    expect(graph, CG_ON_EDGE, h, CG_KEY_EVIDENCE, "[\"link\"]");
    expect(graph, CG_ON_EDGE, g, CG_KEY_CALL_SITES,
           "[{\"column\":1,\"file\":\"a.cc\",\"kind\":\"virtual\",\"line\":1}," SITE(9) "}]");
    expect(graph, CG_ON_EDGE, h, CG_KEY_CALL_SITES,
           "[{\"column\":1,\"file\":\"a.cc\",\"kind\":\"virtual\",\"line\":2" LOOPS "}]");
    expect(graph, CG_ON_NODE, 0, CG_KEY_RESOLVED_CALLS, "[" CALL(1, "", "1A", 0) "]");
    expect(
        graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS,
        "[" OPEN(2, LOOPS, "1S", 1, "code not collected") "," OPEN(3, "", "1X", 0, "no facts") "]");
    ck_assert_uint_eq(report.counts[CG_LINK_VIRTUAL_CALLS], 3);
    ck_assert_uint_eq(report.counts[CG_LINK_VIRTUAL_RESOLVED], 1);
    ck_assert_uint_eq(report.counts[CG_LINK_CALLEES], 3);
    ck_assert_uint_eq(report.counts[CG_LINK_MOST_CALLEES], 2);
    ck_assert_uint_eq(report.counts[CG_LINK_EDGES], 6);
    hierarchy_free(hierarchy);
    cg_graph_free(graph);
}
END_TEST

/* An entry outside the graph, an unknown one, and none; an unknown receiver. */
START_TEST(unresolved_calls_say_why)
{
    struct cg_graph *graph = small_graph();
    struct hierarchy *hierarchy;
    set(graph, CG_ON_GRAPH, 0, CG_KEY_CLASSES,
        "[[\"table\",\"_ZTV1A\",[[\"_ZTS1A\",0]],[\"elsewhere\",\"\",\"f|a.cc\"],false],"
        "[\"table\",\"_ZTV1B\",[[\"_ZTS1A\",0]],[\"f\",\"g\",\"h\",\"elsewhere\"],false]]");
    set(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS,
        "[" CALL(1, "", "1A", 0) "," CALL(2, "", "1A", 1) "," CALL(3, "", "1A",
                                                                   2) "," CALL(4, "", "1A", 3) "]");
    set(graph, CG_ON_NODE, 1, CG_KEY_UNRESOLVED_CALLS, "[" SITE(5) ",\"reason\":\"virtual\"}]");
    ck_assert_int_eq(hierarchy_new(&hierarchy, graph, false, NULL), CG_OK);
    ck_assert_int_eq(link_with(graph, hierarchy, CG_VIRTUAL_CHA, NULL), CG_OK);
    expect(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS,
           "[" OPEN(1, "", "1A", 0, "code not collected") "," OPEN(
               2, "", "1A", 1, "no facts") "," OPEN(3, "", "1A", 2,
                                                    "no facts") "," OPEN(4, "", "1A", 3,
                                                                         "no facts") "]");
    expect(graph, CG_ON_NODE, 1, CG_KEY_UNRESOLVED_CALLS,
           "[" SITE(5) ",\"reason\":\"virtual\",\"unknown\":\"no facts\"}]");
    hierarchy_free(hierarchy);
    cg_graph_free(graph);
}
END_TEST

/* f makes objects of A and B; who reaches it decides what the call in main calls. */
static uint32_t targets_when(cg_node node, const char *key, const char *text, bool library)
{
    struct cg_graph *graph = small_graph();
    struct hierarchy *hierarchy;
    struct cg_link_report report = {0};
    cg_node maker = add_node(graph, "maker", NULL, true, CG_LINKAGE_EXTERNAL);
    add_node(graph, "_GLOBAL__sub_I_a.cc", NULL, true, CG_LINKAGE_EXTERNAL);
    set(graph, CG_ON_NODE, 5, CG_KEY_UNRESOLVED_CALLS, "[]");
    set(graph, CG_ON_NODE, maker, CG_KEY_UNRESOLVED_CALLS, "[]");
    set(graph, CG_ON_NODE, maker, CG_KEY_CLASSES, "[[\"installs\",\"_ZTV1B\"]]");
    set(graph, CG_ON_NODE, 0, CG_KEY_UNRESOLVED_CALLS, "[" CALL(1, "", "1A", 0) "]");
    if (key) {
        set(graph, CG_ON_NODE, node, key, text);
    } else if (node != CG_NONE) {
        add_edge(graph, node, maker, CG_EDGE_DIRECT);
    }
    ck_assert_int_eq(hierarchy_new(&hierarchy, graph, library, NULL), CG_OK);
    ck_assert_int_eq(link_with(graph, hierarchy, CG_VIRTUAL_RTA, &report), CG_OK);
    hierarchy_free(hierarchy);
    cg_graph_free(graph);
    return (uint32_t)report.counts[CG_LINK_CALLEES];
}

START_TEST(what_the_loader_and_others_run_is_reached)
{
    const char pointer[] = "[" SITE(8) ",\"reason\":\"pointer\"}," CALL(1, "", "1A", 0) "]";
    const char assembly[] =
        "[" SITE(8) ",\"reason\":\"inline assembly\"}," CALL(1, "", "1A", 0) "]";
    ck_assert_uint_eq(targets_when(CG_NONE, NULL, NULL, false), 0);
    ck_assert_uint_eq(targets_when(0, NULL, NULL, false), 1);
    ck_assert_uint_eq(targets_when(5, NULL, NULL, false), 1);
    ck_assert_uint_eq(targets_when(3, NULL, NULL, false), 0);
    ck_assert_uint_eq(targets_when(4, CG_KEY_ESCAPES, "true", false), 1);
    ck_assert_uint_eq(targets_when(4, CG_KEY_ADDRESS_TAKEN, "[{}]", false), 1);
    ck_assert_uint_eq(targets_when(4, CG_KEY_ADDRESS_TAKEN, "[]", false), 0);
    ck_assert_uint_eq(targets_when(0, CG_KEY_UNRESOLVED_CALLS, pointer, false), 0);
    ck_assert_uint_eq(targets_when(0, CG_KEY_UNRESOLVED_CALLS, assembly, false), 2);
    ck_assert_uint_eq(targets_when(CG_NONE, NULL, NULL, true), 2);
}
END_TEST

/* Causes that the library knows, and one that another tool may write. */
START_TEST(an_unknown_cause_may_lead_to_anything)
{
#define CAUSES(causes)                                                                             \
    "[" SITE(8) ",\"reason\":\"inline assembly\",\"unknown\":\"" causes                            \
                "\"}," CALL(1, "", "1A", 0) "]"
    const char known[] = CAUSES("code not collected, dlsym, no value seen");
    const char integer[] = CAUSES("code not collected, integer");
    const char strange[] = CAUSES("code not collected, a new cause");
    const char none[] = CAUSES("");
    ck_assert_uint_eq(targets_when(0, CG_KEY_UNRESOLVED_CALLS, known, false), 0);
    ck_assert_uint_eq(targets_when(0, CG_KEY_UNRESOLVED_CALLS, integer, false), 2);
    ck_assert_uint_eq(targets_when(0, CG_KEY_UNRESOLVED_CALLS, strange, false), 2);
    ck_assert_uint_eq(targets_when(0, CG_KEY_UNRESOLVED_CALLS, none, false), 2);
#undef CAUSES
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        all_subclasses_are_called,
        classes_that_are_made_are_called_where_it_is_reached,
        unresolved_calls_say_why,
        what_is_there_stays,
        what_the_loader_and_others_run_is_reached,
        an_unknown_cause_may_lead_to_anything,
        NULL,
    };
    return run_tests("virtual", tests, 60);
}
