/* Prints the explanation of an answer of reach as JSON. */
#include "print/graph_json.h"
#include "verbs/why/why.h"

#include <libcg/facts.h>

#include <stdlib.h>

static void write_state(struct json *json, const struct indirect_call *call)
{
    static const char *const words[] = {[INDIRECT_UNSAID] = NULL,
                                        [INDIRECT_RESOLVED] = "resolved",
                                        [INDIRECT_UNRESOLVED] = "unresolved"};
    json_number(json, "callees", call->callees);
    json_text(json, "state", words[call->state]);
    if (call->site.receiver) {
        json_text(json, "receiver", call->site.receiver);
        json_number(json, "slot", call->site.slot);
    }
    if (call->site.unknown) {
        json_text(json, "unknown", call->site.unknown);
    }
    if (call->site.causes) {
        json_text(json, "causes", call->site.causes);
    }
}

static void write_sites(struct json *json, struct query *query, cg_edge edge)
{
    struct indirect_calls calls;
    struct cg_site_list *sites = query_sites(query, edge, CG_KEY_CALL_SITES);
    indirect_read(&calls, query, cg_edge_caller(query->graph, edge));
    json_open(json, "sites", '[');
    for (size_t i = 0; i < site_count(sites); i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        const struct indirect_call *call = indirect_find(&calls, site);
        json_open(json, NULL, '{');
        json_site_members(json, site);
        if (call) {
            write_state(json, call);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
    indirect_clear(&calls);
    cg_site_list_free(sites);
}

static void write_evidence(struct json *json, const struct cg_graph *graph, cg_edge edge)
{
    const char *word;
    json_open(json, "evidence", '[');
    for (size_t i = 0; (word = cg_word_at(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE, i)); i++) {
        json_text(json, NULL, word);
    }
    json_close(json, ']');
}

/* A step of a path with what is known of its sites. */
static void write_step(struct json *json, struct query *query, cg_edge edge)
{
    json_open(json, NULL, '{');
    json_edge_members(json, query, edge);
    write_evidence(json, query->graph, edge);
    write_sites(json, query, edge);
    json_close(json, '}');
}

static void write_trail_to(struct json *json, const struct reach_report *report, cg_node node)
{
    struct query *query = report->query;
    bool known = report->distance[node] != CG_NONE;
    size_t count;
    cg_edge *edges = trail(query, known ? report->from_start : report->from_beyond, node, &count);
    json_edges(json, "path", query, (struct cg_call_set){edges, count});
    free(edges);
}

static void write_trail_from(struct json *json, const struct reach_report *report,
                             const struct grounds *grounds, cg_node node)
{
    size_t count;
    cg_edge *edges = trail(report->query, grounds->walk, node, &count);
    json_edges(json, "path", report->query, (struct cg_call_set){edges, count});
    free(edges);
}

static void write_unresolved_call(const struct reach_report *report, cg_node node,
                                  const struct cg_site *site, void *data)
{
    struct json *json = data;
    json_open(json, NULL, '{');
    json_unresolved_call_members(json, report->query, site, node, report->distance[node]);
    write_trail_to(json, report, node);
    json_close(json, '}');
}

static void write_sum(struct json *json, const char *key, const struct indirect_sum *sum)
{
    json_open(json, key, '{');
    json_number(json, "calls", sum->calls);
    json_number(json, "callees", sum->callees);
    json_number(json, "most", sum->most);
    json_close(json, '}');
}

static void write_sums(struct json *json, const char *key, const struct grounds *grounds,
                       enum indirect_state state)
{
    json_open(json, key, '{');
    write_sum(json, "pointer", &grounds->sums.of[0][state]);
    write_sum(json, "virtual", &grounds->sums.of[1][state]);
    json_close(json, '}');
}

static void write_linking(struct json *json, const struct grounds *grounds)
{
    if (!(grounds->linked & CG_LINKED)) {
        json_text(json, "linking", NULL);
        return;
    }
    json_open(json, "linking", '{');
    json_text(json, "virtual", query_virtual_mode(grounds->linked));
    json_text(json, "world", grounds->linked & CG_LINKED_PROGRAM ? "closed" : "open");
    json_close(json, '}');
}

static void write_callbacks(struct json *json, const struct reach_report *report,
                            const struct grounds *grounds)
{
    struct cg_function_set callbacks = cg_reach_callbacks(report->reach);
    json_open(json, "callbacks", '[');
    for (size_t i = 0; i < callbacks.count; i++) {
        json_open(json, NULL, '{');
        json_address_taken_members(json, report->query, callbacks.nodes[i]);
        write_trail_from(json, report, grounds, callbacks.nodes[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_named(struct json *json, const struct reach_report *report,
                        const struct grounds *grounds)
{
    struct cg_function_set named = cg_reach_named(report->reach);
    json_open(json, "named", '[');
    for (size_t i = 0; i < named.count; i++) {
        json_open(json, NULL, '{');
        json_function(json, "function", report->query, named.nodes[i]);
        write_trail_from(json, report, grounds, named.nodes[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_path(struct json *json, const struct reach_report *report)
{
    struct cg_call_set path = cg_reach_path(report->reach);
    json_open(json, "path", '[');
    for (size_t i = 0; i < path.count; i++) {
        write_step(json, report->query, path.edges[i]);
    }
    json_close(json, ']');
}

void why_print_json(const struct reach_report *report, const struct grounds *grounds)
{
    const struct cg_reach *reach = report->reach;
    struct query *query = report->query;
    struct json json = {.out = stdout};
    json_begin(&json, query);
    json_question(&json, report);
    write_path(&json, report);
    json_number(&json, "reached", cg_reach_known_count(reach));
    json_number(&json, "beyond", cg_reach_beyond_count(reach));
    json_number(&json, "callable", cg_reach_callable(reach).count);
    json_number(&json, "leading", grounds->leading);
    json_bool(&json, "recordsUnresolvedCalls", cg_reach_records_unresolved_calls(reach));
    write_linking(&json, grounds);
    write_sums(&json, "resolvedCalls", grounds, INDIRECT_RESOLVED);
    write_sums(&json, "unresolvedCalls", grounds, INDIRECT_UNRESOLVED);
    json_open(&json, "unresolved", '[');
    reach_report_unresolved_calls(report, reach_report_json_limit(report), write_unresolved_call,
                                  &json);
    json_close(&json, ']');
    json_functions(&json, "unrecorded", query, cg_reach_unrecorded(reach));
    json_functions(&json, "uncollected", query, cg_reach_uncollected(reach));
    json_functions(&json, "mayCallBack", query, cg_reach_may_call_back(reach));
    write_callbacks(&json, report, grounds);
    json_functions(&json, "possibleProgramCode", query, cg_reach_possible_program_code(reach));
    write_named(&json, report, grounds);
    json_end(&json);
}
