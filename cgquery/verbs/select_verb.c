/* The verb select: the functions of a set. */
#include "core/cgquery.h"
#include "names/limit.h"
#include "names/sets.h"
#include "print/graph_json.h"

#include <string.h>

/* Whether another function has the same name, so that the name alone is ambiguous. */
static bool shares_name(const struct query *query, cg_node node)
{
    const char *name = cg_node_name(query->graph, node);
    cg_node first = cg_graph_find(query->graph, name);
    return first != node || cg_graph_next_same_name(query->graph, first) != CG_NONE;
}

/* The name in a form that a list of names can have and that means this function alone. */
static void print_name(const struct query *query, cg_node node)
{
    const char *origin = cg_node_origin(query->graph, node);
    if (shares_name(query, node)) {
        cli_print_text(stdout, origin ? origin : "?");
        putchar(':');
    }
    cli_print_text(stdout, cg_node_name(query->graph, node));
    putchar('\n');
}

static void print_line(struct query *query, cg_node node)
{
    char *place = query_place(query, node);
    printf("%s%s%s\n", query_name(query, node), place ? "  " : "", place ? place : "");
    g_free(place);
}

static void print_json(struct query *query, const char *set, const GArray *nodes)
{
    struct json json = {.out = stdout};
    json_begin(&json, query);
    json_text(&json, "set", set);
    json_functions(&json, "functions", query,
                   (struct cg_function_set){(const cg_node *)nodes->data, nodes->len});
    json_end(&json);
}

static void print_selected(struct query *query, const char *set, const GArray *nodes)
{
    bool names = query->options.format && strcmp(query->options.format, "names") == 0;
    if (query->options.json) {
        print_json(query, set, nodes);
        return;
    }
    for (guint i = 0; i < nodes->len; i++) {
        cg_node node = g_array_index(nodes, cg_node, i);
        if (names) {
            print_name(query, node);
        } else {
            print_line(query, node);
        }
    }
    if (nodes->len == 0) {
        cli_note("no function of %s is in '%s'", query->graph_name, set);
    }
}

static const char *const formats[] = {"text", "names", NULL};

static int run_select(struct query *query, char **arguments)
{
    const char *format = query->options.format;
    if (format && !g_strv_contains(formats, format)) {
        cli_error("--format takes text or names");
        return CLI_TROUBLE;
    }
    uint32_t count = cg_graph_node_count(query->graph);
    bool *set = g_new(bool, count + 1);
    if (query_set(set, query, arguments[0]) != CLI_OK) {
        g_free(set);
        return CLI_TROUBLE;
    }
    for (cg_node node = 0; node < count; node++) {
        set[node] = set[node] && query_is_within(query, node);
    }
    GArray *nodes = query_members(query, set);
    print_selected(query, arguments[0], nodes);
    query_sum_up(query, "%u of %u function%s", nodes->len, count, cli_s(count));
    int code = nodes->len > 0 ? CLI_OK : CLI_NO;
    g_array_unref(nodes);
    g_free(set);
    return code;
}

const struct verb verb_select = {
    .name = "select",
    .arguments = "[GRAPH] SET",
    .summary = "List the functions of a set.",
    .description =
        "One function per line:\n"
        "  NAME  FILE:LINE\n"
        "--format=names prints linkage names, as FILE:NAME where several functions have the same. "
        "Such a\n"
        "list can be read again as @FILE.\n"
        "\n"
        "SET is one of these:\n"
        "  luaV_execute, 'Foo::bar', x.c:f   functions with that name; 'lua_*', 'ns::*': with a "
        "fitting one\n"
        "  '\"Foo::bar(int)\"'                 a name with characters that sets use for something "
        "else\n"
        "  '/^lua[A-Z]_/'                    names in which an extended regular expression is "
        "found; no\n"
        "                                    back-references, and x{N} makes 1000 copies at most "
        "in all\n"
        "  @FILE                             names and globs, one per line; # begins a comment. "
        "FILE is\n"
        "                                    relative to the working directory. Or a filter, as\n"
        "                                    'cgquery instrument' writes them\n"
        "  '$hot'                            a set named with --define\n"
        "  'A | B', 'A & B', 'A - B', '!A'   union, intersection, difference, all others; & binds "
        "tighter\n"
        "                                    than | and -\n"
        "  'is(P)'                           functions with property P: defined, declared, "
        "virtual,\n"
        "                                    internal, weak, unresolved (has unresolved calls),\n"
        "                                    addressTaken, system (of a system header), entry "
        "(the\n"
        "                                    program begins there)\n"
        "  'file(*.h)', 'dir(src/net)'       functions of fitting files, or of files below a "
        "directory\n"
        "  'has(loopDepth)'                  functions that have this kind of metadata\n"
        "  '[loopDepth > 2]'                 functions whose metadata compare so: == != < <= > >=\n"
        "  '[profile.time.inclusive > 5ms]'  numbers may have units: ns us ms s min h, B kB MB GB "
        "TB KiB\n"
        "                                    MiB GiB TiB, and k M G T for counts\n"
        "  '[profile.time.inclusive > 5%]'   a percentage of the whole. For what a profile "
        "measured, that\n"
        "                                    is the run; for statements, operations, branches and "
        "visits,\n"
        "                                    the sum over all functions\n"
        "  '[inclusive(numStatements) > 9]'  the sum over the function and all that it leads to, "
        "each\n"
        "                                    counted once\n"
        "  '[inlineInfo.markedInline]'       functions whose metadata are true or not empty\n"
        "  '[signature ~ /int \\(\\*/]'        functions in whose text the expression is found\n"
        "  'reaches(A)', 'reachedFrom(A)'    functions that lead to A, or that A leads to, with A\n"
        "  'onPath(A, B)'                    functions on any path from A to B\n"
        "  'callers(A, N)', 'callees(A, N)'  functions up to N calls away (default 1), without A\n"
        "  'overrides(A)', 'overriddenBy(A)' methods that methods of A override, or that override "
        "them,\n"
        "                                    directly or not\n"
        "  'roots(A)', 'leaves(A)'           functions of A that no other of A calls, or that call "
        "no\n"
        "                                    other of A\n"
        "  'recursive(A)'                    functions of A that may call themselves through "
        "functions of\n"
        "                                    A\n"
        "Sets follow known calls only; 'cgquery reach' also answers what may follow from "
        "unresolved ones. A\n"
        "file of definitions has NAME = SET on each line; within parentheses, a set may continue "
        "on the\n"
        "next. # begins a comment. A definition may use those before it.\n"
        "\n"
        "Example:\n"
        "  cgquery select 'reaches(system) & dir(src)'        functions from which a shell may be "
        "run\n"
        "\n"
        "JSON: \"set\" and \"functions\".",
    .options = OPTIONS_COMMON | OPTION_FORMAT,
    .limit = LIMIT_LIST,
    .formats = formats,
    .format_help = "Print text (default), or names: to be read again as @FILE",
    .run = run_select,
};
