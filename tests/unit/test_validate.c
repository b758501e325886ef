/*
 * Verdicts, compared with made-up programs that run: functions are inlined, not instrumented, jump
 * instead of calling, or belong to a library; and with an oracle that tries all paths.
 */
#include "recorded.h"
#include "verdict_cases.h"

#include "profile/builder.h"

#include <libcg/kinds.h>
#include <libcg/site.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3000, FUNCTIONS = 8, MOST_CALLS = 60, MOST_DEPTH = 7 };

/* Programs */

/** How a function shows in a profile. */
enum shown { SHOWN, INLINED, UNSEEN };

struct program {
    bool calls[FUNCTIONS][FUNCTIONS];
    bool jumps[FUNCTIONS][FUNCTIONS]; /* the call is a tail call */
    enum shown shown[FUNCTIONS];
    bool outlined[FUNCTIONS]
                 [FUNCTIONS]; /* in a frame of this function that is called all the same */
    bool loses;               /* the recorder loses who jumps */
};

static void random_program(struct program *p, struct random *random)
{
    *p = (struct program){.loses = chance(random, 30)};
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        p->shown[i] = i == 0 || chance(random, 55) ? SHOWN : chance(random, 50) ? INLINED : UNSEEN;
        for (uint32_t k = 0; k < FUNCTIONS; k++) {
            p->outlined[i][k] = chance(random, 30);
            p->calls[i][k] = i != k && chance(random, 25);
            p->jumps[i][k] = p->loses && p->shown[i] == SHOWN && i && chance(random, 25);
        }
    }
}

static struct cg_graph *program_graph(const struct program *p, uint32_t without_caller,
                                      uint32_t without_callee)
{
    struct cg_graph *graph = new_graph();
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        char name[16];
        sprintf(name, "f%u", i);
        add_node(graph, name, NULL, true,
                 p->shown[i] == INLINED ? CG_LINKAGE_INTERNAL : CG_LINKAGE_EXTERNAL);
    }
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        for (uint32_t k = 0; k < FUNCTIONS; k++) {
            if (p->calls[i][k] && (i != without_caller || k != without_callee)) {
                add_edge(graph, i, k, CG_EDGE_DIRECT);
            }
        }
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

/* Runs */

struct run {
    struct builder b;
    struct random *random;
    const struct program *p;
    uint32_t left;
    bool ran[FUNCTIONS]; /* as a frame of its own */
    bool recorded[FUNCTIONS][FUNCTIONS];
};

static cg_call_context record(struct run *run, cg_call_context parent, uint32_t caller,
                              uint32_t function)
{
    char name[16];
    struct profile_frame frame = BUILDER_FRAME_INIT;
    sprintf(name, "f%u", function);
    frame.name = builder_text(&run->b, name);
    run->ran[function] = true;
    if (caller != CG_NONE) {
        run->recorded[caller][function] = true;
    }
    return builder_path(&run->b, parent, builder_frame(&run->b, &frame), BUILDER_NONE, 0, 0);
}

/* What a function does: `path` and `shown` are the frame it runs in; `above` the one that a tail
 * call returns to. */
static void execute(struct run *run, uint32_t function, cg_call_context path, uint32_t shown,
                    cg_call_context above, uint32_t shown_above, uint32_t depth)
{
    for (uint32_t callee = 0; callee < FUNCTIONS && run->left && depth < MOST_DEPTH; callee++) {
        if (!run->p->calls[function][callee] || !chance(run->random, 60)) {
            continue;
        }
        run->left--;
        bool jumps = run->p->jumps[function][callee] && above != CG_NO_CONTEXT;
        cg_call_context parent = jumps ? above : path;
        uint32_t caller = jumps ? shown_above : shown;
        bool hidden = run->p->shown[callee] == UNSEEN ||
                      (run->p->shown[callee] == INLINED && !run->p->outlined[caller][callee]);
        if (hidden) {
            execute(run, callee, parent, caller, CG_NO_CONTEXT, CG_NONE, depth + 1);
        } else {
            cg_call_context below = record(run, parent, caller, callee);
            execute(run, callee, below, callee, parent, caller, depth + 1);
        }
    }
}

/* Now and then something inlined is also called from elsewhere. */
static struct cg_profile *run_program(struct run *run, const struct program *p,
                                      struct random *random)
{
    struct cg_profile *profile = NULL;
    *run = (struct run){.random = random, .p = p, .left = MOST_CALLS};
    ck_assert_int_eq(builder_init(&run->b, "test", NULL), CG_OK);
    builder_set_loses_tail_callers(&run->b, p->loses);
    execute(run, 0, record(run, CG_NO_CONTEXT, CG_NONE, 0), 0, CG_NO_CONTEXT, CG_NONE, 0);
    for (uint32_t i = 1; i < FUNCTIONS; i++) {
        if (p->shown[i] == INLINED && chance(random, 50)) {
            execute(run, i, record(run, CG_NO_CONTEXT, CG_NONE, i), i, CG_NO_CONTEXT, CG_NONE, 0);
        }
    }
    ck_assert_int_eq(builder_finish(&run->b, &profile, NULL), CG_OK);
    builder_free(&run->b);
    return profile;
}

/* The oracle */

/** How much is assumed: first nothing; then, if that explains nothing, only functions that are not
 *  recorded; else everything, finally that functions are inlined here and called there. */
enum care { STRICT, PLAIN, LENIENT, PARTLY };

static bool is_invisible(const struct run *run, enum care care, uint32_t caller, uint32_t x,
                         uint32_t to)
{
    bool inlined = run->p->shown[x] == INLINED &&
                   (care == PARTLY || (care == LENIENT && !run->recorded[caller][x]));
    bool jumps = care != PLAIN && care != PARTLY && run->p->loses && run->recorded[caller][x] &&
                 (care == LENIENT || !run->recorded[x][to]);
    return !run->ran[x] || inlined || jumps;
}

/* Whether some path of so many functions leads on from a function, each of the others being passed
 * once at most. */
static bool leads(const struct run *run, const struct cg_graph *graph, enum care care,
                  uint32_t caller, uint32_t at, uint32_t to, unsigned passed, uint32_t most)
{
    for (uint32_t x = 0; x < FUNCTIONS && most; x++) {
        if (passed >> x & 1 || x == to || cg_graph_find_edge(graph, at, x) == CG_NONE ||
            !is_invisible(run, care, caller, x, to)) {
            continue;
        }
        if (cg_graph_find_edge(graph, x, to) != CG_NONE ||
            leads(run, graph, care, caller, x, to, passed | 1u << x, most - 1)) {
            return true;
        }
    }
    return false;
}

