/*
 * Collects functions and calls while a verb finds its answer, and draws them all at the end through
 * drawing.h.
 */
#include "print/drawing/sketch.h"

#include "names/sets.h"
#include "print/drawing/drawn_name.h"

#include <string.h>

const char *const sketch_formats[] = {"text", "dot", "mermaid", NULL};

bool sketch_is_asked(const struct options *options)
{
    return options->format && strcmp(options->format, "text") != 0;
}

int sketch_check(const struct options *options)
{
    const char *format = options->format;
    if (format && !g_strv_contains(sketch_formats, format)) {
        cli_error("--format takes text, dot or mermaid");
        return CLI_TROUBLE;
    }
    if (format && options->json) {
        cli_error("--format and --json are two answers: give one of them");
        return CLI_TROUBLE;
    }
    if (options->heat && !sketch_is_asked(options)) {
        cli_error("--heat colours drawings: give -f dot or -f mermaid too");
        return CLI_TROUBLE;
    }
    return CLI_OK;
}

void sketch_init(struct sketch *out, struct query *query, char *title)
{
    uint32_t nodes = cg_graph_node_count(query->graph), edges = cg_graph_edge_count(query->graph);
    *out =
        (struct sketch){.query = query,
                        .nodes = g_new0(bool, (gsize)nodes + 1),
                        .asked = g_new0(bool, (gsize)nodes + 1),
                        .edges = g_array_new(FALSE, FALSE, sizeof(cg_edge)),
                        .edge_is_in = g_new0(bool, (gsize)edges + 1),
                        .unresolved = g_array_new(FALSE, FALSE, sizeof(struct sketch_unresolved)),
                        .possible = g_array_new(FALSE, FALSE, sizeof(struct sketch_possible)),
                        .title = title};
}

void sketch_clear(struct sketch *sketch)
{
    for (guint i = 0; i < sketch->unresolved->len; i++) {
        struct sketch_unresolved *entry =
            &g_array_index(sketch->unresolved, struct sketch_unresolved, i);
        g_free(entry->text);
        g_free(entry->label);
    }
    g_array_unref(sketch->edges);
    g_array_unref(sketch->unresolved);
    g_array_unref(sketch->possible);
    g_free(sketch->nodes);
    g_free(sketch->asked);
    g_free(sketch->edge_is_in);
    g_free(sketch->title);
}

void sketch_function(struct sketch *sketch, cg_node node)
{
    sketch->nodes[node] = true;
}

void sketch_ask(struct sketch *sketch, const struct selection *selection)
{
    for (size_t i = 0; i < selection->count; i++) {
        sketch->asked[selection->nodes[i]] = true;
    }
}

void sketch_calls(struct sketch *sketch, const cg_edge *edges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sketch_function(sketch, cg_edge_caller(sketch->query->graph, edges[i]));
        sketch_function(sketch, cg_edge_callee(sketch->query->graph, edges[i]));
        if (!sketch->edge_is_in[edges[i]]) {
            sketch->edge_is_in[edges[i]] = true;
            g_array_append_val(sketch->edges, edges[i]);
        }
    }
}

/* "a.c:12, 2 more": the place of the first site, without its directory. NULL: it has no file. */
static char *place_label(const struct cg_site *site, size_t more)
{
    if (!site->file) {
        return NULL;
    }
    char *base = g_path_get_basename(site->file);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%s:%u", base, (unsigned)site->line);
    if (more > 0) {
        g_string_append_printf(text, ", %zu more", more);
    }
    g_free(base);
    return g_string_free(text, FALSE);
}

void sketch_unresolved(struct sketch *sketch, cg_node node, const struct cg_site *site)
{
    GArray *all = sketch->unresolved;
    if (all->len > 0 && g_array_index(all, struct sketch_unresolved, all->len - 1).node == node) {
        return;
    }
    const struct sketch_unresolved entry = {node, open_details(sketch->query, site),
                                            place_label(site, 0)};
    sketch_function(sketch, node);
    g_array_append_val(all, entry);
}

void sketch_possible(struct sketch *sketch, cg_node from, cg_node to, bool from_unresolved)
{
    const struct sketch_possible entry = {from, to, from_unresolved};
    g_array_append_val(sketch->possible, entry);
}

/* Drawing */

