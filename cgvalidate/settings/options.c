/* The command line of cgvalidate. */
#include "settings/files.h"
#include "settings/settings.h"

#include <united_profiles.h>

#include <files/cli_files.h>
#include <glib/gstdio.h>
#include <kinds/cli_kinds.h>
#include <string.h>

static struct validate_settings given;
static char *dump; /* NULL: not requested */
static char *color;
static gint64 max = -1; /* -1: not given */
static char *mcg_version;

/* Only callbacks can have an optional value. */
static gboolean take_dump(const char *option, const char *value, gpointer data, GError **error)
{
    (void)option, (void)data, (void)error;
    g_free(dump);
    dump = g_strdup(value && *value ? value : "tree");
    return TRUE;
}

/* GLib's own integer option accepts negative numbers; this refuses them. */
static gboolean take_max(const char *option, const char *value, gpointer data, GError **error)
{
    guint64 number;
    (void)option, (void)data;
    if (!g_ascii_string_to_unsigned(value, 10, 0, UINT32_MAX, &number, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "--max takes a number from 0, not '%s'", value);
        return FALSE;
    }
    max = (gint64)number;
    return TRUE;
}

static const GOptionEntry entries[] = {
    {"verbose", 'v', 0, G_OPTION_ARG_NONE, &given.verbose,
     "Show all calls, even those present or explained, and coverage by file", NULL},
    {"max", 'n', 0, G_OPTION_ARG_CALLBACK, (gpointer)take_max, CLI_MAX_HELP("10, with -v all"),
     "N"},
    {"coverage", 0, 0, G_OPTION_ARG_NONE, &given.coverage,
     "Show how much of the graph ran, by file", NULL},
    {"mangled", 'm', 0, G_OPTION_ARG_NONE, &given.mangled,
     "Show linkage names instead of demangled ones", NULL},
    {"full-names", 0, 0, G_OPTION_ARG_NONE, &given.full_names,
     "Show demangled names in full: std::basic_string<...> instead of std::string", NULL},
    {"color", 0, 0, G_OPTION_ARG_FILENAME, &color, "Use colour: auto (default), always or never",
     "WHEN"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
     "Write the answer to FILE, - for standard output (default)", "FILE"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &given.json, "Answer in JSON", NULL},
    {"sarif", 0, 0, G_OPTION_ARG_FILENAME, &given.sarif,
     "Write missing calls to FILE as SARIF 2.1.0, for code review tools", "FILE"},
    {"baseline", 0, 0, G_OPTION_ARG_FILENAME, &given.baseline,
     "Accept the missing calls listed in FILE, one CALLER -> CALLEE per line", "FILE"},
    {"write-baseline", 0, 0, G_OPTION_ARG_FILENAME, &given.write_baseline,
     "Write missing calls to FILE, for --baseline", "FILE"},
    {"strict", 0, 0, G_OPTION_ARG_NONE, &given.strict,
     "Also exit 1 for missing calls that only sampled profiles show", NULL},
    {"patch", 0, 0, G_OPTION_ARG_FILENAME, &given.patch,
     "Add missing calls to the graph and write it to FILE", "FILE"},
    {"annotate", 0, 0, G_OPTION_ARG_FILENAME, &given.annotate,
     "Attach what was measured to functions and calls, and write the graph to FILE", "FILE"},
    {"mcg-version", 0, 0, G_OPTION_ARG_FILENAME, &mcg_version,
     "Write graphs in version 4 (default) or 2 of the format", "N"},
    {"strategy", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.strategies,
     "With --annotate: override how a metadata kind is merged; may be repeated", "KIND=STRATEGY"},
    {"list-metadata", 0, 0, G_OPTION_ARG_NONE, &given.list_metadata,
     "List the kinds of metadata and the strategies, and exit (with --json: as JSON)", NULL},
    CLI_PLUGIN_OPTION(&given.plugins),
    {"files-from", 0, 0, G_OPTION_ARG_FILENAME, &given.files_from,
     "Read the names of more profiles from FILE, one per line", "FILE"},
    {"binary", 0, 0, G_OPTION_ARG_FILENAME, &given.binary,
     "Read names for a gmon.out from FILE, the program that wrote it", "FILE"},
    {"dump", 0, G_OPTION_FLAG_OPTIONAL_ARG | G_OPTION_FLAG_FILENAME, G_OPTION_ARG_CALLBACK,
     (gpointer)take_dump,
     "Show the profiles themselves: tree (default), flat, edges, folded, json, metrics", "FORM"},
    {"metric", 0, 0, G_OPTION_ARG_FILENAME, &given.metric,
     "With --dump or --write: show this metric (see --dump=metrics)", "NAME"},
    {"write", 0, 0, G_OPTION_ARG_FILENAME, &given.write_profile,
     "Write the profiles as one to FILE: .cubex, .folded, .callgrind or callgrind.out*", "FILE"},
    {"locations", 0, 0, G_OPTION_ARG_NONE, &given.locations,
     "With --dump=metrics or json: show the values of each process and thread", NULL},
    {"list-formats", 0, 0, G_OPTION_ARG_NONE, &given.list_formats,
     "List the profile formats and the tools that write them, and exit", NULL},
    {0},
};

