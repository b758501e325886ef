/*
 * Runs a verb: parses its command line, opens the graph or each of several, has the verb answer,
 * and says which assumptions the answer rests on.
 */
#include "ask/ask.h"

#include "ask/operands.h"
#include "names/absent_functions.h"
#include "names/chosen_functions.h"
#include "names/limit.h"
#include "names/prepared_names.h"
#include "names/sets.h"

#include "files/cli_files.h"
#include "kinds/cli_kinds.h"
#include <graphs/embedded_graphs.h>
#include <libcg/file.h>
#include <libcg/profile.h>
#include <libcg/validate.h>

#include <math.h>
#include <string.h>

static int check_options(const struct cli_command *command, const struct options *options)
{
    if (!cli_color_is_valid(options->color)) {
        return cli_usage_error(command, "--color takes auto, always or never");
    }
    if (options->depth < 1) {
        return cli_usage_error(command, "--depth takes a number from 1");
    }
    if (options->max < -1) {
        return cli_usage_error(command, "--max takes a number from 0");
    }
    if (options->max_functions < -1) {
        return cli_usage_error(command, "--max-functions takes a number from 0");
    }
    if (options->limit < 0 && options->limit != G_MININT64) {
        return cli_usage_error(command, "--limit takes a number of bytes from 0");
    }
    if (options->compact && !options->json && g_strcmp0(options->format, "json") != 0) {
        return cli_usage_error(command, "--compact is a form of JSON: give --json too");
    }
    if (options->transitive && options->depth > 1) {
        return cli_usage_error(command, "--transitive and --depth exclude each other");
    }
    return CLI_OK;
}

/* Warns that what a partial file lacks may exist in the program. */
static void report_part(const struct query *query)
{
    if (query_is_part(query)) {
        cli_note("%s is a part of a graph: what leads through the rest is not in it",
                 query->graph_name);
    }
}

static int load(struct query *query, const char *path)
{
    struct cg_error error;
    struct cg_read_options options = CG_READ_OPTIONS_INIT;
    options.warn = cli_report_warning;
    options.registry = query->kinds.registry;
    query->graph_path = path;
    query->graph_name = cli_title(path);
    int status = embedded_graph_read(&query->graph, path, &options, &error);
    if (status) {
        cli_explain_file(&error, path, CLI_WANT_GRAPH);
    } else {
        status = cg_graph_freeze(query->graph, &error);
    }
    if (status) {
        return query_fail(query, &error);
    }
    query_prepare_names(query);
    report_part(query);
    return CLI_OK;
}

int query_open(struct query *out, const struct query *like, const char *path)
{
    *out = (struct query){
        .verb = like->verb, .options = like->options, .kinds = like->kinds, .color = like->color};
    return load(out, path);
}

void query_close(struct query *query)
{
    for (size_t i = 0; i < query->selection_count; i++) {
        selection_clear(&query->selections[i]);
    }
    query_forget_names(query);
    if (!query->whole) { /* a part borrows them */
        cg_validation_free(query->validation);
        cg_profile_free(query->run);
    }
    g_free(query->selections);
    g_free(query->within);
    g_free(query->part);
    g_clear_pointer(&query->lines, g_ptr_array_unref);
    cg_graph_free(query->graph);
}

static int select_functions(struct query *query, char **words)
{
    guint count = g_strv_length(words);
    int code = CLI_OK;
    query->selections = g_new0(struct selection, count + 1);
    for (guint i = 0; i < count && code == CLI_OK; i++) {
        bool target = query->verb->absent_target && i + 1 == count;
        code = target ? query_select_target(&query->selections[i], query, words[i])
                      : query_select(&query->selections[i], query, words[i]);
        query->selection_count += code == CLI_OK;
    }
    return code;
}

/** Reports the assumptions behind an answer, which the graph does not show. */
static void report_assumptions(const struct query *query)
{
    if (!query->verb->concludes || query->options.json || query->options.format) {
        return;
    }
    query_report_incomplete(query);
    unsigned promised = cg_graph_promised(query->graph);
    for (unsigned bit = 0; cg_promise_name(bit); bit++) {
        if (promised >> bit & 1) {
            printf("promised (%s): %s\n", cg_promise_name(bit), cg_promise_text(bit));
        }
    }
}

static int run_part(struct query *query, char **arguments)
{
    struct query part;
    int code = query_limit(&part, query);
    if (code == CLI_OK) {
        code = query->verb->run(&part, arguments);
        query->trouble = query->trouble || part.trouble;
    }
    query_close(&part);
    return code;
}

static int run_verb(struct query *query, char **arguments)
{
    const struct verb *verb = query->verb;
    int code = verb->prepare ? verb->prepare(query, arguments) : CLI_OK;
    if (code == CLI_OK && query->options.define) {
        code = sets_define(query);
    }
    if (code == CLI_OK && verb->functions) {
        code = select_functions(query, arguments);
    }
    if (code != CLI_OK) {
        return code;
    }
    if (verb->limit == LIMIT_GRAPH && (query->options.include || query->options.exclude)) {
        return run_part(query, arguments);
    }
    if (query->options.include) {
        query->within = query_take_in(query);
        code = query->within ? CLI_OK : CLI_TROUBLE;
    }
    return code == CLI_OK ? verb->run(query, arguments) : code;
}

struct cli_command query_command(const struct verb *verb, const GOptionEntry *options)
{
    return (struct cli_command){
        .name = g_strdup_printf("cgquery %s", verb->name),
        .arguments = verb->arguments,
        .summary = verb->summary,
        .description = verb->description,
        .options = options,
        .words = verb_options_words(verb),
    };
}

void query_command_clear(struct cli_command *command)
{
    g_free((char *)command->name);
    g_free((struct cli_words *)command->words);
}

static int answer_query(struct query *query, const struct operands *operands)
{
    query->color = cli_use_color(stdout, query->options.color);
    if ((query->verb->options & OPTION_COLOR) && !query->options.json && !query->options.format) {
        cli_fit_terminal();
    }
    if (!cli_kinds_load(&query->kinds, query->options.plugins)) {
        return CLI_TROUBLE;
    }
    int code = load(query, operands->graph);
    operands_report(operands, query->options.verbose || code != CLI_OK);
    if (code == CLI_OK) {
        code = run_verb(query, operands->words);
        report_assumptions(query);
    }
    return code;
}

int query_main(const struct verb *verb, int argc, char **argv)
{
    struct query query = {
        .verb = verb,
        .options = {.depth = verb->deep ? G_MAXINT : 1,
                    .max = -1,
                    .max_functions = -1,
                    .limit = G_MININT64,
                    .returns = -1,
                    .iterations = 3,
                    .repetitions = 5,
                    .seed = 1,
                    .probe_ns = NAN,
                    .run_time = NAN,
                    .pipes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)}};
    GOptionEntry options[VERB_OPTIONS_MAX];
    verb_options_choose(options, &query.options, verb);
    struct cli_command command = query_command(verb, options);
    int code = CLI_OK;
    if (cli_parse_options(&command, &argc, &argv, &code)) {
        struct operands operands;
        argv[argc] = NULL; /* parsing has moved the operands together */
        code = operands_take(&operands, &command, argv + 1);
        code = code == CLI_OK ? check_options(&command, &query.options) : code;
        code = code == CLI_OK ? answer_query(&query, &operands) : code;
        code = cli_finish(query.trouble ? CLI_TROUBLE : code);
        query_close(&query);
        operands_clear(&operands);
    }
    cli_kinds_free(&query.kinds);
    options_clear(&query.options);
    query_command_clear(&command);
    return code;
}
