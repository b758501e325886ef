/*
 * What explains a recorded call, and what does not.
 */
#include "verdict_cases.h"

#include <stdio.h>

#define BASE(id, name, derived)                                                                    \
    FUNCTION(id, name, "", "\"overrideMD\":{\"overriddenBy\":[\"" derived "\"],\"overrides\":[]}")
#define OVERRIDE(id, name, base)                                                                   \
    FUNCTION(id, name, "", "\"overrideMD\":{\"overriddenBy\":[],\"overrides\":[\"" base "\"]}")
#define KIND(kind) "{\"callKinds\":[\"" kind "\"]}"

/* Only a virtual call, or one of unknown kind, can have reached an override. */
START_TEST(overrides_answer_virtual_calls_alone)
{
    static const char *const kinds[] = {KIND("virtual"), KIND("direct"), KIND("implicit"), "{}"};
    static const char *const expected[] = {
        "main>_ZN1C1fEv override by _ZN1A1fEv\n", "main>_ZN1C1fEv missing edge direct\n",
        "main>_ZN1C1fEv missing edge direct\n", "main>_ZN1C1fEv override by _ZN1A1fEv\n"};
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "_ZN1C1fEv", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char graph[2048];
        snprintf(graph, sizeof graph,
                 GRAPH(FUNCTION("1", "main", "\"2\":%s", "") "," BASE(
                     "2", "_ZN1A1fEv", "3") "," OVERRIDE("3", "_ZN1C1fEv", "2")),
                 kinds[i]);
        check_verdicts("test", graph, steps, expected[i]);
    }
}
END_TEST

/* Where virtual calls are resolved the override is there itself, unless the site is open. */
START_TEST(resolved_calls_have_their_overrides)
{
    static const char *const opens[] = {
        "[]", "[{\"column\":3,\"file\":\"a.c\",\"line\":2,\"reason\":\"virtual\"}]",
        "[{\"column\":3,\"file\":\"a.c\",\"line\":4,\"reason\":\"virtual\"}]"};
    static const char *const expected[] = {"main>_ZN1C1fEv missing edge virtual\n",
                                           "main>_ZN1C1fEv override by _ZN1A1fEv\n",
                                           "main>_ZN1C1fEv missing edge virtual\n"};
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "_ZN1C1fEv", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char graph[2048];
        snprintf(
            graph, sizeof graph,
            "{\"_MetaCG\":{\"version\":\"4.0\",\"generator\":{\"name\":\"t\",\"version\":\"1\","
            "\"sha\":\"\"}},\"_CG\":{\"meta\":{\"linked\":{\"virtual\":\"cha\",\"world\":"
            "\"program\"}},\"nodes\":{" FUNCTION(
                "1", "main",
                "\"2\":{\"callKinds\":[\"virtual\"],\"callSites\":[{\"column\":3,\"file\":"
                "\"a.c\",\"kind\":\"virtual\",\"line\":2}]}",
                "\"unresolvedCalls\":%s") "," BASE("2", "_ZN1A1fEv",
                                                   "3") "," OVERRIDE("3", "_ZN1C1fEv", "2") "}}}",
            opens[i]);
        check_verdicts("test", graph, steps, expected[i]);
    }
}
END_TEST

#define RANGE(first, last)                                                                         \
    "\"sourceRange\":{\"begin\":{\"column\":1,\"line\":" #first                                    \
    "},\"end\":{\"column\":1,\"line\":" #last "}}"
#define INLINABLE "\"linkage\":\"internal\""

/* An alias is declared somewhere, but no code is there. */
START_TEST(aliases_have_no_place)
{
    const char *graph = GRAPH(FUNCTION("1", "main", "\"2\":{}", RANGE(1, 9)) "," FUNCTION(
        "2", "other_name", "\"3\":{\"callKinds\":[\"implicit\"]}",
        "\"attributes\":[\"alias(\\\"real\\\")\"]," RANGE(11, 11)) "," FUNCTION("3", "real", "",
                                                                                ""));
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "real", NULL, "/src/a.c", 5, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps, "main>real explained inlined by other_name\n");
}
END_TEST

