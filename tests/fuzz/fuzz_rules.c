/*
 * Rules are refused with a place, or evaluated; every reported violation is a chain of calls.
 *
 * Input: rules.
 */
#include "fuzz.h"

#include <libcg/rules.h>

#include <stdlib.h>
#include <string.h>

static const char graph_text[] =
    "{\"_CG\":{\"meta\":{},\"nodes\":{"
    "\"0\":{\"callees\":{\"1\":{},\"2\":{}},\"functionName\":\"main\",\"hasBody\":true,"
    "\"meta\":{\"unresolvedCalls\":[]},\"origin\":\"src/a.c\"},"
    "\"1\":{\"callees\":{\"2\":{}},\"functionName\":\"f\",\"hasBody\":true,"
    "\"meta\":{\"unresolvedCalls\":[{\"reason\":\"pointer\"}]},\"origin\":\"src/a.c\"},"
    "\"2\":{\"callees\":{\"3\":{},\"2\":{}},\"functionName\":\"g\",\"hasBody\":true,"
    "\"meta\":{\"unresolvedCalls\":[]},\"origin\":\"src/b.c\"},"
    "\"3\":{\"callees\":{},\"functionName\":\"printf\",\"hasBody\":false,\"meta\":{},"
    "\"origin\":null}}},"
    "\"_MetaCG\":{\"generator\":{\"name\":\"t\",\"sha\":\"\",\"version\":\"0.1\"},"
    "\"version\":\"4.0\"}}";

static void check_chain(const struct cg_graph *graph, const struct cg_violation *violation)
{
    FUZZ_CHECK(violation->length > 0);
    for (size_t i = 1; i < violation->length; i++) {
        FUZZ_CHECK(cg_edge_caller(graph, violation->chain[i]) ==
                   cg_edge_callee(graph, violation->chain[i - 1]));
    }
}

static void check_rule(const struct cg_graph *graph, const struct cg_rules *rules, size_t i)
{
    const struct cg_rule *rule = cg_rules_at(rules, i);
    struct cg_rule_verdict *verdict;
    FUZZ_CHECK(rule->name[0] && rule->text[0] && rule->line && rule->column);
    FUZZ_CHECK(!strchr(rule->text, '\n') && rule->set_count >= 2);
    FUZZ_CHECK(!cg_rules_check(&verdict, rules, i, NULL));
    for (size_t k = 0; k < cg_rule_verdict_count(verdict); k++) {
        check_chain(graph, cg_rule_verdict_at(verdict, k));
        FUZZ_CHECK(cg_rule_verdict_at(verdict, k)->from < rule->set_count);
        FUZZ_CHECK(cg_rule_verdict_at(verdict, k)->to < rule->set_count);
    }
    cg_rule_verdict_free(verdict);
}

/* Lists of names would read arbitrary files. */
static bool reads_files(const char *text)
{
    return strchr(text, '@') != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    struct cg_graph *graph = fuzz_read(graph_text, sizeof graph_text - 1, NULL);
    struct cg_selector *selector;
    struct cg_rules *rules;
    struct cg_error error = {0};
    FUZZ_CHECK(graph && !cg_graph_freeze(graph, NULL));
    FUZZ_CHECK(!cg_selector_new(&selector, graph, NULL, NULL));
    FUZZ_CHECK(!cg_rules_new(&rules, selector, NULL));
    int status = reads_files(text) ? CG_OK : cg_rules_read(rules, text, "input", &error);
    if (status) {
        FUZZ_CHECK(status == CG_E_FORMAT || status == CG_E_LIMIT || status == CG_E_CONFLICT);
        FUZZ_CHECK(error.status == (enum cg_status)status && error.text[0] && error.line);
    }
    for (size_t i = 0; i < cg_rules_count(rules); i++) {
        check_rule(graph, rules, i);
    }
    cg_rules_free(rules);
    cg_selector_free(selector);
    cg_graph_free(graph);
    free(text);
    return 0;
}
