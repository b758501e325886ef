#include "indirect.h"
#include "json.h"
#include "query.h"

#include <libcg/entries.h>
#include <libcg/link.h>
#include <libcg/query.h>

#include <stdlib.h>
#include <string.h>

#define KINDS 5

struct stats {
    uint32_t defined;
    uint32_t silent; /* defined, and not saying whether all its calls are known */
    uint32_t edges_by_kind[KINDS];
    uint32_t edges_unsaid;
    GTree *evidence; /* "ast, ir", ... -> number of calls known from that */
    uint32_t open_functions;
    uint64_t open_sites;
    GTree *open_reasons; /* reason -> number of sites */
    uint32_t address_taken;
    bool linked;
    uint32_t escaping;
    struct indirect_sums indirect;
    uint32_t components;
    uint32_t largest_component;
    uint32_t recursive;
    cg_node entry;
    uint32_t reached;
};

static gint compare_texts(gconstpointer a, gconstpointer b, gpointer user)
{
    (void)user;
    return strcmp(a, b);
}

static void count_text(GTree *counts, const char *text)
{
    guint count = GPOINTER_TO_UINT(g_tree_lookup(counts, text));
    g_tree_replace(counts, g_strdup(text), GUINT_TO_POINTER(count + 1));
}

static void count_evidence(struct stats *stats, const char *array)
{
    char *words = evidence_words(array);
    count_text(stats->evidence, words);
    g_free(words);
}

static void count_open(struct stats *stats, struct query *query, cg_node node)
{
    struct cg_site_list *sites = query_sites(query, node, CG_KEY_OPEN_CALLS);
    size_t count = site_count(sites);
    stats->open_functions += count > 0;
    stats->open_sites += count;
    for (size_t i = 0; i < count; i++) {
        const char *reason = cg_site_list_at(sites, i)->reason;
        count_text(stats->open_reasons, reason ? reason : "not said");
    }
    cg_site_list_free(sites);
}

static void count_nodes(struct stats *stats, struct query *query)
{
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        bool has_body = cg_node_has_body(query->graph, node);
        stats->defined += has_body;
        stats->silent +=
            has_body && !cg_metadata_get(query->graph, CG_ON_NODE, node, CG_KEY_OPEN_CALLS);
        count_open(stats, query, node);
        struct cg_site_list *taken = query_sites(query, node, CG_KEY_ADDRESS_TAKEN);
        stats->address_taken += site_count(taken) > 0;
        cg_site_list_free(taken);
        if (stats->linked) {
            const char *escapes = cg_metadata_get(query->graph, CG_ON_NODE, node, CG_KEY_ESCAPES);
            stats->escaping += escapes && strcmp(escapes, "false") != 0;
            indirect_add(&stats->indirect, query, node);
        }
    }
}

static void count_edges(struct stats *stats, const struct cg_graph *graph)
{
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        unsigned kinds = cg_edge_kinds(graph, edge);
        const char *evidence = cg_metadata_get(graph, CG_ON_EDGE, edge, CG_KEY_EVIDENCE);
        if (evidence) {
            count_evidence(stats, evidence);
        }
        stats->edges_unsaid += kinds == 0;
        for (unsigned i = 0; i < KINDS; i++) {
            stats->edges_by_kind[i] += (kinds >> i) & 1;
        }
    }
}

static int count_components(struct stats *stats, const struct cg_graph *graph,
                            struct cg_error *error)
{
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t *component = g_new(uint32_t, nodes);
    int status = cg_components(component, &stats->components, graph, error);
    uint32_t *size = g_new0(uint32_t, stats->components);
    for (cg_node node = 0; !status && node < nodes; node++) {
        size[component[node]]++;
    }
    for (cg_node node = 0; !status && node < nodes; node++) {
        stats->largest_component = MAX(stats->largest_component, size[component[node]]);
        stats->recursive +=
            size[component[node]] > 1 || cg_graph_find_edge(graph, node, node) != CG_NONE;
    }
    g_free(size);
    g_free(component);
    return status;
}

