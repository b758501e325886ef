/*
 * From the changed functions finds the callers up to the entry points, the tests among them, and
 * what the answer does not know.
 */
#include "verbs/impact/impact.h"

#include "names/chosen_functions.h"
#include "names/limit.h"
#include "names/sets.h"
#include "verbs/impact/line_operands.h"

#include <string.h>
#include <unistd.h>

/*
 * The default of --tests: in files and directories with a test's name, functions with a test's name
 * and those that nothing else there calls; and the bodies of GoogleTest.
 */
#define TEST_FILES                                                                                 \
    "is(defined) & (file(\"test/*\") | file(\"tests/*\") | file(\"testing/*\") |"                  \
    " file(\"unittest/*\") | file(\"unittests/*\") | file(\"t/*\") | file(\"test_*\") |"           \
    " file(\"*_test.*\") | file(\"*_tests.*\") | file(\"*-test.*\") | file(\"*_unittest.*\") |"    \
    " file(\"test.*\") | file(\"tests.*\") | file(\"*Test.*\") | file(\"*Tests.*\"))"
#define TEST_BODIES "is(defined) & /(^|::)[A-Za-z0-9_]+_Test::TestBody\\(\\)$/"
#define TEST_NAMES "/(^|::)([Tt]est_?[A-Za-z0-9_]*|[A-Za-z0-9_]+_[Tt]est)(\\(.*\\))?$/"
static const char default_tests[] =
    "roots(" TEST_FILES ") | (" TEST_FILES " & " TEST_NAMES ") | (" TEST_BODIES ")";

size_t touched_known(const struct touched *touched, const GArray *nodes)
{
    size_t known = 0;
    while (known < nodes->len && touched_is_known(touched, g_array_index(nodes, cg_node, known))) {
        known++;
    }
    return known;
}

static bool is_changed(const struct touched *touched, cg_node node)
{
    const GArray *functions = touched->changed.functions;
    for (guint i = 0; i < functions->len; i++) {
        if (g_array_index(functions, struct changed_function, i).node == node) {
            return true;
        }
    }
    return false;
}

size_t touched_users(const struct touched *touched)
{
    const GArray *dependents = touched->changed.dependents;
    size_t count = 0;
    for (guint i = 0; dependents && i < dependents->len; i++) {
        count += !is_changed(touched, g_array_index(dependents, struct dependent, i).node);
    }
    return count;
}

size_t touched_beyond(const struct touched *touched)
{
    size_t count = 0;
    for (cg_node node = 0; node < cg_graph_node_count(touched->query->graph); node++) {
        count += cg_impact_beyond_distances(touched->impact)[node] != CG_NONE;
    }
    return count;
}

/* By distance, unknown ones last, then by file and name. */
static gint compare_nodes(gconstpointer a, gconstpointer b, gpointer user)
{
    const struct touched *touched = user;
    const struct query *query = touched->query;
    cg_node x = *(const cg_node *)a, y = *(const cg_node *)b;
    uint32_t left = cg_impact_distances(touched->impact)[x],
             right = cg_impact_distances(touched->impact)[y];
    if (left != right) {
        return left < right ? -1 : 1;
    }
    int order = g_strcmp0(cg_node_origin(query->graph, x), cg_node_origin(query->graph, y));
    return order ? order
                 : (query_rank(query)[x] > query_rank(query)[y]) -
                       (query_rank(query)[x] < query_rank(query)[y]);
}

static GArray *sorted(struct touched *touched, GArray *nodes)
{
    g_array_sort_with_data(nodes, compare_nodes, touched);
    return nodes;
}

/* The functions among some that lead, or may lead, to a change. */
static GArray *leading(struct touched *touched, const GArray *nodes)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (guint i = 0; i < nodes->len; i++) {
        cg_node node = g_array_index(nodes, cg_node, i);
        bool leads = touched_is_known(touched, node) ||
                     cg_impact_beyond_distances(touched->impact)[node] != CG_NONE;
        if (leads && query_is_within(touched->query, node)) {
            g_array_append_val(out, node);
        }
    }
    return sorted(touched, out);
}

static void find_callers(struct touched *touched)
{
    touched->callers = g_array_new(FALSE, FALSE, sizeof(cg_node));
    for (cg_node node = 0; node < cg_graph_node_count(touched->query->graph); node++) {
        if (touched_is_known(touched, node) && cg_impact_distances(touched->impact)[node] > 0 &&
            query_is_within(touched->query, node)) {
            g_array_append_val(touched->callers, node);
        }
    }
    sorted(touched, touched->callers);
}

