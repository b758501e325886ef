/* The verb select: the functions of a set. */
#include "core/query.h"
#include "core/sets.h"
#include "print/json.h"

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
        printf("%s:", origin ? origin : "?");
    }
    puts(cg_node_name(query->graph, node));
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

static void print(struct query *query, const char *set, const GArray *nodes)
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

static int run(struct query *query, char **arguments)
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
    print(query, arguments[0], nodes);
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
        "A line per function:\n"
        "  NAME  FILE:LINE\n"
        "With --format=names, linkage names, with FILE: in front where several functions have "
        "one:\n"
        "such a list can be read again as @FILE.\n"
        "\n"
        "SET is one of\n"
        "  luaV_execute, 'Foo::bar', x.c:f   functions of that name, 'lua_*' or 'ns::*' by a glob\n"
        "  '\"Foo::bar(int)\"'                 the same, with characters that sets use\n"
        "  '/^lua[A-Z]_/'                    an extended regular expression found in a name, with\n"
        "                                    no back-reference, nor x{N} above 1000 in all\n"
        "  @FILE                             names and globs, one a line, # begins a comment;\n"
        "                                    relative to the working directory\n"
        "  '$hot'                            a set that --define names\n"
        "  'A | B', 'A & B', 'A - B', '!A'   union, intersection, difference, all others;\n"
        "                                    & binds tighter than | and -\n"
        "  'is(P)'                           P: defined, declared, virtual, internal, weak, "
        "unresolved\n"
        "                                    (has unresolved calls), addressTaken, system (of a "
        "system\n"
        "                                    header), entry (the program begins there)\n"
        "  'file(*.h)', 'dir(src/net)'       of such files, of files in a directory\n"
        "  'has(loopDepth)'                  that carry such metadata\n"
        "  '[loopDepth > 2]'                 whose metadata compare so: == != < <= > >=\n"
        "  '[profile.time.inclusive > 5ms]'  numbers with units: ns us ms s min h, B kB MB GB TB "
        "KiB\n"
        "                                    MiB GiB TiB, and k M G T for counts\n"
        "  '[profile.time.inclusive > 5%]'   a percentage of the whole: of what profiles "
        "measured,\n"
        "                                    the run; of statements, operations, branches and\n"
        "                                    visits, the sum over all functions\n"
        "  '[inclusive(numStatements) > 9]'  the sum over the function and all it leads to, each\n"
        "                                    once\n"
        "  '[inlineInfo.markedInline]'       whose metadata are true or not empty\n"
        "  '[signature ~ /int \\(\\*/]'        whose text has what the expression finds\n"
        "  'reaches(A)', 'reachedFrom(A)'    that lead to A, that A leads to; A is in it\n"
        "  'onPath(A, B)'                    on any path from A to B\n"
        "  'callers(A, N)', 'callees(A, N)'  up to N calls away (1 when left out), without A\n"
        "  'overrides(A)', 'overriddenBy(A)' methods that those of A override, or that override\n"
        "                                    them, directly or not\n"
        "  'roots(A)', 'leaves(A)'           of A, that nothing else of A calls, or that call\n"
        "                                    nothing else of A\n"
        "  'recursive(A)'                    of A, that may call themselves through functions of "
        "A\n"
        "Sets are about calls that are known; 'cgquery reach' tells what the graph cannot know.\n"
        "A file of definitions has NAME = SET in each line, or several lines within parentheses;\n"
        "# begins a comment. Definitions may use those before.\n"
        "\n"
        "JSON: \"set\" and \"functions\".",
    .options = OPTIONS_COMMON | OPTION_FORMAT,
    .limit = LIMIT_LIST,
    .formats = formats,
    .format_help = "Print text (default), or names: to be read again as @FILE",
    .run = run,
};