static int count_reached(struct stats *stats, const struct cg_graph *graph, struct cg_error *error)
{
    stats->entry = cg_graph_main(graph);
    if (stats->entry == CG_NONE) {
        return CG_OK;
    }
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t *distance = g_new(uint32_t, nodes);
    int status = cg_search(distance, graph, &stats->entry, 1, CG_CALLEES, CG_NONE, error);
    for (cg_node node = 0; !status && node < nodes; node++) {
        stats->reached += distance[node] != CG_NONE;
    }
    g_free(distance);
    return status;
}

static void print_count(const char *label, uint64_t count)
{
    printf("%-36s %" G_GUINT64_FORMAT "\n", label, (guint64)count);
}

static gboolean print_text_count(gpointer text, gpointer count, gpointer prefix)
{
    char *label = g_strdup_printf("  %s%s", (const char *)prefix, (const char *)text);
    print_count(label, GPOINTER_TO_UINT(count));
    g_free(label);
    return FALSE;
}

/* Callees of one call: mean and maximum, rounded to tenths. */
static void print_sum(const char *state, const struct indirect_sum *sum)
{
    print_count(state, sum->calls);
    if (sum->calls > 0) {
        uint64_t tenths = (sum->callees * 10 + sum->calls / 2) / sum->calls;
        printf("%-36s %" G_GUINT64_FORMAT ".%u\n", "    callees of one, mean",
               (guint64)(tenths / 10), (unsigned)(tenths % 10));
        print_count("    callees of one, most", sum->most);
    }
}

static void print_sums(const char *label, const struct indirect_sum *sums)
{
    print_count(label, sums[INDIRECT_CLOSED].calls + sums[INDIRECT_OPEN].calls +
                           sums[INDIRECT_UNSAID].calls);
    print_sum("  closed", &sums[INDIRECT_CLOSED]);
    print_sum("  open", &sums[INDIRECT_OPEN]);
    if (sums[INDIRECT_UNSAID].calls > 0) {
        print_sum("  not said", &sums[INDIRECT_UNSAID]);
    }
}

static void print_edges(const struct stats *stats, const struct query *query)
{
    print_count("calls", cg_graph_edge_count(query->graph));
    for (unsigned i = 0; i < KINDS; i++) {
        char *label = g_strdup_printf("  %s", cg_edge_kind_name(1u << i));
        if (stats->edges_by_kind[i] > 0) {
            print_count(label, stats->edges_by_kind[i]);
        }
        g_free(label);
    }
    if (stats->edges_unsaid > 0) {
        print_count("  kind not said", stats->edges_unsaid);
    }
    g_tree_foreach(stats->evidence, print_text_count, (void *)"known from ");
}

