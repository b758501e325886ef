/*
 * Writes tables as in RFC 4180: comma, CRLF, quotes where needed and doubled inside. Control
 * characters are escaped as in text. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front: programs that need the exact names of Objective-C read JSON lines.
 */
#include "verbs/export/columns.h"

#include <string.h>

static void put_quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"') {
            putc('"', out);
        }
        putc(*text, out);
    }
    putc('"', out);
}

/* Programs look behind blanks, and some read fullwidth signs as the others. */
static bool is_formula(const char *text)
{
    static const char *const wide[] = {"\uff1d", "\uff0b", "\uff0d", "\uff20"};
    text += strspn(text, " ");
    bool found = *text && strchr("=+-@\t\r", *text);
    for (size_t i = 0; i < G_N_ELEMENTS(wide) && !found; i++) {
        found = g_str_has_prefix(text, wide[i]);
    }
    return found;
}

static void put_text(FILE *out, const char *text)
{
    bool formula = text && is_formula(text);
    char *printable = cli_printable(text ? text : "");
    char *shown = g_strconcat(formula ? "'" : "", printable, NULL);
    if (shown[strcspn(shown, ",\"")]) {
        put_quoted(out, shown);
    } else {
        fputs(shown, out);
    }
    g_free(shown);
    g_free(printable);
}

static void put_more(FILE *out, const char *text)
{
    putc(',', out);
    put_text(out, text);
}

/* 0 means "unknown". */
static void put_position(FILE *out, uint32_t position)
{
    putc(',', out);
    if (position) {
        fprintf(out, "%u", (unsigned)position);
    }
}

static void put_columns(FILE *out, const struct columns *columns)
{
    for (guint i = 0; i < columns->list->len; i++) {
        put_more(out, columns_at(columns, i)->path);
    }
    fputs("\r\n", out);
}

/* Numbers and words of JSON need no quotes. */
static void put_values(FILE *out, const struct columns *columns, struct cg_value *values,
                       const struct exporting *x, enum cg_place place, uint32_t number)
{
    columns_read(values, columns, x, place, number);
    for (guint i = 0; i < columns->list->len; i++) {
        putc(',', out);
        fprintf(out, "%.*s", (int)values[i].length, values[i].text ? values[i].text : "");
    }
    fputs("\r\n", out);
}

static void put_node(struct exporting *x, cg_node node)
{
    const struct cg_graph *graph = x->query->graph;
    const cg_edge *in;
    cg_edge first;
    uint32_t line, column;
    export_place(x, node, &line, &column);
    fprintf(x->out, "%u", (unsigned)export_number(x, node));
    put_more(x->out, cg_node_name(graph, node));
    put_more(x->out, query_demangled(x->query, node));
    put_more(x->out, cg_node_origin(graph, node));
    put_position(x->out, line);
    put_position(x->out, column);
    put_more(x->out, cg_linkage_name(cg_node_linkage(graph, node)));
    put_more(x->out, cg_node_has_body(graph, node) ? "true" : "false");
    put_more(x->out, cg_node_is_virtual(graph, node) ? "true" : "false");
    put_more(x->out, cg_graph_entry(graph) == node ? "true" : "false");
    fprintf(x->out, ",%u,%u", (unsigned)cg_node_in_edges(graph, node, &in),
            (unsigned)cg_node_out_edges(graph, node, &first));
    fprintf(x->out, ",%u", (unsigned)export_site_count(x, node, CG_KEY_UNRESOLVED_CALLS));
    fprintf(x->out, ",%u", (unsigned)export_site_count(x, node, CG_KEY_ADDRESS_TAKEN));
}

static void write_nodes(struct exporting *x, const struct columns *columns)
{
    struct cg_value *values = g_new(struct cg_value, (gsize)columns->list->len + 1);
    fputs("id,name,demangled,file,line,column,linkage,defined,virtual,entry,callers,callees,"
          "unresolved_calls,address_taken",
          x->out);
    put_columns(x->out, columns);
    for (uint32_t i = 0; i < x->node_count; i++) {
        put_node(x, x->nodes[i]);
        put_values(x->out, columns, values, x, CG_ON_NODE, x->nodes[i]);
    }
    g_free(values);
}