static bool is_explained(const struct run *run, const struct cg_graph *graph, enum care care,
                         uint32_t caller, uint32_t callee)
{
    return leads(run, graph, PLAIN, caller, caller, callee, 1u << caller, FUNCTIONS) ||
           leads(run, graph, care, caller, caller, callee, 1u << caller,
                 care == STRICT ? 2 : FUNCTIONS) ||
           (care == LENIENT && leads(run, graph, PARTLY, caller, caller, callee, 1u << caller, 2));
}

static bool is_optimised(const struct run *run, const struct cg_graph *graph)
{
    for (uint32_t i = 0; i < FUNCTIONS * FUNCTIONS; i++) {
        uint32_t caller = i / FUNCTIONS, callee = i % FUNCTIONS;
        if (run->recorded[caller][callee] && cg_graph_find_edge(graph, caller, callee) == CG_NONE &&
            is_explained(run, graph, STRICT, caller, callee)) {
            return true;
        }
    }
    return false;
}

static void check_call(const struct run *run, const struct cg_graph *graph, enum care care,
                       const struct cg_checked_call *call)
{
    bool edge = cg_graph_find_edge(graph, call->caller, call->callee) != CG_NONE;
    bool path = is_explained(run, graph, care, call->caller, call->callee);
    cg_node at = call->caller;
    ck_assert(run->recorded[call->caller][call->callee]);
    ck_assert_int_eq(call->verdict, edge   ? CG_VERDICT_PRESENT
                                    : path ? CG_VERDICT_EXPLAINED
                                           : CG_VERDICT_MISSING_EDGE);
    for (size_t i = 0; i < call->through_count; i++) {
        ck_assert(cg_graph_find_edge(graph, at, call->through[i]) != CG_NONE);
        ck_assert(is_invisible(run, care, call->caller, call->through[i], call->callee) ||
                  (care == LENIENT &&
                   is_invisible(run, PARTLY, call->caller, call->through[i], call->callee)));
        ck_assert(call->how != CG_EXPLAINED_UNRECORDED || !run->ran[call->through[i]]);
        at = call->through[i];
    }
    ck_assert(call->verdict != CG_VERDICT_EXPLAINED ||
              cg_graph_find_edge(graph, at, call->callee) != CG_NONE);
}

/* @return how many are missing of a run that shows that functions were inlined, or jumped */
static uint32_t check_run(const struct run *run, struct cg_graph *graph, struct cg_profile *profile)
{
    struct cg_validation *v = validate(graph, &profile, 1);
    bool optimised = is_optimised(run, graph);
    uint32_t calls = 0;
    const struct cg_validation_summary *summary = cg_validation_summary(v);
    for (size_t i = 0; i < cg_validation_count(v); i++) {
        check_call(run, graph, optimised ? LENIENT : PLAIN, cg_validation_at(v, i));
    }
    for (uint32_t i = 0; i < FUNCTIONS * FUNCTIONS; i++) {
        calls += run->recorded[i / FUNCTIONS][i % FUNCTIONS];
    }
    ck_assert_uint_eq(summary->calls, calls);
    ck_assert_uint_eq(cg_validation_count(v), calls);
    uint32_t missing = (uint32_t)(summary->missing_edges + summary->missing_nodes);
    cg_validation_free(v);
    return optimised ? missing : 0;
}

START_TEST(what_is_hidden_is_never_missing)
{
    struct random random = {1};
    uint32_t missing = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct program program;
        struct run run;
        random_program(&program, &random);
        struct cg_profile *profile = run_program(&run, &program, &random);
        struct cg_graph *graph = program_graph(&program, CG_NONE, CG_NONE);
        ck_assert_uint_eq(check_run(&run, graph, profile), 0);
        cg_graph_free(graph);
        graph = program_graph(&program, draw(&random, FUNCTIONS), draw(&random, FUNCTIONS));
        missing += check_run(&run, graph, profile);
        cg_graph_free(graph);
        cg_profile_free(profile);
    }
    ck_assert_uint_gt(missing, 100);
}
END_TEST

/* Cases */

