/* The lines of a baseline of rules: `check` and the page of `export` accept what they list. */
#include "core/rule_lines.h"

#include <string.h>

static bool is_entry(const char *line)
{
    return strstr(line, ": ") != NULL;
}

struct cli_baseline *rule_lines_read(const char *path)
{
    return cli_baseline_read(path, is_entry, "RULE: CALLER -> CALLEE");
}

/* Whether functions of other files may share its name: internal ones, and those that several
 * programs define. */
static bool is_of_file(const struct cg_graph *graph, cg_node node)
{
    cg_node first = cg_graph_find(graph, cg_node_name(graph, node));
    bool internal = cg_node_linkage(graph, node) == CG_LINKAGE_INTERNAL;
    for (cg_node n = first; n != CG_NONE && !internal; n = cg_graph_next_same_name(graph, n)) {
        internal = n != node && cg_node_linkage(graph, n) != CG_LINKAGE_INTERNAL;
    }
    return internal;
}

static void append_function(GString *text, const struct cg_graph *graph, cg_node node)
{
    const char *file = cg_node_origin(graph, node);
    if (file && is_of_file(graph, node)) {
        g_string_append_printf(text, "%s:", file);
    }
    g_string_append(text, cg_node_name(graph, node));
}

char *rule_line_of_violation(const struct cg_graph *graph, const struct cg_rule *rule,
                             const struct cg_violation *violation)
{
    GString *text = g_string_new(rule->name);
    g_string_append(text, ": ");
    if (rule->kind == CG_RULE_ACYCLIC) {
        g_string_append_printf(text, "%s -> %s", rule->sets[violation->from].text,
                               rule->sets[violation->to].text);
    } else {
        append_function(text, graph, cg_edge_caller(graph, violation->chain[0]));
        g_string_append(text, " -> ");
        append_function(text, graph, cg_edge_callee(graph, violation->chain[0]));
    }
    char *line = cli_baseline_line(text->str);
    g_string_free(text, TRUE);
    return line;
}

char *rule_line_of_unknown(const struct cg_rule *rule)
{
    char *text = g_strconcat(rule->name, ": unknown", NULL);
    char *line = cli_baseline_line(text);
    g_free(text);
    return line;
}

bool rule_line_is_accepted(struct cli_baseline *baseline, const char *line)
{
    return baseline && cli_baseline_meet(baseline, line, 1);
}