static int find_entries(struct touched *touched)
{
    GArray *all = query_find_entries(touched->query);
    if (!all) {
        return CLI_TROUBLE;
    }
    touched->entry_count = all->len;
    touched->entries = leading(touched, all);
    g_array_unref(all);
    return CLI_OK;
}

static int find_tests(struct touched *touched)
{
    struct query *query = touched->query;
    static char *const usual[] = {(char *)default_tests, NULL};
    bool *tests = query_sets_union(query, query->options.tests ? query->options.tests : usual);
    if (!tests) {
        return CLI_TROUBLE;
    }
    GArray *all = query_members(query, tests);
    touched->test_count = all->len;
    touched->tests = leading(touched, all);
    g_array_unref(all);
    g_free(tests);
    return CLI_OK;
}

static int find_impact(struct touched *touched)
{
    struct cg_error error;
    const GArray *functions = touched->changed.functions;
    const GArray *dependents = touched->changed.dependents;
    int depth = touched->query->options.depth;
    guint more = dependents ? dependents->len : 0;
    cg_node *nodes = g_new(cg_node, functions->len + more + 1);
    for (guint i = 0; i < functions->len; i++) {
        nodes[i] = g_array_index(functions, struct changed_function, i).node;
    }
    for (guint i = 0; i < more; i++) {
        nodes[functions->len + i] = g_array_index(dependents, struct dependent, i).node;
    }
    int status = cg_impact(&touched->impact, touched->query->graph, nodes, functions->len + more,
                           depth == G_MAXINT ? CG_NONE : (uint32_t)depth, &error);
    g_free(nodes);
    return status ? query_fail(touched->query, &error) : CLI_OK;
}

static int work_out(struct touched *touched, const char *path)
{
    int code = changed_find(&touched->changed, touched->query, path);
    if (code == CLI_OK) {
        code = find_impact(touched);
    }
    if (code == CLI_OK) {
        find_callers(touched);
        code = find_entries(touched);
    }
    return code == CLI_OK ? find_tests(touched) : code;
}

static void touched_clear(struct touched *touched)
{
    GArray *const lists[] = {touched->callers, touched->entries, touched->tests};
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        if (lists[i]) {
            g_array_unref(lists[i]);
        }
    }
    changed_clear(&touched->changed);
    cg_impact_free(touched->impact);
}

typedef void printer(const struct touched *touched);

static const char *const formats[] = {"text", "tests", NULL};

static printer *choose_form(const struct options *options)
{
    const char *format = options->format ? options->format : "text";
    bool tests = strcmp(format, "tests") == 0;
    if (!g_strv_contains(formats, format)) {
        cli_error("--format takes text or tests");
        return NULL;
    }
    if (options->json && options->format) {
        cli_error("--json and --format exclude each other");
        return NULL;
    }
    return options->json ? impact_print_json : tests ? impact_print_tests : impact_print_text;
}

static bool is_side(const char *side)
{
    return !side || g_strv_contains(verb_options_sides, side);
}

/* Choose where to read the diff. @return false after reporting that there is nothing to do */
static bool choose_source(const struct query *query, const char **path)
{
    *path = query->options.diff;
    if (!is_side(query->options.side)) {
        cli_error("--side takes auto, old or new");
        return false;
    }
    if (!*path && query->selection_count == 0 && !query->lines) {
        *path = "-";
        if (isatty(STDIN_FILENO)) {
            cli_error("name functions that change, or a file with --diff, or hand in what git diff "
                      "writes");
            return false;
        }
    }
    if (*path && strcmp(*path, "-") == 0 && strcmp(query->graph_path, "-") == 0) {
        cli_error("only one of the graph and the change can come from standard input");
        return false;
    }
    return true;
}

static int exit_of_tests(const struct touched *touched)
{
    return touched_known(touched, touched->tests) ? CLI_OK
           : touched->tests->len                  ? CLI_UNKNOWN
                                                  : CLI_NO;
}

static int exit_of_changes(const struct touched *touched)
{
    const struct changed *changed = &touched->changed;
    bool depend = changed->dependents && changed->dependents->len > 0;
    return changed->functions->len || depend ? CLI_OK : CLI_NO;
}

static int run_impact(struct query *query, char **arguments)
{
    const char *path;
    printer *print = choose_form(&query->options);
    (void)arguments;
    if (!print || !choose_source(query, &path)) {
        return CLI_TROUBLE;
    }
    struct touched touched = {.query = query};
    int code = work_out(&touched, path);
    if (code == CLI_OK) {
        print(&touched);
        code = print == impact_print_tests ? exit_of_tests(&touched) : exit_of_changes(&touched);
    }
    touched_clear(&touched);
    return code;
}

