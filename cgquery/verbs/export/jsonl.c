/* Writes JSON lines: one object per line, with a member "type". */
#include "verbs/export/export.h"

#define VERSION 1

static void put_string(struct exporting *x, const char *key, const char *text)
{
    fprintf(x->out, ",\"%s\":", key);
    if (text) {
        cli_print_json_string(x->out, text);
    } else {
        fputs("null", x->out);
    }
}

static void put_truth(struct exporting *x, const char *key, bool truth)
{
    fprintf(x->out, ",\"%s\":%s", key, truth ? "true" : "false");
}

static void put_object(struct exporting *x, const char *key, GString *object)
{
    fprintf(x->out, ",\"%s\":", key);
    (void)!fwrite(object->str, 1, object->len, x->out);
    g_string_free(object, TRUE);
}

/* Members of other tools beside the metadata are rare. */
static void put_members(struct exporting *x, enum cg_place place, uint32_t number)
{
    GString *members = export_members(x, place, number);
    if (members->len > 2) {
        put_object(x, "members", members);
    } else {
        g_string_free(members, TRUE);
    }
}

static void put_graph(struct exporting *x)
{
    cg_node entry = cg_graph_entry(x->query->graph);
    fprintf(x->out, "{\"type\":\"graph\",\"version\":%d,\"nodes\":%u,\"edges\":%u,\"overrides\":%u",
            VERSION, (unsigned)x->node_count, (unsigned)x->edge_count,
            (unsigned)cg_graph_override_count(x->query->graph));
    if (entry != CG_NONE) {
        fprintf(x->out, ",\"entry\":%u", (unsigned)export_number(x, entry));
    } else {
        fputs(",\"entry\":null", x->out);
    }
    put_object(x, "metadata", export_metadata(x, CG_ON_GRAPH, 0));
    put_members(x, CG_ON_GRAPH, 0);
    fputs("}\n", x->out);
}

static void put_node(struct exporting *x, cg_node node)
{
    const struct cg_graph *graph = x->query->graph;
    fprintf(x->out, "{\"type\":\"node\",\"id\":%u", (unsigned)export_number(x, node));
    put_string(x, "name", cg_node_name(graph, node));
    put_string(x, "demangled", query_demangled(x->query, node));
    put_string(x, "file", cg_node_origin(graph, node));
    put_string(x, "linkage", cg_linkage_name(cg_node_linkage(graph, node)));
    put_truth(x, "defined", cg_node_has_body(graph, node));
    put_truth(x, "virtual", cg_node_is_virtual(graph, node));
    put_object(x, "metadata", export_metadata(x, CG_ON_NODE, node));
    put_members(x, CG_ON_NODE, node);
    fputs("}\n", x->out);
}

static void put_kinds(struct exporting *x, cg_edge edge)
{
    unsigned kinds = cg_edge_kinds(x->query->graph, edge);
    const char *separator = "";
    fputs(",\"kinds\":[", x->out);
    for (unsigned kind = 1; kind <= CG_EDGE_ALL_KINDS; kind <<= 1) {
        if (kinds & kind) {
            fprintf(x->out, "%s\"%s\"", separator, cg_edge_kind_name(kind));
            separator = ",";
        }
    }
    putc(']', x->out);
}

static void put_edge(struct exporting *x, cg_edge edge)
{
    const struct cg_graph *graph = x->query->graph;
    fprintf(x->out, "{\"type\":\"edge\",\"caller\":%u,\"callee\":%u",
            (unsigned)export_number(x, cg_edge_caller(graph, edge)),
            (unsigned)export_number(x, cg_edge_callee(graph, edge)));
    put_kinds(x, edge);
    put_object(x, "metadata", export_metadata(x, CG_ON_EDGE, edge));
    fputs("}\n", x->out);
}

int export_jsonl(struct exporting *x, struct cg_error *error)
{
    (void)error;
    put_graph(x);
    for (uint32_t i = 0; i < x->node_count; i++) {
        put_node(x, x->nodes[i]);
    }
    GArray *overrides = export_overrides(x);
    for (guint i = 0; i < overrides->len; i++) {
        const struct export_override *pair = &g_array_index(overrides, struct export_override, i);
        fprintf(x->out, "{\"type\":\"override\",\"derived\":%u,\"base\":%u}\n",
                (unsigned)pair->derived, (unsigned)pair->base);
    }
    g_array_unref(overrides);
    for (uint32_t i = 0; i < x->edge_count; i++) {
        put_edge(x, x->edges[i]);
    }
    return CG_OK;
}
