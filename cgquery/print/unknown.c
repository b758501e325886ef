/*
 * Prints the unresolved calls that an answer depends on, as text and as JSON, and chooses the exit
 * status from whether there are any.
 */
#include "print/unknown.h"

struct unknown unknown_count(struct query *query, const bool *walked)
{
    struct unknown unknown = {0};
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (walked && !walked[node]) {
            continue;
        }
        if (!cg_metadata_has(query->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS)) {
            unknown.unrecorded += cg_node_has_body(query->graph, node);
            continue;
        }
        struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
        unknown.calls += site_count(sites);
        unknown.functions += site_count(sites) > 0;
        cg_site_list_free(sites);
    }
    return unknown;
}

int unknown_exit(const struct unknown *unknown)
{
    return unknown->calls || unknown->unrecorded ? CLI_UNKNOWN : CLI_NO;
}

int unknown_exit_of_reach(struct query *query, const struct cg_function_set *from,
                          const struct cg_function_set *to)
{
    struct cg_reach *reach;
    struct cg_error error;
    if (cg_reach(&reach, query->graph, from, to, &error)) {
        return query_fail(query, &error);
    }
    int code = cg_reach_answer(reach) == CG_NO ? CLI_NO : CLI_UNKNOWN;
    cg_reach_free(reach);
    return code;
}

void unknown_print(const struct unknown *unknown, const char *what)
{
    if (unknown->calls) {
        printf("%zu unresolved call%s in %zu function%s %s\n", unknown->calls,
               cli_s(unknown->calls), unknown->functions, cli_s(unknown->functions), what);
    }
    if (unknown->unrecorded) {
        printf("%zu unrecorded function%s %s\n", unknown->unrecorded, cli_s(unknown->unrecorded),
               what);
    }
}

void unknown_json(struct json *json, const struct unknown *unknown)
{
    json_open(json, "unresolvedCalls", '{');
    json_number(json, "calls", unknown->calls);
    json_number(json, "functions", unknown->functions);
    json_number(json, "unrecorded", unknown->unrecorded);
    json_close(json, '}');
}
