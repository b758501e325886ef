/* The verb path: chains of calls between functions. */
#include "verbs/path/path.h"

#include "names/sets.h"
#include "print/drawing/sketch.h"
#include "print/unknown.h"

static int choose_through(struct path_question *question, char *const *sets)
{
    struct query *query = question->query;
    if (!sets) {
        return CLI_OK;
    }
    question->through = query_sets_union(query, sets);
    if (!question->through) {
        return CLI_TROUBLE;
    }
    GArray *members = query_members(query, question->through);
    if (members->len == 0) {
        char *set = options_union(sets);
        cli_note("there is no function in '%s', which paths should go through", set);
        g_free(set);
    }
    g_array_unref(members);
    return CLI_OK;
}

/* A path through the set is one to it and one from there on. */
static int exit_through(const struct path_question *question)
{
    struct cg_function_set from = {question->from->nodes, question->from->count};
    struct cg_function_set to = {question->to->nodes, question->to->count};
    GArray *members = query_members(question->query, question->through);
    struct cg_function_set through = {(const cg_node *)members->data, members->len};
    int code = CLI_NO;
    if (members->len) {
        code = unknown_exit_of_reach(question->query, &from, &through);
    }
    if (code == CLI_UNKNOWN) {
        code = unknown_exit_of_reach(question->query, &through, &to);
    }
    g_array_unref(members);
    return code;
}

int path_exit_without(const struct path_question *question)
{
    struct cg_function_set from = {question->from->nodes, question->from->count};
    struct cg_function_set to = {question->to->nodes, question->to->count};
    if (question->weight.visits) {
        return CLI_NO; /* what recorded runs called is known */
    }
    return question->through ? exit_through(question)
                             : unknown_exit_of_reach(question->query, &from, &to);
}

static void sum_up_path(const struct path_question *question, const struct path_found *found)
{
    if (found->found) {
        query_sum_up(question->query, "a shortest path of %zu call%s; --all shows others",
                     found->path.length, cli_s(found->path.length));
    }
}

static int answer_one(const struct path_question *question)
{
    struct path_found found;
    struct cg_error error;
    if (path_find(&found, question, &error)) {
        return query_fail(question->query, &error);
    }
    int code = path_print(question, &found);
    sum_up_path(question, &found);
    g_free((cg_edge *)(uintptr_t)found.path.edges);
    return code != CLI_OK ? code : found.found ? CLI_OK : path_exit_without(question);
}

static int check_options(const struct options *options)
{
    if (options->max != -1 && !options->all) {
        cli_error("--max is about --all");
        return CLI_TROUBLE;
    }
    return sketch_check(options);
}

static int run_path(struct query *query, char **arguments)
{
    (void)arguments;
    const struct options *options = &query->options;
    struct path_question question = {
        .query = query,
        .from = &query->selections[0],
        .to = &query->selections[1],
        .paths = CG_PATH_QUERY_INIT,
    };
    struct cg_error error;
    int code = check_options(options);
    if (code == CLI_OK) {
        code = choose_through(&question, options->through);
    }
    if (code == CLI_OK) {
        code = path_weigh(&question.weight, query, options->weight, question.from);
    }
    question.paths.from = question.from->nodes;
    question.paths.from_count = question.from->count;
    question.paths.to = question.to->nodes;
    question.paths.to_count = question.to->count;
    question.paths.weight = question.weight.lengths;
    if (code == CLI_OK && question.through && path_prune(&question, &error)) {
        code = query_fail(query, &error);
    }
    if (code == CLI_OK) {
        code = options->all ? path_print_all(&question) : answer_one(&question);
    }
    path_weight_clear(&question.weight);
    g_free(question.through);
    g_free(question.beside);
    return code;
}

const struct verb verb_path = {
    .name = "path",
    .arguments = "[GRAPH] FROM TO",
    .summary = "Show chains of calls from FROM to TO, shortest first.",
    .description =
        "One call per line:\n"
        "  CALLER -> CALLEE [KINDS] FILE:LINE:COLUMN (+N more sites)\n"
        "With --all, a line \"path N: M calls\" precedes each path, an empty line follows it, and "
        "the last\n"
        "line says whether there are more paths. No function is on a path twice. A path begins at "
        "the\n"
        "last function of FROM that is on it, and ends at the first of TO. Paths of the same "
        "length are\n"
        "ordered by the names on them. --max=0 prints every path as it is found, unsorted (sorted "
        "with\n"
        "--weight). There may be more than can ever be printed: stop reading when you have "
        "enough.\n"
        "\n"
        "--through=SET shows only paths with a function of SET on them; FROM and TO count. With "
        "--all, the\n"
        "search ends after 10000 paths without such a function, and the answer says so. If no path "
        "goes\n"
        "through SET, a chain of calls may that has some function twice, as in recursion: it is "
        "shown\n"
        "instead.\n"
        "\n"
        "--weight=KEY puts the path with the smallest sum of KEY first, instead of that with the "
        "fewest\n"
        "calls:\n"
        "  visits         how often recorded runs made the calls (cgvalidate --annotate adds "
        "that). Each\n"
        "                 call weighs 1/visits, so frequent calls come first. Calls that no run "
        "made are\n"
        "                 left out.\n"
        "  numStatements  or any other number that functions have, or else calls: a kind of "
        "metadata, or a\n"
        "                 member of one, such as stackSize.bytes. What has no such number counts "
        "0. Sums\n"
        "                 of whole numbers are exact up to 2^53.\n"
        "Each call then ends in its number, or its callee's (\"-\": none). The path ends in their "
        "sum, which\n"
        "includes the first function; with visits, in the smallest of them.\n"
        "\n"
        "--format=dot or mermaid draws the paths. Each call is drawn once, with its first site.\n"
        "\n"
        "Example:\n"
        "  cgquery path --all main system        every way from main to a shell, shortest first\n"
        "\n"
        "JSON: \"from\", \"to\", \"found\", \"path\" (calls in order), \"repeats\" (whether a "
        "function is on it\n"
        "twice), and with --weight \"weight\" (\"key\", \"total\" or with visits \"least\", "
        "\"missing\": how many have\n"
        "no number). With --all instead \"paths\", each with \"length\", \"calls\", \"repeats\" "
        "and \"weight\", then\n"
        "\"more\": true, false, or null if that is not known.",
    .options =
        OPTIONS_COMMON | OPTION_EXCLUDE | OPTION_PATHS | OPTION_MAX | OPTION_FORMAT | OPTION_HEAT,
    .formats = sketch_formats,
    .format_help = SKETCH_FORMAT_HELP,
    .max_help = CLI_MAX_HELP("10; goes with --all"),
    .functions = true,
    .concludes = true,
    .run = run_path,
};