START_TEST(startup_and_libraries_are_passed_over)
{
    const char *graph =
        GRAPH(FUNCTION("1", "main", "\"2\":{},\"3\":{\"callType\":\"INDIRECT\"}", "") "," DECLARED(
            "2", "qsort", "") "," FUNCTION("3", "compare", "", "") "," FUNCTION("4", "other", "",
                                                                                ""));
    const struct step steps[] = {{-1, "_start", NULL, NULL, 0, 0},
                                 {0, "__libc_start_main", NULL, NULL, 0, 0},
                                 {1, "main", NULL, NULL, 0, 0},
                                 {2, "qsort", NULL, NULL, 0, 0},
                                 {3, "msort_with_tmp", NULL, NULL, 0, 0},
                                 {4, "compare", NULL, NULL, 0, 0},
                                 {4, "other", NULL, NULL, 0, 0},
                                 {2, "gone", NULL, NULL, 0, 0},
                                 {7, "deeper", NULL, NULL, 0, 0},
                                 {2, "__memcpy_avx_unaligned", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps,
                   "gone>deeper missing node not-collected\n"
                   "main>gone missing node not-collected\n"
                   "main>other missing edge callback\n"
                   "main>compare present\n"
                   "main>qsort present\n");
}
END_TEST

START_TEST(objects_tell_what_is_the_programs)
{
    const char *graph =
        GRAPH(FUNCTION("1", "main", "\"2\":{}", "") "," FUNCTION("2", "work", "", ""));
    const struct step steps[] = {{-1, "main", "prog", NULL, 0, 0},
                                 {0, "work", "prog", NULL, 0, 0},
                                 {0, "unknown_to_all", "libx.so", NULL, 0, 0},
                                 {2, "work", "libx.so", NULL, 0, 0},
                                 {2, "inside", "libx.so", NULL, 0, 0},
                                 {4, "handler", "prog", NULL, 0, 0},
                                 {-1, "x1", "libx.so", NULL, 0, 0},
                                 {6, "x2", "libx.so", NULL, 0, 0},
                                 {6, "x3", "libx.so", NULL, 0, 0},
                                 {6, "x4", "libx.so", NULL, 0, 0},
                                 {6, "x5", "libx.so", NULL, 0, 0},
                                 {6, "x6", "libx.so", NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps,
                   "main>handler missing node not-collected\nmain>work present\n");
}
END_TEST

#define CALLED(id) ",\"" id "\":{}"
#define COPY(id) "," FUNCTION(id, "copy" id, "", "\"linkage\":\"weak\"")

/* A library of the program is recognised by its strong functions alone, even if most functions
 * there are copies of inline ones, which any other library may have too. */
START_TEST(copies_do_not_tell_whose_an_object_is)
{
    const char *graph = GRAPH(FUNCTION("1", "main", "\"2\":{}", "") "," FUNCTION(
        "2", "large",
        "\"3\":{}" CALLED("4") CALLED("5") CALLED("6") CALLED("7") CALLED("8") CALLED("9")
            CALLED("10"),
        "") COPY("3") COPY("4") COPY("5") COPY("6") COPY("7") COPY("8") COPY("9") COPY("10"));
    const struct step steps[] = {
        {-1, "main", "prog", NULL, 0, 0},    {0, "large", "libx.so", NULL, 0, 0},
        {1, "copy3", "libx.so", NULL, 0, 0}, {1, "copy4", "libx.so", NULL, 0, 0},
        {1, "copy5", "libx.so", NULL, 0, 0}, {1, "copy6", "libx.so", NULL, 0, 0},
        {1, "copy7", "libx.so", NULL, 0, 0}, {1, "copy8", "libx.so", NULL, 0, 0},
        {1, "copy9", "libx.so", NULL, 0, 0}, {1, "copy10", "libx.so", NULL, 0, 0},
        {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps,
                   "large>copy10 present\nlarge>copy9 present\nlarge>copy8 present\n"
                   "large>copy7 present\nlarge>copy6 present\nlarge>copy5 present\n"
                   "large>copy4 present\nlarge>copy3 present\nmain>large present\n");
}
END_TEST

/* A handler of signals that was not collected: nothing is recorded to call it. */
START_TEST(what_nothing_calls_is_the_programs)
{
    const char *graph =
        GRAPH(FUNCTION("1", "main", "\"2\":{}", "") "," FUNCTION("2", "work", "", ""));
    const struct step steps[] = {{-1, "main", "prog", NULL, 0, CG_CONTEXT_FRAGMENT},
                                 {0, "work", "prog", NULL, 0, CG_CONTEXT_CALL},
                                 {-1, "work", "prog", NULL, 0, CG_CONTEXT_FRAGMENT},
                                 {-1, "handler", "prog", NULL, 0, CG_CONTEXT_FRAGMENT},
                                 {3, "work", "prog", NULL, 0, CG_CONTEXT_CALL},
                                 {3, "handler", "prog", NULL, 0, CG_CONTEXT_CALL},
                                 {3, "deeper", "prog", NULL, 0, CG_CONTEXT_CALL},
                                 {-1, "stray", "libx.so", NULL, 0, CG_CONTEXT_FRAGMENT},
                                 {7, "beyond", "libx.so", NULL, 0, CG_CONTEXT_CALL},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps,
                   "handler>deeper missing node not-collected\n"
                   "handler>handler missing node not-collected\n"
                   "handler>work missing node not-collected\n"
                   "main>work present\n");
}
END_TEST

/* libc_nonshared.a is part of each program, but not of its sources. */
START_TEST(what_is_linked_into_all_is_passed_over)
{
    const char *graph = GRAPH(FUNCTION("1", "main", "\"2\":{}", "") "," DECLARED("2", "stat", ""));
    const struct step steps[] = {
        {-1, "main", NULL, NULL, 0, 0},     {0, "__register_atfork", NULL, NULL, 0, 0},
        {0, "__xstat64", NULL, NULL, 0, 0}, {0, "stat", NULL, NULL, 0, 0},
        {3, "__xstat", NULL, NULL, 0, 0},   {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps, "main>stat present\n");
}
END_TEST

/* Functions without a compiler's mark as template: the names show it. */
START_TEST(names_tell_templates)
{
    static const struct {
        const char *name;
        const char *cause;
    } cases[] = {
        {"_Z4swapIiEvRT_S1_", "template"},
        {"_ZN1AIiE3getEv", "template"},
        {"_ZNK1A3getIiEEvv", "template"},
        {"_ZNSt6vectorIiE4sizeEv", "template"},
        {"_ZSt4moveIRiEvOT_", "template"},
        {"_ZN1AplIiEEvT_", "template"},
        {"_ZZN1AIiE3getEvEN1B1fEv", "template"},
        {"_Z3getB5cxx11IiEvv", "template"},
        {"_Z5IdEEIv", "direct"},
        {"_ZN2II4EEEEEv", "direct"},
        {"_Z3getSt6vectorIiE", "direct"},
        {"_ZN1A3getEN1BIiEE", "direct"},
        {"_Z99shortIiEE", "direct"},
        {"_Z", "direct"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char graph[1024], expected[128];
        snprintf(graph, sizeof graph,
                 GRAPH(FUNCTION("1", "main", "", "") "," FUNCTION("2", "%s", "", "")),
                 cases[i].name);
        snprintf(expected, sizeof expected, "main>%s missing edge %s\n", cases[i].name,
                 cases[i].cause);
        const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                     {0, cases[i].name, NULL, NULL, 0, 0},
                                     {-1, NULL, NULL, NULL, 0, 0}};
        check_verdicts("test", graph, steps, expected);
    }
}
END_TEST

/* Pieces: any of those that call the library may have called through it. */
START_TEST(callers_of_pieces_are_found)
{
    const char *graph = GRAPH(FUNCTION("1", "main", "\"2\":{},\"4\":{}", "") "," FUNCTION(
        "2", "sort", "\"3\":{},\"4\":{}",
        "") "," FUNCTION("3", "compare", "",
                         "") "," DECLARED("4", "qsort", "") "," FUNCTION("5", "other", "", ""));
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, CG_CONTEXT_FRAGMENT},
                                 {0, "sort", NULL, NULL, 0, CG_CONTEXT_CALL},
                                 {0, "qsort", NULL, NULL, 0, CG_CONTEXT_CALL},
                                 {-1, "sort", NULL, NULL, 0, CG_CONTEXT_FRAGMENT},
                                 {3, "qsort", NULL, NULL, 0, CG_CONTEXT_CALL},
                                 {-1, "qsort", NULL, NULL, 0, CG_CONTEXT_FRAGMENT},
                                 {5, "msort", NULL, NULL, 0, CG_CONTEXT_CALL},
                                 {-1, "msort", NULL, NULL, 0, CG_CONTEXT_FRAGMENT},
                                 {7, "compare", NULL, NULL, 0, CG_CONTEXT_CALL},
                                 {7, "other", NULL, NULL, 0, CG_CONTEXT_CALL},
                                 {-1, "nobody", NULL, NULL, 0, CG_CONTEXT_FRAGMENT},
                                 {10, "other", NULL, NULL, 0, CG_CONTEXT_CALL},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps,
                   "main>other missing edge callback\n"
                   "sort>compare present\n"
                   "sort>qsort present\n"
                   "main>qsort present\n"
                   "main>sort present\n");
}
END_TEST

/* What a library calls is one call, whichever library does; the place to look at is where the
 * program calls the library. */
static void check_callback(const char *sites, const struct step *steps, const char *expected)
{
    char text[2048];
    snprintf(
        text, sizeof text,
        GRAPH(FUNCTION(
            "1", "main", "\"2\":{%s},\"4\":{}",
            "\"sourceRange\":{\"begin\":{\"column\":1,\"line\":1},\"end\":{"
            "\"column\":1,\"line\":9}}") "," DECLARED("2", "qsort",
                                                      "") "," FUNCTION("3", "compare", "",
                                                                       "") "," DECLARED("4",
                                                                                        "bsearch",
                                                                                        "")),
        sites);
    struct cg_graph *graph = graph_from(text);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    struct cg_profile *profile = steps_profile("test", steps);
    struct cg_validation *v = validate(graph, &profile, 1);
    const struct cg_checked_call *call = cg_validation_at(v, 0);
    snprintf(text, sizeof text, "%s %s %s %s:%u:%u%s", call->callee_name, call->library,
             cg_cause_name(call->cause), call->site.file, call->site.line, call->site.column,
             call->site.recorded ? " recorded" : "");
    ck_assert_str_eq(text, expected);
    ck_assert_int_eq(cg_validation_at(v, 1)->verdict, CG_VERDICT_PRESENT);
    ck_assert_uint_eq(cg_validation_count(v), 3);
    cg_validation_free(v);
    cg_profile_free(profile);
    cg_graph_free(graph);
}

START_TEST(callbacks_are_told_once_where_they_are_handed_over)
{
    const char *two = "\"callSites\":[{\"column\":4,\"file\":\"a.c\",\"line\":3},{\"column\":5,"
                      "\"file\":\"a.c\",\"line\":7}]";
    const struct step unplaced[] = {
        {-1, "main", NULL, NULL, 0, 0},   {0, "bsearch", NULL, NULL, 0, 0},
        {1, "compare", NULL, NULL, 0, 0}, {0, "qsort", NULL, NULL, 0, 0},
        {3, "msort", NULL, NULL, 0, 0},   {4, "compare", NULL, NULL, 0, 0},
        {-1, NULL, NULL, NULL, 0, 0}};
    const struct step placed[] = {{-1, "main", NULL, NULL, 0, 0},
                                  {0, "bsearch", NULL, NULL, 0, 0},
                                  {1, "compare", NULL, NULL, 0, 0},
                                  {0, "qsort", NULL, "/src/a.c", 7, 0},
                                  {3, "msort", NULL, "/usr/src/msort.c", 3, 0},
                                  {4, "compare", NULL, "/usr/src/msort.c", 3, 0},
                                  {-1, NULL, NULL, NULL, 0, 0}};
    const struct step pieces[] = {{-1, "main", NULL, NULL, 0, CG_CONTEXT_FRAGMENT},
                                  {0, "qsort", NULL, "/src/a.c", 7, CG_CONTEXT_CALL},
                                  {-1, "qsort", NULL, NULL, 0, CG_CONTEXT_FRAGMENT},
                                  {2, "msort", NULL, "/usr/src/qsort.c", 3, CG_CONTEXT_CALL},
                                  {-1, "msort", NULL, NULL, 0, CG_CONTEXT_FRAGMENT},
                                  {4, "compare", NULL, "/usr/src/msort.c", 3, CG_CONTEXT_CALL},
                                  {0, "bsearch", NULL, "/src/a.c", 8, CG_CONTEXT_CALL},
                                  {-1, NULL, NULL, NULL, 0, 0}};
    check_callback(two, unplaced, "compare msort callback a.c:3:4");
    check_callback(two, placed, "compare msort callback a.c:7:5");
    check_callback(two, pieces, "compare msort callback a.c:7:5");
    check_callback("", placed, "compare msort callback /src/a.c:7:0 recorded");
    check_callback("", pieces, "compare msort callback /src/a.c:7:0 recorded");
    check_callback("", unplaced, "compare msort callback a.c:1:1");
}
END_TEST

/* A place in the caller itself leaves no function between; one in another proves it. */
START_TEST(places_prove_or_refute)
{
    const char *range =
        "\"sourceRange\":{\"begin\":{\"column\":1,\"line\":1},\"end\":{\"column\":1,"
        "\"line\":9}},\"unresolvedCalls\":[{\"column\":1,\"file\":\"a.c\",\"line\":5,"
        "\"reason\":\"pointer\",\"type\":\"void ()\"}]";
    char graph[2048];
    snprintf(
        graph, sizeof graph,
        GRAPH(FUNCTION("1", "main", "\"2\":{}", "%s") "," FUNCTION(
            "2", "small", "\"3\":{},\"4\":{},\"5\":{}",
            "\"sourceRange\":{\"begin\":{\"column\":1,\"line\":11},\"end\":{\"column\":1,"
            "\"line\":19}}") "," FUNCTION("3", "far", "",
                                          "") "," FUNCTION("4", "near", "",
                                                           "") "," FUNCTION("5", "plain", "", "")),
        range);
    const struct step steps[] = {
        {-1, "main", NULL, NULL, 0, 0},       {0, "small", NULL, "/src/a.c", 2, 0},
        {0, "far", NULL, "/src/a.c", 15, 0},  {0, "near", NULL, "/src/a.c", 5, 0},
        {0, "plain", NULL, "/src/a.c", 6, 0}, {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps,
                   "main>plain missing edge direct\n"
                   "main>near missing edge pointer-unresolved\n"
                   "main>far explained inlined by small\n"
                   "main>small present\n");
}
END_TEST

START_TEST(variants_clones_and_overrides_are_there)
{
    const char *graph = GRAPH(
        FUNCTION("1", "main", "\"2\":{},\"3\":{},\"6\":{}", "") "," FUNCTION("2", "_ZN1AC1Ev", "", "") "," FUNCTION(
            "3", "_ZN1A1fEv", "",
            "\"overrideMD\":{\"overriddenBy\":[\"4\"],\"overrides\":[]"
            "}") "," FUNCTION("4", "_ZN1B1fEv", "",
                              "\"overrideMD\":{\"overriddenBy\":[],"
                              "\"overrides\":[\"3\"]}") "," FUNCTION("5", "_ZN1AC2Ev", "",
                                                                     "") "," DECLARED("6", "printf",
                                                                                      "") "," DECLARED("7",
                                                                                                       "puts",
                                                                                                       "") "," FUNCTION("8",
                                                                                                                        "fill",
                                                                                                                        "",
                                                                                                                        ""));
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "_ZN1AC2Ev", NULL, NULL, 0, 0},
                                 {0, "_ZN1B1fEv", NULL, NULL, 0, 0},
                                 {0, "main.cold", NULL, NULL, 0, 0},
                                 {3, "_ZN1AC1Ev.isra.0", NULL, NULL, 0, 0},
                                 {0, "puts@plt", NULL, NULL, 0, 0},
                                 {0, "_ZN1AC3Ev", NULL, NULL, 0, 0},
                                 {0, "fill.constprop.0", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps,
                   "main>fill missing edge direct\n"
                   "main>puts override by printf\n"
                   "main>_ZN1B1fEv override by _ZN1A1fEv\n"
                   "main>_ZN1AC2Ev override by _ZN1AC1Ev\n"
                   "main>_ZN1AC1Ev present\n"
                   "main>_ZN1AC1Ev present\n");
}
END_TEST

/* Compilers call functions of the C library that say the same more shortly. */
START_TEST(functions_that_replace_others_are_there)
{
    static const char *const pairs[][2] = {
        {"trunc", "floor"}, {"sqrtf", "sqrt"}, {"roundf", "round"}, {"lround", "round"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                     {0, pairs[i][0], NULL, NULL, 0, 0},
                                     {-1, NULL, NULL, NULL, 0, 0}};
        char graph[1024], expected[64];
        snprintf(graph, sizeof graph,
                 GRAPH(FUNCTION("1", "main", "\"2\":{}",
                                "") "," DECLARED("2", "%s", "") "," DECLARED("3", "%s", "")),
                 pairs[i][1], pairs[i][0]);
        snprintf(expected, sizeof expected, "main>%s override by %s\n", pairs[i][0], pairs[i][1]);
        check_verdicts("test", graph, steps, expected);
    }
}
END_TEST

/* Static functions of one name in several files: the one in the caller's file was called. */
START_TEST(statics_are_called_in_their_file)
{
    const char *const files[] = {"a.c", "b.c", "c.c"};
    for (uint32_t file = 0; file < 3; file++) {
        struct cg_graph *graph = new_graph();
        for (uint32_t i = 0; i < 3; i++) {
            add_node(graph, "helper", files[i], true, CG_LINKAGE_INTERNAL);
            add_node(graph, "more", files[i], true,
                     i == 2 ? CG_LINKAGE_EXTERNAL : CG_LINKAGE_INTERNAL);
        }
        cg_node caller = add_node(graph, "caller", files[file], true, CG_LINKAGE_EXTERNAL);
        cg_node other = add_node(graph, "other", "d.c", true, CG_LINKAGE_EXTERNAL);
        ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
        const struct step steps[] = {
            {-1, "caller", NULL, NULL, 0, 0}, {0, "helper", NULL, NULL, 0, 0},
            {1, "caller", NULL, NULL, 0, 0},  {-1, "other", NULL, NULL, 0, 0},
            {3, "more", NULL, NULL, 0, 0},    {-1, NULL, NULL, NULL, 0, 0}};
        struct cg_profile *profile = steps_profile("test", steps);
        struct cg_validation *v = validate(graph, &profile, 1);
        ck_assert_uint_eq(cg_validation_count(v), 3);
        for (size_t i = 0; i < 3; i++) {
            const struct cg_checked_call *call = cg_validation_at(v, i);
            ck_assert_int_eq(call->verdict, CG_VERDICT_MISSING_EDGE);
            const char *from = cg_node_origin(graph, call->caller);
            const char *to = cg_node_origin(graph, call->callee);
            ck_assert(call->caller == other || call->caller == caller || call->callee == caller);
            ck_assert_str_eq(to, call->caller == other ? "c.c" : files[file]);
            ck_assert_str_eq(from, call->caller == other ? "d.c" : files[file]);
        }
        cg_validation_free(v);
        cg_profile_free(profile);
        cg_graph_free(graph);
    }
}
END_TEST

/* Calls of memcpy and its like that the graph does not have may be the compiler's: they are
 * counted, with wrappers of thread-local variables that initialise nothing. So is what the graph
 * does not know of a library, constants of libstdc++ included. Nothing makes strlen of nothing. */
START_TEST(calls_that_are_not_checked_are_counted)
{
    const char *graph = GRAPH(
        FUNCTION("1", "main", "\"2\":{},\"4\":{}", "") "," DECLARED("2", "memcpy", "") "," DECLARED("3", "memset", "") "," FUNCTION(
            "4", "work",
            "",
            "") "," DECLARED("5", "strlen",
                             "") "," DECLARED("6", "abort",
                                              "") "," FUNCTION("7", "_ZTW4idle", "\"8\":{}",
                                                               "") "," DECLARED("8", "_ZTH4idle",
                                                                                "") "," FUNCTION("9",
                                                                                                 "_"
                                                                                                 "Z"
                                                                                                 "T"
                                                                                                 "W"
                                                                                                 "4"
                                                                                                 "m"
                                                                                                 "a"
                                                                                                 "d"
                                                                                                 "e",
                                                                                                 "\"4\":{}",
                                                                                                 ""));
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "memcpy", NULL, NULL, 0, 0},
                                 {0, "memset", NULL, "/src/a.c", 3, 0},
                                 {0, "memset", NULL, "/src/a.c", 4, 0},
                                 {0, "work", NULL, NULL, 0, 0},
                                 {4, "memcpy", NULL, NULL, 0, 0},
                                 {4, "strlen", NULL, NULL, 0, 0},
                                 {4, "abort", NULL, NULL, 0, 0},
                                 {4, "__memcmp_avx2_movbe", "libc.so.6", NULL, 0, 0},
                                 {8, "__memcmp_part", "libc.so.6", NULL, 0, 0},
                                 {0, "_ZTW4idle", NULL, NULL, 0, 0},
                                 {0, "_ZTW4made", NULL, NULL, 0, 0},
                                 {0, "_ZNSt6vectorIiSaIiEE15_S_use_relocateEv", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    struct cg_graph *read = graph_from(graph);
    ck_assert_int_eq(cg_graph_freeze(read, NULL), CG_OK);
    struct cg_profile *profile = steps_profile("test", steps);
    struct cg_validation *v = validate(read, &profile, 1);
    const struct cg_validation_summary *summary = cg_validation_summary(v);
    ck_assert_uint_eq(summary->calls, 5);
    ck_assert_uint_eq(summary->missing_edges, 3);
    ck_assert_uint_eq(summary->generated, 3);
    ck_assert_uint_eq(summary->in_libraries, 3);
    cg_validation_free(v);
    cg_profile_free(profile);
    cg_graph_free(read);
}
END_TEST

/* Names as tools write them. */

static char *demangle(const char *name)
{
    static const char *const names[][2] = {
        {"_ZN12_GLOBAL__N_15smallEi", "(anonymous namespace)::small(int)"},
        {"_ZN2ns4poolIiE3addEiPKc", "ns::pool<int>::add(int, char const*)"},
        {"_ZN2ns4poolIcE3addEcPKc", "ns::pool<char>::add(char, char const*)"},
        {"_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()(int) const"},
        {"_ZZ4mainENK3$_0clEi", "main::$_0::operator()(int) const"},
        {"_ZN1A3getB5cxx11Ev", "A::get[abi:cxx11]()"},
        {"_Z4swapIiEN2ifIXsr3andIT_E1vEE4typeES0_", "if<and<int>::v>::type swap<int>(int)"},
        {"_Z4swapIiEN2ifIXsrSt3andIT_E1vEE4typeES0_", "if<std::and<int>::v>::type swap<int>(int)"},
        {"_ZN2nsL4nameB5cxx11Ei", "ns::name[abi:cxx11](int)"},
        {"_ZN2nsL4nameEi", "ns::name(int)"},
        {"_ZZ4mainEN1L3getB5cxx11Ev", "main::L::get[abi:cxx11]()"},
        {"_ZZ4mainEN1L3getEv", "main::L::get()"},
        {"_ZN1A3getEv", "A::get()"},
        {"_ZN1AD0Ev", "A::~A()"},
        {"_ZN1DIcLb1EEC1Ev", "D<char, true>::D()"},
        {"_ZN1DIcLb1EEC2Ev", "D<char, true>::D()"},
        {"_ZN1AD1Ev", "A::~A()"},
        {"_Z3appIZ4mainE3$_0EvT_", "void app<main::$_0>(main::$_0)"},
        {"_Z3appIZ4mainE3$_1EvT_", "void app<main::$_1>(main::$_1)"},
        {"_Z3appIiEvT_", "void app<int>(int)"},
        {"_Z3appIZ4mainEUliE_EvT_", "void app<main::{lambda(int)#1}>(main::{lambda(int)#1})"},
        {"_Z3appIZ4mainEUt_EvT_", "void app<main::{unnamed type#1}>(main::{unnamed type#1})"},
        {"_ZZ4mainEN3$_08__invokeEi", "main::$_0::__invoke(int)"},
        {"_ZZ4mainENUliE_4_FUNEi", "main::{lambda(int)#1}::_FUN(int)"},
        {"_ZN2ns3$_28__invokeEP1APv", "ns::$_2::__invoke(A*, void*)"},
        {"_ZNK2ns3$_2clEP1APv", "ns::$_2::operator()(A*, void*) const"},
        {"_ZN2nsL4kindMUlP1APvE_4_FUNES1_S2_", "ns::kind::{lambda(A*, void*)#1}::_FUN(A, A*)"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i][0], name) == 0) {
            return strdup(names[i][1]);
        }
    }
    return NULL;
}

