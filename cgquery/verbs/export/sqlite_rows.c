/* The rows of the tables that sqlite.c makes. */
#include "verbs/export/sqlite.h"

#include "kinds/cli_kinds.h"
#include <libcg/entries.h>

#include <stdlib.h>
#include <string.h>

/* Rows */

void database_prepare(struct database *d, const char *sql)
{
    if (!d->status) {
        d->status = sqlite3_prepare_v2(d->db, sql, -1, &d->insert, NULL);
    }
}

static void bound(struct database *d, int status)
{
    d->status = d->status ? d->status : status;
}

void database_text(struct database *d, int column, const char *text)
{
    if (!d->status && text) {
        bound(d, sqlite3_bind_text(d->insert, column, text, -1, SQLITE_STATIC));
    }
}

static void database_number(struct database *d, int column, int64_t number)
{
    if (!d->status) {
        bound(d, sqlite3_bind_int64(d->insert, column, number));
    }
}

/* 0 means "unknown". */
static void database_position(struct database *d, int column, uint32_t position)
{
    if (position) {
        database_number(d, column, position);
    }
}

void database_insert(struct database *d)
{
    if (d->status) {
        return;
    }
    int status = sqlite3_step(d->insert);
    bound(d, status == SQLITE_DONE ? SQLITE_OK : status);
    if (!d->status) {
        bound(d, sqlite3_reset(d->insert));
        bound(d, sqlite3_clear_bindings(d->insert));
    }
}

void database_end(struct database *d)
{
    sqlite3_finalize(d->insert);
    d->insert = NULL;
}

/* Functions */

static void write_function(struct database *d, cg_node node, bool is_entry)
{
    const struct cg_graph *graph = d->x->query->graph;
    uint32_t line, column;
    export_place(d->x, node, &line, &column);
    database_number(d, 1, export_number(d->x, node));
    database_text(d, 2, cg_node_name(graph, node));
    database_text(d, 3, query_demangled(d->x->query, node));
    database_text(d, 4, cg_node_origin(graph, node));
    database_position(d, 5, line);
    database_position(d, 6, column);
    database_text(d, 7, cg_linkage_name(cg_node_linkage(graph, node)));
    database_number(d, 8, cg_node_has_body(graph, node));
    database_number(d, 9, cg_node_is_virtual(graph, node));
    database_number(d, 10, is_entry);
    database_insert(d);
}

static void write_function_rows(struct database *d)
{
    struct exporting *x = d->x;
    bool *is_entry = g_new0(bool, (gsize)x->node_count + 1);
    cg_node *entries = NULL;
    size_t count = 0;
    if (cg_graph_entries(&entries, &count, x->query->graph, NULL)) {
        bound(d, SQLITE_NOMEM);
    }
    for (size_t i = 0; i < count; i++) {
        is_entry[entries[i]] = true;
    }
    database_prepare(d, "INSERT INTO functions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < x->node_count; i++) {
        write_function(d, x->nodes[i], is_entry[x->nodes[i]]);
    }
    database_end(d);
    free(entries);
    g_free(is_entry);
}

static void write_name(struct database *d, const char *name, cg_node node)
{
    database_text(d, 1, name);
    database_number(d, 2, export_number(d->x, node));
    database_insert(d);
}

/* Names that a function has twice in the file are one. */
static void write_names(struct database *d)
{
    struct exporting *x = d->x;
    database_prepare(d, "INSERT OR IGNORE INTO names VALUES (?, ?)");
    for (uint32_t i = 0; i < x->node_count; i++) {
        const char *const *others;
        uint32_t count = cg_node_other_names(x->query->graph, x->nodes[i], &others);
        write_name(d, cg_node_name(x->query->graph, x->nodes[i]), x->nodes[i]);
        for (uint32_t k = 0; k < count; k++) {
            write_name(d, others[k], x->nodes[i]);
        }
    }
    database_end(d);
}

/* Columns 1 to 4 of rows with a place. */
static void set_place(struct database *d, uint32_t number, const struct cg_site *site)
{
    database_number(d, 1, number);
    database_text(d, 2, site->file);
    database_position(d, 3, site->line);
    database_position(d, 4, site->column);
}

static void write_site(struct database *d, uint32_t number, const struct cg_site *site)
{
    set_place(d, number, site);
    database_text(d, 5, site->kind ? site->kind : cg_edge_kind_name(CG_EDGE_DIRECT));
    database_text(d, 6, site->through);
    database_number(d, 7, site->loops);
    database_insert(d);
}

static void write_unresolved_call(struct database *d, uint32_t number, const struct cg_site *site)
{
    set_place(d, number, site);
    database_text(d, 5, site->reason);
    database_text(d, 6, site->type);
    database_text(d, 7, site->receiver);
    if (site->receiver) {
        database_number(d, 8, site->slot);
    }
    database_text(d, 9, site->unknown);
    database_text(d, 10, site->causes);
    database_text(d, 11, site->through);
    database_number(d, 12, site->loops);
    database_insert(d);
}

