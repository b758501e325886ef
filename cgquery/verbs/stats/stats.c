/*
 * Goes over nodes and edges for the counts, and over components, callees first, for recursion and
 * the longest chain of calls.
 */
#include "verbs/stats/stats.h"

#include <libcg/condense.h>
#include <libcg/entries.h>
#include <libcg/json.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/query.h>

#include <stdlib.h>
#include <string.h>

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

static void count_evidence(struct stats *stats, const struct cg_graph *graph, cg_edge edge)
{
    char *words = evidence_words(graph, edge);
    if (words) {
        count_text(stats->evidence, words);
    }
    g_free(words);
}

static void count_open(struct stats *stats, struct query *query, cg_node node)
{
    struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
    size_t count = site_count(sites);
    stats->open_functions += count > 0;
    stats->open_sites += count;
    for (size_t i = 0; i < count; i++) {
        const char *reason = cg_site_list_at(sites, i)->reason;
        count_text(stats->open_reasons, reason ? reason : "not recorded");
    }
    cg_site_list_free(sites);
}

static void count_definition(struct stats *stats, const struct cg_graph *graph, cg_node node,
                             GHashTable *files)
{
    const char *file = cg_node_origin(graph, node);
    int64_t statements = cg_num_statements(graph, node);
    stats->defined++;
    stats->by_linkage[cg_node_linkage(graph, node)]++;
    stats->unrecorded += !cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS);
    if (file) {
        g_hash_table_add(files, (gpointer)(uintptr_t)file);
    }
    if (statements >= 0 &&
        __builtin_add_overflow(MAX(stats->statements, 0), statements, &stats->statements)) {
        stats->statements = G_MAXINT64;
    }
}

static void count_nodes(struct stats *stats, struct query *query)
{
    GHashTable *files = g_hash_table_new(g_str_hash, g_str_equal);
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (cg_node_has_body(query->graph, node)) {
            count_definition(stats, query->graph, node, files);
        }
        count_open(stats, query, node);
        struct cg_site_list *taken = query_sites(query, node, CG_KEY_ADDRESS_TAKEN);
        stats->address_taken += site_count(taken) > 0;
        cg_site_list_free(taken);
        if (stats->linked) {
            stats->escaping += cg_node_truth(query->graph, node, CG_KEY_ESCAPES) == CG_TRUTH_TRUE;
            indirect_add(&stats->indirect, query, node);
        }
    }
    stats->files = g_hash_table_size(files);
    g_hash_table_unref(files);
}

static void count_edges(struct stats *stats, const struct cg_graph *graph)
{
    for (cg_edge edge = 0; edge < cg_graph_edge_count(graph); edge++) {
        unsigned kinds = cg_edge_kinds(graph, edge);
        count_evidence(stats, graph, edge);
        stats->edges_unsaid += kinds == 0;
        for (unsigned i = 0; i < STATS_KINDS; i++) {
            stats->edges_by_kind[i] += (kinds >> i) & 1;
        }
    }
}

static void find_most(struct stats_most *most, const uint32_t *counts, const struct query *query)
{
    *most = (struct stats_most){CG_NONE, 0};
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (counts[node] > most->count ||
            (counts[node] > 0 && counts[node] == most->count &&
             query_rank(query)[node] < query_rank(query)[most->node])) {
            *most = (struct stats_most){node, counts[node]};
        }
    }
}

static void count_neighbours(struct stats *stats, const struct query *query)
{
    uint32_t nodes = cg_graph_node_count(query->graph);
    uint32_t *callers = g_new0(uint32_t, nodes), *callees = g_new0(uint32_t, nodes);
    for (cg_edge edge = 0; edge < cg_graph_edge_count(query->graph); edge++) {
        if (cg_edge_kinds(query->graph, edge) != CG_EDGE_CANDIDATE) {
            callers[cg_edge_callee(query->graph, edge)]++;
            callees[cg_edge_caller(query->graph, edge)]++;
        }
    }
    find_most(&stats->callers, callers, query);
    find_most(&stats->callees, callees, query);
    g_free(callers);
    g_free(callees);
}

