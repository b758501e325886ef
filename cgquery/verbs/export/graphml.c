/* Writes GraphML (http://graphml.graphdrawing.org): the graph with typed attributes. */
#include "verbs/export/columns.h"

#include <string.h>

/* Attributes of every function and every call, before the columns of metadata. */
static const struct fixed {
    const char *id;
    const char *on;
    const char *name;
    const char *type;
} fixed[] = {
    {"g_metadata", "graph", "metadata", "string"},
    {"n_name", "node", "name", "string"},
    {"n_demangled", "node", "demangled", "string"},
    {"n_file", "node", "file", "string"},
    {"n_line", "node", "line", "int"},
    {"n_column", "node", "column", "int"},
    {"n_linkage", "node", "linkage", "string"},
    {"n_defined", "node", "defined", "boolean"},
    {"n_virtual", "node", "virtual", "boolean"},
    {"n_entry", "node", "entry", "boolean"},
    {"n_open", "node", "unresolvedCallCount", "int"},
    {"n_taken", "node", "addressTakenCount", "int"},
    {"n_metadata", "node", "metadata", "string"},
    {"e_kinds", "edge", "kinds", "string"},
    {"e_observed", "edge", "observed", "boolean"},
    {"e_sites", "edge", "sites", "int"},
    {"e_metadata", "edge", "metadata", "string"},
};

/* Writes the text of an element or an attribute. Characters that XML cannot have are escaped as in
 * JSON. */
static void put_xml(FILE *out, const char *text)
{
    for (const char *c = text; *c; c = g_utf8_next_char(c)) {
        gunichar code = g_utf8_get_char(c);
        if (*c == '&' || *c == '<' || *c == '>' || *c == '"' || *c == '\r' || *c == '\n' ||
            *c == '\t') {
            fprintf(out, "&#%u;", (unsigned)code);
        } else if (cli_is_control(code) || code == 0xfffe || code == 0xffff) {
            fprintf(out, "\\u%04x", (unsigned)code);
        } else {
            (void)!fwrite(c, 1, (size_t)(g_utf8_next_char(c) - c), out);
        }
    }
}

static void put_data(FILE *out, const char *id, const char *text)
{
    if (text) {
        fprintf(out, "<data key=\"%s\">", id);
        put_xml(out, text);
        fputs("</data>", out);
    }
}

static void put_truth(FILE *out, const char *id, bool truth)
{
    put_data(out, id, truth ? "true" : "false");
}

static void put_count(FILE *out, const char *id, uint32_t count)
{
    fprintf(out, "<data key=\"%s\">%u</data>", id, (unsigned)count);
}

static void put_metadata(struct exporting *x, const char *id, enum cg_place place, uint32_t number)
{
    GString *object = export_metadata(x, place, number);
    put_data(x->out, id, object->str);
    g_string_free(object, TRUE);
}

/* Keys */

static const char *type_word(enum column_type type)
{
    static const char *const words[] = {"boolean", "long", "double", "string"};
    return words[type];
}

static void put_key(FILE *out, const char *id, const char *on, const char *name, const char *type)
{
    fprintf(out, "<key id=\"%s\" for=\"%s\" attr.name=\"", id, on);
    put_xml(out, name);
    fprintf(out, "\" attr.type=\"%s\"/>\n", type);
}

static void put_column_keys(FILE *out, const struct columns *columns, const char *on)
{
    for (guint i = 0; i < columns->list->len; i++) {
        char *id = g_strdup_printf("%c%u", *on, i);
        put_key(out, id, on, columns_at(columns, i)->path, type_word(columns_at(columns, i)->type));
        g_free(id);
    }
}

