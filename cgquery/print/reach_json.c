/* What keeps an answer about reachability from being certain, in JSON: for reach, why and check. */
#include "print/reach_report.h"

static void write_unresolved_call(const struct answered *answered, cg_node node,
                                  const struct cg_site *site, void *json)
{
    json_unresolved_call(json, answered->query, site, node, answered->distance[node]);
}

static void json_callbacks(struct json *json, const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    json_open(json, "callbacks", '[');
    for (size_t i = 0; i < reach->callbacks_count; i++) {
        json_address_taken(json, answered->query, reach->callbacks[i]);
    }
    json_close(json, ']');
}

void json_evidence(struct json *json, const struct answered *answered)
{
    const struct cg_reach *reach = answered->reach;
    struct query *query = answered->query;
    json_number(json, "reached", reach->reached);
    json_number(json, "beyond", reach->beyond);
    json_bool(json, "recordsUnresolvedCalls", reach->records_unresolved_calls);
    json_bool(json, "linked", reach->linked);
    json_open(json, "unresolved", '[');
    answered_unresolved_calls(answered, answered_json_limit(answered), write_unresolved_call, json);
    json_close(json, ']');
    json_functions(json, "unrecorded", query, reach->unrecorded, reach->unrecorded_count);
    json_functions(json, "uncollected", query, reach->uncollected, reach->uncollected_count);
    json_functions(json, "mayCallBack", query, reach->may_call_back, reach->may_call_back_count);
    json_callbacks(json, answered);
    json_functions(json, "possibleProgramCode", query, reach->possible_program_code,
                   reach->possible_program_code_count);
    json_functions(json, "named", query, reach->named, reach->named_count);
}