/* Callees come before their callers. */
static uint32_t longest_chain(const struct cg_condensation *c)
{
    uint32_t *length = g_new0(uint32_t, cg_condensation_count(c));
    uint32_t longest = 0;
    for (uint32_t i = 0; i < cg_condensation_count(c); i++) {
        const uint32_t *callees;
        uint32_t count = cg_condensation_callees(c, i, &callees);
        for (uint32_t k = 0; k < count; k++) {
            length[i] = MAX(length[i], length[callees[k]] + 1);
        }
        longest = MAX(longest, length[i]);
    }
    g_free(length);
    return longest;
}

static bool calls_itself(const struct cg_graph *graph, cg_node node)
{
    cg_edge edge = cg_graph_find_edge(graph, node, node);
    return edge != CG_NONE && cg_edge_kinds(graph, edge) != CG_EDGE_CANDIDATE;
}

static int count_components(struct stats *stats, const struct cg_graph *graph,
                            struct cg_error *error)
{
    struct cg_condensation *c;
    int status = cg_condense(&c, graph, error);
    if (status) {
        return status;
    }
    stats->components = cg_condensation_count(c);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        uint32_t component = cg_condensation_component(c, node);
        uint32_t size = (uint32_t)cg_condensation_members(c, component).count;
        stats->largest_component = MAX(stats->largest_component, size);
        stats->recursive += size > 1 || calls_itself(graph, node);
    }
    stats->chain = longest_chain(c);
    cg_condensation_free(c);
    return CG_OK;
}

/* Metadata */

static gint by_key(gconstpointer a, gconstpointer b)
{
    return strcmp(((const struct stats_kind *)a)->key, ((const struct stats_kind *)b)->key);
}

/* Equal keys are the same pointer, so counting compares no text. */
static GArray *count_metadata(const struct cg_graph *graph, enum cg_place place, uint32_t count)
{
    GHashTable *counts = g_hash_table_new(NULL, NULL);
    GArray *kinds = g_array_new(FALSE, FALSE, sizeof(struct stats_kind));
    for (uint32_t i = 0; i < count; i++) {
        struct cg_metadata_walk walk = {0};
        while (cg_metadata_next(&walk, graph, place, i)) {
            gpointer key = (gpointer)(uintptr_t)walk.key;
            guint before = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));
            g_hash_table_insert(counts, key, GUINT_TO_POINTER(before + 1));
        }
    }
    GHashTableIter walk;
    gpointer key, number;
    g_hash_table_iter_init(&walk, counts);
    while (g_hash_table_iter_next(&walk, &key, &number)) {
        const struct stats_kind kind = {key, GPOINTER_TO_UINT(number)};
        g_array_append_val(kinds, kind);
    }
    g_hash_table_unref(counts);
    g_array_sort(kinds, by_key);
    return kinds;
}

static int count_reached(struct stats *stats, const struct cg_graph *graph, struct cg_error *error)
{
    stats->entry = cg_graph_main(graph);
    if (stats->entry == CG_NONE) {
        return CG_OK;
    }
    uint32_t nodes = cg_graph_node_count(graph);
    uint32_t *distance = g_new(uint32_t, nodes);
    GArray *mains = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < nodes; node++) {
        if (cg_begins_program(graph, node)) {
            g_array_append_val(mains, node);
        }
    }
    const struct cg_function_set set = {(const cg_node *)(void *)mains->data, mains->len};
    int status = cg_search(distance, graph, &set, CG_CALLEES, CG_NONE, error);
    for (cg_node node = 0; !status && node < nodes; node++) {
        stats->reached += distance[node] != CG_NONE;
    }
    g_array_free(mains, TRUE);
    g_free(distance);
    return status;
}