const struct verb verb_impact = {
    .name = "impact",
    .arguments = "[GRAPH] [NAME...]",
    .summary = "List what a change affects: callers, entry points, tests.",
    .description =

        "The change is the functions named, the lines named as FILE:LINE or FILE:FIRST-LAST, or "
        "the\n"
        "lines of a patch that --diff names or that comes on standard input:\n"
        "  git diff main | cgquery impact app.mcg\n"
        "The patch is the output of git diff, git format-patch or diff -u. Its paths match files "
        "of\n"
        "the graph by their ends. Removed lines count for the function around them. If neither "
        "the\n"
        "patch nor --side decides whether the graph is from before or after the change, both are\n"
        "tried. A file may be changed only once, not in a series of patches.\n"
        "\n"
        "Changed lines of a macro, type, enumerator, field or variable, as in a header, count for\n"
        "the functions that use it, directly or through other definitions: macros that expand it,\n"
        "types that embed it, constants made of it. A change within a class also counts for\n"
        "functions that have a value of it or take its size, not for those that only have a\n"
        "pointer; a change of its first or last line counts for all that mention it. 'cgquery\n"
        "uses' lists each use. Changed lines of a function's declaration count for its "
        "definition,\n"
        "the methods that override it, and the functions that call it or take its address; the\n"
        "first line of a namespace for all that is in it.\n"
        "\n"
        "First the totals: functions changed, functions that use what changed, functions that "
        "lead\n"
        "there by known calls, and functions that may lead there. Then, in sections:\n"
        "  changed: NAME (FILE:LINE) at LINES\n"
        "  changed definitions: KIND NAME at FILE:LINES: used by N functions\n"
        "  use them: NAME (FILE:LINE) at FILE:LINE: WAY ENTITY, for CHANGED\n"
        "  outside of functions: FILE:LINES (+ADDED -REMOVED) @@ HEADING\n"
        "    comments, what no function uses, and functions that the graph does not have\n"
        "  files the graph has nothing of: FILE (+ADDED -REMOVED)\n"
        "  entry points, tests, callers: DISTANCE NAME (FILE:LINE)\n"
        "    nearest first; ? means that only unresolved calls may lead there\n"
        "  may also be called: functions that unresolved calls, or code not collected, may call; "
        "and\n"
        "    such calls: unresolved FILE:LINE:COLUMN TYPE REASON (UNKNOWN) in NAME\n"
        "Without --tests, tests are GoogleTest bodies, and functions named test* or *_test, or\n"
        "without callers in the same place, in files named like test_*, *_test.* or *Test.* or in\n"
        "directories test, tests, testing, unittest or t. --format=tests prints only the names of\n"
        "tests that lead there (SUITE.NAME for GoogleTest); a note counts those that may:\n"
        "  ctest -R \"$(git diff | cgquery impact -f tests app.mcg | paste -sd'|')\"\n"
        "\n"
        "JSON: \"side\" (\"old\", \"new\", null: none was given, or not known which), \"changed\"\n"
        "(\"function\", \"lines\": \"first\", \"last\", which is one less where there are none),\n"
        "\"definitions\" (\"name\", \"kind\", \"file\", \"first\", \"last\", \"functions\": how "
        "many "
        "use\n"
        "it), \"dependents\" (\"function\", \"file\", \"line\", \"ways\", \"name\": what it uses, "
        "\"changed\":\n"
        "for which definition),\n"
        "\"outside\" (\"file\", \"first\", \"last\", \"heading\", \"added\", \"removed\"), "
        "\"notInGraph\"\n"
        "(\"file\", \"binary\", \"added\", \"removed\"), \"entries\", \"tests\" and \"callers\"\n"
        "(\"function\", \"distance\", null: it may), \"beyond\" (how many may), \"exposed\"\n"
        "(functions that calls not known may come to), \"unresolved\" (sites with \"function\"),\n"
        "\"uncollected\", \"unrecorded\" (of how many functions the graph does not record\n"
        "whether all calls are known), \"recordsUnresolvedCalls\", \"linked\".",
    .options =
        OPTIONS_COMMON | OPTION_MAX | OPTION_DEPTH | OPTION_ENTRY | OPTION_IMPACT | OPTION_FORMAT,
    .limit = LIMIT_LIST,
    .functions = true,
    .max_help = CLI_MAX_HELP("50, evidence 5, with --json all"),
    .formats = formats,
    .format_help = "Answer in text (default), or name the tests alone (tests)",
    .depth_help = "Go back up to N calls (default: to the end)",
    .deep = true,
    .concludes = true,
    .prepare = line_operands_take,
    .run = run_impact,
};