static void put_columns(struct exporting *x, const struct columns *columns, enum cg_place place,
                        uint32_t number)
{
    GArray *cells = columns_cells(columns, x, place, number);
    for (guint i = 0; i < cells->len; i++) {
        const struct cell *cell = &g_array_index(cells, struct cell, i);
        fprintf(x->out, "<data key=\"%c%u\">%.*s</data>", place == CG_ON_NODE ? 'n' : 'e',
                cell->column, (int)cell->value.length, cell->value.text);
    }
    g_array_unref(cells);
}

/* Elements */

static void put_node(struct exporting *x, const struct columns *columns, cg_node node)
{
    const struct cg_graph *graph = x->query->graph;
    uint32_t line, column;
    export_place(x, node, &line, &column);
    fprintf(x->out, "<node id=\"n%u\">", (unsigned)export_number(x, node));
    put_data(x->out, "n_name", cg_node_name(graph, node));
    put_data(x->out, "n_demangled", query_demangled(x->query, node));
    put_data(x->out, "n_file", cg_node_origin(graph, node));
    if (line) {
        put_count(x->out, "n_line", line);
    }
    if (column) {
        put_count(x->out, "n_column", column);
    }
    put_data(x->out, "n_linkage", cg_linkage_name(cg_node_linkage(graph, node)));
    put_truth(x->out, "n_defined", cg_node_has_body(graph, node));
    put_truth(x->out, "n_virtual", cg_node_is_virtual(graph, node));
    put_truth(x->out, "n_entry", cg_graph_entry(graph) == node);
    put_count(x->out, "n_open", export_site_count(x, node, CG_KEY_UNRESOLVED_CALLS));
    put_count(x->out, "n_taken", export_site_count(x, node, CG_KEY_ADDRESS_TAKEN));
    put_columns(x, columns, CG_ON_NODE, node);
    put_metadata(x, "n_metadata", CG_ON_NODE, node);
    fputs("</node>\n", x->out);
}

static void put_edge(struct exporting *x, const struct columns *columns, uint32_t number)
{
    cg_edge edge = x->edges[number];
    char *kinds = export_kinds(x, edge);
    fprintf(x->out, "<edge id=\"e%u\" source=\"n%u\" target=\"n%u\">", (unsigned)number,
            (unsigned)export_number(x, cg_edge_caller(x->query->graph, edge)),
            (unsigned)export_number(x, cg_edge_callee(x->query->graph, edge)));
    put_data(x->out, "e_kinds", kinds);
    put_truth(x->out, "e_observed", edge_is_observed(x->query, edge));
    put_count(x->out, "e_sites", export_site_count(x, edge, CG_KEY_CALL_SITES));
    put_columns(x, columns, CG_ON_EDGE, edge);
    put_metadata(x, "e_metadata", CG_ON_EDGE, edge);
    fputs("</edge>\n", x->out);
    g_free(kinds);
}

int export_graphml(struct exporting *x, struct cg_error *error)
{
    (void)error;
    struct columns of_nodes, of_edges;
    columns_find(&of_nodes, x, CG_ON_NODE);
    columns_find(&of_edges, x, CG_ON_EDGE);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"\n"
          " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
          " xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns "
          "http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n",
          x->out);
    for (size_t i = 0; i < G_N_ELEMENTS(fixed); i++) {
        put_key(x->out, fixed[i].id, fixed[i].on, fixed[i].name, fixed[i].type);
    }
    put_column_keys(x->out, &of_nodes, "node");
    put_column_keys(x->out, &of_edges, "edge");
    fputs("<graph id=\"calls\" edgedefault=\"directed\">\n", x->out);
    put_metadata(x, "g_metadata", CG_ON_GRAPH, 0);
    putc('\n', x->out);
    for (uint32_t i = 0; i < x->node_count; i++) {
        put_node(x, &of_nodes, x->nodes[i]);
    }
    for (uint32_t i = 0; i < x->edge_count; i++) {
        put_edge(x, &of_edges, i);
    }
    fputs("</graph>\n</graphml>\n", x->out);
    columns_free(&of_nodes);
    columns_free(&of_edges);
    return CG_OK;
}
