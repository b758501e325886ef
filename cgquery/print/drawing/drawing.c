/*
 * Draws the same boxes and lines in DOT (dot.c) or in Mermaid, from one table of looks, and notes
 * which looks occur, for the legend.
 */
#include "print/drawing/drawing.h"

#include "print/drawing/dot.h"

#include <string.h>

#define GREY "#6e7781"
#define BLUE "#0969da"
#define ORANGE "#bc4c00"

/* What both languages draw, and how. */
static const struct {
    const char *legend; /* NULL: needs no words */
    struct dot_look dot;
    const char *mermaid; /* class; NULL: none */
} boxes[BOX_COUNT] = {
    [BOX_FUNCTION] = {NULL, {NULL}, NULL},
    [BOX_ASKED] = {"asked about", {.style = "bold", .color = BLUE}, "asked"},
    [BOX_NOT_COLLECTED] = {"not collected", {.color = GREY, .fill = "#f6f8fa"}, "outside"},
    [BOX_UNRESOLVED] = {"may call more than is drawn",
                        {.shape = "circle", .color = ORANGE},
                        "unresolved"},
    [BOX_OUTSIDE] = {"all code that was not collected",
                     {.shape = "ellipse", .color = GREY},
                     "outside"},
};

static const struct {
    const char *legend;
    struct dot_look dot;
    const char *mermaid; /* style of the line; NULL: as it is */
} lines[LINE_COUNT] = {
    [LINE_DIRECT] = {"direct call", {NULL}, NULL},
    [LINE_IMPLICIT] = {"implicit call", {.color = GREY}, "stroke:" GREY},
    [LINE_VIRTUAL] = {"virtual call",
                      {.style = "dotted", .arrow = "empty"},
                      "stroke-dasharray:2 3"},
    [LINE_POINTER] = {"call through a pointer", {.style = "dashed"}, "stroke-dasharray:7 4"},
    [LINE_CALLBACK] = {"callback",
                       {.style = "dashed", .color = BLUE, .arrow = "open"},
                       "stroke-dasharray:7 4,stroke:" BLUE},
    [LINE_CANDIDATE] = {"candidate: only the types fit",
                        {.style = "dotted", .color = GREY},
                        "stroke-dasharray:2 3,stroke:" GREY},
    [LINE_POSSIBLE] = {"possible call, not known",
                       {.style = "dashed", .color = ORANGE, .arrow = "open"},
                       "stroke-dasharray:7 4,stroke:" ORANGE},
};

/* Text */

/* Text in quotes is HTML with '#' in place of '&', and Markdown where it begins with a backquote:
 * whatever means something there is written by number. Control characters would come to life again
 * behind a number, so they are escaped first. */
static void write_mermaid_text(FILE *out, const char *text)
{
    char *shown = cli_printable(text);
    putc('"', out);
    for (text = shown; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (g_ascii_isalnum(c) || c >= 0x80 || strchr(" _:.,/()[]{}=~+-?!|^$@", c)) {
            putc(c, out);
        } else {
            fprintf(out, "#%u;", c);
        }
    }
    putc('"', out);
    g_free(shown);
}

static void write_indent(const struct drawing *d)
{
    fprintf(d->out, "%*s", 2 + 2 * (int)d->indent, "");
}

/* The name of a box in the drawing. */
static const char *id_of(struct drawn box, char id[16])
{
    char letter = box.box == BOX_UNRESOLVED ? 'o' : box.box == BOX_OUTSIDE ? 'x' : 'n';
    g_snprintf(id, 16, "%c%u", letter, (unsigned)box.number);
    return id;
}

/* Beginning */

void drawing_open(struct drawing *out, FILE *stream, enum drawing_language language,
                  const char *title, const struct heat *heat)
{
    *out = (struct drawing){.out = stream, .language = language, .heat = heat};
    if (language == DRAWING_DOT) {
        dot_open(stream, "calls", title);
        return;
    }
    fputs("flowchart LR\n"
          "  classDef outside fill:#f6f8fa,stroke:" GREY ",color:" GREY "\n"
          "  classDef asked stroke:" BLUE ",stroke-width:3px\n"
          "  classDef unresolved fill:#ffffff,stroke:" ORANGE ",color:" ORANGE "\n",
          stream);
    for (int i = 0; heat && i < heat->classes; i++) {
        fprintf(stream, "  classDef heat%d fill:%s,color:%s\n", i, heat_color(heat, i),
                heat_text_color(heat, i));
    }
}

void drawing_frame_open(struct drawing *d, const char *label)
{
    uint32_t number = d->frames++;
    if (d->language == DRAWING_DOT) {
        dot_cluster_open(d->out, number, label);
    } else {
        char *shown = cli_printable(label);
        write_indent(d);
        fprintf(d->out, "subgraph f%u[", (unsigned)number);
        write_mermaid_text(d->out, shown);
        fputs("]\n", d->out);
        g_free(shown);
    }
    d->indent++;
}

