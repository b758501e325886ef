/* Prints violations of rules as JSON. */
#include "verbs/check/check.h"

static void write_violation(struct json *json, const struct check *check,
                            const struct checked *checked, const struct finding *finding)
{
    struct query *query = check->query;
    const struct cg_violation *violation = finding->violation;
    json_open(json, NULL, '{');
    json_edge_members(json, query, violation->chain[0]);
    json_sites(json, "sites", query, violation->chain[0], CG_KEY_CALL_SITES);
    bool others = checked->rule->kind == CG_RULE_ONLY; /* besides FROM, which has no text */
    json_text(json, "from", others ? NULL : checked->rule->sets[violation->from].text);
    json_text(json, "to", checked->rule->sets[violation->to].text);
    json_function(json, "target", query, violation_target(check, violation));
    json_bool(json, "known", finding->listed);
    json_edges(json, "chain", query, (struct cg_call_set){violation->chain, violation->length});
    json_close(json, '}');
}

static void write_violations(struct json *json, const struct check *check,
                             const struct checked *checked)
{
    int max = check->query->options.max;
    int seen = 0;
    json_open(json, "violations", '[');
    for (size_t i = 0; i < cg_rule_verdict_count(checked->verdict); i++) {
        const struct finding *finding = &checked->findings[i];
        if (finding->shown && (max <= 0 || seen++ < max)) {
            write_violation(json, check, checked, finding);
        }
    }
    json_close(json, ']');
}

static void write_gap(struct json *json, const struct check *check, const struct checked *checked)
{
    const struct cg_unresolved_step *gap = cg_rule_verdict_unresolved(checked->verdict);
    struct reach_report report;
    if (!gap) {
        json_text(json, "gap", NULL);
        return;
    }
    json_open(json, "gap", '{');
    if (gap_answered(&report, check->query, gap) == CLI_OK) {
        json_bool(json, "known", checked->gap_listed);
        json_evidence(json, &report);
    }
    json_close(json, '}');
    reach_report_clear(&report);
}

static void write_rule(struct json *json, const struct check *check, const struct checked *checked)
{
    const struct cg_rule *rule = checked->rule;
    json_open(json, NULL, '{');
    json_text(json, "name", rule->name);
    json_text(json, "text", rule->text);
    json_text(json, "message", rule->message);
    json_text(json, "file", rule->file);
    json_number(json, "line", rule->line);
    json_number(json, "column", rule->column);
    json_text(json, "answer", check_state_word(checked->state));
    write_violations(json, check, checked);
    write_gap(json, check, checked);
    json_close(json, '}');
}

static void write_baseline(struct json *json, const struct check *check)
{
    if (!check->baseline) {
        json_text(json, "baseline", NULL);
        return;
    }
    const char **stale = cli_baseline_entries(check->baseline, 0);
    json_open(json, "baseline", '{');
    json_text(json, "file", cli_title(check->query->options.baseline));
    json_open(json, "stale", '[');
    for (size_t i = 0; stale[i]; i++) {
        json_text(json, NULL, stale[i]);
    }
    json_close(json, ']');
    json_close(json, '}');
    g_free(stale);
}

void check_print_json(const struct check *check)
{
    struct json json = {.out = stdout};
    json_begin(&json, check->query);
    json_open(&json, "rules", '[');
    for (size_t i = 0; i < check->count; i++) {
        write_rule(&json, check, &check->checked[i]);
    }
    json_close(&json, ']');
    write_baseline(&json, check);
    json_end(&json);
}
