/* Writes what makes an answer about reachability uncertain as JSON, for reach, why and check. */
#include "print/reach_report.h"

static void write_unresolved_call(const struct reach_report *report, cg_node node,
                                  const struct cg_site *site, void *json)
{
    json_unresolved_call(json, report->query, site, node, report->distance[node]);
}

static void json_callbacks(struct json *json, const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    json_open(json, "callbacks", '[');
    for (size_t i = 0; i < reach->callbacks_count; i++) {
        json_address_taken(json, report->query, reach->callbacks[i]);
    }
    json_close(json, ']');
}

void json_evidence(struct json *json, const struct reach_report *report)
{
    const struct cg_reach *reach = report->reach;
    struct query *query = report->query;
    json_number(json, "reached", reach->reached);
    json_number(json, "beyond", reach->beyond);
    json_bool(json, "recordsUnresolvedCalls", reach->records_unresolved_calls);
    json_bool(json, "linked", reach->linked);
    json_open(json, "unresolved", '[');
    reach_report_unresolved_calls(report, reach_report_json_limit(report), write_unresolved_call,
                                  json);
    json_close(json, ']');
    json_functions(json, "unrecorded", query, reach->unrecorded, reach->unrecorded_count);
    json_functions(json, "uncollected", query, reach->uncollected, reach->uncollected_count);
    json_functions(json, "mayCallBack", query, reach->may_call_back, reach->may_call_back_count);
    json_callbacks(json, report);
    json_functions(json, "possibleProgramCode", query, reach->possible_program_code,
                   reach->possible_program_code_count);
    json_functions(json, "named", query, reach->named, reach->named_count);
}