/* What keeps calls unresolved; the kind checks the value's shape. */
static int read_causes(struct stats *stats, const struct cg_graph *graph, struct cg_error *error)
{
    json_t *cause;
    size_t i;
    int status =
        cg_metadata_json(&stats->causes, graph, CG_ON_GRAPH, 0, CG_KEY_UNRESOLVED_CAUSES, error);
    bool sound = !stats->causes || json_is_array(stats->causes);
    json_array_foreach(stats->causes, i, cause)
    {
        const char *name, *reason;
        json_int_t only, sites;
        sound = sound &&
                json_unpack(cause, "{s:s,s:s,s:I,s:I}", "cause", &name, "reason", &reason, "only",
                            &only, "sites", &sites) == 0 &&
                only >= 0 && sites >= only;
    }
    if (!status && !sound) {
        return cli_fail(error, CG_E_FORMAT, NULL, "'%s' is malformed", CG_KEY_UNRESOLVED_CAUSES);
    }
    return status;
}

static int run_stats(struct query *query, char **arguments)
{
    (void)arguments;
    struct cg_error error;
    struct stats stats = {
        .statements = -1,
        .entry = CG_NONE,
        .linked = cg_metadata_has(query->graph, CG_ON_GRAPH, 0, CG_KEY_LINKED),
        .evidence = g_tree_new_full(compare_texts, NULL, g_free, NULL),
        .open_reasons = g_tree_new_full(compare_texts, NULL, g_free, NULL),
    };
    count_nodes(&stats, query);
    count_edges(&stats, query->graph);
    count_neighbours(&stats, query);
    stats.metadata[0] = count_metadata(query->graph, CG_ON_NODE, cg_graph_node_count(query->graph));
    stats.metadata[1] = count_metadata(query->graph, CG_ON_EDGE, cg_graph_edge_count(query->graph));
    stats.metadata[2] = count_metadata(query->graph, CG_ON_GRAPH, 1);
    int code = CLI_OK;
    if (read_causes(&stats, query->graph, &error) ||
        count_components(&stats, query->graph, &error) ||
        count_reached(&stats, query->graph, &error)) {
        code = query_fail(query, &error);
    } else if (query->options.json) {
        stats_print_json(&stats, query);
    } else {
        stats_print_text(&stats, query);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(stats.metadata); i++) {
        g_array_unref(stats.metadata[i]);
    }
    json_decref(stats.causes);
    g_tree_unref(stats.evidence);
    g_tree_unref(stats.open_reasons);
    return code;
}

const struct verb verb_stats = {
    .name = "stats",
    .arguments = "[GRAPH]",
    .summary = "Count functions, calls and metadata of a graph.",
    .description =

        "Functions: definitions are counted by linkage; \"unrecorded\" functions have a body, but "
        "the\n"
        "graph does not record whether all their calls are known. Files are those that define\n"
        "functions. Calls: pairs of functions, by kind and by evidence (ast: the source, ir: the\n"
        "compiler, link: linking); unresolved calls are counted by place. A component is a set of\n"
        "functions that all reach each other.\n"
        "For a linked graph also: functions that escape (code not collected may call them), how\n"
        "many calls through pointers and virtual tables linking resolved, how many callees they\n"
        "have, and what keeps the others unresolved: for each cause, the number of calls it keeps\n"
        "unresolved, and of those that no other cause does. A cause is a function whose result or\n"
        "arguments linking cannot follow.\n"
        "Metadata: the number of functions, or calls, that carry a value of each kind.\n"
        "\n"
        "JSON: \"functions\" (\"total\", \"defined\", \"onlyDeclared\", \"linkage\": of "
        "definitions,\n"
        "\"addressTaken\", \"recursive\"), \"files\", \"statements\" or null, \"calls\", "
        "\"unresolvedCalls\",\n"
        "\"components\" (\"total\", \"largest\", \"longestChain\"); \"mostCallers\" and "
        "\"mostCallees\"\n"
        "(\"function\", \"count\") when there are calls; \"linked\" (\"escape\"; of \"pointer\" "
        "and\n"
        "\"virtual\" calls by state the number of \"calls\", of \"callees\" over all, and the "
        "\"most\" of\n"
        "one; \"causes\": \"cause\", \"reason\", \"sites\", \"only\") when the graph is; \"entry\" "
        "and\n"
        "\"reachable\" when it has an entry point or a main;\n"
        "\"metadata\" (\"functions\", \"calls\", \"graph\": counts by kind).",
    .options = OPTIONS_COMMON,
    .concludes = true,
    .run = run_stats,
};