/* One that is chosen when the program starts is another name of each that may be. */
START_TEST(chosen_functions_are_behind_a_name)
{
    const char *graph = GRAPH(FUNCTION("1", "main", "\"2\":{}", "") "," FUNCTION(
        "2", "name", "\"3\":{\"callKinds\":[\"implicit\"]},\"4\":{\"callKinds\":[\"pointer\"]}",
        "\"attributes\":[\"ifunc(\\\"choose\\\")\"]") "," FUNCTION("3", "choose", "",
                                                                   "") "," FUNCTION("4", "chosen",
                                                                                    "", ""));
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "chosen", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("callgrind", graph, steps, "main>chosen explained not recorded by name\n");
}
END_TEST

/* The place of a call in the callee itself: that was inlined, and calls itself. */
START_TEST(what_recurses_may_be_inlined)
{
    const char *graph = GRAPH(FUNCTION("1", "main", "\"2\":{}", RANGE(1, 9)) "," FUNCTION(
        "2", "around", "\"3\":{}",
        INLINABLE
        "," RANGE(11, 12)) "," FUNCTION("3", "again", "\"3\":{}", INLINABLE "," RANGE(13, 19)));
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "again", NULL, "/src/a.c", 15, 0},
                                 {1, "again", NULL, "/src/a.c", 15, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps,
                   "main>again explained inlined by around\nagain>again present\n");
}
END_TEST

/* Two implicit calls of one line: what the caller itself is recorded to call is not inlined. */
START_TEST(implicit_functions_that_are_called_are_not_inlined)
{
    const char *graph = GRAPH(FUNCTION(
        "1", "main",
        "\"2\":{\"callKinds\":[\"implicit\"],\"callSites\":[{\"column\":1,\"file\":"
        "\"a.c\",\"kind\":\"implicit\",\"line\":5}]}",
        RANGE(1, 9)) "," FUNCTION("2", "_ZN1CD1Ev", "\"3\":{\"callKinds\":[\"implicit\"]}",
                                  INLINABLE) "," FUNCTION("3", "_ZN1AD1Ev", "", INLINABLE));
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "_ZN1CD1Ev", NULL, "/src/a.c", 5, 0},
                                 {0, "_ZN1AD1Ev", NULL, "/src/a.c", 5, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("test", graph, steps,
                   "main>_ZN1AD1Ev missing edge constructor\nmain>_ZN1CD1Ev present\n");
}
END_TEST

/* main passes `work` to a library function that may call anything; it never ran where another
 * function of the library is recorded. */
START_TEST(library_functions_that_are_recorded_hide_nothing)
{
    const char *graph = GRAPH(
        FUNCTION("1", "main", "\"2\":{},\"3\":{}", "") "," DECLARED("2", "dlopen", "") "," DECLARED(
            "3", "puts", "") "," FUNCTION("4", "work", "", "\"escapes\":true"));
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "puts", NULL, NULL, 0, 0},
                                 {0, "work", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    check_verdicts("callgrind", graph, steps, "main>work missing edge direct\nmain>puts present\n");
    check_verdicts("gprof", graph, steps,
                   "main>work explained escaped by dlopen\nmain>puts present\n");
}
END_TEST

