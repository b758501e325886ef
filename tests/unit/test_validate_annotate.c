/* Measurements attached to a graph, against a slow search of all values. */
#include "recorded.h"

#include "profile/builder.h"

#include <libcg/json.h>
#include <libcg/kinds.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 400

/* A graph that has every call among all functions but those of the last, which it does not have. */
static struct cg_graph *full_graph(void)
{
    struct cg_graph *graph = new_graph();
    cg_node nodes[RECORDED_NAMES - 1];
    for (uint32_t i = 0; i < RECORDED_NAMES - 1; i++) {
        nodes[i] = add_node(graph, recorded_name(i), "a.c", true, CG_LINKAGE_EXTERNAL);
        set(graph, CG_ON_NODE, nodes[i], "unresolvedCalls", "[]");
    }
    for (uint32_t i = 0; i < RECORDED_NAMES - 1; i++) {
        for (uint32_t j = 0; j < RECORDED_NAMES - 1; j++) {
            add_edge(graph, nodes[i], nodes[j], CG_EDGE_DIRECT);
        }
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

static void annotate(struct cg_graph *graph, struct cg_profile *const *profiles, uint32_t count,
                     const struct cg_registry *registry)
{
    struct cg_error error = {.text = ""};
    struct cg_validation *validation = validate(graph, profiles, count);
    int status = cg_validation_annotate(validation, graph, registry, &error);
    ck_assert_msg(!status, "%s", error.text);
    cg_validation_free(validation);
}

/* The slow look */

/* What a function, or a call of it by another, has of a metric at a location. */
struct truth {
    bool seen;
    double visits[MOST_PLACES];
    double exclusive[MOST_PLACES];
    double inclusive[MOST_PLACES];
};

static bool belongs(const struct recorded *run, uint32_t path, uint32_t caller, uint32_t callee)
{
    uint32_t parent = run->parent[path];
    return run->name[path] == callee &&
           (caller == CG_NONE || (parent != CG_NO_CONTEXT && run->name[parent] == caller));
}

static bool is_nested(const struct recorded *run, uint32_t path, uint32_t caller, uint32_t callee)
{
    for (uint32_t p = run->parent[path]; p != CG_NO_CONTEXT; p = run->parent[p]) {
        if (belongs(run, p, caller, callee)) {
            return true;
        }
    }
    return false;
}

static bool is_below(const struct recorded *run, uint32_t path, uint32_t above)
{
    while (path != CG_NO_CONTEXT && path != above) {
        path = run->parent[path];
    }
    return path == above;
}

/* The time of a path's measurement, exclusive and inclusive. */
static void times(double *exclusive, double *inclusive, const struct recorded *run, uint32_t path,
                  uint32_t place)
{
    *exclusive = *inclusive = 0;
    for (uint32_t p = 0; p < run->paths; p++) {
        if (run->kind == CG_METRIC_EXCLUSIVE) {
            *inclusive += is_below(run, p, path) ? run->time[p][place] : 0;
            *exclusive += p == path ? run->time[p][place] : 0;
        } else {
            *inclusive += p == path ? run->time[p][place] : 0;
            *exclusive += p == path                ? run->time[p][place]
                          : run->parent[p] == path ? -run->time[p][place]
                                                   : 0;
        }
    }
}

static struct truth look(const struct recorded *run, uint32_t caller, uint32_t callee)
{
    struct truth truth = {0};
    for (uint32_t p = 0; p < run->paths; p++) {
        if (!belongs(run, p, caller, callee)) {
            continue;
        }
        truth.seen = true;
        for (uint32_t l = 0; l < run->places; l++) {
            double exclusive, inclusive;
            times(&exclusive, &inclusive, run, p, l);
            truth.visits[l] += run->visits[p][l];
            truth.exclusive[l] += exclusive;
            truth.inclusive[l] += is_nested(run, p, caller, callee) ? 0 : inclusive;
        }
    }
    return truth;
}

static double total(const double *values, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum;
}

/* Comparing */

/* Value of "minAt" or "maxAt" of a metric: a location, CG_NONE if there is none. */
static uint32_t place_of(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                         const char *metric, const char *key)
{
    json_t *json;
    unsigned rank, thread;
    ck_assert_int_eq(cg_metadata_json(&json, graph, place, number, CG_KEY_PROFILE, NULL), CG_OK);
    const json_t *of = json_object_get(json_object_get(json, "metrics"), metric);
    const char *text = json_string_value(json_object_get(json_object_get(of, "locations"), key));
    bool said = text && sscanf(text, "%u.%u", &rank, &thread) == 2;
    json_decref(json);
    return said ? 2 * rank + thread : CG_NONE;
}

static void check_extremes(const struct cg_measured *m, const double *values, uint32_t places,
                           const uint32_t *at)
{
    double mean = total(values, places) / places, variance = 0, low = values[0], high = values[0];
    for (uint32_t l = 0; l < places; l++) {
        low = fmin(low, values[l]);
        high = fmax(high, values[l]);
        variance += (values[l] - mean) * (values[l] - mean) / places;
    }
    ck_assert_double_eq_tol(m->mean, mean, 1e-9);
    ck_assert_double_le(m->min, low);
    ck_assert_double_ge(m->max, high);
    ck_assert_double_ge(m->deviation, sqrt(variance) - 1e-9);
    if (!m->bounds) {
        ck_assert_double_eq(m->min, low);
        ck_assert_double_eq(m->max, high);
        ck_assert_double_eq_tol(m->deviation, sqrt(variance), 1e-9);
        ck_assert(at[0] != CG_NONE && at[1] != CG_NONE);
    }
    ck_assert(at[0] == CG_NONE || (values[at[0]] == low && m->min == low));
    ck_assert(at[1] == CG_NONE || (values[at[1]] == high && m->max == high));
}

static void check_locations(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                            const char *metric, const double *values, uint32_t places)
{
    struct cg_measured m;
    if (!cg_measured(&m, graph, place, number, metric)) {
        for (uint32_t l = 0; l < places; l++) {
            ck_assert(values[l] == 0 || (places == 1 && strcmp(metric, "visits") == 0));
        }
        return;
    }
    ck_assert_int_eq(m.locations, places > 1 ? places : 0);
    if (places > 1) {
        const uint32_t at[] = {place_of(graph, place, number, metric, "minAt"),
                               place_of(graph, place, number, metric, "maxAt")};
        check_extremes(&m, values, places, at);
    }
}

static void check_place(const struct cg_graph *graph, enum cg_place place, uint32_t number,
                        const struct recorded *run, const struct truth *truth)
{
    struct cg_measured m;
    ck_assert_int_eq(cg_measured_visits(graph, place, number),
                     truth->seen ? (int64_t)total(truth->visits, run->places) : -1);
    if (!truth->seen) {
        ck_assert_ptr_null(text_at(graph, place, number, CG_KEY_PROFILE));
        return;
    }
    if (cg_measured(&m, graph, place, number, "time")) {
        ck_assert_double_eq(m.exclusive, total(truth->exclusive, run->places));
        ck_assert_double_eq(m.inclusive, total(truth->inclusive, run->places));
    }
    check_locations(graph, place, number, "time",
                    run->kind == CG_METRIC_INCLUSIVE ? truth->inclusive : truth->exclusive,
                    run->places);
    check_locations(graph, place, number, "visits", truth->visits, run->places);
}

static void check_base(const struct cg_graph *graph, cg_node node, const struct recorded *run,
                       const struct truth *truth)
{
    struct cg_base_profile base;
    ck_assert(cg_base_profile(&base, graph, node) == truth->seen);
    if (truth->seen) {
        ck_assert_int_eq(base.calls, (int64_t)total(truth->visits, run->places));
        ck_assert_double_eq(base.seconds, total(truth->exclusive, run->places));
        ck_assert_double_eq(base.inclusive_seconds, total(truth->inclusive, run->places));
    }
}

START_TEST(values_are_those_of_all_paths)
{
    struct random random = {11};
    for (int round = 0; round < ROUNDS; round++) {
        struct recorded run;
        recorded_random(&run, &random);
        struct cg_profile *profile = recorded_profile(&run);
        struct cg_graph *graph = full_graph();
        annotate(graph, &profile, 1, NULL);
        for (uint32_t i = 0; i < RECORDED_NAMES - 1; i++) {
            struct truth truth = look(&run, CG_NONE, i);
            check_place(graph, CG_ON_NODE, i, &run, &truth);
            check_base(graph, i, &run, &truth);
            for (uint32_t j = 0; j < RECORDED_NAMES - 1; j++) {
                truth = look(&run, i, j);
                check_place(graph, CG_ON_EDGE, cg_graph_find_edge(graph, i, j), &run, &truth);
            }
        }
        cg_graph_free(graph);
        cg_profile_free(profile);
    }
}
END_TEST

/* Several profiles */

/* Whatever the order, and again: the default. With "sum" the order does not matter either. */
START_TEST(profiles_meet_by_strategy)
{
    struct random random = {12};
    struct cg_registry *sum;
    ck_assert_int_eq(cg_registry_new(&sum, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add_builtin(sum, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_set_strategy(sum, CG_KEY_PROFILE, "sum", NULL), CG_OK);
    for (int round = 0; round < ROUNDS / 4; round++) {
        struct recorded a, b;
        recorded_random(&a, &random);
        recorded_random(&b, &random);
        b.kind = a.kind;
        struct cg_profile *pa = recorded_profile(&a), *pb = recorded_profile(&b);
        struct cg_profile *forth[] = {pa, pb}, *back[] = {pb, pa}, *again[] = {pa, pb, pa};
        struct cg_graph *graphs[6];
        char *texts[6];
        for (int i = 0; i < 6; i++) {
            graphs[i] = full_graph();
        }
        annotate(graphs[0], forth, 2, NULL);
        annotate(graphs[1], back, 2, NULL);
        annotate(graphs[2], again, 3, NULL);
        annotate(graphs[3], forth, 1, NULL);
        annotate(graphs[3], back, 1, NULL);
        annotate(graphs[4], forth, 2, sum);
        annotate(graphs[5], back, 1, sum);
        annotate(graphs[5], forth, 1, sum);
        for (int i = 0; i < 6; i++) {
            texts[i] = text_of(graphs[i], 4);
        }
        ck_assert_str_eq(texts[0], texts[1]);
        ck_assert_str_eq(texts[0], texts[2]);
        ck_assert_str_eq(texts[0], texts[3]);
        ck_assert_str_eq(texts[4], texts[5]);
        for (uint32_t i = 0; i < RECORDED_NAMES - 1; i++) {
            int64_t of_a = (int64_t)total(look(&a, CG_NONE, i).visits, a.places);
            int64_t of_b = (int64_t)total(look(&b, CG_NONE, i).visits, b.places);
            int64_t most = cg_measured_visits(graphs[0], CG_ON_NODE, i);
            int64_t all = cg_measured_visits(graphs[4], CG_ON_NODE, i);
            ck_assert(most == -1 || most == (of_a > of_b ? of_a : of_b));
            ck_assert(all == -1 || all == of_a + of_b);
        }
        for (int i = 0; i < 6; i++) {
            free(texts[i]);
            cg_graph_free(graphs[i]);
        }
        cg_profile_free(pa);
        cg_profile_free(pb);
    }
    cg_registry_free(sum);
}
END_TEST

/* The same run twice is two runs. */
START_TEST(equal_runs_add_up)
{
    struct random random = {14};
    struct cg_registry *sum;
    struct recorded run;
    ck_assert_int_eq(cg_registry_new(&sum, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add_builtin(sum, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_set_strategy(sum, CG_KEY_PROFILE, "sum", NULL), CG_OK);
    recorded_random(&run, &random);
    run.name[0] = 0;
    run.visits[0][0] = 3;
    struct cg_profile *profile = recorded_profile(&run), *twice[] = {profile, profile};
    struct cg_graph *graph = full_graph();
    annotate(graph, twice, 2, sum);
    ck_assert_int_eq(cg_measured_visits(graph, CG_ON_NODE, 0),
                     2 * (int64_t)total(look(&run, CG_NONE, 0).visits, run.places));
    cg_graph_free(graph);
    cg_profile_free(profile);
    cg_registry_free(sum);
}
END_TEST

START_TEST(a_strategy_may_refuse)
{
    struct random random = {13};
    struct cg_error error = {.text = ""};
    struct cg_registry *registry;
    struct recorded run;
    recorded_random(&run, &random);
    run.name[0] = 0;
    struct cg_profile *profile = recorded_profile(&run);
    struct cg_graph *graph = full_graph();
    ck_assert_int_eq(cg_registry_new(&registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_add_builtin(registry, NULL), CG_OK);
    ck_assert_int_eq(cg_registry_set_strategy(registry, CG_KEY_PROFILE, "equal", NULL), CG_OK);
    set(graph, CG_ON_NODE, 0, CG_KEY_PROFILE, "{\"metrics\":{},\"visits\":77777}");
    struct cg_validation *validation = validate(graph, &profile, 1);
    ck_assert_int_eq(cg_validation_annotate(validation, graph, registry, &error), CG_E_CONFLICT);
    ck_assert_ptr_nonnull(strstr(error.text, "f0: profile: "));
    cg_validation_free(validation);
    cg_registry_free(registry);
    cg_graph_free(graph);
    cg_profile_free(profile);
}
END_TEST

/* Metrics that do not add up */
START_TEST(extremes_are_those_of_all_paths)
{
    struct recorded run = {.paths = 3,
                           .places = 2,
                           .kind = CG_METRIC_SIMPLE,
                           .parent = {CG_NO_CONTEXT, 0, 1},
                           .name = {0, 1, 0},
                           .visits = {{1, 1}, {1, 1}, {1, 1}},
                           .time = {{4, 6}, {0, 0}, {2, 9}}};
    static const double expected[] = {[CG_FOLD_SUM] = 21, [CG_FOLD_MIN] = 2, [CG_FOLD_MAX] = 9};
    for (int fold = CG_FOLD_SUM; fold <= CG_FOLD_MAX; fold++) {
        struct cg_measured m;
        run.fold = (enum cg_metric_fold)fold;
        struct cg_profile *profile = recorded_profile(&run);
        struct cg_graph *graph = full_graph();
        annotate(graph, &profile, 1, NULL);
        ck_assert(cg_measured(&m, graph, CG_ON_NODE, 0, "time"));
        ck_assert_double_eq(m.exclusive, expected[fold]);
        ck_assert(!cg_measured(&m, graph, CG_ON_NODE, 1, "time"));
        cg_graph_free(graph);
        cg_profile_free(profile);
    }
}
END_TEST

/* Pieces: a calls b twice, itself once; what calls cost is counted at the callee. */
START_TEST(pieces_count_once)
{
    struct builder b;
    struct cg_profile *profile = NULL;
    struct profile_frame frames[2] = {BUILDER_FRAME_INIT, BUILDER_FRAME_INIT};
    const struct cg_metric visits = {.name = CG_METRIC_VISITS, .integral = true};
    const struct cg_metric time = {.name = CG_METRIC_TIME, .kind = CG_METRIC_EXCLUSIVE};
    ck_assert_int_eq(builder_init(&b, "test", NULL), CG_OK);
    frames[0].name = builder_text(&b, "f0");
    frames[1].name = builder_text(&b, "f1");
    cg_frame f = builder_frame(&b, &frames[0]), g = builder_frame(&b, &frames[1]);
    uint32_t v = builder_metric(&b, &visits), t = builder_metric(&b, &time);
    cg_call_context root = builder_path(&b, CG_NO_CONTEXT, f, BUILDER_NONE, 0, CG_CONTEXT_FRAGMENT);
    cg_call_context itself = builder_path(&b, root, f, BUILDER_NONE, 0, CG_CONTEXT_CALL);
    cg_call_context call = builder_path(&b, root, g, BUILDER_NONE, 0, CG_CONTEXT_CALL);
    cg_call_context piece =
        builder_path(&b, CG_NO_CONTEXT, g, BUILDER_NONE, 0, CG_CONTEXT_FRAGMENT);
    builder_add(&b, 0, root, t, 3);
    builder_add(&b, 0, itself, t, 4);
    builder_add(&b, 0, itself, v, 1);
    builder_add(&b, 0, call, t, 5);
    builder_add(&b, 0, call, v, 2);
    builder_add(&b, 0, piece, t, 5);
    ck_assert_int_eq(builder_finish(&b, &profile, NULL), CG_OK);
    builder_free(&b);
    struct cg_graph *graph = full_graph();
    struct cg_measured m;
    annotate(graph, &profile, 1, NULL);
    ck_assert(cg_measured(&m, graph, CG_ON_NODE, 0, "time") && m.exclusive == 3);
    ck_assert_double_eq(m.inclusive, 8);
    ck_assert(cg_measured(&m, graph, CG_ON_NODE, 1, "time") && m.exclusive == 5);
    ck_assert_int_eq(cg_measured_visits(graph, CG_ON_NODE, 0), 1);
    ck_assert_int_eq(cg_measured_visits(graph, CG_ON_NODE, 1), 2);
    cg_edge edge = cg_graph_find_edge(graph, 0, 1);
    ck_assert(cg_measured(&m, graph, CG_ON_EDGE, edge, "time") && m.inclusive == 5);
    ck_assert_double_eq(m.exclusive, 0);
    ck_assert_ptr_null(strstr(text_at(graph, CG_ON_EDGE, edge, CG_KEY_PROFILE), "exclusive"));
    ck_assert_int_eq(cg_measured_visits(graph, CG_ON_EDGE, edge), 2);
    cg_graph_free(graph);
    cg_profile_free(profile);
}
END_TEST

/* f0 and f1 call each other three times each: the result of cg_profile_flat for them. */
START_TEST(circles_count_once)
{
    static const char *const texts[] = {
        "events: Ir\nfn=f0\n1 1\ncfn=f1\ncalls=1 0\n1 50\nfn=f1\n1 10\ncfn=f0'2\ncalls=1 0\n"
        "1 40\nfn=f0'2\n1 10\ncfn=f1'2\ncalls=2 0\n1 40\nfn=f1'2\n1 30\ncfn=f0'2\ncalls=1 "
        "0\n1 10\n",
        "events: Ir\nfn=f0\n1 11\ncfn=f1\ncalls=3 0\n1 90\nfn=f1\n1 40\ncfn=f0\ncalls=2 0\n1 "
        "50\n"};
    static const double of_f1[] = {50, 51};
    for (int i = 0; i < 2; i++) {
        struct cg_profile *profile = NULL;
        struct cg_graph *graph = full_graph();
        struct cg_measured m;
        ck_assert_int_eq(
            cg_profile_read_memory(&profile, texts[i], strlen(texts[i]), "circle", NULL, NULL),
            CG_OK);
        annotate(graph, &profile, 1, NULL);
        ck_assert(cg_measured(&m, graph, CG_ON_NODE, 0, "Ir") && m.exclusive == 11);
        ck_assert_double_eq(m.inclusive, 51);
        ck_assert(cg_measured(&m, graph, CG_ON_NODE, 1, "Ir") && m.exclusive == 40);
        ck_assert_double_eq(m.inclusive, of_f1[i]);
        cg_edge edge = cg_graph_find_edge(graph, 0, 1);
        ck_assert(cg_measured(&m, graph, CG_ON_EDGE, edge, "Ir"));
        ck_assert_double_eq(m.inclusive, of_f1[i]);
        cg_graph_free(graph);
        cg_profile_free(profile);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        values_are_those_of_all_paths,
        profiles_meet_by_strategy,
        a_strategy_may_refuse,
        equal_runs_add_up,
        extremes_are_those_of_all_paths,
        pieces_count_once,
        circles_count_once,
        NULL,
    };
    return run_tests("annotate", tests, 120);
}
