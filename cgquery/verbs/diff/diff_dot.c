/* Draws the answer of `diff`: new objects in green, removed ones in red. */
#include "print/drawing/dot.h"
#include "verbs/diff/differences.h"

#include <string.h>

enum { MOST_FUNCTIONS = 300, ID_LENGTH = 16 };

static const struct dot_look look_added = {.color = "#1a7f37", .fill = "#dafbe1", .style = "bold"};
static const struct dot_look look_gone = {.color = "#cf222e", .fill = "#ffebe9", .style = "dashed"};
static const struct dot_look look_changed = {
    .color = "#9a6700", .fill = "#fff8c5", .style = "dotted"};
static const struct dot_look look_context = {.color = "#818b98"};

/* Functions of both graphs: the new graph's by number, then removed ones by their numbers in the
 * old graph. */
struct drawing {
    const struct differences *d;
    uint32_t base;  /* functions of the new graph */
    uint32_t count; /* number in both */
    bool *drawn;
    GArray *ring; /* functions drawn last, whose neighbours come next */
};

static uint32_t number_of_old(const struct drawing *drawing, cg_node node)
{
    cg_node now = cg_diff_new_of(drawing->d->diff)[node];
    return now == CG_NONE ? drawing->base + node : now;
}

static void add_to_ring(struct drawing *drawing, uint32_t number)
{
    if (!drawing->drawn[number]) {
        drawing->drawn[number] = true;
        g_array_append_val(drawing->ring, number);
    }
}

static void draw_functions(struct drawing *drawing, struct cg_function_set list, bool old)
{
    const struct differences *d = drawing->d;
    for (size_t i = 0; i < list.count; i++) {
        cg_node node = list.nodes[i];
        if (old ? diff_shows_old(d, node) : diff_shows_new(d, node)) {
            add_to_ring(drawing, old ? number_of_old(drawing, node) : node);
        }
    }
}

static void draw_calls(struct drawing *drawing, struct cg_call_set calls, bool old)
{
    const struct differences *d = drawing->d;
    const struct cg_graph *graph = old ? d->before->graph : d->after->graph;
    for (size_t i = 0; i < calls.count; i++) {
        cg_edge edge = calls.edges[i];
        cg_node caller = cg_edge_caller(graph, edge), callee = cg_edge_callee(graph, edge);
        if (old ? diff_shows_old_call(d, edge) : diff_shows_new_call(d, edge)) {
            add_to_ring(drawing, old ? number_of_old(drawing, caller) : caller);
            add_to_ring(drawing, old ? number_of_old(drawing, callee) : callee);
        }
    }
}

static bool is_guess(const struct cg_graph *graph, cg_edge edge)
{
    return cg_edge_kinds(graph, edge) == CG_EDGE_CANDIDATE;
}

/* Draw the callers and callees of the functions drawn last, in the new graph. */
static void draw_ring(struct drawing *drawing)
{
    const struct cg_graph *graph = drawing->d->after->graph;
    GArray *ring = drawing->ring;
    drawing->ring = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (guint i = 0; i < ring->len; i++) {
        cg_node node = g_array_index(ring, uint32_t, i);
        cg_edge first = 0;
        const cg_edge *incoming = NULL;
        bool is_new = node < drawing->base;
        uint32_t out = is_new ? cg_node_out_edges(graph, node, &first) : 0;
        uint32_t in = is_new ? cg_node_in_edges(graph, node, &incoming) : 0;
        for (uint32_t k = 0; k < out; k++) {
            if (!is_guess(graph, first + k)) {
                add_to_ring(drawing, cg_edge_callee(graph, first + k));
            }
        }
        for (uint32_t k = 0; k < in; k++) {
            if (!is_guess(graph, incoming[k])) {
                add_to_ring(drawing, cg_edge_caller(graph, incoming[k]));
            }
        }
    }
    g_array_unref(ring);
}

