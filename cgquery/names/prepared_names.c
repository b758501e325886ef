/*
 * Makes room for the names of every function, which readable_names.c and the indexes fill when they
 * are asked for, and releases all of them.
 */
#include "names/prepared_names.h"

#include "names/function_places.h"
#include "names/name_index.h"
#include "names/sets.h"

void query_prepare_names(struct query *query)
{
    query->rank = g_new0(uint32_t *, 1);
    query->demangled = g_new0(char *, cg_graph_node_count(query->graph));
    query->shortened = g_new0(char *, cg_graph_node_count(query->graph));
    query->shown = g_new0(char *, cg_graph_node_count(query->graph));
    query->shown_as = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

void query_forget_names(struct query *query)
{
    for (cg_node node = 0; query->demangled && node < cg_graph_node_count(query->graph); node++) {
        g_free(query->demangled[node]);
        g_free(query->shortened[node]);
        g_free(query->shown[node]);
    }
    g_free(query->demangled);
    g_free(query->shortened);
    g_free(query->shown);
    g_clear_pointer(&query->shown_as, g_hash_table_unref);
    g_clear_pointer(&query->bare_names, g_hash_table_unref);
    if (query->rank) {
        g_free(*query->rank);
        g_free(query->rank);
    }
    name_index_free(query->spelled);
    name_index_free(query->meant);
    sets_free(query->sets);
    function_places_free(query->places);
    query->spelled = query->meant = NULL;
    query->demangled = query->shortened = query->shown = NULL;
    query->rank = NULL;
    query->sets = NULL;
    query->places = NULL;
}
