/* The verb reach: whether some functions can ever call others. */
#include "print/graph_json.h"
#include "print/reach_report.h"

static void print_path(const struct reach_report *report)
{
    struct cg_call_set path = cg_reach_path(report->reach);
    for (size_t i = 0; i < path.count; i++) {
        fputs("  ", stdout);
        print_edge(report->query, path.edges[i]);
    }
}

static void print_unknown(const struct reach_report *report)
{
    uint64_t limit = reach_report_limit(report);
    print_rest(reach_report_unresolved_calls(report, limit, print_unresolved_call, NULL), limit,
               "unresolved call");
    print_silent(report);
    if (cg_reach_named(report->reach).count > 0) {
        print_named(report);
    }
    print_callbacks(report, limit);
}

static void print_text(const struct reach_report *report)
{
    print_verdict(report);
    switch (cg_reach_answer(report->reach)) {
    case CG_YES:
        print_path(report);
        break;
    case CG_NO:
        print_outside(report);
        break;
    case CG_UNKNOWN:
        print_unknown(report);
        break;
    }
}

static void print_json(const struct reach_report *report)
{
    struct json json = {.out = stdout};
    json_begin(&json, report->query);
    json_question(&json, report);
    json_edges(&json, "path", report->query, cg_reach_path(report->reach));
    json_evidence(&json, report);
    json_end(&json);
}

static void print_answer(const struct reach_report *report)
{
    if (report->query->options.json) {
        print_json(report);
    } else {
        print_text(report);
    }
}

static int run_reach(struct query *query, char **arguments)
{
    (void)arguments;
    return answer_reach(query, &query->selections[0], &query->selections[1], false, print_answer);
}

const struct verb verb_reach = {
    .name = "reach",
    .arguments = "[GRAPH] FROM TO",
    .summary = "Answer whether FROM can ever call TO, directly or not.",
    .description =

        "yes: a chain of calls exists. A shortest one follows, one call per line:\n"
        "  CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "no: no chain exists, and every other way to call TO is excluded. This assumes that "
        "system\n"
        "libraries call only functions whose address is taken (in a linked graph: whose address\n"
        "escapes). Other code that was not collected may call any function that is not internal.\n"
        "In a linked graph, some unresolved calls are known to call only code not collected.\n"
        "unknown: no chain of known calls exists, but one of these may make one:\n"
        "  unresolved FILE:LINE:COLUMN TYPE REASON (UNKNOWN) in FUNCTION, N calls away  nearest "
        "first\n"
        "  functions of which the graph does not record all calls\n"
        "  functions leading to TO that code not collected may call back, or call by name\n"
        "TO may be a function that the graph does not declare. The answer is then no if no code\n"
        "that was not collected may call it. 'cgquery why' explains the answer.\n"
        "\n"
        "JSON: \"from\", \"to\" (\"absent\": names that nothing declares), \"answer\", \"path\" "
        "(calls in order), \"reached\" (a number),\n"
        "\"beyond\" (how many more code not collected may reach), \"linked\",\n"
        "\"recordsUnresolvedCalls\", \"unresolved\" (sites with \"function\" and \"distance\"), "
        "\"unrecorded\",\n"
        "\"uncollected\", \"mayCallBack\" (those of them that may call more than what is\n"
        "passed to them), \"callbacks\" (\"function\" and the \"sites\" that take its\n"
        "address), \"possibleProgramCode\" (of the uncollected those of no system header), "
        "\"named\" (what\n"
        "those may call by name).",
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_EXCLUDE,
    .functions = true,
    .absent_target = true,
    .concludes = true,
    .run = run_reach,
};
