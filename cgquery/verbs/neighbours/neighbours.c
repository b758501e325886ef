/*
 * Walks from the selected functions in one direction for as many calls as --depth allows, and says
 * which of those it shows may have neighbours that it does not know.
 */
#include "verbs/neighbours/neighbours.h"
#include "print/unknown.h"

#include <stdlib.h>

cg_node neighbours_far_end(const struct neighbours *neighbours, cg_edge edge)
{
    const struct cg_graph *graph = neighbours->query->graph;
    return neighbours->direction == CG_CALLEES ? cg_edge_callee(graph, edge)
                                               : cg_edge_caller(graph, edge);
}

static gint compare_edges(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct neighbours *neighbours = user;
    const uint32_t *rank = query_rank(neighbours->query);
    uint32_t left = rank[neighbours_far_end(neighbours, *(const cg_edge *)a)];
    uint32_t right = rank[neighbours_far_end(neighbours, *(const cg_edge *)b)];
    return (left > right) - (left < right);
}

cg_edge *neighbours_edges(const struct neighbours *neighbours, cg_node node, size_t *count)
{
    const struct cg_graph *graph = neighbours->query->graph;
    cg_edge first = 0;
    const cg_edge *incoming = NULL;
    *count = neighbours->direction == CG_CALLEES ? cg_node_out_edges(graph, node, &first)
                                                 : cg_node_in_edges(graph, node, &incoming);
    cg_edge *edges = g_new(cg_edge, *count);
    for (size_t i = 0; i < *count; i++) {
        edges[i] = incoming ? incoming[i] : first + (cg_edge)i;
    }
    if (*count > 1) {
        g_qsort_with_data(edges, (gint)*count, sizeof *edges, compare_edges, (gpointer)neighbours);
    }
    return edges;
}

/* A selected function has distance 0 to itself; its shortest way back shows whether it is
 * recursive. */
static uint32_t way_back(const struct neighbours *neighbours, cg_node node)
{
    struct neighbours backwards = *neighbours;
    backwards.direction = neighbours->direction == CG_CALLEES ? CG_CALLERS : CG_CALLEES;
    size_t count;
    cg_edge *edges = neighbours_edges(&backwards, node, &count);
    uint32_t least = CG_NONE;
    for (size_t i = 0; i < count; i++) {
        cg_node before = neighbours_far_end(&backwards, edges[i]);
        uint32_t distance = neighbours->selected[before] ? 0 : neighbours->distance[before];
        if (distance < neighbours->limit && distance + 1 < least) {
            least = distance + 1;
        }
    }
    g_free(edges);
    return least == CG_NONE ? 0 : least;
}

static int compare_found(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct neighbours *neighbours = user;
    cg_node left = *(const cg_node *)a;
    cg_node right = *(const cg_node *)b;
    uint32_t left_key = neighbours->distance[left];
    uint32_t right_key = neighbours->distance[right];
    if (left_key == right_key) {
        left_key = query_rank(neighbours->query)[left];
        right_key = query_rank(neighbours->query)[right];
    }
    return (left_key > right_key) - (left_key < right_key);
}

static void collect_neighbours(struct neighbours *neighbours)
{
    uint32_t nodes = cg_graph_node_count(neighbours->query->graph);
    neighbours->found = g_new(cg_node, nodes);
    neighbours->expanded = g_new(cg_node, nodes);
    for (cg_node node = 0; node < nodes; node++) {
        if (neighbours->distance[node] != CG_NONE && neighbours->distance[node] > 0) {
            neighbours->found[neighbours->found_count++] = node;
        }
    }
    if (neighbours->found_count > 1) {
        g_qsort_with_data(neighbours->found, (gint)neighbours->found_count, sizeof(cg_node),
                          compare_found, neighbours);
    }
    for (size_t i = 0; i < neighbours->of->count; i++) {
        neighbours->expanded[neighbours->expanded_count++] = neighbours->of->nodes[i];
    }
    for (size_t i = 0; i < neighbours->found_count; i++) {
        cg_node node = neighbours->found[i];
        if (!neighbours->selected[node] && neighbours->distance[node] < neighbours->limit) {
            neighbours->expanded[neighbours->expanded_count++] = node;
        }
    }
}

static int find_neighbours(struct neighbours *neighbours, struct cg_error *error)
{
    const struct selection *of = neighbours->of;
    uint32_t nodes = cg_graph_node_count(neighbours->query->graph);
    neighbours->distance = g_new(uint32_t, nodes);
    neighbours->selected = g_new0(bool, nodes);
    int status = cg_search(neighbours->distance, neighbours->query->graph,
                           &(struct cg_function_set){of->nodes, of->count}, neighbours->direction,
                           neighbours->limit, error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < of->count; i++) {
        neighbours->selected[of->nodes[i]] = true;
    }
    for (size_t i = 0; i < of->count; i++) {
        neighbours->distance[of->nodes[i]] = way_back(neighbours, of->nodes[i]);
    }
    collect_neighbours(neighbours);
    return CG_OK;
}

