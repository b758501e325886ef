#include "print/dot.h"

#include "cli.h"

/* In a string of DOT only the quote ends it, but labels take a backslash for an escape too, and
 * control characters, and two others, are no XML, which drawings become. */
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

/* The attributes of one thing, " [a=..., b=...]" with the first, nothing without any. */
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
    write_attribute(attributes, "fontcolor", look->color);
    write_attribute(attributes, "fillcolor", look->fill);
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
    fprintf(out, "subgraph cluster_%lu {\ncolor=\"#d0d7de\";\nlabel=", (unsigned long)number);
    write_string(out, label);
    fputs(";\n", out);
}

void dot_cluster_close(FILE *out)
{
    fputs("}\n", out);
}

void dot_node(FILE *out, uint32_t number, const char *label, const struct dot_look *look)
{
    struct attributes attributes = {.out = out};
    fprintf(out, "n%lu", (unsigned long)number);
    write_attribute(&attributes, "label", label);
    if (look) {
        write_look(&attributes, look);
    }
    end_attributes(&attributes);
}

void dot_edge(FILE *out, uint32_t from, uint32_t to, const char *label, const struct dot_look *look)
{
    struct attributes attributes = {.out = out};
    fprintf(out, "n%lu -> n%lu", (unsigned long)from, (unsigned long)to);
    write_attribute(&attributes, "label", label);
    if (look) {
        write_look(&attributes, look);
    }
    end_attributes(&attributes);
}
