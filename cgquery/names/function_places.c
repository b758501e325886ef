/*
 * Reads each file's functions from `sourceRange` and `definedIn` once, sorted by first line, and
 * also where parts of them come from other files.
 */
#include "names/function_places.h"

#include "names/file_names.h"

#include <libcg/kinds.h>

#include <string.h>

struct function_places {
    GHashTable *by_file; /* path: GArray of struct function_place */
    GHashTable *by_name; /* file_names.h */
    GHashTable *parts;   /* path: GArray of cg_node: functions that have parts there */
    GStringChunk *names; /* of files that the graph does not have as origins */
};

static GArray *functions_of(struct function_places *places, const char *file)
{
    GArray *functions = g_hash_table_lookup(places->by_file, file);
    if (!functions) {
        functions = g_array_new(FALSE, FALSE, sizeof(struct function_place));
        g_hash_table_insert(places->by_file, (gpointer)file, functions);
        file_names_add(places->by_name, file);
    }
    return functions;
}

static gint by_first_line(gconstpointer a, gconstpointer b)
{
    const struct function_place *x = a, *y = b;
    if (x->first != y->first) {
        return x->first < y->first ? -1 : 1;
    }
    return (x->node > y->node) - (x->node < y->node);
}

static void finish_file(gpointer key, gpointer value, gpointer user)
{
    GArray *functions = value;
    uint32_t furthest = 0;
    (void)key, (void)user;
    g_array_sort(functions, by_first_line);
    for (guint i = 0; i < functions->len; i++) {
        struct function_place *place = &g_array_index(functions, struct function_place, i);
        furthest = MAX(furthest, place->last);
        place->furthest = furthest;
    }
}

static void free_functions(gpointer functions)
{
    g_array_unref(functions);
}

static bool find_range(struct function_place *place, const struct cg_graph *graph)
{
    struct cg_source_range range;
    if (!cg_source_range(&range, graph, place->node)) {
        return false;
    }
    place->first = range.first_line;
    place->last = range.last_line;
    return true;
}

/* The line of a file where the name is. */
static bool find_name(struct function_place *place, struct query *query, const char *file)
{
    struct cg_site_list *sites = query_sites(query, place->node, CG_KEY_DEFINED_IN);
    for (size_t i = 0; i < site_count(sites) && !place->first; i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        place->first = place->last = g_strcmp0(site->file, file) == 0 ? site->line : 0;
    }
    cg_site_list_free(sites);
    return place->first > 0;
}

static void add_place(struct function_places *places, const char *file, struct function_place place)
{
    g_array_append_val(functions_of(places, file), place);
}

/* Generated code says with #line where its source is: the function has as many lines there. */
static void add_sources(struct function_places *places, struct query *query,
                        const struct function_place *place)
{
    struct cg_site_list *sites = query_sites(query, place->node, CG_KEY_DEFINED_IN);
    const char *origin = cg_node_origin(query->graph, place->node);
    for (size_t i = 0; i < site_count(sites); i++) {
        const struct cg_site *site = cg_site_list_at(sites, i);
        const struct function_place there = {
            .node = place->node,
            .first = site->line,
            .last = site->line + (place->last - place->first),
        };
        if (site->file && site->line && strcmp(site->file, origin) != 0) {
            const char *kept = g_string_chunk_insert_const(places->names, site->file);
            add_place(places, kept, there);
        }
    }
    cg_site_list_free(sites);
}

/* Parts of functions */

static bool is_whole_in(struct function_places *places, const char *file, cg_node node)
{
    const GArray *functions = g_hash_table_lookup(places->by_file, file);
    for (guint i = 0; functions && i < functions->len; i++) {
        if (g_array_index(functions, struct function_place, i).node == node) {
            return true;
        }
    }
    return false;
}

static void add_part(struct function_places *places, const char *file, cg_node node)
{
    GArray *nodes = g_hash_table_lookup(places->parts, file);
    if (!nodes) {
        const char *kept = g_string_chunk_insert_const(places->names, file);
        nodes = g_array_new(FALSE, FALSE, sizeof(cg_node));
        g_hash_table_insert(places->parts, (gpointer)kept, nodes);
        functions_of(places, kept);
    }
    if (nodes->len == 0 || g_array_index(nodes, cg_node, nodes->len - 1) != node) {
        g_array_append_val(nodes, node);
    }
}

static void add_parts_of(struct function_places *places, GHashTable *origins, cg_node node,
                         struct cg_site_list *sites)
{
    for (size_t i = 0; i < site_count(sites); i++) {
        const char *file = cg_site_list_at(sites, i)->file;
        if (file && !g_hash_table_contains(origins, file) && !is_whole_in(places, file, node)) {
            add_part(places, file, node);
        }
    }
    cg_site_list_free(sites);
}