static const char *const forms[] = {
    [DUMP_TREE] = "tree",      [DUMP_FLAT] = "flat", [DUMP_EDGES] = "edges",
    [DUMP_FOLDED] = "folded",  [DUMP_JSON] = "json", [DUMP_METRICS] = "metrics",
    [DUMP_METRICS + 1] = NULL, /* --write is an option of its own */
};

static const char *const versions[] = {"4", "2", NULL};

static const struct cli_words words[] = {
    {"color", cli_color_words}, {"dump", forms + DUMP_TREE}, {"mcg-version", versions}, {0}};

static const struct cli_command command = {
    .name = "cgvalidate",
    .arguments = "[GRAPH] PROFILE…",
    .summary =
        "Find recorded calls that the call graph lacks, the likely cause, and the source line.",
    .description =
        "GRAPH is a .mcg file. Each PROFILE is what a tool recorded of a run: .cubex (Score-P),\n"
        "callgrind.out, the text of perf script, folded stacks, Chrome trace JSON (uftrace,\n"
        "XRay), TAU (a file or directory) or gmon.out. The content decides the format; - is\n"
        "standard input. Several profiles are united before they are compared with the graph.\n"
        "Without GRAPH, cgvalidate takes the file that the environment variable CG_GRAPH names,\n"
        "else the nearest whole.mcg or .cg/whole.mcg from the working directory upwards.\n"
        "\n"
        "Each recorded call is one of: present in the graph; present through an override;\n"
        "explained by a path through functions that the run cannot show; missing. Missing calls\n"
        "are grouped by likely cause, with the place to look at. A missing call that only\n"
        "sampled profiles show is a warning.\n"
        "\n"
        "cgvalidate reads the symbols of the executables and libraries that a profile names, if\n"
        "they are still there: only these tell which functions the compiler merged.\n"
        "\n"
        "With --dump there is no graph: cgvalidate shows the united profiles themselves. With\n"
        "--write it writes them to a file that other tools read.\n"
        "\n"
        "Examples:\n"
        "  cgvalidate whole.mcg callgrind.out.1234\n"
        "  cgvalidate whole.mcg run1.cubex run2.cubex --patch better.mcg\n"
        "  perf script --no-demangle | cgvalidate whole.mcg -\n"
        "  cgvalidate --dump=folded profile.cubex >stacks.folded\n"
        "  cgvalidate --write all.cubex rank0.cubex rank1.cubex",
    .options = entries,
    .words = words,
};

static bool refuse(const char *why)
{
    cli_usage_error(&command, "%s", why);
    return false;
}

/* Takes ownership of the error text. */
static bool accept(char *wrong)
{
    bool ok = !wrong || refuse(wrong);
    g_free(wrong);
    return ok;
}

static bool parse_form(struct validate_settings *settings)
{
    settings->dump = DUMP_NONE;
    for (size_t i = DUMP_TREE; dump && forms[i]; i++) {
        if (strcmp(dump, forms[i]) == 0) {
            settings->dump = (enum dump_form)i;
        }
    }
    if (dump && !settings->dump) {
        return refuse("--dump takes one of tree, flat, edges, folded, json, metrics");
    }
    if (settings->dump == DUMP_TREE && given.json) {
        settings->dump = DUMP_JSON;
    }
    if (dump && given.write_profile) {
        return refuse("--write cannot be combined with --dump");
    }
    settings->dump = given.write_profile ? DUMP_WRITE : settings->dump;
    return true;
}

/* Reports that an option needs --dump, or another form of it. */
static bool refuse_together(const char *option, enum dump_form form)
{
    if (form == DUMP_WRITE) {
        cli_usage_error(&command, "%s cannot be combined with --write", option);
    } else if (form) {
        cli_usage_error(&command, "%s cannot be combined with --dump=%s", option, forms[form]);
    } else {
        cli_usage_error(&command, "%s needs --dump", option);
    }
    return false;
}

#define FORM(form) (1u << (form))