/* A callback is called by the library: it is inlined only where that is. */
START_TEST(callbacks_are_not_inlined)
{
    static const char *const libraries[] = {"qsort", "_ZSt4sortIPiEvT_S1_"};
    static const char *const expected[] = {
        "main>helper missing edge direct\nmain>leaf explained not recorded by middle\n"
        "helper>compare present\n",
        "main>leaf explained not recorded by middle\nmain>helper explained inlined by compare\n"
        "helper>compare present\n"};
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "helper", NULL, NULL, 0, 0},
                                 {1, "compare", NULL, NULL, 0, 0},
                                 {0, "leaf", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    for (size_t i = 0; i < 2; i++) {
        char graph[2048];
        snprintf(
            graph, sizeof graph,
            GRAPH(FUNCTION(
                "1", "main",
                "\"2\":{\"callKinds\":[\"callback\"],\"callSites\":[{\"column\":1,"
                "\"file\":\"a.c\",\"kind\":\"callback\",\"line\":3,\"through\":"
                "\"%s\"}]},\"4\":{}",
                "") "," FUNCTION("2", "compare", "\"3\":{}",
                                 INLINABLE) "," FUNCTION("3", "helper", "\"2\":{}",
                                                         "") "," FUNCTION("4", "middle", "\"5\":{}",
                                                                          INLINABLE) "," FUNCTION("5",
                                                                                                  "leaf",
                                                                                                  "",
                                                                                                  "")),
            libraries[i]);
        check_verdicts("test", graph, steps, expected[i]);
    }
}
END_TEST

/* Only calls that nothing else explains show whether code was inlined at all: calls of functions
 * that may be inlined and are never recorded. Functions recorded elsewhere were not inlined
 * here. */
START_TEST(nothing_is_inlined_where_all_is_recorded)
{
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0}, {0, "work", NULL, NULL, 0, 0},
                                 {1, "small", NULL, NULL, 0, 0}, {2, "leaf", NULL, NULL, 0, 0},
                                 {0, "leaf", NULL, NULL, 0, 0},  {0, "other", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    static const char *const linkages[] = {"external", "internal"};
    static const char *const expected[] = {
        "main>other missing edge direct\nmain>leaf missing edge direct\n"
        "small>leaf present\nwork>small present\nmain>work present\n",
        "main>other explained not recorded by hidden\nmain>leaf explained inlined by small\n"
        "small>leaf present\nwork>small present\nmain>work present\n"};
    for (size_t i = 0; i < 2; i++) {
        char graph[4096];
        snprintf(
            graph, sizeof graph,
            GRAPH(FUNCTION("1", "main", "\"2\":{},\"3\":{},\"6\":{}", "") "," FUNCTION(
                "2", "work", "\"3\":{}",
                "") "," FUNCTION("3", "small", "\"4\":{}",
                                 INLINABLE) "," FUNCTION("4", "leaf", "",
                                                         "") "," FUNCTION("5", "other", "",
                                                                          "") ",\"6\":{"
                                                                              "\"functionName\":"
                                                                              "\"hidden\","
                                                                              "\"hasBody\":true,"
                                                                              "\"origin\":\"b.c\","
                                                                              "\"callees\":{\"5\":{"
                                                                              "}},\"meta\":{"
                                                                              "\"linkage\":\"%s\"}"
                                                                              "}"),
            linkages[i]);
        check_verdicts("callgrind", graph, steps, expected[i]);
    }
}
END_TEST

/* Inlined code that lost its place has that of the function it is in, by its name; unless a call is
 * there, or the function is in one line. */
START_TEST(lines_of_names_are_no_places)
{
    static const char *const ranges[] = {RANGE(1, 9), RANGE(1, 9), RANGE(1, 9), RANGE(1, 2)};
    static const int recorded[] = {1, 2, 3, 1}, called[] = {5, 2, 5, 5};
    static const char *const expected[] = {
        "main>work explained not recorded by around\n", "main>work missing edge direct\n",
        "main>work missing edge direct\n", "main>work missing edge direct\n"};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        char graph[2048];
        snprintf(
            graph, sizeof graph,
            GRAPH(FUNCTION("1", "main",
                           "\"2\":{\"callSites\":[{\"column\":3,\"file\":\"/src/a.c\",\"kind\":"
                           "\"direct\",\"line\":%d}]}",
                           "%s") "," FUNCTION("2", "around", "\"3\":{}",
                                              INLINABLE
                                              "," RANGE(11, 15)) "," FUNCTION("3", "work", "", "")),
            called[i], ranges[i]);
        const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                     {0, "work", NULL, "/src/a.c", recorded[i], 0},
                                     {-1, NULL, NULL, NULL, 0, 0}};
        check_verdicts("callgrind", graph, steps, expected[i]);
    }
}
END_TEST

