/* Writes what makes an answer about reachability uncertain as JSON, for reach, why and check. */
#include "print/reach_report.h"

static void write_unresolved_call(const struct reach_report *report, cg_node node,
                                  const struct cg_site *site, void *json)
{
    json_unresolved_call(json, report->query, site, node, report->distance[node]);
}

static void json_callbacks(struct json *json, const struct reach_report *report)
{
    struct cg_function_set callbacks = cg_reach_callbacks(report->reach);
    json_open(json, "callbacks", '[');
    for (size_t i = 0; i < callbacks.count; i++) {
        json_address_taken(json, report->query, callbacks.nodes[i]);
    }
    json_close(json, ']');
}

void json_evidence(struct json *json, const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    struct query *query = report->query;
    json_number(json, "reached", cg_reach_known_count(reach));
    json_number(json, "beyond", cg_reach_beyond_count(reach));
    json_bool(json, "recordsUnresolvedCalls", cg_reach_records_unresolved_calls(reach));
    json_bool(json, "linked", cg_reach_is_linked(reach));
    json_open(json, "unresolved", '[');
    reach_report_unresolved_calls(report, reach_report_json_limit(report), write_unresolved_call,
                                  json);
    json_close(json, ']');
    json_functions(json, "unrecorded", query, cg_reach_unrecorded(reach));
    json_functions(json, "uncollected", query, cg_reach_uncollected(reach));
    json_functions(json, "mayCallBack", query, cg_reach_may_call_back(reach));
    json_callbacks(json, report);
    json_functions(json, "possibleProgramCode", query, cg_reach_possible_program_code(reach));
    json_functions(json, "named", query, cg_reach_named(reach));
}
