/*
 * Selects the functions and gathers what all forms print of each: neighbours, overridden methods,
 * distances from the entry points.
 */
#include "verbs/show/show.h"

#include "names/chosen_functions.h"
#include "names/limit.h"

#include <libcg/entries.h>
#include <libcg/query.h>

#include <stdlib.h>
#include <string.h>

bool show_wants(const struct showing *showing, const char *key)
{
    char **kinds = showing->query->options.kinds;
    return !kinds || g_strv_contains((const char *const *)kinds, key);
}

GArray *show_neighbours(const struct query *query, cg_node node, bool callees)
{
    const struct cg_graph *graph = query->graph;
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    cg_edge first = 0;
    const cg_edge *edges = NULL;
    uint32_t count =
        callees ? cg_node_out_edges(graph, node, &first) : cg_node_in_edges(graph, node, &edges);
    for (uint32_t i = 0; i < count; i++) {
        cg_edge edge = callees ? first + i : edges[i];
        cg_node other = callees ? cg_edge_callee(graph, edge) : cg_edge_caller(graph, edge);
        if (cg_edge_kinds(graph, edge) != CG_EDGE_CANDIDATE) {
            g_array_append_val(nodes, other);
        }
    }
    query_sort(query, (cg_node *)nodes->data, nodes->len);
    return nodes;
}

char *show_fault(const struct query *query, const char *key, const char *text, enum cg_place place)
{
    const struct cg_metadata_kind *kind = cg_registry_find(query->kinds.registry, key);
    const struct cg_value value = {text, strlen(text)};
    struct cg_error error = {.text = "has not the shape of its kind"}; /* by default */
    if (!kind) {
        return NULL;
    }
    if (!(kind->places & (unsigned)place)) {
        return g_strdup("does not belong here");
    }
    return kind->check && kind->check(&value, place, &error) ? g_strdup(error.text) : NULL;
}

static gint by_method(gconstpointer a, gconstpointer b)
{
    const struct show_override *x = a, *y = b;
    return (x->of > y->of) - (x->of < y->of);
}

static void index_overrides(struct showing *showing)
{
    const struct cg_graph *graph = showing->query->graph;
    for (size_t i = 0; i < G_N_ELEMENTS(showing->overrides); i++) {
        showing->overrides[i] = g_array_new(FALSE, FALSE, sizeof(struct show_override));
    }
    for (uint32_t i = 0; i < cg_graph_override_count(graph); i++) {
        cg_node derived, base;
        cg_graph_override_at(graph, i, &derived, &base);
        const struct show_override down = {derived, base}, up = {base, derived};
        g_array_append_val(showing->overrides[0], down);
        g_array_append_val(showing->overrides[1], up);
    }
    g_array_sort(showing->overrides[0], by_method);
    g_array_sort(showing->overrides[1], by_method);
}

GArray *show_overrides(const struct showing *showing, cg_node node, bool overridden_by)
{
    const GArray *all = showing->overrides[overridden_by];
    const struct show_override *pairs = (const struct show_override *)all->data;
    GArray *methods = g_array_new(FALSE, FALSE, sizeof(cg_node));
    guint low = 0, high = all->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (pairs[middle].of < node) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < all->len && pairs[low].of == node; low++) {
        g_array_append_val(methods, pairs[low].other);
    }
    query_sort(showing->query, (cg_node *)methods->data, methods->len);
    return methods;
}

/* All functions that the patterns mean, in their order. */
static int select_all(struct showing *showing, char **patterns)
{
    uint32_t count = cg_graph_node_count(showing->query->graph);
    bool *taken = g_new0(bool, count + 1);
    int code = CLI_OK;
    for (; *patterns && code == CLI_OK; patterns++) {
        struct selection selection = {0};
        code = query_select(&selection, showing->query, *patterns);
        for (size_t i = 0; i < selection.count; i++) {
            cg_node node = selection.nodes[i];
            if (!taken[node] && query_is_within(showing->query, node)) {
                taken[node] = true;
                g_array_append_val(showing->nodes, node);
            }
        }
        selection_clear(&selection);
    }
    g_free(taken);
    return code;
}

