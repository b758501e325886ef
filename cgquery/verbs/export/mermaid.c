/* A drawing in the language of Mermaid, which Markdown pages show. */
#include "verbs/export/export.h"

#include <string.h>

/* What Mermaid draws unless it is told otherwise where the page is made. */
#define MOST_EDGES 500

static const char *line_of(enum cg_edge_kind kind)
{
    switch (kind) {
    case CG_EDGE_VIRTUAL:
    case CG_EDGE_POINTER:
    case CG_EDGE_CALLBACK:
    case CG_EDGE_CANDIDATE:
        return "-.->";
    default:
        return "-->";
    }
}

/* Text in quotes is HTML with '#' in place of '&', and Markdown where it begins with a backquote:
 * whatever means something there is written by number. */
static void write_text(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (g_ascii_isalnum(c) || c >= 0x80 || strchr(" _:.,/()[]{}=~+-?!|^%$@", c)) {
            putc(c, out);
        } else {
            fprintf(out, "#%u;", c);
        }
    }
    putc('"', out);
}

static void write_node(struct exporting *x, cg_node node, const char *indent)
{
    unsigned number = export_number(x, node);
    char *name = export_short_name(x, node);
    fprintf(x->out, "%sn%u[", indent, number);
    write_text(x->out, name);
    fprintf(x->out, "]%s\n", cg_node_has_body(x->query->graph, node) ? "" : ":::outside");
    if (export_site_count(x, node, CG_KEY_UNRESOLVED_CALLS) > 0) {
        fprintf(x->out, "%so%u((\"?\"))\n%sn%u -.-> o%u\n", indent, number, indent, number, number);
    }
    g_free(name);
}

static void write_group(struct exporting *x, const char *name, uint32_t number,
                        const cg_node *nodes, size_t count)
{
    if (name) {
        char *shown = cli_printable(name);
        fprintf(x->out, "  subgraph f%u[", (unsigned)number);
        write_text(x->out, shown);
        fputs("]\n", x->out);
        g_free(shown);
    }
    for (size_t i = 0; i < count; i++) {
        write_node(x, nodes[i], name ? "    " : "  ");
    }
    fputs(name ? "  end\n" : "", x->out);
}

static void write_calls(struct exporting *x)
{
    for (uint32_t i = 0; i < x->edge_count; i++) {
        cg_edge edge = x->edges[i];
        fprintf(x->out, "  n%u %s n%u\n",
                (unsigned)export_number(x, cg_edge_caller(x->query->graph, edge)),
                line_of(export_main_kind(x, edge)),
                (unsigned)export_number(x, cg_edge_callee(x->query->graph, edge)));
    }
}

int export_mermaid(struct exporting *x, struct cg_error *error)
{
    (void)error;
    fputs(
        "flowchart LR\n"
        "  classDef outside fill:#f6f8fa,stroke:#8c959f,color:#8c959f\n"
        "  %% solid: direct and implicit calls; dotted: virtual, through pointers and callbacks;\n"
        "  %% ?: calls whose callees are not all known; grey: not collected\n",
        x->out);
    export_groups(x, write_group);
    write_calls(x);
    if (x->edge_count > MOST_EDGES) {
        cli_note("%u calls: Mermaid draws more than %u only where its maxEdges allows it",
                 (unsigned)x->edge_count, MOST_EDGES);
    }
    return CG_OK;
}
