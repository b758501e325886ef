/* The verb dead: functions that cannot run. */
#include "verbs/dead/dead.h"

#include "names/limit.h"
#include "names/sets.h"

#include <libcg/entries.h>
#include <libcg/kinds.h>
#include <libcg/link.h>
#include <libcg/value.h>

#include <string.h>

enum cg_dead_reason dead_reason(const struct dead_report *report, cg_node node)
{
    return cg_dead_reason(report->dead, node);
}

uint32_t dead_lines(const struct query *query, cg_node node)
{
    struct cg_source_range range;
    bool known = cg_source_range(&range, query->graph, node) && range.first_line > 0 &&
                 range.last_line >= range.first_line;
    return known ? range.last_line - range.first_line + 1 : 0;
}

GArray *dead_callers(const struct dead_report *report, cg_node node)
{
    const struct query *query = report->query;
    bool maybe = cg_dead_can_run(dead_reason(report, node)) == CG_UNKNOWN;
    GArray *callers = g_array_new(FALSE, FALSE, sizeof(cg_node));
    const cg_edge *edges;
    uint32_t count = cg_node_in_edges(query->graph, node, &edges);
    for (uint32_t i = 0; i < count; i++) {
        cg_node caller = cg_edge_caller(query->graph, edges[i]);
        bool runs = cg_dead_can_run(dead_reason(report, caller)) == CG_UNKNOWN;
        if (caller != node && cg_edge_kinds(query->graph, edges[i]) != CG_EDGE_CANDIDATE &&
            runs == maybe) {
            g_array_append_val(callers, caller);
        }
    }
    query_sort(query, (cg_node *)callers->data, callers->len);
    return callers;
}

