/*
 * Runs a verb: parses its command line, opens the graph or each of several, has the verb answer,
 * and says which assumptions the answer rests on.
 */
#include "core/cgquery.h"

#include "core/chosen_functions.h"
#include "core/function_places.h"
#include "core/name_index.h"
#include "core/operands.h"
#include "core/sets.h"

#include <graphs/embedded_graphs.h>
#include <libcg/file.h>
#include <libcg/link.h>
#include <libcg/profile.h>
#include <libcg/subgraph.h>
#include <libcg/validate.h>
#include <libcg/value.h>
#include <out_of_memory.h>

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
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

static uint32_t *rank_nodes(const struct cg_graph *graph)
{
    cg_node *order;
    if (cg_graph_canonical_order(&order, graph, NULL)) {
        memory_end();
    }
    uint32_t count = cg_graph_node_count(graph);
    uint32_t *rank = g_new(uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        rank[order[i]] = i;
    }
    free(order);
    return rank;
}

const uint32_t *query_rank(const struct query *query)
{
    if (!*query->rank) {
        *query->rank = rank_nodes(query->graph);
    }
    return *query->rank;
}

void query_prepare_names(struct query *query)
{
    query->rank = g_new0(uint32_t *, 1);
    query->demangled = g_new0(char *, cg_graph_node_count(query->graph));
    query->shortened = g_new0(char *, cg_graph_node_count(query->graph));
    query->shown = g_new0(char *, cg_graph_node_count(query->graph));
    query->shown_as = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
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

void query_forget_names(struct query *query)
{
    for (cg_node node = 0; query->demangled && node < cg_graph_node_count(query->graph); node++) {
        g_free(query->demangled[node]);
        g_free(query->shortened[node]);
        g_free(query->shown[node]);
    }
    g_free(query->demangled);
    g_free(query->shortened);
    g_free(query->shown);
    g_clear_pointer(&query->shown_as, g_hash_table_unref);
    g_clear_pointer(&query->bare_names, g_hash_table_unref);
    if (query->rank) {
        g_free(*query->rank);
        g_free(query->rank);
    }
    name_index_free(query->spelled);
    name_index_free(query->meant);
    sets_free(query->sets);
    function_places_free(query->places);
    query->spelled = query->meant = NULL;
    query->demangled = query->shortened = query->shown = NULL;
    query->rank = NULL;
    query->sets = NULL;
    query->places = NULL;
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

const char *query_virtual_mode(unsigned linked)
{
    return linked & CG_LINKED_RTA ? "rta" : linked & CG_LINKED_CHA ? "cha" : NULL;
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

void query_sum_up(const struct query *query, const char *format, ...)
{
    const struct options *options = &query->options;
    if (options->json || (options->format && strcmp(options->format, "text") != 0)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    cli_summary(options->output, "%s", text);
    g_free(text);
}

int query_fail(struct query *query, const struct cg_error *error)
{
    struct cg_error placed = *error;
    if (placed.file[0] == '\0' && query->graph_name) {
        g_strlcpy(placed.file, query->graph_name, sizeof placed.file);
    }
    cli_report(&placed);
    query->trouble = true;
    return CLI_TROUBLE;
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

static int ask(struct query *query, const struct operands *operands)
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
        code = code == CLI_OK ? ask(&query, &operands) : code;
        code = cli_finish(query.trouble ? CLI_TROUBLE : code);
        query_close(&query);
        operands_clear(&operands);
    }
    cli_kinds_free(&query.kinds);
    options_clear(&query.options);
    query_command_clear(&command);
    return code;
}
