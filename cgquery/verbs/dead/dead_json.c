/* Prints dead functions as JSON. */
#include "verbs/dead/dead.h"

#include <libcg/kinds.h>
#include <libcg/site.h>

static void print_size(struct json *json, const struct dead_sum *sum)
{
    json_number(json, "functions", sum->functions);
    json_number(json, "statements", sum->statements);
    json_number(json, "lines", sum->lines);
}

static void print_sum(struct json *json, const char *key, const struct dead_sum *sum)
{
    json_open(json, key, '{');
    print_size(json, sum);
    json_close(json, '}');
}

static void print_nodes(struct json *json, const char *key, struct query *query, GArray *nodes)
{
    json_functions(json, key, query,
                   (struct cg_function_set){(const cg_node *)nodes->data, nodes->len});
    g_array_unref(nodes);
}

static void print_function(struct json *json, const struct dead_report *report, cg_node node)
{
    struct query *query = report->query;
    struct cg_inline_info info = {0};
    int64_t statements = cg_num_statements(query->graph, node);
    cg_inline_info(&info, query->graph, node);
    json_open(json, NULL, '{');
    json_function(json, "function", query, node);
    json_text(json, "reason", cg_dead_reason_text(dead_reason(report, node)));
    json_sites(json, "definedIn", query, node, CG_KEY_DEFINED_IN);
    print_nodes(json, "callers", query, dead_callers(report, node));
    print_nodes(json, "overrides", query, dead_overridden(report, node));
    json_sites(json, "addressTaken", query, node, CG_KEY_ADDRESS_TAKEN);
    if (statements >= 0) {
        json_number(json, "statements", (uint64_t)statements);
    }
    if (dead_lines(query, node) > 0) {
        json_number(json, "lines", dead_lines(query, node));
    }
    json_bool(json, "inline", info.likely_inline);
    json_bool(json, "template", info.is_template);
    json_close(json, '}');
}

static void print_cluster(struct json *json, const struct dead_report *report, uint32_t cluster)
{
    struct cg_function_set members = cg_dead_cluster_at(report->dead, cluster);
    json_open(json, NULL, '{');
    print_size(json, &report->sums[cluster]);
    json_functions(
        json, "roots", report->query,
        (struct cg_function_set){members.nodes, cg_dead_root_count(report->dead, cluster)});
    json_open(json, "members", '[');
    for (size_t i = 0; i < members.count; i++) {
        print_function(json, report, members.nodes[i]);
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void print_clusters(struct json *json, const struct dead_report *report, uint64_t limit)
{
    uint32_t several = report->several, count = cg_dead_cluster_count(report->dead);
    json_open(json, "clusters", '[');
    for (uint32_t i = 0; i < several && i < limit; i++) {
        print_cluster(json, report, report->ranked[i]);
    }
    for (uint32_t i = several; i < count && i - several < limit; i++) {
        print_cluster(json, report, report->ranked[i]);
    }
    json_close(json, ']');
}

static void print_maybe(struct json *json, const struct dead_report *report, uint64_t limit)
{
    json_open(json, "maybe", '[');
    for (guint i = 0; i < report->unknown->len && i < limit; i++) {
        print_function(json, report, g_array_index(report->unknown, cg_node, i));
    }
    json_close(json, ']');
}

static void print_unresolved_calls(struct json *json, const struct dead_report *report,
                                   cg_node node)
{
    struct query *query = report->query;
    struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
    for (size_t i = 0; i < site_count(sites); i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        if (dead_may_be_anything(report, site)) {
            json_site_in(json, query, site, node);
        }
    }
    cg_site_list_free(sites);
}

static bool is_silent(const struct dead_report *report, cg_node node)
{
    return !cg_metadata_has(report->query->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS);
}

static void print_anything(struct json *json, const struct dead_report *report)
{
    struct cg_function_set calls_anything = cg_dead_calls_anything(report->dead);
    json_open(json, "unresolved", '[');
    for (size_t i = 0; i < calls_anything.count; i++) {
        print_unresolved_calls(json, report, calls_anything.nodes[i]);
    }
    json_close(json, ']');
    json_open(json, "unrecorded", '[');
    for (size_t i = 0; i < calls_anything.count; i++) {
        if (is_silent(report, calls_anything.nodes[i])) {
            json_function(json, NULL, report->query, calls_anything.nodes[i]);
        }
    }
    json_close(json, ']');
}

void dead_print_json(const struct dead_report *report)
{
    struct json json = {.out = stdout};
    uint64_t limit = query_list_limit(report->query, SIZE_MAX);
    json_begin(&json, report->query);
    json_functions(
        &json, "entries", report->query,
        (struct cg_function_set){(const cg_node *)report->entries->data, report->entries->len});
    json_number(&json, "functions", report->examined);
    print_sum(&json, "dead", &report->all);
    print_sum(&json, "unknown", &report->maybe);
    print_clusters(&json, report, limit);
    print_maybe(&json, report, limit);
    print_anything(&json, report);
    json_end(&json);
}
