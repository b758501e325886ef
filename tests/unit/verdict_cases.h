/*
 * Small graphs and small runs, and the verdicts they should give.
 */
#ifndef TESTS_VERDICT_CASES_H
#define TESTS_VERDICT_CASES_H

#include "recorded.h"

/** A frame of a case: the callee, and the index of its caller. */
struct step {
    int parent; /* -1: none */
    const char *name;
    const char *object;
    const char *file;
    uint32_t line; /* of the call */
    unsigned flags;
};

/** The profile that a reader would make of steps, the last of which has no name; they are visited
 *  1, 2, 3 ... times. Release with cg_profile_free. */
struct cg_profile *steps_profile(const char *format, const struct step *steps);

/** Validate a graph, in JSON, against steps.
 *  @param expected "caller>callee verdict how-or-cause by through", one call per line, in order; of
 *  the functions in between the first is listed */
void check_verdicts(const char *format, const char *graph_text, const struct step *steps,
                    const char *expected);

#define FUNCTION(id, name, callees, meta)                                                          \
    "\"" id "\":{\"functionName\":\"" name                                                         \
    "\",\"hasBody\":true,\"origin\":\"a.c\",\"callees\":{" callees "},\"meta\":{" meta "}}"
#define DECLARED(id, name, meta)                                                                   \
    "\"" id "\":{\"functionName\":\"" name                                                         \
    "\",\"hasBody\":false,\"origin\":\"\",\"callees\":{},\"meta\":{" meta "}}"
#define GRAPH(nodes)                                                                               \
    "{\"_MetaCG\":{\"version\":\"4.0\",\"generator\":{\"name\":\"t\",\"version\":\"1\",\"sha\":"   \
    "\"\"}},"                                                                                      \
    "\"_CG\":{\"meta\":{},\"nodes\":{" nodes "}}}"

#endif
