/* Writes violations of rules as SARIF. */
#include "verbs/check/check.h"

static const char *name(const struct check *check, cg_node node)
{
    return cg_node_name(check->query->graph, node);
}

/* The rules in output order. */
static void write_location_of_call(struct json *json, const struct check *check, cg_edge edge)
{
    struct call_place call;
    call_place_find(&call, check->query, edge);
    json_open(json, "locations", '[');
    sarif_location(json, NULL, &call.place, name(check, cg_edge_caller(check->query->graph, edge)),
                   NULL);
    json_close(json, ']');
    call_place_clear(&call);
}

/* Each call at its place, then the function that all reach. */
static void write_flow(struct json *json, const struct check *check,
                       const struct cg_violation *violation)
{
    struct query *query = check->query;
    sarif_begin_flow(json);
    for (size_t i = 0; i < violation->length; i++) {
        cg_edge edge = violation->chain[i];
        struct call_place call;
        call_place_find(&call, query, edge);
        char *message =
            g_strdup_printf("calls %s", query_name(query, cg_edge_callee(query->graph, edge)));
        sarif_step(json, &call.place, name(check, cg_edge_caller(query->graph, edge)), message, i);
        g_free(message);
        call_place_clear(&call);
    }
    cg_node target = violation_target(check, violation);
    struct sarif_place place = sarif_place_of_node(query->graph, target);
    sarif_step(json, &place, name(check, target), NULL, violation->length);
    sarif_end_flow(json);
}

static char *message_of(const struct check *check, const struct cg_rule *rule,
                        const struct cg_violation *violation)
{
    struct query *query = check->query;
    cg_edge first = violation->chain[0];
    GString *text = g_string_new(NULL);
    g_string_append(text, query_name(query, cg_edge_caller(query->graph, first)));
    g_string_append_printf(text, " calls %s",
                           query_name(query, cg_edge_callee(query->graph, first)));
    if (violation->length > 1) {
        g_string_append_printf(text, ", which leads to %s",
                               query_name(query, violation_target(check, violation)));
    }
    if (rule_has_several(rule)) {
        g_string_append_printf(text, " (%s -> %s)", rule->sets[violation->from].text,
                               rule->sets[violation->to].text);
    }
    if (rule->message) {
        g_string_append_printf(text, ": %s", rule->message);
    }
    return g_string_free(text, FALSE);
}

static void write_violation(struct json *json, const struct check *check, size_t index,
                            const struct finding *finding)
{
    const struct cg_rule *rule = check->checked[index].rule;
    char *message = message_of(check, rule, finding->violation);
    const struct sarif_result result = {
        .rule = rule->name, .index = index, .level = "error", .message = message};
    sarif_begin_result(json, &result);
    write_location_of_call(json, check, finding->violation->chain[0]);
    write_flow(json, check, finding->violation);
    sarif_fingerprint(json, finding->line);
    if (finding->listed) {
        sarif_suppression(json);
    }
    json_close(json, '}');
    g_free(message);
}

static void take_first(const struct reach_report *report, cg_node node, const struct cg_site *site,
                       void *data)
{
    (void)report;
    struct json *json = data;
    const struct sarif_place place = {site->file, site->line, site->column};
    sarif_location(json, NULL, &place, cg_node_name(report->query->graph, node),
                   "this call is unresolved");
}

/* SARIF's word for undecided is "open". */
static void write_unknown(struct json *json, const struct check *check, size_t index)
{
    const struct checked *checked = &check->checked[index];
    const struct sarif_result result = {.rule = checked->rule->name,
                                        .index = index,
                                        .kind = "open",
                                        .level = "none",
                                        .message = "No call that breaks the rule is known, but not "
                                                   "all calls are."};
    struct reach_report report;
    sarif_begin_result(json, &result);
    json_open(json, "locations", '[');
    if (gap_answered(&report, check->query, cg_rule_verdict_unresolved(checked->verdict)) ==
        CLI_OK) {
        reach_report_unresolved_calls(&report, 1, take_first, json);
    }
    reach_report_clear(&report);
    json_close(json, ']');
    sarif_fingerprint(json, checked->gap_line);
    if (checked->gap_listed) {
        sarif_suppression(json);
    }
    json_close(json, '}');
}

static void print_log(FILE *out, const struct check *check)
{
    struct json json = {.out = out};
    sarif_begin(&json, "cgquery");
    for (size_t i = 0; i < check->count; i++) {
        const struct cg_rule *rule = check->checked[i].rule;
        sarif_rule(&json, rule->name, rule->text, rule->message ? rule->message : rule->text);
    }
    sarif_begin_results(&json);
    for (size_t i = 0; i < check->count; i++) {
        const struct checked *checked = &check->checked[i];
        for (size_t k = 0; k < cg_rule_verdict_count(checked->verdict); k++) {
            if (checked->findings[k].shown) {
                write_violation(&json, check, i, &checked->findings[k]);
            }
        }
        if (checked->shown == checked->listed && checked->gap_line) {
            write_unknown(&json, check, i);
        }
    }
    sarif_end(&json);
}

int check_write_sarif(const struct check *check, const char *path, struct cg_error *error)
{
    struct cli_output output;
    int status = cli_output_open(&output, path, error);
    if (status) {
        return status;
    }
    print_log(output.stream, check);
    if (check->query->trouble) { /* reported */
        cli_output_discard(&output);
        return CG_OK;
    }
    return cli_output_finish(&output, error);
}
