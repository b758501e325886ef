/*
 * The statements of DOT that drawing.c needs: nodes, edges, frames, and a legend whose tables are
 * written as HTML.
 */
#include "print/drawing/dot.h"

#include "cli.h"

/* Escapes strings of DOT. Only a quote ends one, but labels also treat a backslash as an escape.
 * Control characters and two others cannot be in XML, which drawings become. */
static void write_string(FILE *out, const char *text)
{
    char *valid = g_utf8_make_valid(text, -1);
    char *shown = cli_printable(valid);
    putc('"', out);
    for (const char *c = shown; *c; c = g_utf8_next_char(c)) {
        gunichar code = g_utf8_get_char(c);
        if (code == 0xfffe || code == 0xffff) {
            fprintf(out, "\\\\u%04x", (unsigned)code);
            continue;
        }
        fputs(*c == '"' || *c == '\\' ? "\\" : "", out);
        fprintf(out, "%.*s", (int)(g_utf8_next_char(c) - c), c);
    }
    putc('"', out);
    g_free(shown);
    g_free(valid);
}

/* Writes the attributes of one object: " [a=..., b=...]", or nothing if there are none. */
struct attributes {
    FILE *out;
    unsigned count;
};

static void write_attribute(struct attributes *attributes, const char *key, const char *value)
{
    if (value) {
        fprintf(attributes->out, "%s%s=", attributes->count++ ? ", " : " [", key);
        write_string(attributes->out, value);
    }
}

static void end_attributes(const struct attributes *attributes)
{
    fputs(attributes->count ? "];\n" : ";\n", attributes->out);
}

static void write_look(struct attributes *attributes, const struct dot_look *look)
{
    const char *style = look->style;
    char *filled = look->fill ? g_strconcat("filled", style ? "," : "", style, NULL) : NULL;
    write_attribute(attributes, "shape", look->shape);
    write_attribute(attributes, "style", filled ? filled : style);
    write_attribute(attributes, "color", look->color);
    write_attribute(attributes, "fontcolor", look->text_color ? look->text_color : look->color);
    write_attribute(attributes, "fillcolor", look->fill);
    write_attribute(attributes, "arrowhead", look->arrow);
    write_attribute(attributes, "tooltip", look->tooltip);
    g_free(filled);
}

void dot_open(FILE *out, const char *name, const char *title)
{
    fputs("digraph ", out);
    write_string(out, name);
    fputs(" {\nrankdir=LR;\nfontname=\"Helvetica\";\n", out);
    if (title) {
        fputs("labelloc=t;\nlabel=", out);
        write_string(out, title);
        fputs(";\n", out);
    }
    fputs("node [shape=box, fontname=\"Helvetica\", fontsize=10, height=0.3];\n"
          "edge [arrowsize=0.7, fontname=\"Helvetica\", fontsize=8];\n",
          out);
}

void dot_close(FILE *out)
{
    fputs("}\n", out);
}

void dot_cluster_open(FILE *out, uint32_t number, const char *label)
{
    fprintf(out, "subgraph cluster_%lu {\ncolor=\"#d0d7de\";\nlabeljust=l;\nfontsize=10;\nlabel=",
            (unsigned long)number);
    write_string(out, label);
    fputs(";\n", out);
}

void dot_cluster_close(FILE *out)
{
    fputs("}\n", out);
}

void dot_node(FILE *out, const char *id, const char *label, const struct dot_look *look)
{
    struct attributes attributes = {.out = out};
    fputs(id, out);
    write_attribute(&attributes, "label", label);
    if (look) {
        write_look(&attributes, look);
    }
    end_attributes(&attributes);
}

/* In labels that are HTML. Release with g_free. */
static char *html(const char *text)
{
    char *valid = g_utf8_make_valid(text, -1);
    char *shown = cli_printable(valid);
    char *escaped = g_markup_escape_text(shown, -1);
    g_free(shown);
    g_free(valid);
    return escaped;
}

static void write_row(FILE *out, const struct dot_row *row)
{
    char *text = html(row->text);
    fputs("<TR><TD ALIGN=\"LEFT\"", out);
    if (row->fill) {
        fprintf(out, " BGCOLOR=\"%s\"", row->fill);
    }
    fprintf(out, "><FONT COLOR=\"%s\">%s</FONT></TD></TR>\n",
            row->text_color ? row->text_color : "black", text);
    g_free(text);
}

/* Write a node of rows, one below the other, ended by one without text. */
static void dot_rows(FILE *out, const char *id, const struct dot_row *rows)
{
    fprintf(out, "%s [shape=plaintext, label=<<TABLE BORDER=\"0\" CELLSPACING=\"0\">\n", id);
    for (; rows->text; rows++) {
        write_row(out, rows);
    }
    fputs("</TABLE>>];\n", out);
}

/* With room around it, so that the line does not run through it. */
static void write_edge_label(struct attributes *attributes, const char *label)
{
    if (label) {
        char *text = html(label);
        fprintf(attributes->out,
                "%slabel=<<TABLE BORDER=\"0\" CELLPADDING=\"4\"><TR><TD>%s</TD></TR></TABLE>>",
                attributes->count++ ? ", " : " [", text);
        g_free(text);
    }
}

void dot_edge(FILE *out, const char *from, const char *to, const char *label,
              const struct dot_look *look)
{
    struct attributes attributes = {.out = out};
    fprintf(out, "%s -> %s", from, to);
    write_edge_label(&attributes, label);
    if (look) {
        write_look(&attributes, look);
    }
    end_attributes(&attributes);
}

/* Legends */

#define LEGEND_ID 16

static void next_id(struct dot_legend *legend, char id[LEGEND_ID])
{
    g_snprintf(id, LEGEND_ID, "k%u", legend->count++);
}

void dot_legend_open(struct dot_legend *legend, FILE *out, uint32_t frame)
{
    *legend = (struct dot_legend){.out = out};
    dot_cluster_open(out, frame, "Legend");
}

void dot_legend_close(struct dot_legend *legend)
{
    dot_cluster_close(legend->out);
}

void dot_legend_node(struct dot_legend *legend, const char *text, const struct dot_look *look)
{
    char id[LEGEND_ID];
    next_id(legend, id);
    dot_node(legend->out, id, text, look);
}

void dot_legend_edge(struct dot_legend *legend, const char *text, const struct dot_look *look)
{
    char from[LEGEND_ID], to[LEGEND_ID];
    next_id(legend, from);
    next_id(legend, to);
    fprintf(legend->out, "%s [label=\"\", shape=none, width=0.05];\n", from);
    dot_node(legend->out, to, text, &(struct dot_look){.shape = "plaintext"});
    dot_edge(legend->out, from, to, NULL, look);
}

void dot_legend_rows(struct dot_legend *legend, const struct dot_row *rows)
{
    char id[LEGEND_ID];
    next_id(legend, id);
    dot_rows(legend->out, id, rows);
}