/* Refuse options that need, or exclude, a graph. */
static bool check_together(const struct validate_settings *settings)
{
    const struct {
        const char *option;
        bool given;
        unsigned forms; /* forms that it can be combined with */
    } limited[] = {
        {"--sarif", given.sarif, FORM(DUMP_NONE)},
        {"--patch", given.patch, FORM(DUMP_NONE)},
        {"--annotate", given.annotate, FORM(DUMP_NONE)},
        {"--strategy", given.strategies, FORM(DUMP_NONE)},
        {"--mcg-version", mcg_version, FORM(DUMP_NONE)},
        {"--baseline", given.baseline, FORM(DUMP_NONE)},
        {"--write-baseline", given.write_baseline, FORM(DUMP_NONE)},
        {"--strict", given.strict, FORM(DUMP_NONE)},
        {"--coverage", given.coverage, FORM(DUMP_NONE)},
        {"--full-names", given.full_names, FORM(DUMP_NONE)},
        {"--verbose", given.verbose, FORM(DUMP_NONE)},
        {"--max", max >= 0, FORM(DUMP_NONE)},
        {"--json", given.json, FORM(DUMP_NONE) | FORM(DUMP_JSON)},
        {"--metric", given.metric,
         FORM(DUMP_TREE) | FORM(DUMP_FLAT) | FORM(DUMP_FOLDED) | FORM(DUMP_WRITE)},
        {"--output", given.output, ~FORM(DUMP_WRITE)},
        {"--locations", given.locations, FORM(DUMP_JSON) | FORM(DUMP_METRICS)},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(limited); i++) {
        if (limited[i].given && !(limited[i].forms & FORM(settings->dump))) {
            return refuse_together(limited[i].option, settings->dump);
        }
    }
    if (given.strategies && !given.annotate) {
        return refuse("--strategy needs --annotate");
    }
    if (mcg_version && !given.patch && !given.annotate) {
        return refuse("--mcg-version needs --patch or --annotate");
    }
    if (given.locations && settings->dump == DUMP_JSON && settings->profiles->len > 1) {
        return refuse("--dump=json --locations takes one profile; use --dump=metrics for several");
    }
    return true;
}

/* Catches "--patch=$FILE" where FILE is not set. */
static bool check_names(void)
{
    const struct {
        const char *option, *file;
    } files[] = {
        {"--output", given.output},       {"--files-from", given.files_from},
        {"--sarif", given.sarif},         {"--baseline", given.baseline},
        {"--patch", given.patch},         {"--write-baseline", given.write_baseline},
        {"--annotate", given.annotate},   {"--binary", given.binary},
        {"--write", given.write_profile},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        if (files[i].file && !*files[i].file) {
            return accept(g_strdup_printf("%s needs a file name", files[i].option));
        }
    }
    return true;
}

static bool check_values(void)
{
    bool ok = check_names() && accept(cli_strategies_check(given.strategies));
    if (ok && given.write_profile && !cli_profile_format_of(given.write_profile)) {
        ok = refuse("--write takes a file that ends in .cubex, .folded or .callgrind");
    }
    if (ok && mcg_version && !g_strv_contains(versions, mcg_version)) {
        ok = refuse("--mcg-version takes 2 or 4");
    }
    if (ok && !cli_color_is_valid(color)) {
        ok = refuse("--color takes auto, always or never");
    }
    return ok;
}

static bool add_listed(GPtrArray *profiles)
{
    char **lines = given.files_from ? cli_read_lines(given.files_from) : NULL;
    for (char **line = lines; line && *line; line++) {
        if (**line) {
            g_ptr_array_add(profiles, g_strdup(*line));
        }
    }
    g_strfreev(lines);
    return !given.files_from || lines;
}

static bool is_empty(const char *path)
{
    GStatBuf status;
    return strcmp(path, "-") != 0 && g_stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
           status.st_size == 0;
}

/* Valgrind leaves an empty file beside those of the threads. If all files are empty, reading
 * reports the error. */
static void leave_out_empty(GPtrArray *profiles)
{
    guint empty = 0;
    for (guint i = 0; i < profiles->len; i++) {
        empty += is_empty(profiles->pdata[i]);
    }
    for (guint i = empty < profiles->len ? profiles->len : 0; i-- > 0;) {
        if (is_empty(profiles->pdata[i])) {
            struct cg_error error = {.status = CG_E_FORMAT, .text = "the file is empty; skipped"};
            g_strlcpy(error.file, profiles->pdata[i], sizeof error.file);
            cli_report_warning(NULL, &error);
            g_ptr_array_remove_index(profiles, i);
        }
    }
}