/* GCC gives the call of a part of a function no line: it has one of the code before it, in the
 * caller or in the function. Calls of whole functions are where they are recorded. */
START_TEST(parts_are_called_from_anywhere)
{
    const char *graph = GRAPH(FUNCTION("1", "main", "\"2\":{}", RANGE(1, 9)) "," FUNCTION(
        "2", "around", "\"3\":{}",
        INLINABLE "," RANGE(11, 12)) "," FUNCTION("3", "work", "", INLINABLE "," RANGE(13, 19)));
    static const char *const callees[] = {"work.part.0", "work"};
    static const char *const expected[] = {
        "main>work explained inlined by around\nmain>around present\n",
        "main>work missing edge direct\nmain>around present\n"};
    static const int lines[] = {5, 15};
    for (size_t i = 0; i < 4; i++) {
        const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                     {0, "around", NULL, "/src/a.c", 3, 0},
                                     {0, callees[i / 2], NULL, "/src/a.c", lines[i % 2], 0},
                                     {-1, NULL, NULL, NULL, 0, 0}};
        check_verdicts("callgrind", graph, steps, expected[i / 2]);
    }
}
END_TEST

/* The verdict on main -> work, which the last of many internal functions calls. Ten functions call
 * ten others each, and so on, or main calls all of them. */
static enum cg_verdict judge_among(uint32_t many, bool at_once)
{
    struct cg_graph *graph = new_graph();
    add_node(graph, "main", "a.c", true, CG_LINKAGE_EXTERNAL);
    add_node(graph, "work", "a.c", true, CG_LINKAGE_EXTERNAL);
    for (uint32_t i = 0; i < many; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", i);
        add_node(graph, name, "a.c", true, CG_LINKAGE_INTERNAL);
        add_edge(graph, i < 10 || at_once ? 0 : 2 + i / 10, 2 + i, CG_EDGE_DIRECT);
    }
    add_edge(graph, 2 + many - 1, 1, CG_EDGE_DIRECT);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    const struct step steps[] = {{-1, "main", NULL, NULL, 0, 0},
                                 {0, "work", NULL, NULL, 0, 0},
                                 {-1, NULL, NULL, NULL, 0, 0}};
    struct cg_profile *profile = steps_profile("test", steps);
    struct cg_validation *v = validate(graph, &profile, 1);
    enum cg_verdict verdict = cg_validation_at(v, 0)->verdict;
    cg_validation_free(v);
    cg_profile_free(profile);
    cg_graph_free(graph);
    return verdict;
}

/* However many functions a search might look at, it ends; nothing is found then. */
START_TEST(searches_are_bounded)
{
    ck_assert_int_eq(judge_among(30000, false), CG_VERDICT_MISSING_EDGE);
    ck_assert_int_eq(judge_among(30000, true), CG_VERDICT_MISSING_EDGE);
}
END_TEST

/* Calls through pointers may have thousands of callees. */
START_TEST(functions_with_many_callees_are_passed)
{
    ck_assert_int_eq(judge_among(5000, true), CG_VERDICT_EXPLAINED);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        overrides_answer_virtual_calls_alone,
        resolved_calls_have_their_overrides,
        aliases_have_no_place,
        chosen_functions_are_behind_a_name,
        what_recurses_may_be_inlined,
        implicit_functions_that_are_called_are_not_inlined,
        library_functions_that_are_recorded_hide_nothing,
        callbacks_are_not_inlined,
        nothing_is_inlined_where_all_is_recorded,
        lines_of_names_are_no_places,
        parts_are_called_from_anywhere,
        searches_are_bounded,
        functions_with_many_callees_are_passed,
        NULL,
    };
    return run_tests("validate-through", tests, 60);
}
