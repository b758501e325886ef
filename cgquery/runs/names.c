#include "runs/names.h"

#include <string.h>

static void write_name(FILE *out, const struct cg_graph *graph, cg_node node)
{
    const char *name = cg_node_name(graph, node), *origin = cg_node_origin(graph, node);
    cg_node first = cg_graph_find(graph, name);
    bool shared = first != node || cg_graph_next_same_name(graph, first) != CG_NONE;
    fprintf(out, "%s%s%s\n", shared ? (origin ? origin : "?") : "", shared ? ":" : "", name);
}

void names_write(FILE *out, const struct query *query, const bool *set)
{
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        if (set[node]) {
            g_array_append_val(nodes, node);
        }
    }
    query_sort(query, (cg_node *)nodes->data, nodes->len);
    for (guint i = 0; i < nodes->len; i++) {
        write_name(out, query->graph, g_array_index(nodes, cg_node, i));
    }
    g_array_unref(nodes);
}

bool names_are_read_by(const char *tool)
{
    return strcmp(tool, "names") == 0 || strcmp(tool, "cgrecord") == 0;
}
