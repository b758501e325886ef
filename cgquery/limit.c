/* What --in and --avoid leave of a graph. */
#include "select.h"
#include "sets.h"

#include <libcg/subgraph.h>

bool *query_take_in(struct query *query)
{
    char *in[] = {query->options.in ? query->options.in : (char *)"*", NULL};
    return query_sets_union(query, in);
}

bool query_is_within(const struct query *query, cg_node node)
{
    return !query->within || query->within[node];
}

/* What --in and --avoid leave, with the functions that were named. */
static bool *choose_part(struct query *query)
{
    char *avoid[] = {query->options.avoid, NULL};
    bool *in = query_take_in(query);
    bool *out = in ? query_sets_union(query, avoid) : NULL;
    for (cg_node node = 0; out && node < cg_graph_node_count(query->graph); node++) {
        in[node] = in[node] && !out[node];
    }
    for (size_t i = 0; out && i < query->selection_count; i++) {
        const struct selection *selection = &query->selections[i];
        for (size_t k = 0; k < selection->count; k++) {
            in[selection->nodes[k]] = true;
        }
    }
    if (!out) {
        g_free(in);
        return NULL;
    }
    g_free(out);
    return in;
}

static void map_selections(struct query *out, const struct query *whole)
{
    out->selection_count = whole->selection_count;
    out->selections = g_new0(struct selection, out->selection_count + 1);
    for (size_t i = 0; i < out->selection_count; i++) {
        const struct selection *from = &whole->selections[i];
        struct selection *to = &out->selections[i];
        *to = (struct selection){from->pattern, g_new(cg_node, from->count), from->count};
        for (size_t k = 0; k < from->count; k++) {
            to->nodes[k] = out->part[from->nodes[k]];
        }
        query_sort(out, to->nodes, to->count);
    }
}

int query_limit(struct query *out, struct query *whole)
{
    struct cg_error error;
    *out = *whole;
    out->selections = NULL;
    out->selection_count = 0;
    out->graph = NULL;
    out->within = NULL;
    out->rank = NULL;
    out->demangled = out->shown = NULL;
    out->sets = NULL;
    out->whole = whole;
    bool *selected = choose_part(whole);
    if (!selected) {
        return CLI_TROUBLE;
    }
    out->part = g_new(cg_node, cg_graph_node_count(whole->graph) + 1);
    int status = cg_subgraph(&out->graph, whole->graph, selected, out->part, &error);
    g_free(selected);
    if (status) {
        return query_fail(whole, &error);
    }
    query_prepare_names(out);
    map_selections(out, whole);
    return CLI_OK;
}
