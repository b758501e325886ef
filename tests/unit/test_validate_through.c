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

/* Only a virtual call, or one of a kind nobody tells, can have gone to an override. */
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
                "\"openCalls\":%s") "," BASE("2", "_ZN1A1fEv", "3") "," OVERRIDE("3", "_ZN1C1fEv",
                                                                                 "2") "}}}",
            opens[i]);
        check_verdicts("test", graph, steps, expected[i]);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        overrides_answer_virtual_calls_alone,
        resolved_calls_have_their_overrides,
        NULL,
    };
    return run_tests("validate-through", tests, 60);
}