/* The distance of all functions from the entry points. */
static int find_distances(struct showing *showing)
{
    const struct cg_graph *graph = showing->query->graph;
    struct cg_error error;
    cg_node *entries;
    size_t count;
    showing->main = cg_graph_main(graph);
    showing->distance = g_new(uint32_t, cg_graph_node_count(graph) + 1);
    if (cg_graph_entries(&entries, &count, graph, &error)) {
        return query_fail(showing->query, &error);
    }
    int status = cg_search(showing->distance, graph, &(struct cg_function_set){entries, count},
                           CG_CALLEES, CG_NONE, &error);
    free(entries);
    return status ? query_fail(showing->query, &error) : CLI_OK;
}

static void print_functions(struct showing *showing)
{
    const struct options *options = &showing->query->options;
    if (options->json) {
        show_print_json(showing);
    } else if (options->kinds && !options->kinds[1]) {
        show_print_lines(showing);
    } else {
        show_print_text(showing);
    }
}

static void sum_up_shown(const struct showing *showing)
{
    uint32_t count = cg_graph_node_count(showing->query->graph);
    query_sum_up(showing->query, "%u of %u function%s", showing->nodes->len, count, cli_s(count));
}

static int run_show(struct query *query, char **arguments)
{
    const struct options *options = &query->options;
    struct showing showing = {.query = query};
    if (!*arguments && !options->of_graph) {
        cli_error("show: neither a NAME nor --graph is given");
        return CLI_TROUBLE;
    }
    showing.nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    index_overrides(&showing);
    int code = select_all(&showing, arguments);
    bool none = code == CLI_OK && *arguments && showing.nodes->len == 0;
    if (none) {
        cli_note("--include has none of these functions");
    }
    if (code == CLI_OK && !options->kinds && showing.nodes->len > 0) {
        code = find_distances(&showing);
    }
    if (code == CLI_OK) {
        print_functions(&showing);
        show_note_kinds(&showing);
        sum_up_shown(&showing);
        code = none || (options->kinds && !showing.anything) ? CLI_NO : CLI_OK;
    }
    g_free(showing.distance);
    g_array_unref(showing.nodes);
    g_array_unref(showing.overrides[0]);
    g_array_unref(showing.overrides[1]);
    return code;
}

const struct verb verb_show = {
    .name = "show",
    .arguments = "[GRAPH] [NAME...]",
    .summary = "Show all that the graph records of functions.",
    .description =

        "For each function: linkage name, file, linkage, overrides, callers, callees, its distance "
        "in\n"
        "calls from the entry points, then its metadata by kind. Long lists and values are cut, "
        "and\n"
        "pointer facts are shown by their size, unless --verbose or --kind asks for more. Values\n"
        "that do not have the shape of their kind are marked as malformed.\n"
        "\n"
        "With a single --kind, one line per value, separated by tabs; the value is JSON:\n"
        "  NAME  VALUE              functions that have it\n"
        "  CALLER  CALLEE  VALUE    calls, with --edges\n"
        "  GRAPH  VALUE             the graph, with --graph\n"
        "The NAME '*' means all functions. Control characters in names are shown as \\n, \\t and\n"
        "\\u001b.\n"
        "\n"
        "JSON:\n"
        "  NAME  VALUE              of functions that have it\n"
        "  CALLER  CALLEE  VALUE    of calls, with --edges\n"
        "  GRAPH  VALUE             of the graph, with --graph\n"
        "The NAME '*' means all functions. Control characters in names are shown as \\n, \\t and\n"
        "\\u001b.\n"
        "\n"
        "JSON: \"metadata\" and \"malformed\" (with --graph), \"functions\" (\"function\", "
        "\"defined\",\n"
        "\"linkage\", \"virtual\", \"overrides\", \"overriddenBy\", \"callers\", \"callees\": how "
        "many,\n"
        "\"calledBy\", \"calling\": functions, \"distance\" from an entry or null, \"metadata\": "
        "values by\n"
        "kind, \"malformed\": what is wrong by kind, and with --edges \"calls\": \"caller\", "
        "\"callee\",\n"
        "\"kinds\", \"metadata\", \"malformed\").",
    .limit = LIMIT_LIST,
    .options = OPTIONS_COMMON | OPTION_SHOW,
    .run = run_show,
};