/* The first override pair of a method; pairs are sorted by method. */
static uint32_t first_override(const struct cg_graph *graph, cg_node node)
{
    uint32_t low = 0, high = cg_graph_override_count(graph);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        cg_node derived, base;
        cg_graph_override_at(graph, middle, &derived, &base);
        if (derived < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

GArray *dead_overridden(const struct dead_report *report, cg_node node)
{
    const struct cg_graph *graph = report->query->graph;
    GArray *bases = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (uint32_t i = first_override(graph, node); i < cg_graph_override_count(graph); i++) {
        cg_node derived, base;
        cg_graph_override_at(graph, i, &derived, &base);
        if (derived != node) {
            break;
        }
        g_array_append_val(bases, base);
    }
    query_sort(report->query, (cg_node *)bases->data, bases->len);
    return bases;
}

bool dead_may_be_anything(const struct dead_report *report, const struct cg_site *site)
{
    return !cg_dead_is_linked(report->dead) || cg_unresolved_call_extent(site) == CG_OPEN_ANYTHING;
}

/* Sizes */

static void add_function(struct dead_sum *sum, const struct query *query, cg_node node)
{
    int64_t statements = cg_num_statements(query->graph, node);
    sum->functions++;
    sum->statements += statements > 0 ? (uint64_t)statements : 0;
    sum->lines += dead_lines(query, node);
}

static void measure_clusters(struct dead_report *report)
{
    const struct cg_dead *dead = report->dead;
    report->sums = g_new0(struct dead_sum, cg_dead_cluster_count(dead) + 1);
    for (uint32_t c = 0; c < cg_dead_cluster_count(dead); c++) {
        struct cg_function_set cluster = cg_dead_cluster_at(dead, c);
        for (size_t i = 0; i < cluster.count; i++) {
            add_function(&report->sums[c], report->query, cluster.nodes[i]);
            add_function(&report->all, report->query, cluster.nodes[i]);
        }
    }
}

static gint compare_clusters(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct dead_report *report = user;
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    const struct dead_sum *x = &report->sums[left], *y = &report->sums[right];
    if ((x->functions > 1) != (y->functions > 1)) {
        return x->functions > 1 ? -1 : 1;
    }
    if (x->statements != y->statements) {
        return x->statements > y->statements ? -1 : 1;
    }
    if (x->functions != y->functions) {
        return x->functions > y->functions ? -1 : 1;
    }
    return (left > right) - (left < right);
}

static void rank_clusters(struct dead_report *report)
{
    uint32_t count = cg_dead_cluster_count(report->dead);
    report->ranked = g_new(uint32_t, count + 1);
    for (uint32_t c = 0; c < count; c++) {
        report->ranked[c] = c;
        report->several += report->sums[c].functions > 1;
    }
    if (count > 1) {
        g_qsort_with_data(report->ranked, (gint)count, sizeof *report->ranked, compare_clusters,
                          report);
    }
}

/* Functions with a body; those of system headers only with --include. */
static bool *choose_examined(struct query *query)
{
    uint32_t nodes = cg_graph_node_count(query->graph);
    bool *examined = g_new0(bool, nodes + 1);
    for (cg_node node = 0; node < nodes; node++) {
        examined[node] = cg_node_has_body(query->graph, node) && query_is_within(query, node) &&
                         (query->options.include || !cg_in_system_header(query->graph, node));
    }
    return examined;
}

static void count_examined(struct dead_report *report, const bool *examined)
{
    struct query *query = report->query;
    report->unknown = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        report->examined += examined[node];
        if (examined[node] && cg_dead_can_run(dead_reason(report, node)) == CG_UNKNOWN) {
            add_function(&report->maybe, query, node);
            g_array_append_val(report->unknown, node);
        }
    }
    query_sort(query, (cg_node *)report->unknown->data, report->unknown->len);
}

static bool has_methods(const struct cg_graph *graph)
{
    cg_node node = 0;
    while (node < cg_graph_node_count(graph) &&
           !(cg_node_is_virtual(graph, node) && cg_node_has_body(graph, node))) {
        node++;
    }
    return node < cg_graph_node_count(graph);
}

static void note(const struct dead_report *report)
{
    const struct query *query = report->query;
    if (query->options.entries && cg_graph_linked(query->graph) & CG_LINKED_RTA) {
        cli_note("%s is linked with --virtual=rta, which holds for what main leads to: entries "
                 "that it does not lead to may construct more classes",
                 query->graph_name);
    }
    if (cg_graph_linked(query->graph) & CG_LINKED_CHA && has_methods(query->graph)) {
        cli_note("%s is linked with --virtual=cha: methods of classes that nothing constructs are "
                 "taken to be called; cgmerge --virtual=rta finds them dead",
                 query->graph_name);
    }
    if (!query->options.entries && cg_graph_main(query->graph) == CG_NONE) {
        cli_note("%s has no main: it is taken for a library, in which all functions that others "
                 "may call run; --entry names others",
                 query->graph_name);
    }
    if (!cg_dead_records_unresolved_calls(report->dead)) {
        cli_note("%s does not record which calls are unresolved: it is taken to "
                 "have none",
                 query->graph_name);
    } else if (!cg_dead_is_linked(report->dead)) {
        cli_note("%s is not linked: any call through a pointer may come to any function; cgmerge "
                 "links",
                 query->graph_name);
    }
}

static int answer_dead(struct dead_report *report, const bool *examined)
{
    struct query *query = report->query;
    struct cg_error error;
    if (cg_dead(&report->dead, query->graph, (const cg_node *)report->entries->data,
                report->entries->len, examined, &error)) {
        return query_fail(query, &error);
    }
    measure_clusters(report);
    rank_clusters(report);
    count_examined(report, examined);
    note(report);
    if (query->options.json) {
        dead_print_json(report);
    } else {
        dead_print_text(report);
    }
    return report->all.functions > 0 ? CLI_NO : report->maybe.functions > 0 ? CLI_UNKNOWN : CLI_OK;
}

/* Prints the entry points, and what runs though nothing calls it. */
static GArray *find_entries(struct query *query)
{
    GArray *entries = query_entries(query);
    bool *is_entry = g_new0(bool, cg_graph_node_count(query->graph) + 1);
    for (guint i = 0; entries && i < entries->len; i++) {
        is_entry[g_array_index(entries, cg_node, i)] = true;
    }
    for (cg_node node = 0; entries && node < cg_graph_node_count(query->graph); node++) {
        if (!is_entry[node] && cg_kept_alive(query->graph, node)) {
            g_array_append_val(entries, node);
        }
    }
    if (entries) {
        query_sort(query, (cg_node *)entries->data, entries->len);
    }
    g_free(is_entry);
    return entries;
}

static int run_dead(struct query *query, char **arguments)
{
    (void)arguments;
    struct dead_report report = {.query = query, .entries = find_entries(query)};
    if (!report.entries) {
        return CLI_TROUBLE;
    }
    bool *examined = choose_examined(query);
    int code = answer_dead(&report, examined);
    g_free(examined);
    g_array_unref(report.entries);
    if (report.unknown) {
        g_array_unref(report.unknown);
    }
    g_free(report.sums);
    g_free(report.ranked);
    cg_dead_free(report.dead);
    return code;
}

const struct verb verb_dead = {
    .name = "dead",
    .arguments = "[GRAPH]",
    .summary = "List functions that cannot run, and why.",
    .description =

        "A function runs if calls lead to it from an entry point: main or, in a library, every\n"
        "function that others may call, and whatever runs without a call (initialisers, "
        "attributes\n"
        "such as constructor and used, vector tables, functions that compilers call). It is dead\n"
        "if no call, resolved or not, can reach it: 'cgquery why GRAPH main NAME' proves it. It\n"
        "is unknown if code that was not collected, or a call that may call anything, might reach\n"
        "it. Functions called only by dead ones are dead. Functions of system headers are left\n"
        "out unless --include has them.\n"
        "\n"
        "First the totals; then clusters of dead functions that call each other, roots first; "
        "then\n"
        "single functions; the largest first. One line per function:\n"
        "  dead NAME  FILE:LINE  REASON [inline, template]  N statements\n"
        "  unknown NAME  FILE:LINE  REASON\n"
        "Functions that one use of a macro makes share a line, unless --unfold is given:\n"
        "  dead MACRO at FILE:LINE: N functions  N statements\n"
        "REASON of dead functions:\n"
        "  never called\n"
        "  only called by dead code: CALLERS\n"
        "  only called in its own cycle: CALLERS     nothing enters the cycle\n"
        "  only its address is taken: PLACE          no call that can run may get it\n"
        "  method of a class never constructed       (graphs linked with --virtual=rta)\n"
        "  virtual, never called\n"
        "REASON of unknown functions: code not collected may have their address or call them by\n"
        "name; functions that may run call them; or calls that may call anything, which are "
        "listed\n"
        "at the end (unresolved ...).\n"
        "\n"
        "JSON: \"entries\", \"functions\" (how many were looked at), \"dead\" and \"unknown\"\n"
        "(\"functions\", \"statements\", \"lines\"), \"clusters\" (the same, \"roots\" and "
        "\"members\":\n"
        "\"function\", \"reason\", \"definedIn\", \"callers\", \"overrides\", \"addressTaken\", "
        "\"statements\",\n"
        "\"lines\", \"inline\", \"template\"), \"maybe\" (such members), \"unresolved\" (calls "
        "that may be\n"
        "anything, sites with \"function\"), \"unrecorded\" (functions for which the graph "
        "does\n"
        "not record whether all calls are known).",
    .options = OPTIONS_COMMON | OPTION_ENTRY | OPTION_MAX | OPTION_UNFOLD,
    .limit = LIMIT_LIST,
    .max_help = CLI_MAX_HELP("all, but 10 of what is unknown"),
    .concludes = true,
    .run = run_dead,
};
