/* The rules of --rules in the page: whether each holds, and the calls that break it. */
#include "verbs/export/page/page.h"

#include "core/rule_lines.h"
#include "names/sets.h"

#include <libcg/rules.h>

/* What is said of a rule, in the order of page/js/rules.js. */
enum state {
    HOLDS,
    UNKNOWN,
    BROKEN,
    EMPTY,    /* a set of it has no function in this graph */
    ACCEPTED, /* would be unknown or broken without the baseline */
};

/** Rules being written. A chain is the functions that a call passes until it breaks the rule. */
struct rules {
    struct page *page;
    struct query *query; /**< of the whole graph */
    struct cg_rules *rules;
    struct cli_baseline *baseline;         /**< NULL: none */
    GArray *name, *text, *message, *state; /**< by rule */
    GArray *rule, *length, *accepted;      /**< by chain */
    GArray *function, *function_name;      /**< of all chains */
};

static void add_function(struct rules *rules, cg_node node)
{
    page_append(rules->function, page_function(rules->page, node));
    page_append(rules->function_name, page_text(rules->page, query_name(rules->query, node)));
}

/* @return whether the baseline has it */
static bool add_chain(struct rules *rules, uint32_t number, const struct cg_violation *violation)
{
    const struct cg_graph *graph = rules->query->graph;
    char *line = rule_line_of_violation(graph, cg_rules_at(rules->rules, number), violation);
    bool accepted = rule_line_is_accepted(rules->baseline, line);
    g_free(line);
    page_append(rules->rule, number);
    page_append(rules->accepted, accepted);
    page_append(rules->length, (uint32_t)violation->length + 1);
    add_function(rules, cg_edge_caller(graph, violation->chain[0]));
    for (size_t i = 0; i < violation->length; i++) {
        add_function(rules, cg_edge_callee(graph, violation->chain[i]));
    }
    return accepted;
}

static bool has_empty_set(const struct cg_rule *rule)
{
    bool empty = false;
    for (size_t i = 0; i < rule->set_count; i++) {
        empty |= rule->sets[i].count == 0;
    }
    return empty;
}

static bool unknown_is_accepted(const struct rules *rules, const struct cg_rule *rule)
{
    char *line = rule_line_of_unknown(rule);
    bool accepted = rule_line_is_accepted(rules->baseline, line);
    g_free(line);
    return accepted;
}

/* @param accepted  how many of the calls that break it the baseline has */
static enum state judge(const struct rules *rules, const struct cg_rule *rule,
                        const struct cg_rule_verdict *verdict, size_t accepted)
{
    if (cg_rule_verdict_count(verdict) > accepted) {
        return BROKEN;
    }
    if (cg_rule_verdict_unresolved(verdict)) {
        return unknown_is_accepted(rules, rule) ? ACCEPTED : UNKNOWN;
    }
    return accepted ? ACCEPTED : has_empty_set(rule) ? EMPTY : HOLDS;
}

static int add_rule(struct rules *rules, uint32_t number, struct cg_error *error)
{
    const struct cg_rule *rule = cg_rules_at(rules->rules, number);
    struct cg_rule_verdict *verdict = NULL;
    int status = cg_rules_check(&verdict, rules->rules, number, error);
    if (status) {
        return status;
    }
    page_append(rules->name, page_text(rules->page, rule->name));
    page_append(rules->text, page_text(rules->page, rule->text));
    page_append(rules->message, page_text(rules->page, rule->message));
    size_t accepted = 0;
    for (size_t i = 0; i < cg_rule_verdict_count(verdict); i++) {
        accepted += add_chain(rules, number, cg_rule_verdict_at(verdict, i));
    }
    page_append(rules->state, judge(rules, rule, verdict, accepted));
    cg_rule_verdict_free(verdict);
    return CG_OK;
}

static int read_rules(struct rules *rules, struct cg_selector *selector, struct cg_error *error)
{
    int status = cg_rules_new(&rules->rules, selector, error);
    for (char **file = rules->query->options.rules; *file && !status; file++) {
        status = cg_rules_read_file(rules->rules, *file, error);
    }
    for (size_t i = 0; !status && i < cg_rules_count(rules->rules); i++) {
        status = add_rule(rules, (uint32_t)i, error);
    }
    return status;
}

static void write_columns(struct rules *rules)
{
    struct page *page = rules->page;
    page_number_array(page, "ruleName", rules->name);
    page_number_array(page, "ruleText", rules->text);
    page_number_array(page, "ruleMessage", rules->message);
    page_number_array(page, "ruleState", rules->state);
    page_number_array(page, "chainRule", rules->rule);
    page_number_array(page, "chainLength", rules->length);
    page_number_array(page, "chainAccepted", rules->accepted);
    page_number_array(page, "chainFunction", rules->function);
    page_number_array(page, "chainName", rules->function_name);
}

/* Entries of the baseline that are about nothing any more. */
static void count_stale(const struct rules *rules)
{
    const char **stale = rules->baseline ? cli_baseline_entries(rules->baseline, 0) : NULL;
    size_t count = 0;
    while (stale && stale[count]) {
        count++;
    }
    page_fact_number(rules->page, "staleEntries", (double)count);
    g_free(stale);
}

/* @return false after reporting an error */
static bool take_baseline(struct rules *rules)
{
    const char *file = rules->query->options.baseline;
    rules->baseline = file ? rule_lines_read(file) : NULL;
    return !file || rules->baseline;
}

static void write_rules(struct page *page, struct cg_selector *selector)
{
    struct query *query = page->x->query;
    struct rules rules = {.page = page,
                          .query = query->whole ? query->whole : query,
                          .name = page_column(),
                          .text = page_column(),
                          .message = page_column(),
                          .state = page_column(),
                          .rule = page_column(),
                          .length = page_column(),
                          .accepted = page_column(),
                          .function = page_column(),
                          .function_name = page_column()};
    if (take_baseline(&rules)) {
        page->status = read_rules(&rules, selector, page->error);
        sets_note_unlisted(query);
    } else {
        query->trouble = true; /* reported */
    }
    count_stale(&rules);
    write_columns(&rules);
    cg_rules_free(rules.rules);
    cli_baseline_free(rules.baseline);
}

void page_write_rules(struct page *page)
{
    struct query *query = page->x->query;
    if (page->status || !query->options.rules) {
        if (query->options.baseline && !page->status) {
            page_refuse(page, "--baseline lists calls that break rules: give --rules as well");
        }
        return;
    }
    struct cg_selector *selector = sets_selector(query);
    if (!selector) {
        query->trouble = true; /* reported */
        return;
    }
    write_rules(page, selector);
}
