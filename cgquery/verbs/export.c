/* The verb export: writes a graph, or a part of it, for other tools. */
#include "verbs/export/export.h"

#include "runs/attached.h"

#include <files/cli_files.h>
#include <string.h>

static const struct export_format formats[] = {
#define FORMAT(id, name, suffixes, most, writes, summary)                                          \
    {name, suffixes, most, writes, export_##id},
    EXPORT_FORMATS(FORMAT)
#undef FORMAT
};

static const char *const names[] = {
#define NAME(id, name, suffixes, most, writes, summary) name,
    EXPORT_FORMATS(NAME)
#undef NAME
        NULL,
};

static bool has_suffix(const struct export_format *format, const char *suffix)
{
    char **suffixes = g_strsplit(format->suffixes, " ", -1);
    bool found = *suffix && g_strv_contains((const gchar *const *)suffixes, suffix);
    g_strfreev(suffixes);
    return found;
}

/* The suffix of the output's name after the last dot, or NULL. */
static const char *ending(const struct options *options)
{
    const char *slash = options->output ? strrchr(options->output, '/') : NULL;
    const char *base = slash ? slash + 1 : options->output;
    const char *dot = base ? strrchr(base, '.') : NULL;
    return dot && dot > base ? dot + 1 : NULL;
}

/* The format of --format, else of the file name, else a drawing; NULL if the name has no known
 * format. */
static const struct export_format *choose_format(const struct options *options)
{
    const char *suffix = ending(options);
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        if (options->format ? strcmp(formats[i].name, options->format) == 0
                            : suffix && has_suffix(&formats[i], suffix)) {
            return &formats[i];
        }
    }
    return options->format || suffix ? NULL : &formats[0];
}

static int refuse_format(const struct options *options)
{
    const char *name = options->format;
    if (!name) {
        cli_error("the ending of '%s' is that of no format; give --format", options->output);
        return CLI_TROUBLE;
    }
    char *known = g_strjoinv(", ", (char **)names);
    cli_error("there is no format '%s'; there are %s", name, known);
    g_free(known);
    return CLI_TROUBLE;
}

static int write_stream(struct exporting *x, const struct export_format *format,
                        struct cg_error *error)
{
    struct cli_output output;
    int status = cli_output_open(&output, x->path, error);
    if (status) {
        return status;
    }
    x->out = output.stream;
    status = format->write(x, error);
    if (status || x->query->trouble) {
        cli_output_discard(&output);
        return status;
    }
    return cli_output_finish(&output, error);
}

static int check_format(struct exporting *x, const struct export_format *format)
{
    const struct options *options = &x->query->options;
    const char *cluster = options->cluster;
    if (cluster && !g_strv_contains(verb_options_clusters, cluster)) {
        cli_error("--cluster takes file, directory or none");
        return CLI_TROUBLE;
    }
    if (strcmp(x->path, "-") != 0 && cli_output_is_input(x->path, x->query->graph_path)) {
        cli_error("%s is the graph that is read", x->path);
        return CLI_TROUBLE;
    }
    if (!*x->path) {
        cli_error("--output is empty: a path is expected, or - for standard output");
        return CLI_TROUBLE;
    }
    if (!x->node_count) {
        cli_error("there are no functions to export");
        return CLI_TROUBLE;
    }
    uint32_t most = export_most(x, format);
    return most && x->node_count > most ? export_refuse_size(x, format) : CLI_OK;
}

static int write_out(struct exporting *x, const struct export_format *format)
{
    struct cg_error error = {0};
    int status = format->writes == EXPORT_STREAM ? write_stream(x, format, &error)
                                                 : format->write(x, &error);
    if (status == CG_E_ARGUMENT) { /* an error of the arguments, not of the graph */
        cli_report(&error);
        return CLI_TROUBLE;
    }
    if (status) {
        return query_fail(x->query, &error);
    }
    if (strcmp(x->path, "-") != 0) {
        cli_summary(x->path, "%s: %u function%s", x->path, (unsigned)x->node_count,
                    cli_s(x->node_count));
    }
    return x->query->trouble ? CLI_TROUBLE : CLI_OK;
}

/* Only drawings have colours. */
static int take_heat(struct heat *heat, struct exporting *x, const struct export_format *format)
{
    const char *key = x->query->options.heat;
    if (!key) {
        return CLI_OK;
    }
    if (format->write != export_dot && format->write != export_mermaid) {
        cli_error("--heat colours drawings; %s is none: give -f dot or -f mermaid", format->name);
        return CLI_TROUBLE;
    }
    x->heat = heat;
    return heat_read(heat, x->query, key);
}

static int run_export(struct query *query, char **arguments)
{
    (void)arguments;
    struct heat heat = {0};
    const struct export_format *format = choose_format(&query->options);
    if (!format) {
        return refuse_format(&query->options);
    }
    struct exporting x;
    export_init(&x, query);
    int code = check_format(&x, format);
    if (code == CLI_OK) {
        code = take_heat(&heat, &x, format);
    }
    if (code == CLI_OK) {
        code = write_out(&x, format);
    }
    export_free(&x);
    heat_clear(&heat);
    return code;
}

#define DESCRIBE(id, name, suffixes, most, writes, summary) "  " name "\n      " summary "\n"

const struct verb verb_export = {
    .name = "export",
    .arguments = "[GRAPH]",
    .summary = "Write a graph, or a part of it, for other tools.",
    .description = "FORMAT is one of\n" EXPORT_FORMATS(
        DESCRIBE) "Without --format the end of FILE's name chooses; else it is dot. --include and "
                  "--exclude make\n"
                  "the part that is written: functions, and the calls between them. The bytes "
                  "depend on the\n"
                  "graph alone.\n"
                  "\n"
                  "csv is two files: NAME.csv means NAME.nodes.csv and NAME.edges.csv. There "
                  "must be "
                  "functions\n"
                  "to export.\n"
                  "\n"
                  "Drawings of more functions than people can read are refused (dot 500, mermaid "
                  "200);\n"
                  "--max-functions=N allows N, 0 any number. Their legend explains lines and "
                  "boxes. With --heat\n"
                  "KEY, functions have the colour of a number: the darker, the larger.\n"
                  "\n"
                  "folded has each function once, below a shortest chain of calls from where the "
                  "program\n"
                  "begins (--entry). Its width is its numStatements, at least 1, or --weight KEY: "
                  "visits in\n"
                  "recorded runs, loopDepth, profile.metrics.time.exclusive, any that is a number; "
                  "functions\n"
                  "without it are then left out. What nothing leads to is below \"(not "
                  "reached)\".\n"
                  "\n"
                  "Stacks of more than 256 MiB are refused; --max-functions=0 writes them.\n"
                  "\n"
                  "docs/export.md has the columns of csv, the keys of jsonl and graphml, and the "
                  "tables of\n"
                  "sqlite with queries to begin with.",
    .options = OPTION_MANGLED | OPTION_PLUGIN | OPTION_INCLUDE | OPTION_EXCLUDE | OPTION_LOOK |
               OPTION_DRAWING | OPTION_FORMAT | OPTION_OUTPUT | OPTION_CLUSTER | OPTION_HEAT |
               OPTION_ENTRY | OPTION_WEIGHT,
    .formats = names,
    .format_help = "Write FORMAT, see below; default: by the name of the output, or dot",
    .weight_help = "Make functions in folded as wide as KEY, a number",
    .prepare = attached_prepare,
    .run = run_export,
};