/* Which functions a name finds: how many, and the first. */
static void check_name(struct cg_graph *graph, const char *name, uint32_t candidates,
                       const char *first)
{
    const struct step steps[] = {
        {-1, "main", NULL, NULL, 0, 0}, {0, name, NULL, NULL, 0, 0}, {-1, NULL, NULL, NULL, 0, 0}};
    struct cg_validate_options options = CG_VALIDATE_OPTIONS_INIT;
    struct cg_validation *v = NULL;
    struct cg_profile *profile = steps_profile("test", steps);
    options.demangle = demangle;
    ck_assert_int_eq(
        cg_validate(&v, graph, (const struct cg_profile *const[]){profile}, 1, &options, NULL),
        CG_OK);
    ck_assert_uint_eq(cg_validation_count(v), 1);
    ck_assert_msg(cg_validation_at(v, 0)->callee_candidates == candidates, "%s: %u", name,
                  cg_validation_at(v, 0)->callee_candidates);
    ck_assert_str_eq(cg_validation_at(v, 0)->callee_name, first);
    cg_validation_free(v);
    cg_profile_free(profile);
}

START_TEST(names_are_found_as_tools_write_them)
{
    static const char *const functions[] = {"main",
                                            "_ZN12_GLOBAL__N_15smallEi",
                                            "_ZN2ns4poolIiE3addEiPKc",
                                            "_ZN2ns4poolIcE3addEcPKc",
                                            "_ZZ4mainENK3$_0clEi",
                                            "_ZN1A3getB5cxx11Ev",
                                            "plain",
                                            "_Z3appIZ4mainE3$_0EvT_",
                                            "_Z3appIZ4mainE3$_1EvT_",
                                            "_Z3appIiEvT_",
                                            "_ZZ4mainEN3$_08__invokeEi",
                                            "_Z2tfI1STnNT_4typeELi0EEiS1_",
                                            "_Z2tfI1STnNT_4typeELi1EEiS1_",
                                            "_ZN1XC2IZ4mainE3$_0TnN5Tn_ifIT_E4typeELb1EEEOS2_i",
                                            "_Z4swapIiEN2ifIXsr3andIT_E1vEE4typeES0_",
                                            "__cxx_global_var_init"};
    struct cg_graph *graph = new_graph();
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        add_node(graph, functions[i], "a.cc", true, CG_LINKAGE_EXTERNAL);
    }
    add_node(graph, "_ZN2nsL4nameB5cxx11Ei", "a.cc", true, CG_LINKAGE_INTERNAL);
    add_node(graph, "_ZZ4mainEN1L3getB5cxx11Ev", "a.cc", true, CG_LINKAGE_WEAK);
    add_node(graph, "_ZN1DIcLb1EEC2Ev", "a.cc", true, CG_LINKAGE_WEAK);
    add_node(graph, "_ZL4onlyIiEvT_", "a.cc", true, CG_LINKAGE_INTERNAL);
    add_node(graph, "_ZN2nsL4onlyIiEEvT_", "a.cc", true, CG_LINKAGE_INTERNAL);
    add_node(graph, "_ZN2ns3$_28__invokeEP1APv", "a.cc", true, CG_LINKAGE_INTERNAL);
    add_node(graph, "_ZNK2ns3$_2clEP1APv", "a.cc", true, CG_LINKAGE_INTERNAL);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    check_name(graph, "_ZN2nsL4kindMUlP1APvE_4_FUNES1_S2_", 1, "_ZN2ns3$_28__invokeEP1APv");
    check_name(graph, "ns::kind::{lambda(A*, void*)#1}::_FUN(A, A*)", 1,
               "_ZN2ns3$_28__invokeEP1APv");
    check_name(graph, "ns::kind::{lambda(A*, void*)#1}::operator()(A, A*) const", 1,
               "_ZNK2ns3$_2clEP1APv");
    check_name(graph, "ns::kind::{lambda(A*)#1}::_FUN(A*)", 0,
               "ns::kind::{lambda(A*)#1}::_FUN(A*)");
    check_name(graph, "kind::{lambda(A*, void*)#1}::_FUN(A, A*)", 0,
               "kind::{lambda(A*, void*)#1}::_FUN(A, A*)");
    check_name(graph, "_ZN2nsL4nameEi", 1, "_ZN2nsL4nameB5cxx11Ei");
    check_name(graph, "ns::name(int)", 1, "_ZN2nsL4nameB5cxx11Ei");
    check_name(graph, "_ZZ4mainEN1L3getEv", 1, "_ZZ4mainEN1L3getB5cxx11Ev");
    check_name(graph, "_ZN1A3getEv", 0, "_ZN1A3getEv");
    check_name(graph, "_ZN1DIcLb1EECI11BIcEEv", 1, "_ZN1DIcLb1EEC2Ev");
    check_name(graph, "_Z4onlyIiEvT_", 1, "_ZL4onlyIiEvT_");
    check_name(graph, "_ZN2ns4onlyIiEEvT_", 1, "_ZN2nsL4onlyIiEEvT_");
    check_name(graph, "_Z4onlyIcEvT_", 0, "_Z4onlyIcEvT_");
    check_name(graph, "_ZN1DIcLb1EECI11BIcEEi", 0, "_ZN1DIcLb1EECI11BIcEEi");
    const char *const small = functions[1], *const lambda = functions[4];
    check_name(graph, "(anonymous namespace)::small(int)", 1, small);
    check_name(graph, "{anonymous}::small", 1, small);
    check_name(graph, "_GLOBAL__N_1::small", 1, small);
    check_name(graph, "(anonymous namespace)::small(int) [clone .isra.0]", 1, small);
    check_name(graph, "ns::pool<int>::add(int,char const*)", 1, functions[2]);
    check_name(graph, "ns::pool<char>::add", 1, functions[3]);
    check_name(graph, "ns::poolint::add", 1, functions[2]);
    check_name(graph, "ns::pool::add", 2, functions[3]);
    check_name(graph, "ns::pool<long>::add(long, char const*)", 0,
               "ns::pool<long>::add(long, char const*)");
    check_name(graph, "_ZZ4mainENKUliE_clEi", 1, lambda);
    check_name(graph, "main::{lambda(int)#1}::operator()", 1, lambda);
    check_name(graph, "_Z3appIZ4mainEUliE_EvT_", 2, functions[7]);
    check_name(graph, "_Z3appIZ4mainEUt_EvT_", 2, functions[7]);
    check_name(graph, "void app<main::{lambda(int)#1}>(main::{lambda(int)#1})", 2, functions[7]);
    check_name(graph, "app<main::'lambda0'(int)>(main::'lambda0'(int))", 2, functions[7]);
    check_name(graph, "app<main::{lambda(int)#1}>", 2, functions[7]);
    check_name(graph, "app<main::$_1>", 1, functions[8]);
    check_name(graph, "_ZZ4mainENUliE_4_FUNEi", 1, functions[10]);
    check_name(graph, "_Z2tfI1SLi0EEiT_", 1, functions[11]);
    check_name(graph, "_Z2tfI1SLi1EEiT_", 1, functions[12]);
    check_name(graph, "_Z2tfI1SLi2EEiT_", 0, "_Z2tfI1SLi2EEiT_");
    check_name(graph, "_Z2tfI1ULi0EEiT_", 0, "_Z2tfI1ULi0EEiT_");
    check_name(graph, "_ZN1XC1IZ4mainEUlN1N1EEE2_Lb1EEEOT_i", 1, functions[13]);
    check_name(graph, "_ZN1XC1IZ4mainEUt3_Lb1EEEOT_i", 1, functions[13]);
    check_name(graph, "_ZN1XC1IZ4mainEUlN1N1EEE2_Lb1EEEOT_l", 0,
               "_ZN1XC1IZ4mainEUlN1N1EEE2_Lb1EEEOT_l");
    check_name(graph, "_Z4swapIiEN2ifIXsrSt3andIT_E1vEE4typeES0_", 1, functions[14]);
    check_name(graph, "A::get", 1, functions[5]);
    check_name(graph, "non-virtual thunk to A::get[abi:cxx11]()", 1, functions[5]);
    check_name(graph, "virtual thunk to A::get()", 1, functions[5]);
    check_name(graph, "_ZThn16_N1A3getB5cxx11Ev", 1, functions[5]);
    check_name(graph, "_ZTv0_n24_N1A3getB5cxx11Ev", 1, functions[5]);
    check_name(graph, "_ZTchn8_v0_n24_N1A3getB5cxx11Ev", 1, functions[5]);
    check_name(graph, "_ZThn_N1A3getB5cxx11Ev", 0, "_ZThn_N1A3getB5cxx11Ev");
    check_name(graph, "_Z3getPZN1A3getB5cxx11EvE24_ZN1A3getB5cxx11Ev.Frame.actor", 1, functions[5]);
    check_name(graph, "get(A::get()::_ZN1A3getB5cxx11Ev.Frame*) [clone .destroy]", 1, functions[5]);
    check_name(graph, "_ZN1A3getB5cxx11Ev.resume", 1, functions[5]);
    check_name(graph, "plain@@VERS_1", 1, "plain");
    check_name(graph, "plain+0x1f", 1, "plain");
    check_name(graph, "_plain", 1, "plain");
    check_name(graph, "plain.part.0.cold", 1, "plain");
    check_name(graph, "plain.712", 1, "plain");
    check_name(graph, "plain.4161.constprop.0", 1, "plain");
    check_name(graph, "plain.", 0, "plain.");
    check_name(graph, "__cxx_global_var_init.3", 0, "__cxx_global_var_init.3");
    check_name(graph, "plain.txt", 0, "plain.txt");
    cg_graph_free(graph);
}
END_TEST