static void write_taken(struct database *d, uint32_t number, const struct cg_site *site)
{
    set_place(d, number, site);
    database_insert(d);
}

/* Insert the sites of a kind at a place, which has the number `row` in the database. */
static void write_sites(struct database *d, uint32_t place, uint32_t row, const char *key,
                        void (*write)(struct database *, uint32_t, const struct cg_site *))
{
    struct cg_site_list *sites = query_sites(d->x->query, place, key);
    for (size_t i = 0; i < site_count(sites); i++) {
        write(d, row, cg_site_list_at(sites, i));
    }
    cg_site_list_free(sites);
}

static void write_overrides(struct database *d)
{
    GArray *pairs = export_overrides(d->x);
    database_prepare(d, "INSERT INTO overrides VALUES (?, ?)");
    for (guint i = 0; i < pairs->len; i++) {
        database_number(d, 1, g_array_index(pairs, struct export_override, i).derived);
        database_number(d, 2, g_array_index(pairs, struct export_override, i).base);
        database_insert(d);
    }
    database_end(d);
    g_array_unref(pairs);
}

void database_write_functions(struct database *d)
{
    struct exporting *x = d->x;
    write_function_rows(d);
    write_names(d);
    database_prepare(d, "INSERT INTO unresolved_calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < x->node_count; i++) {
        write_sites(d, x->nodes[i], i, CG_KEY_UNRESOLVED_CALLS, write_unresolved_call);
    }
    database_end(d);
    database_prepare(d, "INSERT INTO address_taken VALUES (?, ?, ?, ?)");
    for (uint32_t i = 0; i < x->node_count; i++) {
        write_sites(d, x->nodes[i], i, CG_KEY_ADDRESS_TAKEN, write_taken);
    }
    database_end(d);
    write_overrides(d);
}

/* Calls */

static void write_call(struct database *d, uint32_t number)
{
    struct exporting *x = d->x;
    cg_edge edge = x->edges[number];
    char *kinds = export_kinds(x, edge);
    database_number(d, 1, number);
    database_number(d, 2, export_number(x, cg_edge_caller(x->query->graph, edge)));
    database_number(d, 3, export_number(x, cg_edge_callee(x->query->graph, edge)));
    database_text(d, 4, kinds);
    database_number(d, 5, cg_edge_kinds(x->query->graph, edge) == CG_EDGE_CANDIDATE);
    database_number(d, 6, edge_is_observed(x->query, edge));
    database_insert(d);
    g_free(kinds);
}

void database_write_calls(struct database *d)
{
    struct exporting *x = d->x;
    database_prepare(d, "INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < x->edge_count; i++) {
        write_call(d, i);
    }
    database_end(d);
    database_prepare(d, "INSERT INTO sites VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (uint32_t i = 0; i < x->edge_count; i++) {
        write_sites(d, x->edges[i], i, CG_KEY_CALL_SITES, write_site);
    }
    database_end(d);
}

/* Metadata */

typedef bool step(struct cg_metadata_walk *walk, const struct cg_graph *graph, enum cg_place place,
                  uint32_t number);

static void write_values(struct database *d, const char *word, uint32_t row, enum cg_place place,
                         uint32_t number, step *next)
{
    struct cg_metadata_walk walk = {0};
    while (next(&walk, d->x->query->graph, place, number)) {
        database_text(d, 1, word);
        database_number(d, 2, row);
        database_text(d, 3, walk.key);
        database_text(d, 4, cli_walk_value(&walk, d->x->query->graph).text);
        database_insert(d);
    }
}

/* By place in order of its word, as the table is sorted. */
void database_write_metadata(struct database *d)
{
    struct exporting *x = d->x;
    database_prepare(d, "INSERT INTO metadata VALUES (?, ?, ?, ?)");
    for (uint32_t i = 0; i < x->edge_count; i++) {
        write_values(d, "call", i, CG_ON_EDGE, x->edges[i], cg_metadata_next);
    }
    write_values(d, "file", 0, CG_ON_GRAPH, 0, cg_unknown_member_next);
    for (uint32_t i = 0; i < x->node_count; i++) {
        write_values(d, "function", i, CG_ON_NODE, x->nodes[i], cg_metadata_next);
    }
    for (uint32_t i = 0; i < x->node_count; i++) {
        write_values(d, "function+", i, CG_ON_NODE, x->nodes[i], cg_unknown_member_next);
    }
    write_values(d, "graph", 0, CG_ON_GRAPH, 0, cg_metadata_next);
    database_end(d);
}