void drawing_frame_close(struct drawing *d)
{
    d->indent--;
    if (d->language == DRAWING_DOT) {
        dot_cluster_close(d->out);
    } else {
        write_indent(d);
        fputs("end\n", d->out);
    }
}

/* Boxes */

/* A box of which the class, if any, is that of its look or of its colour. */
static void write_mermaid_box(const struct drawing *d, const char *id, struct drawn box, int class,
                              const char *name)
{
    bool round = box.box == BOX_UNRESOLVED || box.box == BOX_OUTSIDE;
    const char *look = boxes[box.box].mermaid;
    write_indent(d);
    fprintf(d->out, "%s%s", id, round ? "((" : "[");
    write_mermaid_text(d->out, name);
    fputs(round ? "))" : "]", d->out);
    if (look) {
        fprintf(d->out, ":::%s", look);
    } else if (class >= 0) {
        fprintf(d->out, ":::heat%d", class);
    }
    putc('\n', d->out);
    if (look && class >= 0) {
        write_indent(d);
        fprintf(d->out, "class %s heat%d\n", id, class);
    }
}

static void write_box(struct drawing *d, struct drawn box, int class, const char *name,
                      const char *tooltip)
{
    char id[16];
    d->boxes_used[box.box] = true;
    id_of(box, id);
    if (d->language == DRAWING_MERMAID) {
        write_mermaid_box(d, id, box, class, name);
        return;
    }
    struct dot_look look = boxes[box.box].dot;
    look.tooltip = tooltip;
    if (class >= 0) {
        look.fill = heat_color(d->heat, class);
        look.text_color = heat_text_color(d->heat, class);
    }
    dot_node(d->out, id, name, &look);
}

void drawing_function(struct drawing *d, struct drawn box, cg_node node, const char *name,
                      const char *tooltip)
{
    int class = d->heat ? heat_class(d->heat, node) : -1;
    d->heat_lacks = d->heat_lacks || (d->heat && class < 0);
    write_box(d, box, class, name, tooltip);
}

void drawing_box(struct drawing *d, struct drawn box, const char *tooltip)
{
    write_box(d, box, -1, box.box == BOX_UNRESOLVED ? "?" : "code not collected", tooltip);
}

/* Lines */

enum drawn_line drawing_line_of(const struct cg_graph *graph, cg_edge edge)
{
    static const struct {
        enum cg_edge_kind kind;
        enum drawn_line line;
    } order[] = {{CG_EDGE_DIRECT, LINE_DIRECT},     {CG_EDGE_IMPLICIT, LINE_IMPLICIT},
                 {CG_EDGE_VIRTUAL, LINE_VIRTUAL},   {CG_EDGE_POINTER, LINE_POINTER},
                 {CG_EDGE_CALLBACK, LINE_CALLBACK}, {CG_EDGE_CANDIDATE, LINE_CANDIDATE}};
    unsigned kinds = cg_edge_kinds(graph, edge);
    for (size_t i = 0; i < G_N_ELEMENTS(order); i++) {
        if (kinds & order[i].kind) {
            return order[i].line;
        }
    }
    return LINE_DIRECT;
}

static void write_line(struct drawing *d, const char *from, const char *to, enum drawn_line line,
                       const char *label)
{
    uint32_t number = d->lines++;
    if (!d->lines_used[line]) {
        d->lines_used[line] = g_string_new(NULL);
    }
    g_string_append_printf(d->lines_used[line], "%s%u", d->lines_used[line]->len ? "," : "",
                           (unsigned)number);
    if (d->language == DRAWING_DOT) {
        dot_edge(d->out, from, to, label, &lines[line].dot);
        return;
    }
    write_indent(d);
    fprintf(d->out, "%s -->", from);
    if (label) {
        putc('|', d->out);
        write_mermaid_text(d->out, label);
        putc('|', d->out);
    }
    fprintf(d->out, " %s\n", to);
}

void drawing_line(struct drawing *d, struct drawn from, struct drawn to, enum drawn_line line,
                  const char *label)
{
    char from_id[16], to_id[16];
    write_line(d, id_of(from, from_id), id_of(to, to_id), line, label);
}

/* Legends: what was used, each thing once, in the order of the tables. */

static char *box_text(enum drawn_box box)
{
    return g_strconcat(box == BOX_UNRESOLVED ? "?: " : "", boxes[box].legend, NULL);
}

