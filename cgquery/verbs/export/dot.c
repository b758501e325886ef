/* A drawing for Graphviz. */
#include "verbs/export/export.h"

#include "print/dot.h"

#include <string.h>

#define GREY "#8c959f"

static const struct {
    enum cg_edge_kind kind;
    struct dot_look look;
} looks[] = {
    {CG_EDGE_DIRECT, {NULL}},
    {CG_EDGE_IMPLICIT, {.color = GREY}},
    {CG_EDGE_VIRTUAL, {.style = "dotted"}},
    {CG_EDGE_POINTER, {.style = "dashed"}},
    {CG_EDGE_CALLBACK, {.style = "dashed", .color = "#0969da"}},
    {CG_EDGE_CANDIDATE, {.style = "dotted", .color = GREY}},
};

static const struct dot_look *look_of(const struct exporting *x, cg_edge edge)
{
    enum cg_edge_kind kind = export_main_kind(x, edge);
    size_t i = 0;
    while (looks[i].kind != kind) {
        i++;
    }
    return &looks[i].look;
}

static void write_legend(FILE *out)
{
    for (size_t i = 0; i < G_N_ELEMENTS(looks); i++) {
        const char *color = looks[i].look.color, *style = looks[i].look.style;
        fprintf(out, "// %s%s%s: %s calls\n", style ? style : "solid", color ? " " : "",
                color ? color : "", cg_edge_kind_name(looks[i].kind));
    }
    fputs("// ?: calls whose callees are not all known\n"
          "// grey box: not collected\n",
          out);
}

static char *tooltip(struct exporting *x, cg_node node)
{
    uint32_t line, column;
    const char *file = cg_node_origin(x->query->graph, node);
    if (!file) {
        return g_strdup(query_name(x->query, node));
    }
    export_place(x, node, &line, &column);
    const struct cg_site place = {.file = file, .line = line, .column = column};
    char *where = site_place(&place);
    char *text = g_strdup_printf("%s %s", query_name(x->query, node), where);
    g_free(where);
    return text;
}

/* The "?" that a function with unresolved calls leads to. */
static uint32_t open_number(const struct exporting *x, cg_node node)
{
    return x->node_count + export_number(x, node);
}

static void write_open(struct exporting *x, cg_node node)
{
    uint32_t count = export_site_count(x, node, CG_KEY_UNRESOLVED_CALLS);
    if (count > 0) {
        char *told = g_strdup_printf("%u unresolved call%s of %s", (unsigned)count, cli_s(count),
                                     query_name(x->query, node));
        const struct dot_look look = {.shape = "plaintext", .tooltip = told};
        dot_node(x->out, open_number(x, node), "?", &look);
        dot_edge(x->out, export_number(x, node), open_number(x, node), NULL, &looks[3].look);
        g_free(told);
    }
}

static void write_node(struct exporting *x, cg_node node)
{
    char *name = export_short_name(x, node);
    char *told = tooltip(x, node);
    bool collected = cg_node_has_body(x->query->graph, node);
    const struct dot_look look = {
        .tooltip = told, .color = collected ? NULL : GREY, .fill = collected ? NULL : "#f6f8fa"};
    dot_node(x->out, export_number(x, node), name, &look);
    write_open(x, node);
    g_free(name);
    g_free(told);
}

static void write_group(struct exporting *x, const char *name, uint32_t number,
                        const cg_node *nodes, size_t count)
{
    if (name) {
        dot_cluster_open(x->out, number, name);
    }
    for (size_t i = 0; i < count; i++) {
        write_node(x, nodes[i]);
    }
    if (name) {
        dot_cluster_close(x->out);
    }
}

int export_dot(struct exporting *x, struct cg_error *error)
{
    (void)error;
    dot_open(x->out, "calls", NULL);
    write_legend(x->out);
    export_groups(x, write_group);
    for (uint32_t i = 0; i < x->edge_count; i++) {
        cg_edge edge = x->edges[i];
        dot_edge(x->out, export_number(x, cg_edge_caller(x->query->graph, edge)),
                 export_number(x, cg_edge_callee(x->query->graph, edge)), NULL, look_of(x, edge));
    }
    dot_close(x->out);
    return CG_OK;
}
