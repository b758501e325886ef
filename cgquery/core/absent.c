/* Answers queries about functions that the graph does not have. */
#include "core/select.h"
#include "core/sets.h"

#include <libcg/select.h>

#include <string.h>

static int add_functions(cg_node *nodes, struct query *query, char *const *names, guint count)
{
    struct cg_error error;
    query_forget_names(query);
    int status = cg_graph_thaw(query->graph, &error);
    for (guint i = 0; i < count && !status; i++) {
        status = cg_graph_add_node(&nodes[i], query->graph, names[i], &error);
    }
    status = status ? status : cg_graph_freeze(query->graph, &error);
    query_prepare_names(query);
    return status ? query_fail(query, &error) : CLI_OK;
}

static int add_targets(struct selection *out, struct query *query)
{
    out->count = g_strv_length(out->absent);
    out->nodes = g_new(cg_node, out->count);
    int code = add_functions(out->nodes, query, out->absent, (guint)out->count);
    if (code != CLI_OK) {
        selection_clear(out);
        return code;
    }
    query_sort(query, out->nodes, out->count);
    return CLI_OK;
}

/* The absent names of a set without functions. */
static char **absent_of_set(struct query *query, const char *pattern)
{
    bool is_name = true;
    char **names = NULL;
    if (cg_select_check(pattern, &is_name, NULL) || is_name) {
        return NULL;
    }
    bool *in = g_new(bool, cg_graph_node_count(query->graph) + 1);
    if (query_set(in, query, pattern) == CLI_OK) {
        GArray *members = query_members(query, in);
        const GPtrArray *absent = sets_absent(query);
        names = g_new0(char *, absent->len + 1);
        for (guint i = 0; i < absent->len && members->len == 0; i++) {
            names[i] = g_strdup(absent->pdata[i]);
        }
        g_array_unref(members);
    }
    g_free(in);
    return names;
}

static char **absent_names(struct query *query, const char *pattern)
{
    const char *const alone[] = {pattern, NULL};
    if (query->options.strict_names) {
        return NULL;
    }
    return select_is_absent(query, pattern) ? g_strdupv((char **)alone)
                                            : absent_of_set(query, pattern);
}

/* Call this before they are added. */
static char **write_notes(struct query *query, char **names)
{
    char **notes = g_new0(char *, g_strv_length(names) + 1);
    for (guint i = 0; names[i]; i++) {
        char *close = query_suggest(query, names[i], NULL, 0);
        char *shown = cli_printable(names[i]);
        notes[i] =
            g_strdup_printf("nothing in %s declares '%s'%s%s%s", query->graph_name, shown,
                            close ? "; did you mean " : "", close ? close : "", close ? "?" : "");
        g_free(shown);
        g_free(close);
    }
    return notes;
}

int query_select_target(struct selection *out, struct query *query, const char *pattern)
{
    char **names = absent_names(query, pattern);
    if (!names || !*names) {
        g_strfreev(names);
        return query_select(out, query, pattern);
    }
    *out = (struct selection){
        .pattern = pattern, .absent = names, .absent_notes = write_notes(query, names)};
    return add_targets(out, query);
}

int query_add_absent(struct query *query)
{
    GPtrArray *names = sets_take_absent(query);
    uint32_t before = cg_graph_node_count(query->graph);
    cg_node *nodes = g_new(cg_node, names->len + 1);
    int code = names->len == 0
                   ? CLI_OK
                   : add_functions(nodes, query, (char *const *)names->pdata, names->len);
    uint32_t after = cg_graph_node_count(query->graph);
    if (query->within) {
        query->within = g_renew(bool, query->within, after + 1);
        memset(query->within + before, 0, (after - before) * sizeof *query->within);
    }
    g_free(nodes);
    g_ptr_array_unref(names);
    return code;
}

void print_absent_note(const struct selection *target)
{
    for (char **note = target->absent_notes; note && *note; note++) {
        printf("note: %s\n", *note);
    }
}
