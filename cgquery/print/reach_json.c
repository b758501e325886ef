/* What keeps an answer about reachability from being certain, in JSON: for reach, why and check. */
#include "print/reach_report.h"

static void write_open_call(const struct answered *answered, cg_node node,
                            const struct cg_site *site, void *json)
{
    json_open_call(json, answered->query, site, node, answered->distance[node]);
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
    json_bool(json, "recordsOpenCalls", reach->records_open_calls);
    json_bool(json, "linked", reach->linked);
    json_open(json, "open", '[');
    answered_open_calls(answered, answered_json_limit(answered), write_open_call, json);
    json_close(json, ']');
    json_functions(json, "silent", query, reach->silent, reach->silent_count);
    json_functions(json, "uncollected", query, reach->uncollected, reach->uncollected_count);
    json_functions(json, "outward", query, reach->outward, reach->outward_count);
    json_callbacks(json, answered);
    json_functions(json, "strangers", query, reach->strangers, reach->strangers_count);
    json_functions(json, "named", query, reach->named, reach->named_count);
}