/* Ways into a function, and variants that are called alike, do not call it themselves. */
START_TEST(functions_do_not_call_themselves_by_other_names)
{
    struct cg_graph *graph = new_graph();
    static const char *const functions[] = {"main", "_ZN1A3getB5cxx11Ev", "_ZN1AD0Ev", "_ZN1AD1Ev"};
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "non-virtual thunk to A::get[abi:cxx11]()", NULL, NULL, 0, 0},
                                 {1, "A::get[abi:cxx11]()", NULL, NULL, 0, 0},
                                 {0, "A::~A()", NULL, NULL, 0, 0},
                                 {3, "A::~A()", NULL, NULL, 0, 0},
                                 {2, "A::get[abi:cxx11]()", NULL, NULL, 0, 0},
                                 {2, "_ZnwmPv", NULL, NULL, 0, 0},
                                 {2, "std::__is_constant_evaluated()", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        add_node(graph, functions[i], "a.cc", true, CG_LINKAGE_EXTERNAL);
    }
    add_edge(graph, 0, 1, CG_EDGE_VIRTUAL);
    add_edge(graph, 0, 2, CG_EDGE_VIRTUAL);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    struct cg_validate_options options = CG_VALIDATE_OPTIONS_INIT;
    struct cg_validation *v = NULL;
    struct cg_profile *profile = steps_profile("test", steps);
    options.demangle = demangle;
    ck_assert_int_eq(
        cg_validate(&v, graph, (const struct cg_profile *const[]){profile}, 1, &options, NULL),
        CG_OK);
    ck_assert_uint_eq(cg_validation_count(v), 3);
    const struct cg_checked_call *recursion = cg_validation_at(v, 0);
    ck_assert_int_eq(recursion->verdict, CG_VERDICT_MISSING_EDGE);
    ck_assert_str_eq(recursion->callee_name, functions[1]);
    ck_assert_int_eq(cg_validation_at(v, 1)->verdict, CG_VERDICT_PRESENT);
    ck_assert_int_eq(cg_validation_at(v, 2)->verdict, CG_VERDICT_PRESENT);
    cg_validation_free(v);
    cg_profile_free(profile);
    cg_graph_free(graph);
}
END_TEST

