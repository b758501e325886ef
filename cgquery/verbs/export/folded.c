/*
 * Writes stacks for flame graphs. A graph has too many chains of calls to count, so each function
 * appears once: below a shortest chain from an entry point; among several, the first in canonical
 * order. So every frame is called by the one below it, cycles end where they begin, and the widths
 * add up to the whole.
 */
#include "verbs/export/columns.h"

#include "names/sets.h"

#include <out_of_memory.h>

#include <libcg/entries.h>
#include <libcg/kinds.h>

#include <stdlib.h>
#include <string.h>

#define UNREACHED "(not reached)"
#define KNOWN 8 /* limit of listed names */
#define MOST_BYTES ((uint64_t)256 << 20)

/* All by index of function. */
struct tree {
    struct exporting *x;
    uint32_t *parent; /* itself: at the bottom; CG_NONE: not reached */
    bool *reached;    /* from the entry point */
    uint32_t *queue;
    uint32_t queued;
    uint32_t visited;
};

static void begin_at(struct tree *tree, uint32_t number)
{
    if (tree->parent[number] == CG_NONE) {
        tree->parent[number] = number;
        tree->queue[tree->queued++] = number;
    }
}

static bool is_guess(const struct exporting *x, uint32_t edge)
{
    return cg_edge_kinds(x->query->graph, x->edges[edge]) == CG_EDGE_CANDIDATE;
}

static uint32_t callee_of(const struct exporting *x, uint32_t edge)
{
    return export_number(x, cg_edge_callee(x->query->graph, x->edges[edge]));
}

/* Breadth-first search from all starting points. */
static void grow(struct tree *tree)
{
    const struct exporting *x = tree->x;
    while (tree->visited < tree->queued) {
        uint32_t number = tree->queue[tree->visited++];
        for (uint32_t e = x->first_edge[number]; e < x->first_edge[number + 1]; e++) {
            uint32_t callee = callee_of(x, e);
            if (!is_guess(x, e) && tree->parent[callee] == CG_NONE) {
                tree->parent[callee] = number;
                tree->queue[tree->queued++] = callee;
            }
        }
    }
}

/* @return false after reporting an error */
static bool begin_at_given(struct tree *tree)
{
    GArray *given = query_entries(tree->x->query);
    for (guint i = 0; given && i < given->len; i++) {
        begin_at(tree, export_number(tree->x, g_array_index(given, cg_node, i)));
    }
    if (!given) {
        return false;
    }
    g_array_unref(given);
    return true;
}

/* A part may have none. */
static int begin_at_entries(struct tree *tree, struct cg_error *error)
{
    struct query *query = tree->x->query;
    cg_node *found = NULL;
    size_t count = 0;
    int status = cg_graph_entries(&found, &count, query->graph, error);
    if (status) {
        return status;
    }
    query_sort(query, found, count);
    for (size_t i = 0; i < count; i++) {
        begin_at(tree, export_number(tree->x, found[i]));
    }
    free(found);
    return CG_OK;
}

/* The rest: functions that nobody calls, then cycles. */
static void grow_unreached(struct tree *tree)
{
    const struct exporting *x = tree->x;
    for (uint32_t i = 0; i < x->node_count; i++) {
        const cg_edge *in;
        tree->reached[i] = tree->parent[i] != CG_NONE;
        if (cg_node_in_edges(x->query->graph, x->nodes[i], &in) == 0) {
            begin_at(tree, i);
        }
    }
    grow(tree);
    for (uint32_t i = 0; i < x->node_count; i++) {
        begin_at(tree, i);
        grow(tree);
    }
}

/* Writing */

static char *frame_name(const struct exporting *x, uint32_t number)
{
    const struct cg_graph *graph = x->query->graph;
    cg_node node = x->nodes[number];
    cg_node first = cg_graph_find(graph, cg_node_name(graph, node));
    const char *file = cg_node_origin(graph, node);
    bool shared = cg_graph_next_same_name(graph, first) != CG_NONE;
    const char *whole =
        x->query->options.mangled ? cg_node_name(graph, node) : query_demangled(x->query, node);
    char *name = g_strconcat(!shared ? "" : file ? file : "?", shared ? ":" : "", whole, NULL);
    char *shown = cli_printable(name);
    g_free(name);
    return g_strdelimit(shown, ";", ':');
}

static void write_stack(const struct tree *tree, char *const *names, uint32_t number,
                        const char *weight)
{
    FILE *out = tree->x->out;
    uint32_t depth = 0;
    for (uint32_t at = number;; at = tree->parent[at]) {
        tree->queue[depth++] = at; /* the search is over: reuse the queue */
        if (tree->parent[at] == at) {
            break;
        }
    }
    fputs(tree->reached[number] ? "" : UNREACHED ";", out);
    while (depth > 0) {
        fprintf(out, "%s%s", names[tree->queue[depth - 1]], depth > 1 ? ";" : "");
        depth--;
    }
    fprintf(out, " %s\n", weight);
}

/* The value of --weight for one function. */
static bool read_width(double *out, const struct exporting *x, cg_node node)
{
    const struct cg_graph *graph = x->query->graph;
    const char *key = x->query->options.weight;
    struct cg_value value;
    if (strcmp(key, "visits") == 0) {
        int64_t visits = cg_measured_visits(graph, CG_ON_NODE, node);
        *out = (double)visits;
        return visits >= 0;
    }
    char *buffer = NULL;
    bool found = cg_metadata_at(&value, graph, CG_ON_NODE, node, key, &buffer);
    if (found && !value.text) {
        memory_end();
    }
    bool is_number = found && cg_value_number(out, &value);
    free(buffer);
    return is_number;
}

