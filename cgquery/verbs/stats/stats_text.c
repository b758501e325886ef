/* Prints the numbers of a graph for people. */
#include "verbs/stats/stats.h"

static void print_count(const char *label, uint64_t count)
{
    printf("%-36s %" G_GUINT64_FORMAT "\n", label, (guint64)count);
}

static gboolean print_text_count(gpointer text, gpointer count, gpointer prefix)
{
    char *shown = cli_printable(text);
    char *label = g_strdup_printf("  %s%s", (const char *)prefix, shown);
    print_count(label, GPOINTER_TO_UINT(count));
    g_free(label);
    g_free(shown);
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
    print_count(label, sums[INDIRECT_RESOLVED].calls + sums[INDIRECT_UNRESOLVED].calls +
                           sums[INDIRECT_UNSAID].calls);
    print_sum("  resolved", &sums[INDIRECT_RESOLVED]);
    print_sum("  unresolved", &sums[INDIRECT_UNRESOLVED]);
    if (sums[INDIRECT_UNSAID].calls > 0) {
        print_sum("  not recorded", &sums[INDIRECT_UNSAID]);
    }
}

static void print_edges(const struct stats *stats, const struct query *query)
{
    print_count("calls", cg_graph_edge_count(query->graph));
    for (unsigned i = 0; i < STATS_KINDS; i++) {
        char *label = g_strdup_printf("  %s", cg_edge_kind_name(1u << i));
        if (stats->edges_by_kind[i] > 0) {
            print_count(label, stats->edges_by_kind[i]);
        }
        g_free(label);
    }
    if (stats->edges_unsaid > 0) {
        print_count("  kind not recorded", stats->edges_unsaid);
    }
    g_tree_foreach(stats->evidence, print_text_count, (void *)"known from ");
}

static void print_linkages(const struct stats *stats)
{
    for (unsigned i = 0; i < STATS_LINKAGES; i++) {
        const char *word = cg_linkage_name(i);
        if (word && stats->by_linkage[i] > 0) {
            char *label = g_strdup_printf("    %s", word);
            print_count(label, stats->by_linkage[i]);
            g_free(label);
        }
    }
}

static void print_most(const char *label, const struct stats_most *most, struct query *query)
{
    if (most->node != CG_NONE) {
        printf("%-36s %u %s\n", label, (unsigned)most->count, query_name(query, most->node));
    }
}

static void print_metadata(const char *label, const GArray *kinds)
{
    if (kinds->len > 0) {
        puts(label);
    }
    for (guint i = 0; i < kinds->len; i++) {
        const struct stats_kind *kind = &g_array_index(kinds, struct stats_kind, i);
        char *shown = cli_printable(kind->key);
        char *line = g_strdup_printf("  %s", shown);
        print_count(line, kind->count);
        g_free(line);
        g_free(shown);
    }
}

static void print_reached(const struct stats *stats, struct query *query)
{
    if (stats->entry == CG_NONE) {
        printf("%-36s -\n", "reachable from main");
        return;
    }
    char *label = g_strdup_printf("reachable from %s", query_name(query, stats->entry));
    print_count(label, stats->reached);
    g_free(label);
}

static void print_causes(const json_t *causes)
{
    json_t *cause;
    size_t i;
    if (causes) {
        puts("what keeps calls through pointers unresolved");
    }
    json_array_foreach(causes, i, cause)
    {
        char *name = cli_printable(json_string_value(json_object_get(cause, "cause")));
        char *reason = cli_printable(json_string_value(json_object_get(cause, "reason")));
        char *label = g_strdup_printf("  %s (%s)", name, reason);
        printf("%-36s %" JSON_INTEGER_FORMAT ", alone %" JSON_INTEGER_FORMAT "\n", label,
               json_integer_value(json_object_get(cause, "sites")),
               json_integer_value(json_object_get(cause, "only")));
        g_free(label);
        g_free(reason);
        g_free(name);
    }
}

void stats_print_text(const struct stats *stats, struct query *query)
{
    uint32_t nodes = cg_graph_node_count(query->graph);
    print_count("functions", nodes);
    print_count("  defined", stats->defined);
    print_linkages(stats);
    print_count("  only declared", nodes - stats->defined);
    print_count("  address taken", stats->address_taken);
    if (stats->linked) {
        print_count("  escape", stats->escaping);
    }
    print_count("  recursive", stats->recursive);
    print_count("files", stats->files);
    if (stats->statements >= 0) {
        print_count("statements", (uint64_t)stats->statements);
    }
    print_edges(stats, query);
    print_most("most callers", &stats->callers, query);
    print_most("most callees", &stats->callees, query);
    print_count("unresolved calls", stats->open_sites);
    g_tree_foreach(stats->open_reasons, print_text_count, (void *)"");
    if (stats->linked) {
        print_sums("calls through pointers", stats->indirect.of[0]);
        print_sums("virtual calls", stats->indirect.of[1]);
        print_causes(stats->causes);
    }
    print_count("functions with unresolved calls", stats->open_functions);
    print_count("functions unrecorded", stats->unrecorded);
    print_count("components", stats->components);
    print_count("  largest", stats->largest_component);
    print_count("  longest chain of calls", stats->chain);
    print_reached(stats, query);
    print_metadata("metadata of functions", stats->metadata[0]);
    print_metadata("metadata of calls", stats->metadata[1]);
    print_metadata("metadata of the graph", stats->metadata[2]);
    print_part_note(query);
}
