/*
 * Writes functions, call places, unresolved calls and edges as members of the open document, whole
 * or as numbers of the table in json_table.c.
 */
#include "print/graph_json.h"

#include "print/json_table.h"

#include <libcg/link.h>

/** The assumptions made when the graph was linked. */
static void json_promises(struct json *json, const struct query *query)
{
    unsigned promised = cg_graph_promised(query->graph);
    if (!promised) {
        return;
    }
    json_open(json, "assume", '[');
    for (unsigned bit = 0; cg_promise_name(bit); bit++) {
        if (promised >> bit & 1) {
            json_text(json, NULL, cg_promise_name(bit));
        }
    }
    json_close(json, ']');
}

void json_begin(struct json *json, const struct query *query)
{
    if (query->options.compact) {
        json->table = json_table_new();
        json_open_line(json, NULL, '{');
    } else {
        json_open(json, NULL, '{');
    }
    json_number(json, "version", 1);
    json_text(json, "verb", query->verb->name);
    json_text(json, "graph", query->graph_name);
    if (query_is_part(query)) {
        json_bool(json, "part", true);
    }
    json_promises(json, query);
    size_t incomplete = query_incomplete(query, NULL);
    if (incomplete) {
        json_number(json, "incomplete", incomplete);
    }
}

void json_end(struct json *json)
{
    if (json->table) {
        json_table_write(json);
        json_table_free(json->table);
    }
    json_close(json, '}');
    putc('\n', json->out);
}

void json_function(struct json *json, const char *key, struct query *query, cg_node node)
{
    if (json->table) {
        json_number(json, key, json_table_number(json->table, query, node));
    } else {
        json_function_whole(json, key, query, node);
    }
}

void json_function_whole(struct json *json, const char *key, struct query *query, cg_node node)
{
    json_open(json, key, '{');
    json_text(json, "name", cg_node_name(query->graph, node));
    json_text(json, "demangled", query_demangled(query, node));
    json_text(json, "file", cg_node_origin(query->graph, node));
    json_close(json, '}');
}

void json_functions(struct json *json, const char *key, struct query *query,
                    struct cg_function_set functions)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < functions.count; i++) {
        json_function(json, NULL, query, functions.nodes[i]);
    }
    json_close(json, ']');
}

void json_selection(struct json *json, const char *key, struct query *query,
                    const struct selection *selection)
{
    json_open(json, key, '{');
    json_text(json, "pattern", selection->pattern);
    json_functions(
        json, "functions", query,
        (struct cg_function_set){selection->nodes, selection->absent ? 0 : selection->count});
    if (selection->absent) {
        json_open(json, "absent", '[');
        for (char **name = selection->absent; *name; name++) {
            json_text(json, NULL, *name);
        }
        json_close(json, ']');
    }
    json_close(json, '}');
}

void json_site_members(struct json *json, const struct cg_site *site)
{
    const struct {
        const char *key, *text;
    } texts[] = {{"kind", site->kind},         {"type", site->type},       {"reason", site->reason},
                 {"receiver", site->receiver}, {"unknown", site->unknown}, {"causes", site->causes},
                 {"through", site->through}};
    json_text(json, "file", site->file);
    json_number(json, "line", site->line);
    json_number(json, "column", site->column);
    if (site->loops) {
        json_number(json, "loops", site->loops);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        if (texts[i].text) {
            json_text(json, texts[i].key, texts[i].text);
        }
        if (texts[i].text && strcmp(texts[i].key, "receiver") == 0) {
            json_number(json, "slot", site->slot);
        }
    }
}

void json_site_in(struct json *json, struct query *query, const struct cg_site *site, cg_node node)
{
    json_open(json, NULL, '{');
    json_site_members(json, site);
    json_function(json, "function", query, node);
    json_close(json, '}');
}

void json_computed(struct json *json, const char *key, double value)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, "%.10g", value);
    json_double(json, key, g_ascii_strtod(text, NULL));
}

void json_sites(struct json *json, const char *key, struct query *query, uint32_t number,
                const char *kind)
{
    struct cg_site_list *sites = query_sites(query, number, kind);
    json_open(json, key, '[');
    for (size_t i = 0; i < site_count(sites); i++) {
        json_open(json, NULL, '{');
        json_site_members(json, cg_site_list_at(sites, i));
        json_close(json, '}');
    }
    json_close(json, ']');
    cg_site_list_free(sites);
}

void json_unresolved_call_members(struct json *json, struct query *query,
                                  const struct cg_site *site, cg_node node, uint32_t distance)
{
    json_site_members(json, site);
    json_function(json, "function", query, node);
    if (distance == CG_NONE) {
        json_text(json, "distance", NULL);
    } else {
        json_number(json, "distance", distance);
    }
}

void json_unresolved_call(struct json *json, struct query *query, const struct cg_site *site,
                          cg_node node, uint32_t distance)
{
    json_open(json, NULL, '{');
    json_unresolved_call_members(json, query, site, node, distance);
    json_close(json, '}');
}

void json_address_taken_members(struct json *json, struct query *query, cg_node node)
{
    json_function(json, "function", query, node);
    json_sites(json, "sites", query, node, CG_KEY_ADDRESS_TAKEN);
}

void json_address_taken(struct json *json, struct query *query, cg_node node)
{
    json_open(json, NULL, '{');
    json_address_taken_members(json, query, node);
    json_close(json, '}');
}

void json_edge_members(struct json *json, struct query *query, cg_edge edge)
{
    json_function(json, "caller", query, cg_edge_caller(query->graph, edge));
    json_function(json, "callee", query, cg_edge_callee(query->graph, edge));
    json_open(json, "kinds", '[');
    unsigned kinds = cg_edge_kinds(query->graph, edge);
    for (unsigned kind = 1; kind <= CG_EDGE_ALL_KINDS; kind <<= 1) {
        if (kinds & kind) {
            json_text(json, NULL, cg_edge_kind_name(kind));
        }
    }
    json_close(json, ']');
    if (edge_is_observed(query, edge)) {
        json_bool(json, "observed", true);
    }
}

void json_edge(struct json *json, struct query *query, cg_edge edge)
{
    json_open(json, NULL, '{');
    json_edge_members(json, query, edge);
    json_sites(json, "sites", query, edge, CG_KEY_CALL_SITES);
    json_close(json, '}');
}

void json_edges(struct json *json, const char *key, struct query *query, struct cg_call_set calls)
{
    json_open(json, key, '[');
    for (size_t i = 0; i < calls.count; i++) {
        json_edge(json, query, calls.edges[i]);
    }
    json_close(json, ']');
}