/* Debug information has no linkage names of static functions. */
START_TEST(inlined_functions_are_found_by_their_last_component)
{
    static const char *const functions[] = {"main", "_ZN12_GLOBAL__N_15smallEi",
                                            "_ZN2ns4poolIiE3addEiPKc", "_ZZ4mainENK3$_0clEi",
                                            "_ZN2ns4poolIcE3addEcPKc"};
    static const struct {
        const char *name;
        uint32_t candidates;
        unsigned flags;
    } cases[] = {{"small", 1, CG_CONTEXT_INLINED},
                 {"small", 0, 0},
                 {"add<int>", 2, CG_CONTEXT_INLINED},
                 {"operator()", 1, CG_CONTEXT_INLINED},
                 {"pool", 0, CG_CONTEXT_INLINED}};
    struct cg_graph *graph = new_graph();
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        add_node(graph, functions[i], "a.cc", true, CG_LINKAGE_EXTERNAL);
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                     {0, "_ZN1A1fEv", NULL, NULL, 0, 0},
                                     {0, cases[i].name, NULL, NULL, 0, cases[i].flags},
                                     {-1, NULL, NULL, NULL, 0, 0}};
        struct cg_validate_options options = CG_VALIDATE_OPTIONS_INIT;
        struct cg_validation *v = NULL;
        struct cg_profile *profile = steps_profile("test", steps);
        options.demangle = demangle;
        ck_assert_int_eq(
            cg_validate(&v, graph, (const struct cg_profile *const[]){profile}, 1, &options, NULL),
            CG_OK);
        ck_assert_uint_eq(cg_validation_count(v), 2);
        const struct cg_checked_call *first = cg_validation_at(v, 0);
        const struct cg_checked_call *call =
            strcmp(first->callee_name, "_ZN1A1fEv") == 0 ? cg_validation_at(v, 1) : first;
        ck_assert_msg(call->callee_candidates == cases[i].candidates, "%s: %u", cases[i].name,
                      call->callee_candidates);
        cg_validation_free(v);
        cg_profile_free(profile);
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(open_graphs_are_refused)
{
    struct cg_graph *graph = new_graph();
    struct cg_validation *v = NULL;
    ck_assert_int_eq(cg_validate(&v, graph, NULL, 0, NULL, NULL), CG_E_STATE);
    ck_assert_ptr_null(v);
    cg_graph_free(graph);
}
END_TEST

START_TEST(nothing_recorded_is_nothing_missing)
{
    struct cg_graph *graph = new_graph();
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    struct cg_validation *v = validate(graph, NULL, 0);
    const struct cg_validation_summary *summary = cg_validation_summary(v);
    ck_assert(summary->recall == 1 && !summary->calls);
    cg_validation_free(v);
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        what_is_hidden_is_never_missing,
        startup_and_libraries_are_passed_over,
        objects_tell_what_is_the_programs,
        copies_do_not_tell_whose_an_object_is,
        what_nothing_calls_is_the_programs,
        what_is_linked_into_all_is_passed_over,
        names_tell_templates,
        callers_of_pieces_are_found,
        callbacks_are_told_once_where_they_are_handed_over,
        places_prove_or_refute,
        variants_clones_and_overrides_are_there,
        functions_that_replace_others_are_there,
        statics_are_called_in_their_file,
        calls_that_are_not_checked_are_counted,
        names_are_found_as_tools_write_them,
        functions_do_not_call_themselves_by_other_names,
        inlined_functions_are_found_by_their_last_component,
        open_graphs_are_refused,
        nothing_recorded_is_nothing_missing,
        NULL,
    };
    return run_tests("validate", tests, 200);
}
