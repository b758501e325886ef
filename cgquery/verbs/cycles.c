/* The verb cycles: recursion; each component with a cycle as example. */
#include "core/cgquery.h"
#include "print/component.h"
#include "print/graph_json.h"
#include "print/unknown.h"

#include <libcg/cycles.h>

struct recursion {
    struct query *query;
    const struct cg_condensation *condensation;
    const struct cg_cycles *cycles;
    struct unknown unknown;
};

static cg_node *members(const struct recursion *r, size_t cycle, size_t *count)
{
    return component_members(r->query, r->condensation, cg_cycles_component(r->cycles, cycle),
                             count);
}

static size_t limit(const struct recursion *r, size_t count)
{
    return query_limit_count(r->query, count, r->query->options.json ? 0 : 10);
}

static void print_cycle(const struct recursion *r, size_t cycle)
{
    size_t count;
    cg_node *nodes = members(r, cycle, &count);
    struct cg_call_set calls = cg_cycles_at(r->cycles, cycle);
    component_print(r->query, nodes, count);
    for (size_t i = 0; i < calls.count; i++) {
        fputs("  ", stdout);
        print_edge(r->query, calls.edges[i]);
    }
    g_free(nodes);
}

static void print_text(const struct recursion *r)
{
    size_t count = cg_cycles_count(r->cycles), shown = limit(r, count);
    for (size_t i = 0; i < shown; i++) {
        print_cycle(r, i);
    }
    cli_print_more(stdout, "", count - shown, "cycle");
    if (count == 0) {
        puts("no function may call itself by calls that are known");
    }
    unknown_print(&r->unknown, count ? "may close more cycles" : "may close cycles");
}

static void json_cycle(struct json *json, const struct recursion *r, size_t cycle)
{
    size_t count;
    cg_node *nodes = members(r, cycle, &count);
    json_open(json, NULL, '{');
    json_number(json, "size", count);
    json_functions(json, "functions", r->query, (struct cg_function_set){nodes, limit(r, count)});
    json_edges(json, "cycle", r->query, cg_cycles_at(r->cycles, cycle));
    json_close(json, '}');
    g_free(nodes);
}

static void print_json(const struct recursion *r)
{
    struct json json = {.out = stdout};
    json_begin(&json, r->query);
    json_number(&json, "count", cg_cycles_count(r->cycles));
    json_open(&json, "cycles", '[');
    for (size_t i = 0; i < limit(r, cg_cycles_count(r->cycles)); i++) {
        json_cycle(&json, r, i);
    }
    json_close(&json, ']');
    unknown_json(&json, &r->unknown);
    json_end(&json);
}

static void sum_up_cycles(const struct recursion *r)
{
    size_t cycles = cg_cycles_count(r->cycles), all = 0, count;
    for (size_t i = 0; i < cycles; i++) {
        g_free(members(r, i, &count));
        all += count;
    }
    uint32_t functions = cg_graph_node_count(r->query->graph);
    query_sum_up(r->query, "%zu cycle%s with %zu of %u function%s", cycles, cli_s(cycles), all,
                 functions, cli_s(functions));
}

static int run_cycles(struct query *query, char **arguments)
{
    (void)arguments;
    struct cg_condensation *condensation = NULL;
    struct cg_cycles *cycles = NULL;
    struct cg_error error;
    int status = cg_condense(&condensation, query->graph, &error);
    if (!status) {
        status = cg_cycles_find(&cycles, query->graph, condensation, &error);
    }
    if (status) {
        cg_condensation_free(condensation);
        return query_fail(query, &error);
    }
    const struct recursion r = {query, condensation, cycles, unknown_count(query, NULL)};
    if (query->options.json) {
        print_json(&r);
    } else {
        print_text(&r);
    }
    sum_up_cycles(&r);
    int code = cg_cycles_count(cycles) > 0 ? CLI_OK : unknown_exit(&r.unknown);
    cg_cycles_free(cycles);
    cg_condensation_free(condensation);
    return code;
}

const struct verb verb_cycles = {
    .name = "cycles",
    .arguments = "[GRAPH]",
    .summary = "List recursion: functions that may call themselves.",
    .description =

        "For each strongly connected component, largest first: its functions, and the calls of "
        "one\n"
        "cycle as a proof, a function that calls itself directly if there is one:\n"
        "  cycle of N: NAME, NAME...\n"
        "    CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "The last line counts unresolved calls, which may close more cycles. 'cgquery select' "
        "with\n"
        "'recursive(*)' lists the functions alone.\n"
        "\n"
        "JSON: \"count\", \"cycles\" (\"size\", \"functions\", \"cycle\": calls in order), "
        "\"unresolvedCalls\"\n"
        "(\"calls\", the \"functions\" that have them, and how many are \"unrecorded\").",
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_EXCLUDE,
    .run = run_cycles,
};