static void print_text(const struct stats *stats, struct query *query)
{
    uint32_t nodes = cg_graph_node_count(query->graph);
    print_count("functions", nodes);
    print_count("  defined", stats->defined);
    print_count("  only declared", nodes - stats->defined);
    print_count("  address taken", stats->address_taken);
    if (stats->linked) {
        print_count("  escape", stats->escaping);
    }
    print_count("  recursive", stats->recursive);
    print_edges(stats, query);
    print_count("open calls", stats->open_sites);
    g_tree_foreach(stats->open_reasons, print_text_count, (void *)"");
    if (stats->linked) {
        print_sums("calls through pointers", stats->indirect.of[0]);
        print_sums("virtual calls", stats->indirect.of[1]);
    }
    print_count("functions with open calls", stats->open_functions);
    print_count("functions that do not say", stats->silent);
    print_count("components", stats->components);
    print_count("  largest", stats->largest_component);
    if (stats->entry == CG_NONE) {
        printf("%-36s -\n", "reachable from main");
        return;
    }
    char *label = g_strdup_printf("reachable from %s", query_name(query, stats->entry));
    print_count(label, stats->reached);
    g_free(label);
}

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
    for (unsigned i = 0; i < KINDS; i++) {
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
    static const char *const states[] = {
        [INDIRECT_UNSAID] = "notSaid", [INDIRECT_CLOSED] = "closed", [INDIRECT_OPEN] = "open"};
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

static void print_json(const struct stats *stats, struct query *query)
{
    struct json json = {.out = stdout};
    uint32_t nodes = cg_graph_node_count(query->graph);
    json_begin(&json, query);
    json_open(&json, "functions", '{');
    json_number(&json, "total", nodes);
    json_number(&json, "defined", stats->defined);
    json_number(&json, "onlyDeclared", nodes - stats->defined);
    json_number(&json, "addressTaken", stats->address_taken);
    json_number(&json, "recursive", stats->recursive);
    json_close(&json, '}');
    print_json_edges(&json, stats, query->graph);
    json_open(&json, "openCalls", '{');
    json_number(&json, "total", stats->open_sites);
    json_open(&json, "reasons", '{');
    g_tree_foreach(stats->open_reasons, json_text_count, &json);
    json_close(&json, '}');
    json_number(&json, "functions", stats->open_functions);
    json_number(&json, "functionsNotSaying", stats->silent);
    json_close(&json, '}');
    if (stats->linked) {
        json_open(&json, "linked", '{');
        json_number(&json, "escape", stats->escaping);
        print_json_sums(&json, "pointer", stats->indirect.of[0]);
        print_json_sums(&json, "virtual", stats->indirect.of[1]);
        json_close(&json, '}');
    }
    json_open(&json, "components", '{');
    json_number(&json, "total", stats->components);
    json_number(&json, "largest", stats->largest_component);
    json_close(&json, '}');
    if (stats->entry != CG_NONE) {
        json_function(&json, "entry", query, stats->entry);
        json_number(&json, "reachable", stats->reached);
    }
    json_end(&json);
}

static int run(struct query *query, char **arguments)
{
    (void)arguments;
    struct cg_error error;
    struct stats stats = {
        .entry = CG_NONE,
        .linked = cg_metadata_get(query->graph, CG_ON_GRAPH, 0, CG_KEY_LINKED) != NULL,
        .evidence = g_tree_new_full(compare_texts, NULL, g_free, NULL),
        .open_reasons = g_tree_new_full(compare_texts, NULL, g_free, NULL),
    };
    count_nodes(&stats, query);
    count_edges(&stats, query->graph);
    int code = CLI_OK;
    if (count_components(&stats, query->graph, &error) ||
        count_reached(&stats, query->graph, &error)) {
        code = query_fail(query, &error);
    } else if (query->options.json) {
        print_json(&stats, query);
    } else {
        print_text(&stats, query);
    }
    g_tree_unref(stats.evidence);
    g_tree_unref(stats.open_reasons);
    return code;
}

const struct verb verb_stats = {
    .name = "stats",
    .arguments = "GRAPH",
    .summary = "Count what is in a graph.",
    .description =
        "Calls are counted by pairs of functions, for each kind they are seen as, and by what "
        "they\n"
        "are known from: the source (ast), the compiler (ir); open calls by their places.\n"
        "A component is a set of functions that all reach each other. Functions that do not say\n"
        "are defined, but the graph does not tell whether all their calls are known.\n"
        "Of a linked graph also: functions that escape, that is may be called by code not\n"
        "collected, and calls that do not name their callee: how many linking closed, how many\n"
        "stay open, and how many callees one has.\n"
        "\n"
        "JSON: \"functions\", \"calls\", \"openCalls\", \"components\"; \"linked\" (\"escape\", "
        "and of\n"
        "\"pointer\" and \"virtual\" calls by state the number of \"calls\", of \"callees\" over "
        "all, and\n"
        "the \"most\" of one) when the graph is; \"entry\" and "
        "\"reachable\" when\n"
        "the graph has an entry point or a main.\n"
        "\n"
        "Exit status: 0 done, 2 trouble.",
    .options = OPTIONS_COMMON,
    .run = run,
};
