/* The verb cycles: recursion; each component with a cycle as example. */
#include "core/query.h"
#include "print/component.h"
#include "print/json.h"
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
    return component_members(r->query, r->condensation, r->cycles->component[cycle], count);
}

static size_t limit(const struct recursion *r, size_t count)
{
    return query_limit_count(r->query, count, r->query->options.json ? 0 : 10);
}

static void print_cycle(const struct recursion *r, size_t cycle)
{
    size_t count;
    cg_node *nodes = members(r, cycle, &count);
    component_print(r->query, nodes, count);
    for (size_t i = r->cycles->start[cycle]; i < r->cycles->start[cycle + 1]; i++) {
        fputs("  ", stdout);
        print_edge(r->query, r->cycles->edges[i]);
    }
    g_free(nodes);
}

static void print_text(const struct recursion *r)
{
    size_t shown = limit(r, r->cycles->count);
    for (size_t i = 0; i < shown; i++) {
        print_cycle(r, i);
    }
    cli_print_more(stdout, "", r->cycles->count - shown, "cycle");
    if (r->cycles->count == 0) {
        puts("no function may call itself by calls that are known");
    }
    unknown_print(&r->unknown, r->cycles->count ? "may close more cycles" : "may close cycles");
}

static void json_cycle(struct json *json, const struct recursion *r, size_t cycle)
{
    size_t count;
    cg_node *nodes = members(r, cycle, &count);
    json_open(json, NULL, '{');
    json_number(json, "size", count);
    json_functions(json, "functions", r->query, nodes, limit(r, count));
    json_edges(json, "cycle", r->query, r->cycles->edges + r->cycles->start[cycle],
               r->cycles->start[cycle + 1] - r->cycles->start[cycle]);
    json_close(json, '}');
    g_free(nodes);
}

static void print_json(const struct recursion *r)
{
    struct json json = {.out = stdout};
    json_begin(&json, r->query);
    json_number(&json, "count", r->cycles->count);
    json_open(&json, "cycles", '[');
    for (size_t i = 0; i < limit(r, r->cycles->count); i++) {
        json_cycle(&json, r, i);
    }
    json_close(&json, ']');
    unknown_json(&json, &r->unknown);
    json_end(&json);
}

static int run(struct query *query, char **arguments)
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
    int code = cycles->count > 0 ? CLI_OK : unknown_exit(&r.unknown);
    cg_cycles_free(cycles);
    cg_condensation_free(condensation);
    return code;
}

const struct verb verb_cycles = {
    .name = "cycles",
    .arguments = "[GRAPH]",
    .summary = "List recursion: functions that may call themselves.",
    .description =
        "For each strongly connected component, those of most functions first, the functions in\n"
        "it and the calls of one cycle, which proves it: of a function that calls itself and is\n"
        "in no cycle with others that call, else a shortest one through the first function.\n"
        "  cycle of N: NAME, NAME...\n"
        "    CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "The last line tells of unresolved calls, which may close more cycles. 'cgquery select' "
        "with\n"
        "'recursive(*)' lists the functions alone.\n"
        "\n"
        "JSON: \"count\", \"cycles\" (\"size\", \"functions\", \"cycle\": calls in order), "
        "\"unresolvedCalls\"\n"
        "(\"calls\", the \"functions\" that have them, and \"unrecorded\": functions that do not "
        "say).",
    .options = OPTIONS_COMMON | OPTION_MAX | OPTION_EXCLUDE,
    .run = run,
};
