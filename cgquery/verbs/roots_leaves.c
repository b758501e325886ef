/* The verbs roots and leaves: where chains of calls begin and end. */
#include "core/cgquery.h"
#include "names/limit.h"
#include "print/component.h"
#include "print/graph_json.h"

#include <libcg/entries.h>
#include <libcg/query.h>

#include <stdlib.h>

/* The question, and the answer for each function. */
struct ends {
    struct query *query;
    const struct cg_condensation *condensation;
    bool *is_entry; /* by node */
    uint32_t *ends; /* components at the end, by their first function */
    size_t count;
    cg_node *first; /* by component: the first function in canonical order, CG_NONE: none to show */
    bool roots;
};

static bool is_end(const struct ends *ends, uint32_t component)
{
    const struct cg_condensation *c = ends->condensation;
    const uint32_t *others;
    return (ends->roots ? cg_condensation_callers(c, component, &others)
                        : cg_condensation_callees(c, component, &others)) == 0;
}

static int by_rank(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct ends *ends = user;
    uint32_t left = query_rank(ends->query)[ends->first[*(const uint32_t *)a]];
    uint32_t right = query_rank(ends->query)[ends->first[*(const uint32_t *)b]];
    return (left > right) - (left < right);
}

static void find_ends(struct ends *ends)
{
    const struct cg_condensation *c = ends->condensation;
    const struct query *query = ends->query;
    uint32_t count = cg_condensation_count(c);
    ends->first = g_new(cg_node, count + 1);
    ends->ends = g_new(uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        ends->first[i] = CG_NONE;
    }
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        cg_node *first = &ends->first[cg_condensation_component(c, node)];
        if (query_is_within(query, node) &&
            (*first == CG_NONE || query_rank(query)[node] < query_rank(query)[*first])) {
            *first = node;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (ends->first[i] != CG_NONE && is_end(ends, i)) {
            ends->ends[ends->count++] = i;
        }
    }
    g_qsort_with_data(ends->ends, (gint)ends->count, sizeof *ends->ends, by_rank, ends);
}

static size_t count_sites(struct query *query, cg_node node, const char *key)
{
    struct cg_site_list *sites = query_sites(query, node, key);
    size_t count = site_count(sites);
    cg_site_list_free(sites);
    return count;
}

static void print_note(const char **separator, const char *note)
{
    printf("%s%s", *separator, note);
    *separator = ", ";
}

static void print_address_taken(struct query *query, cg_node node, const char **separator)
{
    struct cg_site_list *sites = query_sites(query, node, CG_KEY_ADDRESS_TAKEN);
    if (site_count(sites) > 0) {
        char *place = site_place(cg_site_list_at(sites, 0));
        print_note(separator, "address taken at ");
        fputs(place, stdout);
        g_free(place);
    }
    cg_site_list_free(sites);
}

static void print_notes(const struct ends *ends, cg_node node)
{
    struct query *query = ends->query;
    const char *separator = "  [";
    size_t open = count_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
    if (ends->is_entry[node]) {
        print_note(&separator, cg_runs_at_load(query->graph, node) ? "runs at load" : "entry");
    }
    if (!cg_node_has_body(query->graph, node)) {
        print_note(&separator, "not collected");
    }
    if (ends->roots && cg_node_is_virtual(query->graph, node)) {
        print_note(&separator, "virtual");
    }
    print_address_taken(query, node, &separator);
    if (open > 0) {
        print_note(&separator, "unresolved calls: ");
        printf("%zu", open);
    }
    fputs(*separator == ',' ? "]" : "", stdout);
}

static void print_function(const struct ends *ends, cg_node node)
{
    char *place = query_place(ends->query, node);
    printf("%s%s%s", query_name(ends->query, node), place ? "  " : "", place ? place : "");
    print_notes(ends, node);
    putchar('\n');
    g_free(place);
}

static void print_text(const struct ends *ends)
{
    size_t shown = query_limit_count(ends->query, ends->count, 0);
    for (size_t i = 0; i < shown; i++) {
        size_t count;
        cg_node *nodes = component_members(ends->query, ends->condensation, ends->ends[i], &count);
        if (count == 1) {
            print_function(ends, nodes[0]);
        } else {
            component_print(ends->query, nodes, count);
        }
        g_free(nodes);
    }
    cli_print_more(stdout, "", ends->count - shown, NULL);
    if (ends->count == 0) {
        cli_note("no function of %s%s is without %s", ends->query->graph_name,
                 ends->query->options.include ? " of --include" : "",
                 ends->roots ? "callers" : "callees");
    }
}

static void json_end_function(struct json *json, const struct ends *ends, cg_node node)
{
    struct query *query = ends->query;
    json_open(json, NULL, '{');
    json_function(json, "function", query, node);
    json_bool(json, "entry", ends->is_entry[node]);
    json_bool(json, "runsAtLoad", cg_runs_at_load(query->graph, node));
    json_bool(json, "collected", cg_node_has_body(query->graph, node));
    json_bool(json, "virtual", cg_node_is_virtual(query->graph, node));
    json_sites(json, "addressTaken", query, node, CG_KEY_ADDRESS_TAKEN);
    json_number(json, "unresolvedCalls", count_sites(query, node, CG_KEY_UNRESOLVED_CALLS));
    json_close(json, '}');
}

