/*
 * Asks the library for the grounds of an edge and chooses how they are printed: text, JSON or a
 * drawing.
 */
#include "verbs/why/why.h"
#include "print/drawing/sketch.h"

#include <libcg/link.h>

cg_edge *trail(struct query *query, const struct cg_walk *walk, cg_node node, size_t *count)
{
    struct cg_error error;
    cg_edge *edges;
    if (cg_walk_path(&edges, count, walk, node, &error)) {
        query_fail(query, &error);
        edges = NULL;
        *count = 0;
    }
    return edges;
}

static void sum_calls(struct grounds *grounds, const struct reach_report *report)
{
    for (cg_node node = 0; node < cg_graph_node_count(report->query->graph); node++) {
        if (report->distance[node] != CG_NONE || report->beyond[node] != CG_NONE) {
            indirect_add(&grounds->sums, report->query, node);
        }
    }
}

static int find_grounds(struct grounds *out, const struct reach_report *report,
                        struct cg_error *error)
{
    const struct cg_graph *graph = report->query->graph;
    const struct selection *to = report->to;
    *out = (struct grounds){.walk = NULL};
    int status = cg_walk_new(&out->walk, graph, to->nodes, to->count, CG_CALLERS, error);
    for (cg_node node = 0; !status && node < cg_graph_node_count(graph); node++) {
        out->leading += cg_walk_distances(out->walk)[node] != CG_NONE;
    }
    if (report->query->options.json || cg_reach_answer(report->reach) == CG_NO) {
        sum_calls(out, report);
    }
    out->linked = cg_graph_linked(graph);
    return status;
}

static void print_answer(const struct reach_report *report)
{
    struct cg_error error;
    struct grounds grounds;
    if (find_grounds(&grounds, report, &error)) {
        query_fail(report->query, &error);
    } else if (sketch_is_asked(&report->query->options)) {
        why_draw(report, &grounds);
    } else if (report->query->options.json) {
        why_print_json(report, &grounds);
    } else {
        why_print_text(report, &grounds);
    }
    cg_walk_free(grounds.walk);
}

static int run_why(struct query *query, char **arguments)
{
    (void)arguments;
    int code = sketch_check(&query->options);
    return code != CLI_OK ? code
                          : answer_reach(query, &query->selections[0], &query->selections[1], true,
                                         print_answer);
}

const struct verb verb_why = {
    .name = "why",
    .arguments = "[GRAPH] FROM TO",
    .summary = "Explain the answer of reach.",
    .description =
        "yes: a shortest chain of calls from FROM to TO, with the evidence for each call. Below a "
        "call\n"
        "that does not name its callee: how many callees it has, and whether these are all.\n"
        "  CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites), known from EVIDENCE\n"
        "    FILE:LINE:COLUMN pointer, 1 of N callees, resolved\n"
        "    FILE:LINE:COLUMN virtual call through CLASS, 1 of N known callees, unresolved\n"
        "    FILE:LINE:COLUMN called back by LIBRARY-FUNCTION\n"
        "no: the proof. It counts the calls that linking resolved and the unresolved calls that "
        "can only\n"
        "lead to code not collected, and lists what that code may call and what leads to TO.\n"
        "unknown: what may connect FROM to TO, each with a chain of calls from FROM: unresolved "
        "calls,\n"
        "and code that was not collected. What leads on to TO from there follows.\n"
        "\n"
        "--format=dot or mermaid draws the answer: the chain of calls, or the unresolved calls (?) "
        "and\n"
        "the code not collected, with the ways there and from there to TO.\n"
        "\n"
        "Example:\n"
        "  cgquery why main system        which calls lead to a shell, with the evidence\n"
        "\n"
        "JSON: as of reach. Calls of \"path\" also have \"evidence\", and their sites \"callees\" "
        "and \"state\"\n"
        "(\"resolved\", \"unresolved\" or null). \"unresolved\", \"callbacks\" and \"named\" have "
        "a \"path\" from FROM\n"
        "(or, beyond code not collected, from what that may call), or to TO. \"resolvedCalls\" "
        "and\n"
        "\"unresolvedCalls\" sum up calls by \"pointer\" and \"virtual\": \"calls\", \"callees\", "
        "and \"most\" of one\n"
        "call. \"linking\": how the graph was linked; \"callable\": the number of functions that "
        "code not\n"
        "collected may call; \"leading\": the number that leads to TO.",
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_EXCLUDE | OPTION_FORMAT | OPTION_HEAT,
    .formats = sketch_formats,
    .format_help = SKETCH_FORMAT_HELP,
    .functions = true,
    .absent_target = true,
    .concludes = true,
    .run = run_why,
};