static void print_calls(const struct neighbours *neighbours)
{
    for (size_t i = 0; i < neighbours->expanded_count; i++) {
        size_t count;
        cg_edge *edges = neighbours_edges(neighbours, neighbours->expanded[i], &count);
        for (size_t k = 0; k < count; k++) {
            print_edge(neighbours->query, edges[k]);
        }
        g_free(edges);
    }
}

static void print_distances(const struct neighbours *neighbours)
{
    struct query *query = neighbours->query;
    for (size_t i = 0; i < neighbours->found_count; i++) {
        cg_node node = neighbours->found[i];
        const char *file = cg_node_origin(query->graph, node);
        printf("%u %s", (unsigned)neighbours->distance[node], query_name(query, node));
        if (file) {
            fputs(" (", stdout);
            print_plain(file);
            putchar(')');
        }
        putchar('\n');
    }
}

static size_t print_unresolved_calls(const struct neighbours *neighbours)
{
    size_t total = 0;
    for (size_t i = 0; i < neighbours->expanded_count; i++) {
        cg_node node = neighbours->expanded[i];
        uint32_t distance = neighbours->selected[node] ? 0 : neighbours->distance[node];
        struct cg_site_list *sites = query_sites(neighbours->query, node, CG_KEY_UNRESOLVED_CALLS);
        for (size_t k = 0; k < site_count(sites); k++) {
            print_open_in(neighbours->query, cg_site_list_at(sites, k), node, distance);
        }
        total += site_count(sites);
        cg_site_list_free(sites);
    }
    return total;
}

/* Report which of the functions shown may have more callees than shown. */
static void note_silence(const struct neighbours *neighbours)
{
    struct query *query = neighbours->query;
    size_t unrecorded = 0;
    cg_node example = CG_NONE;
    for (size_t i = 0; i < neighbours->expanded_count; i++) {
        cg_node node = neighbours->expanded[i];
        if (!cg_node_has_body(query->graph, node) ||
            cg_metadata_has(query->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS)) {
            continue;
        }
        if (unrecorded++ == 0) {
            example = node;
        }
    }
    if (unrecorded == 1) {
        cli_note("the graph does not record whether all calls of %s are known",
                 query_name(query, example));
    } else if (unrecorded > 1) {
        cli_note(
            "the graph does not record whether all calls of %s and %zu more functions are known",
            query_name(query, example), unrecorded - 1);
    }
}

static void note_uncollected(const struct neighbours *neighbours)
{
    struct query *query = neighbours->query;
    for (size_t i = 0; i < neighbours->of->count; i++) {
        if (!cg_node_has_body(query->graph, neighbours->of->nodes[i])) {
            cli_note("the code of %s was not collected",
                     query_name(query, neighbours->of->nodes[i]));
        }
    }
}

/* Report which functions may have more callers than shown. */
static void note_address_taken(const struct neighbours *neighbours)
{
    struct query *query = neighbours->query;
    for (size_t i = 0; i < neighbours->of->count; i++) {
        cg_node node = neighbours->of->nodes[i];
        struct cg_site_list *sites = query_sites(query, node, CG_KEY_ADDRESS_TAKEN);
        if (site_count(sites) > 0) {
            char *place = site_place(cg_site_list_at(sites, 0));
            cli_note("the address of %s is taken at %s: unresolved calls may call it too",
                     query_name(query, node), place);
            g_free(place);
        }
        cg_site_list_free(sites);
    }
}

static void note_nothing(const struct neighbours *neighbours)
{
    char *text = selection_text(neighbours->query, neighbours->of);
    if (neighbours->direction == CG_CALLEES) {
        cli_note("no calls by %s", text);
    } else {
        cli_note("no calls to %s", text);
    }
    g_free(text);
}

static void print_text(const struct neighbours *neighbours)
{
    bool callees = neighbours->direction == CG_CALLEES;
    size_t open = 0;
    if (neighbours->limit != 1 && neighbours->limit != CG_NONE) {
        neighbours_print_tree(neighbours);
    } else if (neighbours->limit == CG_NONE) {
        print_distances(neighbours);
    } else {
        print_calls(neighbours);
    }
    if (callees && (neighbours->limit == 1 || neighbours->limit == CG_NONE)) {
        open = print_unresolved_calls(neighbours);
    }
    if (neighbours->found_count == 0 && open == 0) {
        note_nothing(neighbours);
    }
    if (callees) {
        note_uncollected(neighbours);
        note_silence(neighbours);
    } else {
        note_address_taken(neighbours);
    }
}