static void print_json(const struct ends *ends)
{
    struct json json = {.out = stdout};
    json_begin(&json, ends->query);
    for (int cycles = 0; cycles < 2; cycles++) {
        json_open(&json, cycles ? "cycles" : "functions", '[');
        size_t room = query_limit_count(ends->query, ends->count, 0);
        for (size_t i = 0; i < ends->count && room > 0; i++) {
            size_t count;
            cg_node *nodes =
                component_members(ends->query, ends->condensation, ends->ends[i], &count);
            room -= (count > 1) == (cycles != 0);
            if (cycles && count > 1) {
                json_functions(&json, NULL, ends->query, (struct cg_function_set){nodes, count});
            } else if (!cycles && count == 1) {
                json_end_function(&json, ends, nodes[0]);
            }
            g_free(nodes);
        }
        json_close(&json, ']');
    }
    json_end(&json);
}

static int mark_entries(struct ends *ends, struct cg_error *error)
{
    cg_node *entries;
    size_t count;
    int status = cg_graph_entries(&entries, &count, ends->query->graph, error);
    if (status) {
        return status;
    }
    ends->is_entry = g_new0(bool, cg_graph_node_count(ends->query->graph) + 1);
    for (size_t i = 0; i < count; i++) {
        ends->is_entry[entries[i]] = true;
    }
    free(entries);
    return CG_OK;
}

static void sum_up_ends(const struct ends *ends)
{
    uint32_t count = cg_graph_node_count(ends->query->graph);
    size_t found = 0;
    for (size_t i = 0; i < ends->count; i++) {
        found += cg_condensation_members(ends->condensation, ends->ends[i]).count;
    }
    query_sum_up(ends->query, "%zu of %u function%s", found, count, cli_s(count));
}

static int list_ends(struct query *query, bool roots)
{
    struct ends ends = {.query = query, .roots = roots};
    struct cg_condensation *condensation = NULL;
    struct cg_error error;
    int status = cg_condense(&condensation, query->graph, &error);
    if (!status) {
        status = mark_entries(&ends, &error);
    }
    if (status) {
        cg_condensation_free(condensation);
        return query_fail(query, &error);
    }
    ends.condensation = condensation;
    find_ends(&ends);
    if (query->options.json) {
        print_json(&ends);
    } else {
        print_text(&ends);
    }
    sum_up_ends(&ends);
    g_free(ends.is_entry);
    g_free(ends.ends);
    g_free(ends.first);
    cg_condensation_free(condensation);
    return ends.count > 0 ? CLI_OK : CLI_NO;
}

static int run_roots(struct query *query, char **arguments)
{
    (void)arguments;
    return list_ends(query, true);
}

static int run_leaves(struct query *query, char **arguments)
{
    (void)arguments;
    return list_ends(query, false);
}

#define NOTES                                                                                      \
    "NOTES are, where they hold: entry (the program begins there, or others may call it: the\n"    \
    "graph is a library's), runs at load, not collected (there is no body), "
#define MAX_HELP CLI_MAX_HELP("all, 10 functions of a cycle")
#define JSON_HELP                                                                                  \
    "\n"                                                                                           \
    "JSON: \"functions\", each with \"function\", \"entry\", \"runsAtLoad\", \"collected\",\n"     \
    "\"virtual\", \"addressTaken\" (sites) and \"unresolvedCalls\" (how many); \"cycles\": "       \
    "arrays of\n"                                                                                  \
    "functions."

const struct verb verb_roots = {
    .name = "roots",
    .arguments = "[GRAPH]",
    .summary = "List functions without callers.",
    .description =
        "A line per function, or per cycle of functions that no other calls:\n"
        "  NAME  FILE:LINE  [NOTES]\n"
        "  cycle of N: NAME, NAME...\n" NOTES "virtual (may be called\n"
        "through a base class), address taken at FILE:LINE:COLUMN (may be called by pointer), and\n"
        "unresolved calls: how many of its own calls are not known. Calls of itself do not count, "
        "nor\n"
        "do guesses.\n" JSON_HELP,
    .options = OPTIONS_COMMON | OPTION_MAX,
    .limit = LIMIT_LIST,
    .max_help = MAX_HELP,
    .run = run_roots,
};

const struct verb verb_leaves = {
    .name = "leaves",
    .arguments = "[GRAPH]",
    .summary = "List functions that call nothing.",
    .description =
        "A line per function, or per cycle of functions that call no other:\n"
        "  NAME  FILE:LINE  [NOTES]\n"
        "  cycle of N: NAME, NAME...\n" NOTES "address taken at\n"
        "FILE:LINE:COLUMN, and unresolved calls: how many of its calls are not known, so that it "
        "may\n"
        "call others after all. Calls of itself do not count, nor do guesses.\n" JSON_HELP,
    .options = OPTIONS_COMMON | OPTION_MAX,
    .limit = LIMIT_LIST,
    .max_help = MAX_HELP,
    .run = run_leaves,
};
