#include "query.h"

#include <libcg/file.h>

#include <stdlib.h>
#include <string.h>

#define MAX_OPTIONS 12

/* The options of all verbs, each with the bit of those that accept it. */
struct vocable {
    unsigned bit;
    GOptionEntry entry;
};

static void choose_options(GOptionEntry *out, struct options *options, unsigned accepted)
{
    const struct vocable vocabulary[] = {
        {OPTION_DEPTH,
         {"depth", 'd', 0, G_OPTION_ARG_INT, &options->depth,
          "Follow calls up to N deep (default 1); deeper than 1 shows a tree", "N"}},
        {OPTION_TRANSITIVE,
         {"transitive", 't', 0, G_OPTION_ARG_NONE, &options->transitive,
          "Follow calls to the end and list each function once, with its distance", NULL}},
        {OPTION_MAX,
         {"max", 'n', 0, G_OPTION_ARG_INT, &options->max,
          "Show up to N open calls (default 10, with --json all); 0 shows all", "N"}},
        {OPTION_SHOW,
         {"kind", 'k', 0, G_OPTION_ARG_STRING_ARRAY, &options->kinds,
          "Show values of kind KEY alone; may be given several times", "KEY"}},
        {OPTION_SHOW,
         {"graph", 'g', 0, G_OPTION_ARG_NONE, &options->of_graph,
          "Show what the graph as a whole carries", NULL}},
        {OPTION_SHOW,
         {"edges", 'e', 0, G_OPTION_ARG_NONE, &options->edges,
          "Show what the calls of each function carry", NULL}},
        {OPTION_SHOW,
         {"verbose", 'v', 0, G_OPTION_ARG_NONE, &options->verbose, "Show long values whole", NULL}},
        {OPTION_JSON, {"json", 'j', 0, G_OPTION_ARG_NONE, &options->json, "Answer in JSON", NULL}},
        {OPTION_MANGLED,
         {"mangled", 'm', 0, G_OPTION_ARG_NONE, &options->mangled,
          "Show linkage names instead of demangled ones", NULL}},
        {OPTION_COLOR,
         {"color", 0, 0, G_OPTION_ARG_STRING, &options->color,
          "Use colour: auto (default), always or never", "WHEN"}},
        {OPTION_PLUGIN, CLI_PLUGIN_OPTION(&options->plugins)},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(vocabulary); i++) {
        if (accepted & vocabulary[i].bit) {
            *out++ = vocabulary[i].entry;
        }
    }
    *out = (GOptionEntry){0};
}

/* How many words an arguments line asks for; [WORD...] at its end stands for any number. */
static int word_count(const char *text, bool *any)
{
    int count = 1;
    *any = strchr(text, '[') != NULL;
    for (; *text && *text != '['; text++) {
        count += *text == ' ';
    }
    return count - *any;
}

static int check(const struct cli_command *command, const struct options *options, int argc)
{
    bool any;
    int expected = word_count(command->arguments, &any);
    if (argc - 1 < expected) {
        return cli_usage_error(command, "too few arguments; expected %s", command->arguments);
    }
    if (argc - 1 > expected && !any) {
        return cli_usage_error(command, "too many arguments; expected %s", command->arguments);
    }
    if (!cli_color_is_valid(options->color)) {
        return cli_usage_error(command, "--color takes auto, always or never");
    }
    if (options->depth < 1) {
        return cli_usage_error(command, "--depth takes a number from 1");
    }
    if (options->max < -1) {
        return cli_usage_error(command, "--max takes a number from 0");
    }
    if (options->transitive && options->depth > 1) {
        return cli_usage_error(command, "--transitive and --depth exclude each other");
    }
    return CLI_OK;
}

static int rank_nodes(struct query *query, struct cg_error *error)
{
    cg_node *order;
    int status = cg_graph_canonical_order(&order, query->graph, error);
    if (status) {
        return status;
    }
    uint32_t count = cg_graph_node_count(query->graph);
    query->rank = g_new(uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        query->rank[order[i]] = i;
    }
    free(order);
    return CG_OK;
}

static int load(struct query *query, const char *path)
{
    struct cg_error error;
    struct cg_read_options options = CG_READ_OPTIONS_INIT;
    options.warn = cli_report_warning;
    if (!cli_kinds_load(&query->kinds, query->options.plugins)) {
        return CLI_TROUBLE;
    }
    options.registry = query->kinds.registry;
    int status = cg_read_file(&query->graph, path, &options, &error);
    if (!status) {
        status = cg_graph_freeze(query->graph, &error);
    }
    if (!status) {
        status = rank_nodes(query, &error);
    }
    if (status) {
        return query_fail(query, &error);
    }
    query->graph_name = path;
    query->demangled = g_new0(char *, cg_graph_node_count(query->graph));
    query->shown = g_new0(char *, cg_graph_node_count(query->graph));
    return CLI_OK;
}

static void clear(struct query *query)
{
    if (query->demangled) {
        for (cg_node node = 0; node < cg_graph_node_count(query->graph); node++) {
            g_free(query->demangled[node]);
            g_free(query->shown[node]);
        }
    }
    g_free(query->demangled);
    g_free(query->shown);
    g_free(query->rank);
    cg_graph_free(query->graph);
    cli_kinds_free(&query->kinds);
    g_free(query->options.color);
    g_strfreev(query->options.plugins);
    g_strfreev(query->options.kinds);
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

int query_main(const struct verb *verb, int argc, char **argv)
{
    struct query query = {.verb = verb, .options = {.depth = 1, .max = -1}};
    GOptionEntry options[MAX_OPTIONS];
    choose_options(options, &query.options, verb->options);
    char *name = g_strdup_printf("cgquery %s", verb->name);
    const struct cli_command command = {name, verb->arguments, verb->summary, verb->description,
                                        options};
    int code = CLI_OK;
    if (cli_parse_options(&command, &argc, &argv, &code)) {
        code = check(&command, &query.options, argc);
        query.color = cli_use_color(stdout, query.options.color);
        if (code == CLI_OK) {
            code = load(&query, argv[1]);
        }
        if (code == CLI_OK) {
            argv[argc] = NULL; /* parsing has moved them together */
            code = verb->run(&query, argv + 2);
        }
        code = cli_finish(query.trouble ? CLI_TROUBLE : code);
    }
    clear(&query);
    g_free(name);
    return code;
}
