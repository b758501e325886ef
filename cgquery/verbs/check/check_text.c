/* Prints violations of rules for people. */
#include "verbs/check/check.h"

static const char *const colors[CHECK_STATES] = {
    [CHECK_HOLDS] = "32", [CHECK_ACCEPTED] = "32", [CHECK_UNKNOWN] = "33", [CHECK_VIOLATED] = "31"};

/* Prints a name that may have any characters. */
static void print_place(const char *file, unsigned long line, unsigned long column)
{
    print_plain(file);
    if (line) {
        printf(":%lu", line);
    }
    if (line && column) {
        printf(":%lu", column);
    }
}

/* Paths printed so far by first function: their sets, plus 1. */
struct printed {
    uint64_t *ways;
    const struct check *check;
};

static uint64_t sets_of(const struct cg_violation *violation)
{
    return (uint64_t)violation->from * CG_LIMIT_RULE_SETS + violation->to + 1;
}

/* The path after the printed call. Between the same sets, a function has one path. */
static void print_rest_of_chain(struct printed *printed, const struct cg_violation *violation)
{
    struct query *query = printed->check->query;
    for (size_t i = 1; i < violation->length; i++) {
        cg_node caller = cg_edge_caller(query->graph, violation->chain[i]);
        fputs("  ", stdout);
        if (printed->ways[caller] == sets_of(violation)) {
            printf("%s -> ... as above\n", query_name(query, caller));
            return;
        }
        printed->ways[caller] = sets_of(violation);
        print_edge(query, violation->chain[i]);
    }
}

static void print_sets(const struct cg_rule *rule, const struct cg_violation *violation)
{
    if (rule_has_several(rule)) {
        print_plain(rule->sets[violation->from].text);
        fputs(" -> ", stdout);
        print_plain(rule->sets[violation->to].text);
        fputs(": ", stdout);
    }
}

static void print_violation(struct printed *printed, const struct cg_rule *rule,
                            const struct cg_violation *violation)
{
    const struct check *check = printed->check;
    struct query *query = check->query;
    struct call_place call;
    call_place_find(&call, query, violation->chain[0]);
    print_place(call.place.file ? call.place.file : query->graph_name, call.place.line,
                call.place.column);
    fputs(": ", stdout);
    print_colored(query, "31", "error");
    fputs(": ", stdout);
    print_plain(rule->name);
    fputs(": ", stdout);
    print_sets(rule, violation);
    print_edge_names(query, violation->chain[0]);
    print_kinds(query, violation->chain[0]);
    if (call.more > 0) {
        printf(" (+%zu more site%s)", call.more, cli_s(call.more));
    }
    if (violation->length > 1) {
        printf(" leads to %s in %zu calls", query_name(query, violation_target(check, violation)),
               violation->length);
    }
    if (rule->message) {
        fputs(": ", stdout);
        print_plain(rule->message);
    }
    putchar('\n');
    print_rest_of_chain(printed, violation);
    call_place_clear(&call);
}

static void print_violations(const struct check *check, const struct checked *checked)
{
    int max = check->query->options.max;
    uint64_t limit = max > 0 ? (uint64_t)max : UINT64_MAX;
    uint64_t seen = 0;
    struct printed printed = {g_new0(uint64_t, cg_graph_node_count(check->query->graph) + 1),
                              check};
    for (size_t i = 0; i < cg_rule_verdict_count(checked->verdict); i++) {
        const struct finding *finding = &checked->findings[i];
        if (finding->shown && !finding->listed && seen++ < limit) {
            print_violation(&printed, checked->rule, finding->violation);
        }
    }
    g_free(printed.ways);
    print_rest(seen, limit, "violation");
}

/* Prints the first obstacle to a proof of each sort. */
static void print_gap(const struct check *check, const struct cg_unresolved_step *gap)
{
    struct reach_report report;
    int max = check->query->options.max;
    uint64_t limit = max < 0 ? 1 : max == 0 ? UINT64_MAX : (uint64_t)max;
    if (gap_answered(&report, check->query, gap) == CLI_OK) {
        const struct cg_reach *reach = gap->reach;
        print_rest(reach_report_unresolved_calls(&report, limit, print_unresolved_call, NULL),
                   limit, "unresolved call");
        print_silent_some(&report, limit);
        if (cg_reach_named(reach).count > 0) {
            print_named(&report);
        }
        print_callbacks(&report, limit);
    }
    reach_report_clear(&report);
}

/* " (3 calls, 1 more in the baseline)" */
static void print_counts(const struct checked *checked)
{
    size_t found = checked->shown - checked->listed;
    if (checked->state == CHECK_VIOLATED) {
        printf(" (%zu call%s", found, cli_s(found));
        if (checked->listed > 0) {
            printf(", %zu more in the baseline", checked->listed);
        }
        putchar(')');
    } else if (checked->listed > 0) {
        printf(" (%zu call%s in the baseline)", checked->listed, cli_s(checked->listed));
    }
}

static void print_rule(const struct check *check, const struct checked *checked)
{
    const struct cg_rule *rule = checked->rule;
    print_place(rule->file, rule->line, rule->column);
    fputs(": ", stdout);
    print_colored(check->query, colors[checked->state], check_state_word(checked->state));
    fputs(": ", stdout);
    print_plain(rule->name);
    print_counts(checked);
    putchar('\n');
    if (checked->state == CHECK_VIOLATED) {
        print_violations(check, checked);
    } else if (checked->state == CHECK_UNKNOWN) {
        print_gap(check, cg_rule_verdict_unresolved(checked->verdict));
    }
}

static void print_summary(const struct check *check)
{
    printf("%zu rule%s: ", check->count, cli_s(check->count));
    const char *separator = "";
    for (size_t state = 0; state < CHECK_STATES; state++) {
        size_t count = check_count(check, (enum check_state)state);
        if (count > 0) {
            const char *word = check_state_word((enum check_state)state);
            printf("%s%zu %s", separator, count, state == CHECK_HOLDS && count > 1 ? "hold" : word);
            separator = ", ";
        }
    }
    putchar('\n');
}

void check_print_text(const struct check *check)
{
    for (size_t i = 0; i < check->count; i++) {
        print_rule(check, &check->checked[i]);
    }
    if (!cli_is_quiet()) {
        print_summary(check);
    }
}
