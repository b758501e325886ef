/* Writes one linkage name a line, and refuses names that a reader of such a list would cut. */
#include "runs/name_lists.h"

#include <libcg/filter.h>

#include <string.h>

/* What stands for a function; release with g_free. */
static char *line_of(const struct cg_graph *graph, cg_node node)
{
    const char *name = cg_node_name(graph, node), *origin = cg_node_origin(graph, node);
    cg_node first = cg_graph_find(graph, name);
    bool shared = first != node || cg_graph_next_same_name(graph, first) != CG_NONE;
    return shared ? g_strdup_printf("%s:%s", origin ? origin : "?", name) : g_strdup(name);
}

/* Readers take blanks at both ends, and comments, away. */
static bool can_hold(const char *line)
{
    return cli_is_printable(line) && *line && !strchr(" #", *line) &&
           !g_str_has_suffix(line, " ") && !strstr(line, " #") && !cg_filter_recognise(line);
}

bool names_can_hold(const struct query *query, cg_node node)
{
    char *line = line_of(query->graph, node);
    bool can = can_hold(line);
    g_free(line);
    return can;
}

static void write_name(FILE *out, const struct cg_graph *graph, cg_node node)
{
    char *line = line_of(graph, node);
    if (can_hold(line)) {
        fprintf(out, "%s\n", line);
    }
    g_free(line);
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