static struct drawn box_of(const struct sketch *sketch, cg_node node)
{
    if (node == CG_NONE) {
        return (struct drawn){BOX_OUTSIDE, 0};
    }
    bool collected = cg_node_has_body(sketch->query->graph, node);
    enum drawn_box box = sketch->asked[node] ? BOX_ASKED
                         : collected         ? BOX_FUNCTION
                                             : BOX_NOT_COLLECTED;
    return (struct drawn){box, query_rank(sketch->query)[node]};
}

static struct drawn unresolved_box(const struct sketch *sketch, cg_node node)
{
    return (struct drawn){BOX_UNRESOLVED, query_rank(sketch->query)[node]};
}

static void draw_functions(const struct sketch *sketch, struct drawing *drawing)
{
    GArray *nodes = query_members(sketch->query, sketch->nodes);
    for (guint i = 0; i < nodes->len; i++) {
        cg_node node = g_array_index(nodes, cg_node, i);
        char *name =
            drawn_short(sketch->query->options.mangled ? g_strdup(query_name(sketch->query, node))
                                                       : drawn_base_name(sketch->query, node));
        char *tooltip = drawn_tooltip(sketch->query, node);
        drawing_function(drawing, box_of(sketch, node), node, name, tooltip);
        g_free(name);
        g_free(tooltip);
    }
    g_array_unref(nodes);
}

static char *edge_label(const struct sketch *sketch, cg_edge edge)
{
    struct cg_site_list *sites = query_sites(sketch->query, edge, CG_KEY_CALL_SITES);
    size_t count = site_count(sites);
    char *label = count > 0 ? place_label(cg_site_list_at(sites, 0), count - 1) : NULL;
    cg_site_list_free(sites);
    return label;
}

static void draw_calls(const struct sketch *sketch, struct drawing *drawing)
{
    const struct cg_graph *graph = sketch->query->graph;
    for (guint i = 0; i < sketch->edges->len; i++) {
        cg_edge edge = g_array_index(sketch->edges, cg_edge, i);
        char *label = edge_label(sketch, edge);
        drawing_line(drawing, box_of(sketch, cg_edge_caller(graph, edge)),
                     box_of(sketch, cg_edge_callee(graph, edge)), drawing_line_of(graph, edge),
                     label);
        g_free(label);
    }
}

static void draw_unresolved(const struct sketch *sketch, struct drawing *drawing)
{
    for (guint i = 0; i < sketch->unresolved->len; i++) {
        const struct sketch_unresolved *entry =
            &g_array_index(sketch->unresolved, struct sketch_unresolved, i);
        struct drawn box = unresolved_box(sketch, entry->node);
        drawing_box(drawing, box, entry->text);
        drawing_line(drawing, box_of(sketch, entry->node), box, LINE_POSSIBLE, entry->label);
    }
}

static void draw_possible(const struct sketch *sketch, struct drawing *drawing)
{
    bool outside = false;
    for (guint i = 0; i < sketch->possible->len; i++) {
        const struct sketch_possible *entry =
            &g_array_index(sketch->possible, struct sketch_possible, i);
        if (!outside && (entry->from == CG_NONE || entry->to == CG_NONE)) {
            drawing_box(drawing, box_of(sketch, CG_NONE), NULL);
            outside = true;
        }
        drawing_line(drawing,
                     entry->from_unresolved ? unresolved_box(sketch, entry->from)
                                            : box_of(sketch, entry->from),
                     box_of(sketch, entry->to), LINE_POSSIBLE, NULL);
    }
}

int sketch_draw(const struct sketch *sketch, const char *format)
{
    struct drawing drawing;
    struct heat heat = {0};
    const char *key = sketch->query->options.heat;
    int code = key ? heat_read(&heat, sketch->query, key) : CLI_OK;
    if (code == CLI_OK) {
        drawing_open(&drawing, stdout,
                     strcmp(format, "mermaid") == 0 ? DRAWING_MERMAID : DRAWING_DOT, sketch->title,
                     key ? &heat : NULL);
        draw_functions(sketch, &drawing);
        draw_calls(sketch, &drawing);
        draw_unresolved(sketch, &drawing);
        draw_possible(sketch, &drawing);
        drawing_close(&drawing);
    }
    heat_clear(&heat);
    return code;
}
