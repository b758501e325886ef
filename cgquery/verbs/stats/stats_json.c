/* Prints the numbers of a graph as JSON. */
#include "print/graph_json.h"
#include "verbs/stats/stats.h"

static gboolean json_text_count(gpointer text, gpointer count, gpointer json)
{
    json_number(json, text, GPOINTER_TO_UINT(count));
    return FALSE;
}

static void print_json_edges(struct json *json, const struct stats *stats,
                             const struct cg_graph *graph)
{
    json_open(json, "calls", '{');
    json_number(json, "total", cg_graph_edge_count(graph));
    json_open(json, "kinds", '{');
    for (unsigned i = 0; i < STATS_KINDS; i++) {
        json_number(json, cg_edge_kind_name(1u << i), stats->edges_by_kind[i]);
    }
    json_close(json, '}');
    json_number(json, "kindNotSaid", stats->edges_unsaid);
    json_open(json, "evidence", '{');
    g_tree_foreach(stats->evidence, json_text_count, json);
    json_close(json, '}');
    json_close(json, '}');
}

static void print_json_sums(struct json *json, const char *key, const struct indirect_sum *sums)
{
    static const char *const states[] = {[INDIRECT_UNSAID] = "notSaid",
                                         [INDIRECT_RESOLVED] = "resolved",
                                         [INDIRECT_UNRESOLVED] = "unresolved"};
    json_open(json, key, '{');
    for (size_t i = 0; i < G_N_ELEMENTS(states); i++) {
        json_open(json, states[i], '{');
        json_number(json, "calls", sums[i].calls);
        json_number(json, "callees", sums[i].callees);
        json_number(json, "most", sums[i].most);
        json_close(json, '}');
    }
    json_close(json, '}');
}

static void print_json_causes(struct json *json, const json_t *causes)
{
    json_t *cause;
    size_t i;
    json_open(json, "causes", '[');
    json_array_foreach(causes, i, cause)
    {
        json_open_line(json, NULL, '{');
        json_text(json, "cause", json_string_value(json_object_get(cause, "cause")));
        json_text(json, "reason", json_string_value(json_object_get(cause, "reason")));
        json_number(json, "sites", (uint64_t)json_integer_value(json_object_get(cause, "sites")));
        json_number(json, "only", (uint64_t)json_integer_value(json_object_get(cause, "only")));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void print_json_most(struct json *json, const char *key, const struct stats_most *most,
                            struct query *query)
{
    if (most->node != CG_NONE) {
        json_open(json, key, '{');
        json_function(json, "function", query, most->node);
        json_number(json, "count", most->count);
        json_close(json, '}');
    }
}

static void print_json_kinds(struct json *json, const char *key, const GArray *kinds)
{
    json_open(json, key, '{');
    for (guint i = 0; i < kinds->len; i++) {
        const struct stats_kind *kind = &g_array_index(kinds, struct stats_kind, i);
        json_number(json, kind->key, kind->count);
    }
    json_close(json, '}');
}

void stats_print_json(const struct stats *stats, struct query *query)
{
    struct json json = {.out = stdout};
    uint32_t nodes = cg_graph_node_count(query->graph);
    json_begin(&json, query);
    json_open(&json, "functions", '{');
    json_number(&json, "total", nodes);
    json_number(&json, "defined", stats->defined);
    json_number(&json, "onlyDeclared", nodes - stats->defined);
    json_open(&json, "linkage", '{');
    for (unsigned i = 0; i < STATS_LINKAGES; i++) {
        const char *word = cg_linkage_name(i);
        json_number(&json, word ? word : "notSaid", stats->by_linkage[i]);
    }
    json_close(&json, '}');
    json_number(&json, "addressTaken", stats->address_taken);
    json_number(&json, "recursive", stats->recursive);
    json_close(&json, '}');
    json_number(&json, "files", stats->files);
    if (stats->statements >= 0) {
        json_number(&json, "statements", (uint64_t)stats->statements);
    } else {
        json_raw(&json, "statements", "null");
    }
    print_json_edges(&json, stats, query->graph);
    print_json_most(&json, "mostCallers", &stats->callers, query);
    print_json_most(&json, "mostCallees", &stats->callees, query);
    json_open(&json, "unresolvedCalls", '{');
    json_number(&json, "total", stats->open_sites);
    json_open(&json, "reasons", '{');
    g_tree_foreach(stats->open_reasons, json_text_count, &json);
    json_close(&json, '}');
    json_number(&json, "functions", stats->open_functions);
    json_number(&json, "functionsUnrecorded", stats->unrecorded);
    json_close(&json, '}');
    if (stats->linked) {
        json_open(&json, "linked", '{');
        json_number(&json, "escape", stats->escaping);
        print_json_sums(&json, "pointer", stats->indirect.of[0]);
        print_json_sums(&json, "virtual", stats->indirect.of[1]);
        print_json_causes(&json, stats->causes);
        json_close(&json, '}');
    }
    json_open(&json, "components", '{');
    json_number(&json, "total", stats->components);
    json_number(&json, "largest", stats->largest_component);
    json_number(&json, "longestChain", stats->chain);
    json_close(&json, '}');
    if (stats->entry != CG_NONE) {
        json_function(&json, "entry", query, stats->entry);
        json_number(&json, "reachable", stats->reached);
    }
    json_open(&json, "metadata", '{');
    print_json_kinds(&json, "functions", stats->metadata[0]);
    print_json_kinds(&json, "calls", stats->metadata[1]);
    print_json_kinds(&json, "graph", stats->metadata[2]);
    json_close(&json, '}');
    json_end(&json);
}