static bool is_regular_graph(const char *path)
{
    return (g_file_test(path, G_FILE_TEST_IS_REGULAR) || g_str_has_suffix(path, ".mcg")) &&
           cli_names_graph(path);
}

/* Whether the first argument is the graph. If a graph follows later, or the file does not exist, it
 * counts as one, so that reading it reports the error. */
static bool names_graph(int argc, char **argv)
{
    bool later = false;
    for (int i = 2; i < argc; i++) {
        later = later || is_regular_graph(argv[i]);
    }
    if (argc == 2 && !given.files_from) {
        return is_regular_graph(argv[1]);
    }
    return later || cli_names_graph(argv[1]) || !g_file_test(argv[1], G_FILE_TEST_EXISTS);
}

/* @param word what stands where the graph might, or NULL */
static bool take_default_graph(struct validate_settings *settings, const char *word)
{
    settings->graph = cli_default_graph();
    if (!settings->graph) {
        cli_no_graph(word);
        return false;
    }
    cli_note_default_graph(settings->graph, given.verbose);
    return true;
}

static bool take_arguments(struct validate_settings *settings, int argc, char **argv)
{
    int next = 1;
    for (int i = 1; i < argc; i++) {
        if (!*argv[i]) {
            return refuse("a file name is empty");
        }
    }
    if (!settings->dump && next < argc && names_graph(argc, argv)) {
        settings->graph = g_strdup(argv[next++]);
    }
    for (; next < argc; next++) {
        g_ptr_array_add(settings->profiles, g_strdup(argv[next]));
    }
    bool needs_default = !settings->dump && !settings->graph;
    if (needs_default && !settings->profiles->len && !given.files_from) {
        return refuse("give profiles");
    }
    if (needs_default && !take_default_graph(settings, argc > 2 ? argv[1] : NULL)) {
        return false;
    }
    /* Read last, so that usage errors come first. */
    if (!accept(files_check_inputs(settings)) || !add_listed(settings->profiles)) {
        return false;
    }
    leave_out_empty(settings->profiles);
    if (!settings->profiles->len) {
        return refuse("give a profile");
    }
    return check_together(settings) && accept(files_check_overwriting(settings));
}

/* The settings that options do not give as they are. */
static void complete(struct validate_settings *settings)
{
    bool to_stdout = !given.output || strcmp(given.output, "-") == 0;
    *settings = given;
    settings->profiles = g_ptr_array_new_with_free_func(g_free);
    settings->output = given.output ? given.output : g_strdup("-");
    settings->coverage = given.coverage || given.verbose;
    settings->color = to_stdout ? cli_use_color(stdout, color) : g_strcmp0(color, "always") == 0;
    settings->max = max > 0 ? (uint32_t)max : max == 0 || given.verbose ? UINT32_MAX : 10;
    settings->one_graph =
        given.patch && given.annotate && cli_outputs_are_one(given.patch, given.annotate);
    settings->write = (struct cg_write_options){
        CG_WRITE_OPTIONS_VERSION, .mcg_version = g_strcmp0(mcg_version, "2") == 0 ? 2 : 4,
        .jobs = g_get_num_processors()};
}

/* A list excludes everything else. */
static bool check_lists(int argc)
{
    if (given.list_formats && (given.list_metadata || given.json)) {
        return refuse(given.json ? "--list-formats cannot be combined with --json"
                                 : "--list-formats cannot be combined with --list-metadata");
    }
    return argc < 2 || refuse("--list-formats and --list-metadata take no files");
}

bool validate_parse(struct validate_settings *settings, int *argc, char ***argv, int *code)
{
    bool ok = cli_parse_options(&command, argc, argv, code);
    complete(settings);
    if (!ok) {
        return false;
    }
    *code = CLI_TROUBLE;
    if (given.list_formats || given.list_metadata) {
        return check_lists(*argc);
    }
    return parse_form(settings) && check_values() && accept(files_check_outputs(settings)) &&
           take_arguments(settings, *argc, *argv);
}

void validate_settings_free(struct validate_settings *settings)
{
    char *const texts[] = {settings->graph,
                           settings->binary,
                           settings->output,
                           settings->metric,
                           settings->write_profile,
                           dump,
                           mcg_version,
                           settings->sarif,
                           settings->patch,
                           settings->annotate,
                           color,
                           settings->files_from,
                           settings->baseline,
                           settings->write_baseline};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(texts[i]);
    }
    g_strfreev(settings->strategies);
    g_strfreev(settings->plugins);
    g_ptr_array_unref(settings->profiles);
}