/* The width of a function as text; false if it has none. */
static bool weight_of(char out[CLI_DOUBLE_LENGTH], const struct exporting *x, uint32_t number)
{
    const char *key = x->query->options.weight;
    cg_node node = x->nodes[number];
    double width;
    if (!key) {
        int64_t statements = cg_num_statements(x->query->graph, node);
        g_snprintf(out, CLI_DOUBLE_LENGTH, "%" G_GINT64_FORMAT, (gint64)MAX(statements, 1));
        return true;
    }
    return read_width(&width, x, node) && width > 0 && cli_double(out, width);
}

/* Bytes of all stacks: in deep chains, each name repeats in every stack above it. */
static uint64_t count_bytes(const struct tree *tree, char *const *names)
{
    const struct exporting *x = tree->x;
    char weight[CLI_DOUBLE_LENGTH];
    uint64_t *length = g_new(uint64_t, (gsize)x->node_count + 1), sum = 0;
    for (uint32_t i = 0; i < tree->queued; i++) { /* callers before callees */
        uint32_t number = tree->queue[i], parent = tree->parent[number];
        uint64_t below = parent != number        ? length[parent]
                         : tree->reached[number] ? 0
                                                 : strlen(UNREACHED ";");
        length[number] = below + strlen(names[number]) + 1;
        sum += weight_of(weight, x, number) ? length[number] + strlen(weight) + 1 : 0;
    }
    g_free(length);
    return sum;
}

static int check_size(const struct tree *tree, char *const *names, struct cg_error *error)
{
    uint64_t bytes = count_bytes(tree, names);
    if (tree->x->query->options.max_functions == 0 || bytes <= MOST_BYTES) {
        return CG_OK;
    }
    return cli_fail(error, CG_E_ARGUMENT, NULL,
                    "these stacks take %" G_GUINT64_FORMAT
                    " MiB, as chains of calls are deep; --include and --entry make them fewer, "
                    "--max-functions=0 writes them all",
                    (guint64)(bytes >> 20));
}

static void write_stacks(const struct tree *tree, char *const *names)
{
    struct exporting *x = tree->x;
    char weight[CLI_DOUBLE_LENGTH];
    uint32_t unreached = 0;
    for (uint32_t i = 0; i < x->node_count; i++) {
        unreached += !tree->reached[i];
    }
    for (uint32_t i = 0; i < x->node_count && !ferror(x->out); i++) {
        if (weight_of(weight, x, i)) {
            write_stack(tree, names, i, weight);
        }
    }
    if (unreached) {
        cli_note("%u of %u functions are below " UNREACHED, (unsigned)unreached,
                 (unsigned)x->node_count);
    }
}

static int write_all(const struct tree *tree, struct cg_error *error)
{
    const struct exporting *x = tree->x;
    char **names = g_new0(char *, (gsize)x->node_count + 1);
    for (uint32_t i = 0; i < x->node_count; i++) {
        names[i] = frame_name(x, i);
    }
    int status = check_size(tree, names, error);
    if (!status) {
        write_stacks(tree, names);
    }
    g_strfreev(names);
    return status;
}

/* Names of some existing numbers. Release with g_free. */
static char *known_weights(const struct exporting *x)
{
    struct columns columns;
    GString *known = g_string_new(NULL);
    guint count = 0;
    columns_find(&columns, x, CG_ON_NODE);
    for (guint i = 0; i < columns.list->len; i++) {
        const struct column *column = columns_at(&columns, i);
        bool is_number = column->type == COLUMN_INTEGER || column->type == COLUMN_REAL;
        if (is_number && count++ < KNOWN) {
            g_string_append_printf(known, "%s%s", count > 1 ? ", " : "; there are ", column->path);
        }
    }
    if (count > KNOWN) {
        g_string_append_printf(known, " and %u more", count - KNOWN);
    }
    columns_free(&columns);
    return g_string_free(known, FALSE);
}

/* Whether any function has the value of --weight. */
static int check_weight(const struct exporting *x, struct cg_error *error)
{
    double width;
    bool found = !x->query->options.weight || !x->node_count;
    for (uint32_t i = 0; i < x->node_count && !found; i++) {
        found = read_width(&width, x, i);
    }
    if (!found) {
        char *known = known_weights(x);
        cli_fail(error, CG_E_ARGUMENT, NULL, "no function has a number '%s'%s",
                 x->query->options.weight, known);
        g_free(known);
    }
    return found ? CG_OK : CG_E_ARGUMENT;
}

static int write_tree(struct tree *tree, struct cg_error *error)
{
    int status = check_weight(tree->x, error);
    if (!status && !tree->x->query->options.entries) {
        status = begin_at_entries(tree, error);
    } else if (!status && !begin_at_given(tree)) {
        tree->x->query->trouble = true;
        return CG_OK;
    }
    if (!status) {
        grow(tree);
        grow_unreached(tree);
        status = write_all(tree, error);
    }
    return status;
}

int export_folded(struct exporting *x, struct cg_error *error)
{
    struct tree tree = {.x = x,
                        .parent = g_new(uint32_t, (gsize)x->node_count + 1),
                        .reached = g_new0(bool, (gsize)x->node_count + 1),
                        .queue = g_new(uint32_t, (gsize)x->node_count + 1)};
    for (uint32_t i = 0; i < x->node_count; i++) {
        tree.parent[i] = CG_NONE;
    }
    int status = write_tree(&tree, error);
    g_free(tree.parent);
    g_free(tree.reached);
    g_free(tree.queue);
    return status;
}