static void write_dot_scale(struct dot_legend *legend, const struct drawing *d)
{
    struct dot_row rows[HEAT_CLASSES + 3] = {{.text = d->heat->values.key}};
    int count = 1;
    for (int class = 0; class < d->heat->classes; class ++) {
        rows[count++] = (struct dot_row){heat_range(d->heat, class), heat_color(d->heat, class),
                                         heat_text_color(d->heat, class)};
    }
    rows[count].text = d->heat_lacks ? "white: no value" : NULL;
    dot_legend_rows(legend, rows);
    for (int i = 1; i < count; i++) {
        g_free((char *)(uintptr_t)rows[i].text);
    }
}

static void write_dot_legend(struct drawing *d)
{
    struct dot_legend legend;
    dot_legend_open(&legend, d->out, d->frames);
    for (enum drawn_line line = 0; line < LINE_COUNT; line++) {
        if (d->lines_used[line]) {
            dot_legend_edge(&legend, lines[line].legend, &lines[line].dot);
        }
    }
    for (enum drawn_box box = 0; box < BOX_COUNT; box++) {
        if (d->boxes_used[box] && boxes[box].legend) {
            char *text = box_text(box);
            const struct dot_look look = {.style = boxes[box].dot.style,
                                          .color = boxes[box].dot.color,
                                          .fill = boxes[box].dot.fill};
            dot_legend_node(&legend, text, &look);
            g_free(text);
        }
    }
    if (d->heat) {
        write_dot_scale(&legend, d);
    }
    dot_legend_close(&legend);
}

/* @param class of the look @param number of the class, -1: none */
static void write_mermaid_key(const struct drawing *d, unsigned *count, const char *text,
                              const char *class, int number)
{
    write_indent(d);
    fprintf(d->out, "k%u[", (*count)++);
    write_mermaid_text(d->out, text);
    fprintf(d->out, "]:::%s", class);
    if (number >= 0) {
        fprintf(d->out, "%d", number);
    }
    putc('\n', d->out);
}

static void write_mermaid_lines(struct drawing *d, unsigned *count)
{
    for (enum drawn_line line = 0; line < LINE_COUNT; line++) {
        if (d->lines_used[line]) {
            char from[16], to[16];
            g_snprintf(from, sizeof from, "k%u", *count);
            g_snprintf(to, sizeof to, "k%u", *count + 1);
            write_mermaid_key(d, count, " ", "key", -1);
            write_mermaid_key(d, count, lines[line].legend, "key", -1);
            write_line(d, from, to, line, NULL);
        }
    }
}

static void write_mermaid_legend(struct drawing *d)
{
    unsigned count = 0;
    drawing_frame_open(d, "Legend");
    write_mermaid_lines(d, &count);
    for (enum drawn_box box = 0; box < BOX_COUNT; box++) {
        if (d->boxes_used[box] && boxes[box].legend) {
            char *text = box_text(box);
            write_mermaid_key(d, &count, text, boxes[box].mermaid, -1);
            g_free(text);
        }
    }
    if (d->heat) {
        write_mermaid_key(d, &count, d->heat->values.key, "key", -1);
    }
    for (int class = 0; d->heat && class < d->heat->classes; class ++) {
        char *text = heat_range(d->heat, class);
        write_mermaid_key(d, &count, text, "heat", class);
        g_free(text);
    }
    if (d->heat_lacks) {
        write_mermaid_key(d, &count, "no colour: no value", "key", -1);
    }
    drawing_frame_close(d);
}

static bool is_needed(const struct drawing *d)
{
    bool needed = d->heat != NULL;
    for (size_t i = 0; i < LINE_COUNT; i++) {
        needed = needed || d->lines_used[i];
    }
    for (size_t i = 0; i < BOX_COUNT; i++) {
        needed = needed || (d->boxes_used[i] && boxes[i].legend);
    }
    return needed;
}

/* Mermaid has styles of lines by their numbers. */
static void write_mermaid_styles(const struct drawing *d)
{
    fputs("  classDef key fill:#ffffff,stroke:#ffffff\n", d->out);
    for (enum drawn_line line = 0; line < LINE_COUNT; line++) {
        if (d->lines_used[line] && lines[line].mermaid) {
            fprintf(d->out, "  linkStyle %s %s\n", d->lines_used[line]->str, lines[line].mermaid);
        }
    }
}

void drawing_close(struct drawing *d)
{
    bool legend = is_needed(d);
    if (d->language == DRAWING_DOT) {
        if (legend) {
            write_dot_legend(d);
        }
        dot_close(d->out);
    } else {
        if (legend) {
            write_mermaid_legend(d);
        }
        write_mermaid_styles(d);
    }
    for (size_t i = 0; i < LINE_COUNT; i++) {
        if (d->lines_used[i]) {
            g_string_free(d->lines_used[i], TRUE);
        }
    }
}
