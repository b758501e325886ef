/* Sorts the functions and calls of a graph into canonical order, and groups them. */
#include "verbs/export/export.h"

#include <string.h>

uint32_t export_number(const struct exporting *x, cg_node node)
{
    return query_rank(x->query)[node];
}

static int compare_callees(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct exporting *x = user;
    uint32_t left = export_number(x, cg_edge_callee(x->query->graph, *(const cg_edge *)a));
    uint32_t right = export_number(x, cg_edge_callee(x->query->graph, *(const cg_edge *)b));
    return (left > right) - (left < right);
}

/* Append the calls of one function. */
static void add_calls(struct exporting *x, cg_node node)
{
    cg_edge first;
    uint32_t count = cg_node_out_edges(x->query->graph, node, &first);
    cg_edge *edges = x->edges + x->edge_count;
    for (uint32_t i = 0; i < count; i++) {
        edges[i] = first + i;
    }
    if (count > 1) {
        g_qsort_with_data(edges, (gint)count, sizeof *edges, compare_callees, x);
    }
    x->edge_count += count;
}

void export_init(struct exporting *x, struct query *query)
{
    *x = (struct exporting){.query = query,
                            .path = query->options.output ? query->options.output : "-",
                            .node_count = cg_graph_node_count(query->graph)};
    x->nodes = g_new(cg_node, (gsize)x->node_count + 1);
    x->edges = g_new(cg_edge, (gsize)cg_graph_edge_count(query->graph) + 1);
    for (cg_node node = 0; node < x->node_count; node++) {
        x->nodes[query_rank(query)[node]] = node;
    }
    x->first_edge = g_new(uint32_t, (gsize)x->node_count + 1);
    for (uint32_t i = 0; i < x->node_count; i++) {
        x->first_edge[i] = x->edge_count;
        add_calls(x, x->nodes[i]);
    }
    x->first_edge[x->node_count] = x->edge_count;
}

void export_free(struct exporting *x)
{
    g_free(x->nodes);
    g_free(x->edges);
    g_free(x->first_edge);
    if (x->names) {
        g_hash_table_unref(x->names);
    }
}

static gint compare_overrides(gconstpointer a, gconstpointer b)
{
    const struct export_override *x = a, *y = b;
    return x->derived != y->derived ? (x->derived > y->derived) - (x->derived < y->derived)
                                    : (x->base > y->base) - (x->base < y->base);
}

GArray *export_overrides(const struct exporting *x)
{
    uint32_t count = cg_graph_override_count(x->query->graph);
    GArray *pairs = g_array_new(FALSE, FALSE, sizeof(struct export_override));
    for (uint32_t i = 0; i < count; i++) {
        cg_node derived, base;
        cg_graph_override_at(x->query->graph, i, &derived, &base);
        const struct export_override pair = {export_number(x, derived), export_number(x, base)};
        g_array_append_val(pairs, pair);
    }
    g_array_sort(pairs, compare_overrides);
    return pairs;
}

/* Groups */

struct grouped {
    char *name;
    uint32_t number;
};

/* By name, without name last; within a group by index. */
static int compare_groups(gconstpointer a, gconstpointer b)
{
    const struct grouped *x = a, *y = b;
    if (!x->name != !y->name) {
        return x->name ? -1 : 1;
    }
    int order = g_strcmp0(x->name, y->name);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static void visit_groups(struct exporting *x, const struct grouped *grouped, export_group *visit)
{
    cg_node *nodes = g_new(cg_node, (gsize)x->node_count + 1);
    uint32_t groups = 0;
    for (uint32_t i = 0; i < x->node_count;) {
        const char *name = grouped[i].name;
        size_t count = 0;
        for (; i < x->node_count && g_strcmp0(grouped[i].name, name) == 0; i++) {
            nodes[count++] = x->nodes[grouped[i].number];
        }
        visit(x, name, groups++, nodes, count);
    }
    g_free(nodes);
}

void export_groups(struct exporting *x, export_group *visit)
{
    struct grouped *grouped = g_new(struct grouped, (gsize)x->node_count + 1);
    for (uint32_t i = 0; i < x->node_count; i++) {
        grouped[i] = (struct grouped){export_cluster(x, x->nodes[i]), i};
    }
    if (x->node_count) {
        qsort(grouped, x->node_count, sizeof *grouped, compare_groups);
    }
    visit_groups(x, grouped, visit);
    for (uint32_t i = 0; i < x->node_count; i++) {
        g_free(grouped[i].name);
    }
    g_free(grouped);
}