int export_csv_nodes(struct exporting *x, struct cg_error *error)
{
    struct columns columns;
    columns_find(&columns, x, CG_ON_NODE);
    int status = columns_check(&columns, CG_ON_NODE, error);
    if (!status) {
        write_nodes(x, &columns);
    }
    columns_free(&columns);
    return status;
}

static void put_edge(struct exporting *x, uint32_t number)
{
    const struct cg_graph *graph = x->query->graph;
    cg_edge edge = x->edges[number];
    cg_node caller = cg_edge_caller(graph, edge), callee = cg_edge_callee(graph, edge);
    struct cg_site_list *sites = query_sites(x->query, edge, CG_KEY_CALL_SITES);
    static const struct cg_site nowhere;
    const struct cg_site *first = site_count(sites) ? cg_site_list_at(sites, 0) : &nowhere;
    char *kinds = export_kinds(x, edge);
    fprintf(x->out, "%u,%u,%u", (unsigned)number, (unsigned)export_number(x, caller),
            (unsigned)export_number(x, callee));
    put_more(x->out, cg_node_name(graph, caller));
    put_more(x->out, cg_node_name(graph, callee));
    put_more(x->out, kinds);
    put_more(x->out, edge_is_observed(x->query, edge) ? "true" : "false");
    fprintf(x->out, ",%zu", site_count(sites));
    put_more(x->out, first->file);
    put_position(x->out, first->line);
    put_position(x->out, first->column);
    cg_site_list_free(sites);
    g_free(kinds);
}

static void write_edges(struct exporting *x, const struct columns *columns)
{
    struct cg_value *values = g_new(struct cg_value, (gsize)columns->list->len + 1);
    fputs("id,caller,callee,caller_name,callee_name,kinds,observed,sites,file,line,column", x->out);
    put_columns(x->out, columns);
    for (uint32_t i = 0; i < x->edge_count; i++) {
        put_edge(x, i);
        put_values(x->out, columns, values, x, CG_ON_EDGE, x->edges[i]);
    }
    g_free(values);
}

int export_csv_edges(struct exporting *x, struct cg_error *error)
{
    struct columns columns;
    columns_find(&columns, x, CG_ON_EDGE);
    int status = columns_check(&columns, CG_ON_EDGE, error);
    if (!status) {
        write_edges(x, &columns);
    }
    columns_free(&columns);
    return status;
}

/* "calls.csv" means the tables "calls.nodes.csv" and "calls.edges.csv", either of which may be
 * named instead. */
static char *table_path(const char *path, const char *table)
{
    static const char *const suffixes[] = {".nodes.csv", ".edges.csv", ".csv"};
    size_t length = strlen(path);
    for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        if (g_str_has_suffix(path, suffixes[i])) {
            length -= strlen(suffixes[i]);
            break;
        }
    }
    return g_strdup_printf("%.*s.%s.csv", (int)length, path, table);
}

static int write_tables(struct exporting *x, struct cli_output *nodes, struct cli_output *edges,
                        struct cg_error *error)
{
    x->out = nodes->stream;
    int status = export_csv_nodes(x, error);
    x->out = edges->stream;
    status = status ? status : export_csv_edges(x, error);
    if (status || x->query->trouble) {
        cli_output_discard(nodes);
        cli_output_discard(edges);
        return status;
    }
    status = cli_output_finish(nodes, error);
    if (status) {
        cli_output_discard(edges);
        return status;
    }
    return cli_output_finish(edges, error);
}

/* A device has no room for two files. */
static bool is_name_of_files(const char *path)
{
    bool exists = g_file_test(path, G_FILE_TEST_EXISTS);
    return strcmp(path, "-") != 0 && (!exists || g_file_test(path, G_FILE_TEST_IS_REGULAR));
}

int export_csv(struct exporting *x, struct cg_error *error)
{
    if (!is_name_of_files(x->path)) {
        return cli_fail(error, CG_E_ARGUMENT, NULL,
                        "csv is two tables: --output NAME.csv, or --format csv-nodes or csv-edges");
    }
    struct cli_output nodes, edges;
    char *node_path = table_path(x->path, "nodes"), *edge_path = table_path(x->path, "edges");
    int status = cli_output_open(&nodes, node_path, error);
    if (!status) {
        status = cli_output_open(&edges, edge_path, error);
        if (status) {
            cli_output_discard(&nodes);
        } else {
            status = write_tables(x, &nodes, &edges, error);
        }
    }
    g_free(node_path);
    g_free(edge_path);
    return status;
}
