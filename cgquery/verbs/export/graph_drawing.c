/* Drawings for Graphviz and Mermaid. */
#include "print/drawing/drawing.h"

#include "print/drawing/drawn_name.h"
#include "verbs/export/export.h"

#include <string.h>

/* The most that Mermaid draws unless the page raises its limit. */
#define MOST_MERMAID_LINES 500

static struct drawn box_of(const struct exporting *x, cg_node node)
{
    return (struct drawn){cg_node_has_body(x->query->graph, node) ? BOX_FUNCTION
                                                                  : BOX_NOT_COLLECTED,
                          export_number(x, node)};
}

static void write_open(struct exporting *x, cg_node node)
{
    uint32_t count = export_site_count(x, node, CG_KEY_UNRESOLVED_CALLS);
    if (count > 0) {
        const struct drawn open = {BOX_UNRESOLVED, export_number(x, node)};
        char *tooltip = g_strdup_printf("%u unresolved call%s of %s", (unsigned)count, cli_s(count),
                                        query_name(x->query, node));
        drawing_box(x->drawing, open, tooltip);
        drawing_line(x->drawing, box_of(x, node), open, LINE_POSSIBLE, NULL);
        g_free(tooltip);
    }
}

static void write_node(struct exporting *x, cg_node node)
{
    char *name = export_short_name(x, node);
    char *tooltip = drawn_tooltip(x->query, node);
    drawing_function(x->drawing, box_of(x, node), node, name, tooltip);
    write_open(x, node);
    g_free(name);
    g_free(tooltip);
}

static void write_group(struct exporting *x, const char *name, uint32_t number,
                        const cg_node *nodes, size_t count)
{
    (void)number;
    if (name) {
        drawing_frame_open(x->drawing, name);
    }
    for (size_t i = 0; i < count; i++) {
        write_node(x, nodes[i]);
    }
    if (name) {
        drawing_frame_close(x->drawing);
    }
}

static void write_calls(struct exporting *x)
{
    const struct cg_graph *graph = x->query->graph;
    for (uint32_t i = 0; i < x->edge_count; i++) {
        cg_edge edge = x->edges[i];
        drawing_line(x->drawing, box_of(x, cg_edge_caller(graph, edge)),
                     box_of(x, cg_edge_callee(graph, edge)), drawing_line_of(graph, edge), NULL);
    }
}

static void draw_graph(struct exporting *x, enum drawing_language language)
{
    struct drawing drawing;
    drawing_open(&drawing, x->out, language, NULL, x->heat);
    x->drawing = &drawing;
    export_groups(x, write_group);
    write_calls(x);
    drawing_close(&drawing);
}

int export_dot(struct exporting *x, struct cg_error *error)
{
    (void)error;
    draw_graph(x, DRAWING_DOT);
    return CG_OK;
}

int export_mermaid(struct exporting *x, struct cg_error *error)
{
    (void)error;
    draw_graph(x, DRAWING_MERMAID);
    if (x->edge_count > MOST_MERMAID_LINES) {
        cli_note("%u calls: Mermaid draws more than %u only where its maxEdges allows it",
                 (unsigned)x->edge_count, MOST_MERMAID_LINES);
    }
    return CG_OK;
}