static void choose_functions(struct drawing *drawing)
{
    const struct differences *d = drawing->d;
    draw_functions(drawing, cg_diff_added(d->diff), false);
    draw_functions(drawing, cg_diff_gone(d->diff), true);
    draw_functions(drawing, cg_diff_moved(d->diff), false);
    draw_functions(drawing, cg_diff_defined(d->diff), false);
    draw_functions(drawing, cg_diff_undefined(d->diff), false);
    draw_calls(drawing, cg_diff_calls_added(d->diff), false);
    draw_calls(drawing, cg_diff_calls_gone(d->diff), true);
    draw_calls(drawing, cg_diff_calls_changed(d->diff), false);
    for (int i = 1; i < d->before->options.depth && drawing->ring->len > 0; i++) {
        draw_ring(drawing);
    }
}

/* Writing */

static struct query *graph_of(const struct drawing *drawing, uint32_t number, cg_node *node)
{
    bool gone = number >= drawing->base;
    *node = gone ? number - drawing->base : number;
    return gone ? drawing->d->before : drawing->d->after;
}

static const char *file_of(const struct drawing *drawing, uint32_t number)
{
    cg_node node;
    const struct query *query = graph_of(drawing, number, &node);
    return cg_node_origin(query->graph, node);
}

/* By file, functions without one first, then by name. */
static gint compare_numbers(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct drawing *drawing = user;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    int order = g_strcmp0(file_of(drawing, x), file_of(drawing, y));
    if (order == 0) {
        cg_node left, right;
        const struct query *of_x = graph_of(drawing, x, &left);
        const struct query *of_y = graph_of(drawing, y, &right);
        order = strcmp(cg_node_name(of_x->graph, left), cg_node_name(of_y->graph, right));
    }
    return order ? order : (x > y) - (x < y);
}

static const struct dot_look *look_of(const struct drawing *drawing, uint32_t number)
{
    const struct differences *d = drawing->d;
    if (number >= drawing->base) {
        return &look_gone;
    }
    cg_node was = cg_diff_old_of(d->diff)[number];
    if (was == CG_NONE) {
        return &look_added;
    }
    const char *from = cg_node_origin(d->before->graph, was);
    const char *to = cg_node_origin(d->after->graph, number);
    bool had = cg_node_has_body(d->before->graph, was);
    bool has = cg_node_has_body(d->after->graph, number);
    bool moved = had && from && to && strcmp(from, to) != 0;
    return had != has || moved ? &look_changed : &look_context;
}

static const char *id_of(uint32_t number, char id[ID_LENGTH])
{
    g_snprintf(id, ID_LENGTH, "n%u", (unsigned)number);
    return id;
}

static void write_legend(uint32_t frame)
{
    static const struct {
        const char *text;
        const struct dot_look *look;
    } keys[] = {{"new", &look_added},
                {"gone", &look_gone},
                {"changed", &look_changed},
                {"as before", &look_context}};
    struct dot_legend legend;
    dot_legend_open(&legend, stdout, frame);
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        dot_legend_node(&legend, keys[i].text, keys[i].look);
    }
    dot_legend_close(&legend);
}

/* Functions of one file are in a frame, and the legend in one. */
static void write_nodes(const struct drawing *drawing, const GArray *numbers)
{
    const char *open = NULL;
    uint32_t frames = 0;
    for (guint i = 0; i < numbers->len; i++) {
        uint32_t number = g_array_index(numbers, uint32_t, i);
        const char *file = file_of(drawing, number);
        cg_node node;
        struct query *query = graph_of(drawing, number, &node);
        if (g_strcmp0(file, open) != 0) {
            if (open) {
                dot_cluster_close(stdout);
            }
            dot_cluster_open(stdout, frames++, file);
            open = file;
        }
        char id[ID_LENGTH];
        dot_node(stdout, id_of(number, id), query_name(query, node), look_of(drawing, number));
    }
    if (open) {
        dot_cluster_close(stdout);
    }
    write_legend(frames);
}

