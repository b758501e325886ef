/* What several formats show of functions and calls. */
#include "verbs/export/export.h"

#include "kinds/cli_kinds.h"
#include "print/drawing/drawn_name.h"

#include <libcg/kinds.h>

#include <string.h>

void export_place(const struct exporting *x, cg_node node, uint32_t *line, uint32_t *column)
{
    const struct cg_graph *graph = x->query->graph;
    struct cg_source_range range;
    struct cg_site_list *sites = NULL;
    *line = *column = 0;
    if (cg_source_range(&range, graph, node)) {
        *line = range.first_line;
        *column = range.first_column;
    } else if (cg_metadata_has(graph, CG_ON_NODE, node, CG_KEY_DEFINED_IN) &&
               !cg_sites_read(&sites, graph, node, CG_KEY_DEFINED_IN, NULL) &&
               site_count(sites) > 0) {
        *line = cg_site_list_at(sites, 0)->line;
        *column = cg_site_list_at(sites, 0)->column;
    }
    cg_site_list_free(sites);
}

char *export_kinds(const struct exporting *x, cg_edge edge)
{
    unsigned kinds = cg_edge_kinds(x->query->graph, edge);
    GString *words = g_string_new(NULL);
    for (unsigned kind = 1; kind <= CG_EDGE_ALL_KINDS; kind <<= 1) {
        if (kinds & kind) {
            g_string_append_printf(words, "%s%s", words->len ? " " : "", cg_edge_kind_name(kind));
        }
    }
    return g_string_free(words, FALSE);
}

uint32_t export_site_count(struct exporting *x, uint32_t number, const char *key)
{
    struct cg_site_list *sites = query_sites(x->query, number, key);
    size_t count = site_count(sites);
    cg_site_list_free(sites);
    return (uint32_t)count;
}

/* How many functions have a name without parameters, by that. */
static void count_names(struct exporting *x)
{
    x->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (uint32_t i = 0; i < x->node_count; i++) {
        char *name = drawn_base_name(x->query, x->nodes[i]);
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(x->names, name));
        g_hash_table_insert(x->names, name, GUINT_TO_POINTER(count + 1));
    }
}

char *export_short_name(struct exporting *x, cg_node node)
{
    if (x->query->options.mangled) {
        return g_strdup(query_name(x->query, node));
    }
    if (!x->names) {
        count_names(x);
    }
    char *name = drawn_base_name(x->query, node);
    if (GPOINTER_TO_UINT(g_hash_table_lookup(x->names, name)) > 1) {
        g_free(name);
        name = g_strdup(query_name(x->query, node));
    }
    return drawn_short(name);
}

char *export_cluster(const struct exporting *x, cg_node node)
{
    const char *how = x->query->options.cluster;
    const char *file = cg_node_origin(x->query->graph, node);
    if (!file || !cg_node_has_body(x->query->graph, node) || g_strcmp0(how, "none") == 0) {
        return NULL;
    }
    return g_strcmp0(how, "directory") == 0 ? g_path_get_dirname(file) : g_strdup(file);
}

typedef bool step(struct cg_metadata_walk *walk, const struct cg_graph *graph, enum cg_place place,
                  uint32_t number);

/* Values may cover several lines; white space outside of strings has no meaning. */
static void append_on_one_line(GString *out, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const char *stop = text;
        while (stop < end && *stop != '\n' && *stop != '\r') {
            stop++;
        }
        g_string_append_len(out, text, stop - text);
        if (stop < end) {
            g_string_append_c(out, ' ');
        }
        text = stop + (stop < end);
    }
}

static GString *object_of(const struct exporting *x, enum cg_place place, uint32_t number,
                          step *next)
{
    GString *out = g_string_new("{");
    struct cg_metadata_walk walk = {0};
    while (next(&walk, x->query->graph, place, number)) {
        if (out->len > 1) {
            g_string_append_c(out, ',');
        }
        cli_add_json_string(out, walk.key);
        g_string_append_c(out, ':');
        const struct cg_value value = cli_walk_value(&walk, x->query->graph);
        append_on_one_line(out, value.text, value.length);
    }
    g_string_append_c(out, '}');
    char *shown = cli_printable_json(out->str);
    g_string_assign(out, shown);
    g_free(shown);
    return out;
}

GString *export_metadata(const struct exporting *x, enum cg_place place, uint32_t number)
{
    return object_of(x, place, number, cg_metadata_next);
}

GString *export_members(const struct exporting *x, enum cg_place place, uint32_t number)
{
    return object_of(x, place, number, cg_unknown_member_next);
}
