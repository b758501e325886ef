/* Applies --include and --exclude to a graph. */
#include "names/limit.h"

#include "names/chosen_functions.h"
#include "names/prepared_names.h"
#include "names/sets.h"

#include <libcg/subgraph.h>

#include <string.h>

bool *query_take_in(struct query *query)
{
    static char *const all[] = {(char *)"*", NULL};
    return query_sets_union(query, query->options.include ? query->options.include : all);
}

bool query_is_within(const struct query *query, cg_node node)
{
    return !query->within || query->within[node];
}

/* The functions of --include and those on the command line, without those of --exclude. */
static bool *choose_part(struct query *query)
{
    static char *const none[] = {NULL};
    bool *part = query_take_in(query);
    bool *out =
        part ? query_sets_union(query, query->options.exclude ? query->options.exclude : none)
             : NULL;
    for (size_t i = 0; out && i < query->selection_count; i++) {
        const struct selection *selection = &query->selections[i];
        for (size_t k = 0; k < selection->count; k++) {
            part[selection->nodes[k]] = true;
        }
    }
    for (cg_node node = 0; out && node < cg_graph_node_count(query->graph); node++) {
        part[node] = part[node] && !out[node];
    }
    if (!out) {
        g_free(part);
        return NULL;
    }
    g_free(out);
    return part;
}

static int map_selections(struct query *out, const struct query *whole)
{
    int code = CLI_OK;
    out->selections = g_new0(struct selection, whole->selection_count + 1);
    for (size_t i = 0; i < whole->selection_count && code == CLI_OK; i++) {
        const struct selection *from = &whole->selections[i];
        struct selection *to = &out->selections[i];
        *to = (struct selection){.pattern = from->pattern,
                                 .nodes = g_new(cg_node, from->count),
                                 .count = from->count,
                                 .absent = g_strdupv(from->absent),
                                 .absent_notes = g_strdupv(from->absent_notes)};
        memcpy(to->nodes, from->nodes, from->count * sizeof *to->nodes);
        code = selection_take_part(to, out);
        if (code == CLI_OK) {
            query_sort(out, to->nodes, to->count);
        }
        out->selection_count++;
    }
    return code;
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
    out->demangled = out->shortened = out->shown = NULL;
    out->shown_as = out->bare_names = NULL;
    out->spelled = out->meant = NULL;
    out->sets = NULL;
    out->places = NULL;
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
    return map_selections(out, whole);
}