/* Where no neighbour is known. */
static int exit_without(const struct neighbours *neighbours)
{
    uint32_t count = cg_graph_node_count(neighbours->query->graph);
    cg_node *others = g_new(cg_node, count + 1);
    struct cg_function_set named = {neighbours->of->nodes, neighbours->of->count};
    struct cg_function_set rest = {others, 0};
    for (cg_node node = 0; node < count; node++) {
        if (!neighbours->selected[node]) {
            others[rest.count++] = node;
        }
    }
    bool callees = neighbours->direction == CG_CALLEES;
    int code = rest.count ? unknown_exit_of_reach(neighbours->query, callees ? &named : &rest,
                                                  callees ? &rest : &named)
                          : CLI_NO;
    g_free(others);
    return code;
}

static void sum_up_neighbours(const struct neighbours *neighbours)
{
    size_t count = neighbours->found_count;
    const char *what = neighbours->direction == CG_CALLEES ? "callee" : "caller";
    if (neighbours->limit == 1) {
        query_sum_up(neighbours->query, "%zu %s%s; --transitive follows calls to the end", count,
                     what, cli_s(count));
    } else if (neighbours->limit == CG_NONE) {
        query_sum_up(neighbours->query, "%zu %s%s, directly or not", count, what, cli_s(count));
    } else {
        query_sum_up(neighbours->query, "%zu %s%s up to %u calls away", count, what, cli_s(count),
                     (unsigned)neighbours->limit);
    }
}

static int answer_neighbours(struct neighbours *neighbours)
{
    struct cg_error error;
    int code = CLI_OK;
    if (find_neighbours(neighbours, &error)) {
        code = query_fail(neighbours->query, &error);
    } else if (neighbours->query->options.json) {
        neighbours_print_json(neighbours);
    } else {
        print_text(neighbours);
    }
    if (code == CLI_OK) {
        sum_up_neighbours(neighbours);
    }
    if (code == CLI_OK && neighbours->found_count == 0) {
        code = exit_without(neighbours);
    }
    g_free(neighbours->distance);
    g_free(neighbours->selected);
    g_free(neighbours->found);
    g_free(neighbours->expanded);
    return code;
}

static int list_neighbours(struct query *query, enum cg_direction direction)
{
    struct neighbours neighbours = {
        .query = query,
        .direction = direction,
        .of = &query->selections[0],
        .limit = query->options.transitive ? CG_NONE : (uint32_t)query->options.depth,
    };
    return answer_neighbours(&neighbours);
}

static int run_callees(struct query *query, char **arguments)
{
    (void)arguments;
    return list_neighbours(query, CG_CALLEES);
}

static int run_callers(struct query *query, char **arguments)
{
    (void)arguments;
    return list_neighbours(query, CG_CALLERS);
}

const struct verb verb_callees = {
    .name = "callees",
    .arguments = "[GRAPH] NAME",
    .summary = "List what NAME calls.",
    .description =
        "One call per line, then the calls whose callee is not known:\n"
        "  CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "  unresolved FILE:LINE:COLUMN TYPE REASON (UNKNOWN) in FUNCTION\n"
        "With --depth=N, a tree, in which the number of calling sites precedes a callee;\n"
        "^ marks a function whose calls are shown elsewhere in it.\n"
        "With --transitive, a line per function: its distance, name and (file).\n"
        "\n"
        "JSON: \"of\", \"functions\" (\"function\", \"distance\"), \"calls\", \"unresolved\" "
        "(sites "
        "with\n"
        "\"function\" and \"distance\").",
    .options = OPTIONS_COMMON | OPTION_DEPTH | OPTION_TRANSITIVE | OPTION_EXCLUDE,
    .functions = true,
    .run = run_callees,
};

const struct verb verb_callers = {
    .name = "callers",
    .arguments = "[GRAPH] NAME",
    .summary = "List what calls NAME.",
    .description =
        "One call per line:\n"
        "  CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "With --depth=N, a tree, in which the number of calling sites precedes a caller;\n"
        "^ marks a function whose callers are shown elsewhere in it.\n"
        "With --transitive, a line per function: its distance, name and (file).\n"
        "\n"
        "JSON: \"of\", \"functions\" (\"function\", \"distance\"), \"calls\", \"addressTaken\"\n"
        "(\"function\" and the \"sites\" that take its address).",
    .options = OPTIONS_COMMON | OPTION_DEPTH | OPTION_TRANSITIVE | OPTION_EXCLUDE,
    .functions = true,
    .run = run_callers,
};