/* A line has no inside. */
static void write_edge(uint32_t from, uint32_t to, const struct dot_look *look)
{
    const struct dot_look line = {.color = look->color, .style = look->style};
    char from_id[ID_LENGTH], to_id[ID_LENGTH];
    dot_edge(stdout, id_of(from, from_id), id_of(to, to_id), NULL, &line);
}

static void write_new_calls(const struct drawing *drawing, cg_node caller)
{
    const struct differences *d = drawing->d;
    const struct cg_graph *graph = d->after->graph;
    cg_edge first;
    uint32_t count = cg_node_out_edges(graph, caller, &first);
    for (uint32_t i = 0; i < count; i++) {
        cg_node callee = cg_edge_callee(graph, first + i);
        if (is_guess(graph, first + i) || !drawing->drawn[callee]) {
            continue;
        }
        cg_edge was = diff_old_call(d, first + i);
        const struct dot_look *look = &look_context;
        if (was == CG_NONE || is_guess(d->before->graph, was)) {
            look = &look_added;
        } else if (cg_edge_kinds(d->before->graph, was) != cg_edge_kinds(graph, first + i)) {
            look = &look_changed;
        }
        write_edge(caller, callee, look);
    }
}

static void write_gone_calls(const struct drawing *drawing)
{
    struct cg_call_set gone = cg_diff_calls_gone(drawing->d->diff);
    const struct cg_graph *graph = drawing->d->before->graph;
    for (size_t i = 0; i < gone.count; i++) {
        uint32_t from = number_of_old(drawing, cg_edge_caller(graph, gone.edges[i]));
        uint32_t to = number_of_old(drawing, cg_edge_callee(graph, gone.edges[i]));
        if (drawing->drawn[from] && drawing->drawn[to]) {
            write_edge(from, to, &look_gone);
        }
    }
}

static int write_drawing(const struct drawing *drawing, const GArray *numbers)
{
    const struct differences *d = drawing->d;
    char *title = g_strdup_printf("%s → %s", d->before->graph_name, d->after->graph_name);
    dot_open(stdout, "difference", title);
    write_nodes(drawing, numbers);
    for (guint i = 0; i < numbers->len; i++) {
        uint32_t number = g_array_index(numbers, uint32_t, i);
        if (number < drawing->base) {
            write_new_calls(drawing, number);
        }
    }
    write_gone_calls(drawing);
    dot_close(stdout);
    g_free(title);
    return CLI_OK;
}

static int write_if_small(const struct drawing *drawing, const GArray *numbers)
{
    int max = drawing->d->before->options.max_functions;
    guint limit = max < 0 ? MOST_FUNCTIONS : max == 0 ? G_MAXUINT : (guint)max;
    if (numbers->len > limit) {
        cli_error(
            "%u functions would be drawn, which are more than %u: choose some with --include, or "
            "raise --max-functions (0: no limit)",
            numbers->len, limit);
        return CLI_TROUBLE;
    }
    return write_drawing(drawing, numbers);
}

int diff_print_dot(const struct differences *d, const struct diff_section *sections)
{
    struct drawing drawing = {.d = d, .base = cg_graph_node_count(d->after->graph)};
    (void)sections;
    drawing.count = drawing.base + cg_graph_node_count(d->before->graph);
    drawing.drawn = g_new0(bool, drawing.count + 1);
    drawing.ring = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    choose_functions(&drawing);
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    for (uint32_t i = 0; i < drawing.count; i++) {
        if (drawing.drawn[i]) {
            g_array_append_val(numbers, i);
        }
    }
    g_array_sort_with_data(numbers, compare_numbers, &drawing);
    int code = write_if_small(&drawing, numbers);
    g_array_unref(numbers);
    g_array_unref(drawing.ring);
    g_free(drawing.drawn);
    return code;
}