/* Code that #line says is from a file, which is no function's own. */
static void add_parts(struct function_places *places, struct query *query)
{
    const struct cg_graph *graph = query->graph;
    GHashTable *origins = g_hash_table_new(g_str_hash, g_str_equal);
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        if (cg_node_origin(graph, node)) {
            g_hash_table_add(origins, (gpointer)cg_node_origin(graph, node));
        }
    }
    for (cg_node node = 0; node < cg_graph_node_count(graph); node++) {
        cg_edge first = 0;
        struct function_place place = {.node = node};
        bool has = cg_node_origin(graph, node) && find_range(&place, graph);
        uint32_t count = has ? cg_node_out_edges(graph, node, &first) : 0;
        for (uint32_t i = 0; i < count; i++) {
            add_parts_of(places, origins, node, query_sites(query, first + i, CG_KEY_CALL_SITES));
        }
        if (has) {
            add_parts_of(places, origins, node, query_sites(query, node, CG_KEY_UNRESOLVED_CALLS));
        }
    }
    g_hash_table_unref(origins);
}

const GArray *function_places_parts(const struct function_places *places, const char *file)
{
    return g_hash_table_lookup(places->parts, file);
}

struct function_places *function_places_new(struct query *query, bool all)
{
    struct function_places *places = g_new(struct function_places, 1);
    places->names = g_string_chunk_new(256);
    places->by_file = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_functions);
    places->by_name = file_names_new();
    places->parts = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_functions);
    for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
        const char *file = cg_node_origin(query->graph, node);
        struct function_place place = {.node = node};
        bool found = file && find_range(&place, query->graph) &&
                     (all || !cg_in_system_header(query->graph, node));
        if (found || (all && file && find_name(&place, query, file))) {
            add_place(places, file, place);
        }
        if (found) {
            add_sources(places, query, &place);
        }
    }
    add_parts(places, query);
    g_hash_table_foreach(places->by_file, finish_file, NULL);
    return places;
}

void function_places_free(struct function_places *places)
{
    if (places) {
        g_hash_table_unref(places->by_file);
        g_hash_table_unref(places->by_name);
        g_hash_table_unref(places->parts);
        g_string_chunk_free(places->names);
        g_free(places);
    }
}

bool function_places_none(const struct function_places *places)
{
    return g_hash_table_size(places->by_file) == 0;
}

/* Whether the components of a path end another path. */
static bool ends_in(const char *path, const char *end)
{
    size_t length = strlen(path), end_length = strlen(end);
    return length >= end_length && strcmp(path + length - end_length, end) == 0 &&
           (length == end_length || path[length - end_length - 1] == '/');
}

/* Files outside of the root have absolute paths: a path with the same end may well be another
 * file. */
static void drop_absolute(GPtrArray *files)
{
    guint relative = 0;
    for (guint i = 0; i < files->len; i++) {
        relative += ((const char *)files->pdata[i])[0] != '/';
    }
    for (guint i = files->len; i > 0 && relative > 0; i--) {
        if (((const char *)files->pdata[i - 1])[0] == '/') {
            g_ptr_array_remove_index(files, i - 1);
        }
    }
}

GPtrArray *function_places_files(const struct function_places *places, const char *path)
{
    GPtrArray *found = g_ptr_array_new();
    const GPtrArray *files = file_names_find(places->by_name, path);
    for (guint i = 0; files && i < files->len; i++) {
        const char *file = files->pdata[i];
        if (strcmp(file, path) == 0) {
            g_ptr_array_set_size(found, 0);
            g_ptr_array_add(found, (gpointer)file);
            return found;
        }
        if (ends_in(file, path) || ends_in(path, file)) {
            g_ptr_array_add(found, (gpointer)file);
        }
    }
    if (path[0] != '/') {
        drop_absolute(found);
    }
    g_ptr_array_sort(found, cli_compare_texts);
    return found;
}

const GArray *function_places_of(const struct function_places *places, const char *file)
{
    return g_hash_table_lookup(places->by_file, file);
}

guint function_places_up_to(const GArray *functions, uint32_t line)
{
    guint low = 0, high = functions->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(functions, struct function_place, middle).first <= line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

guint function_places_reaching(const GArray *functions, guint count, uint32_t line)
{
    guint first = count;
    while (first > 0 &&
           g_array_index(functions, struct function_place, first - 1).furthest >= line) {
        first--;
    }
    return first;
}

void function_places_around(const GArray *functions, uint32_t line, GArray *nodes)
{
    guint count = function_places_up_to(functions, line);
    struct function_place innermost = {.last = UINT32_MAX};
    guint before = nodes->len;
    for (guint i = function_places_reaching(functions, count, line); i < count; i++) {
        const struct function_place *place = &g_array_index(functions, struct function_place, i);
        bool further_in = place->first > innermost.first || place->last < innermost.last;
        if (place->last < line || (!further_in && place->last > innermost.last)) {
            continue;
        }
        if (further_in) {
            innermost = *place;
            g_array_set_size(nodes, before);
        }
        g_array_append_val(nodes, place->node);
    }
}
