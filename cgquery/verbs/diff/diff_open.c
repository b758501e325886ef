/* Finds unresolved calls that only one of two graphs has. */
#include "verbs/diff/differences.h"

/* The identity of a call apart from its place. */
static char *key_of(const struct cg_site *site)
{
    const char *const parts[] = {site->type, site->reason, site->unknown, site->receiver,
                                 site->through};
    GString *key = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_string_append_printf(key, "%s\n", parts[i] ? parts[i] : "\t");
    }
    g_string_append_printf(key, "%lu", site->receiver ? (unsigned long)site->slot : 0);
    return g_string_free(key, FALSE);
}

/* The number of calls with each key. */
static GHashTable *count_keys(const struct cg_site_list *sites)
{
    GHashTable *counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (size_t i = 0; i < site_count(sites); i++) {
        char *key = key_of(cg_site_list_at(sites, i));
        size_t count = GPOINTER_TO_SIZE(g_hash_table_lookup(counts, key));
        g_hash_table_replace(counts, key, GSIZE_TO_POINTER(count + 1));
    }
    return counts;
}

/* Whether a call is among the counted ones; if so, uses one up. */
static bool take_counted(GHashTable *counts, const struct cg_site *site)
{
    char *key = key_of(site);
    size_t count = GPOINTER_TO_SIZE(g_hash_table_lookup(counts, key));
    if (count == 0) {
        g_free(key);
        return false;
    }
    g_hash_table_replace(counts, key, GSIZE_TO_POINTER(count - 1));
    return true;
}

static bool same_text(const struct query *query, cg_node node, const struct query *other,
                      cg_node counterpart)
{
    char *was = cg_metadata_text(query->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS);
    char *is = cg_metadata_text(other->graph, CG_ON_NODE, counterpart, CG_KEY_UNRESOLVED_CALLS);
    bool same = g_strcmp0(was, is) == 0;
    free(was);
    free(is);
    return same;
}

static void report_function(struct query *query, cg_node node, struct query *other,
                            cg_node counterpart, open_change_function *each, void *data)
{
    if (counterpart != CG_NONE && same_text(query, node, other, counterpart)) {
        return;
    }
    struct cg_site_list *sites = query_sites(query, node, CG_KEY_UNRESOLVED_CALLS);
    struct cg_site_list *others =
        counterpart == CG_NONE ? NULL : query_sites(other, counterpart, CG_KEY_UNRESOLVED_CALLS);
    GHashTable *counts = count_keys(others);
    for (size_t i = 0; i < site_count(sites); i++) {
        if (!take_counted(counts, cg_site_list_at(sites, i))) {
            each(query, node, cg_site_list_at(sites, i), data);
        }
    }
    g_hash_table_unref(counts);
    cg_site_list_free(sites);
    cg_site_list_free(others);
}

void diff_unresolved_calls(const struct differences *d, bool lost, open_change_function *each,
                           void *data)
{
    struct query *query = lost ? d->before : d->after;
    struct query *other = lost ? d->after : d->before;
    const cg_node *counterpart = lost ? cg_diff_new_of(d->diff) : cg_diff_old_of(d->diff);
    GArray *nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        bool shown = lost ? diff_shows_old(d, node) : diff_shows_new(d, node);
        if (shown && cg_metadata_has(query->graph, CG_ON_NODE, node, CG_KEY_UNRESOLVED_CALLS)) {
            g_array_append_val(nodes, node);
        }
    }
    query_sort(query, (cg_node *)nodes->data, nodes->len);
    for (guint i = 0; i < nodes->len; i++) {
        cg_node node = g_array_index(nodes, cg_node, i);
        report_function(query, node, other, counterpart[node], each, data);
    }
    g_array_unref(nodes);
}
