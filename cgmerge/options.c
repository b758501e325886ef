/* The command line of cgmerge. */
#include "cgmerge.h"
#include "programs/programs.h"

#include <errno.h>
#include <files/cli_files.h>
#include <kinds/cli_kinds.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct merge_settings given;
static char *files_from;
static char *object_map;
static char *database;
static char *program;
static int mcg_version = 4;
static int jobs;
static char *virtual_mode;
static char *unresolved_calls;
static char *world;
static char *assume;
static gint64 most_edges = G_MAXINT64; /* not given */
static char **exports_of;

static const GOptionEntry entries[] = {
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
     "Write the merged graph to FILE, - for standard output (default, unless it is a terminal)",
     "FILE"},
    {"embed", 0, 0, G_OPTION_ARG_FILENAME, &given.embed,
     "Put the merged graph into the program or library FILE; without -o write it nowhere else",
     "FILE"},
    {"files-from", 0, 0, G_OPTION_ARG_FILENAME, &files_from,
     "Read the names of more graphs from FILE, one per line", "FILE"},
    {"object-map", 0, 0, G_OPTION_ARG_FILENAME, &object_map,
     "Look up graphs of objects in FILE, which cgcollect --object-map wrote", "FILE"},
    {"database", 'p', 0, G_OPTION_ARG_FILENAME, &database,
     "Merge the graphs of one program of BUILD, which 'cgcollect -p BUILD' collected; without -o "
     "list "
     "the programs",
     "BUILD"},
    {"program", 0, 0, G_OPTION_ARG_FILENAME, &program,
     "With -p: merge the graphs of this program or library (default: the only program)", "NAME"},
    {"mcg-version", 0, 0, G_OPTION_ARG_INT, &mcg_version,
     "Write version 4 (default) or 2 of the graph format", "N"},
    {"jobs", 'j', 0, G_OPTION_ARG_INT, &jobs,
     "Read and write with N threads (default: one per processor); the result is the same", "N"},
    {"partial", 'r', 0, G_OPTION_ARG_NONE, &given.partial,
     "Merge only: keep what a later merge needs to resolve calls", NULL},
    {"separate-programs", 0, 0, G_OPTION_ARG_NONE, &given.separate_programs,
     "Keep functions of one name apart that several files define, see below", NULL},
    {"virtual", 0, 0, G_OPTION_ARG_FILENAME, &virtual_mode,
     "Resolve virtual calls over constructed classes (rta, default) or all classes (cha)", "HOW"},
    {"entry", 0, 0, G_OPTION_ARG_FILENAME, &given.entry,
     "Make FUNCTION the entry point (default: the one the graphs record, else main)", "FUNCTION"},
    {"world", 0, 0, G_OPTION_ARG_FILENAME, &world,
     "Whether other code may call the program: closed (no), open (a library), or auto (default)",
     "WHAT"},
    {"unresolved", 0, 0, G_OPTION_ARG_FILENAME, &unresolved_calls,
     "Leave unresolved calls as they are (keep, default) or add candidates by type (types)", "HOW"},
    {"assume", 0, 0, G_OPTION_ARG_FILENAME, &assume,
     "Assume what linking cannot see: names separated by commas; see below", "LIST"},
    {"exports-of", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &exports_of,
     "Code loaded at run time can name only what FILE exports: the program, or a library of it; "
     "may be repeated",
     "FILE"},
    {"max-edges", 0, 0, G_OPTION_ARG_INT64, &most_edges,
     "Leave the calls with the most callees unresolved where all calls through pointers, or all "
     "virtual calls, would have more than N edges "
     "(default: 8388608, or as many as there are without them)",
     "N"},
    {"summaries", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.summaries,
     "Read summaries of more library functions from FILE; may be repeated", "FILE"},
    CLI_PLUGIN_OPTION(&given.plugins),
    {"annotate", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.annotate,
     "Attach metadata to functions: JSON lines, CSV, .su or .ci; may be repeated", "FILE"},
    {"strategy", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.strategies,
     "Override how a metadata kind is merged; may be repeated", "KIND=STRATEGY"},
    {"list-metadata", 0, 0, G_OPTION_ARG_NONE, &given.list_metadata,
     "List the kinds of metadata, what they are attached to and how they are merged, and exit",
     NULL},
    {"conflicts", 0, 0, G_OPTION_ARG_FILENAME, &given.conflicts,
     "Write to FILE where definitions of one function differ (FILE.json: as JSON); or error, see "
     "below",
     "FILE"},
    {"json", 0, 0, G_OPTION_ARG_NONE, &given.json, "With --list-metadata and --conflicts: in JSON",
     NULL},
    {"verbose", 'v', 0, G_OPTION_ARG_NONE, &given.verbose,
     "Report how many calls were resolved and which annotations match no function", NULL},
    {0},
};

static const char *const modes[] = {"rta", "cha", NULL};
static const char *const worlds[] = {"auto", "closed", "open", NULL};
static const char *const treatments[] = {"keep", "types", NULL};
static const char *const versions[] = {"4", "2", NULL};

static const struct cli_words words[] = {{"virtual", modes},
                                         {"world", worlds},
                                         {"unresolved", treatments},
                                         {"mcg-version", versions},
                                         {0}};

static const struct cli_command command = {
    .name = "cgmerge",
    .arguments = "GRAPH… | -p BUILD [--program NAME]",
    .summary = "Link partial call graphs (.mcg) into one whole-program graph.",
    .description =
        "A GRAPH is an .mcg file, - for standard input, or a directory: every *.mcg file in and\n"
        "below it except the output. The order of the graphs does not change the result.\n"
        "\n"
        "A GRAPH can also be a program, a shared library, an object or an archive that was built\n"
        "with cgcollect --cc. It stands for the graphs of the objects in it, and of the shared\n"
        "libraries that it needs. Each must be the graph that was written when its object was.\n"
        "A program that names no graphs can hold them itself, in the ELF section \"metacg\" that\n"
        "CaGe of MetaCG makes. --embed writes this section; cgquery PROGRAM reads it as well.\n"
        "\n"
        "With -p, the build says what it links: build.ninja, link.txt of CMake, or a compilation\n"
        "database that 'ninja -t compdb' wrote. Nothing of the build is run. Of archives those "
        "members\n"
        "are taken that the linker takes, by the symbols of the objects; all, if there are no "
        "objects.\n"
        "GRAPH is then the output directory of cgcollect, if it is not BUILD/mcg.\n"
        "\n"
        "Functions are matched by linkage name; internal (static) ones by name and file, so that\n"
        "functions of different files that share a name stay apart. Definitions win over\n"
        "declarations. Several external definitions of a name are one function. If the graphs are\n"
        "of several programs, --separate-programs keeps them apart: a call from the file of one\n"
        "means that, any other may mean each. Give it only if no program has two of them, and\n"
        "none includes the source of another as a file: a linker may choose in ways that graphs\n"
        "do not show. Better merge the graphs of each program by themselves: cgmerge PROGRAM.\n"
        "\n"
        "Calls through pointers and virtual tables are then resolved: each gets edges to all it\n"
        "may call. A call that stays unresolved has its cause in member \"unknown\" of\n"
        "unresolvedCalls. With -r graphs are merged and nothing is resolved. A final merge\n"
        "without -r gives the same graph, however the merges before it were nested.\n"
        "\n"
        "--annotate reads lines {\"function\": NAME, \"file\": FILE, \"meta\": {KEY: VALUE, ...}} "
        "(the\n"
        "file only where functions share a name), CSV with a column \"function\", or stack sizes\n"
        "that a compiler wrote (-fstack-usage, -fcallgraph-info=su,da).\n"
        "\n"
        "--unresolved=types adds edges of kind candidate from each call that stays unresolved to\n"
        "every function of a matching type whose address is taken.\n"
        "\n"
        "--assume makes assumptions about code that was not collected. The graph records them,\n"
        "and cgquery names them in the answers that depend on them:\n"
        "  no-loaded-code   code loaded while the program runs (dlopen) calls no function of the\n"
        "                   program except those passed to it, and accesses none of its records;\n"
        "                   dlsym finds nothing of the program\n"
        "  no-foreign-code  what the program declares and no file defines belongs to a library\n"
        "                   that calls only functions of the program that are passed to it\n"
        "  typed-calls      every call passes the arguments that its callee takes, and no\n"
        "                   function reaches a library as an integer or as bytes; in C++\n"
        "                   callees have the type of the call, unless a cast changes it\n"
        "  library-data     a pointer without a type (void *) that a library returns, and what it\n"
        "                   writes to memory without a declared type, is no function, except\n"
        "                   what dlsym finds\n"
        "  loaded-code-collected\n"
        "                   code loaded while the program runs is in the graphs, or belongs to a\n"
        "                   library as in no-loaded-code; what dlsym finds is a function of the\n"
        "                   graphs with exactly the type of the call, and only where there is "
        "none,\n"
        "                   one of a library\n"
        "\n"
        "When several graphs have metadata for one function, the kind decides how the values are\n"
        "merged. --strategy overrides that; --list-metadata shows the kinds and the strategies.\n"
        "First, last and metacg depend on the order of the graphs.\n"
        "\n"
        "--conflicts reports functions whose definitions differ between graphs: several strong\n"
        "definitions, and violations of the C++ one-definition rule. It writes a block for each\n"
        "function and a line for each difference, and nothing when all agree (test -s FILE).\n"
        "Graphs that were merged before show only what is left of their definitions.\n"
        "\n"
        "A warning says when several files define a function with external linkage: the graphs "
        "are\n"
        "then of several programs, and calls of one function may lead to another of that name.\n"
        "With --conflicts=error this is exit status 1. The graph is written all the same.\n"
        "\n"
        "Examples:\n"
        "  cgmerge build/mcg -o whole.mcg\n"
        "  cgmerge ./tmux -o tmux.mcg\n"
        "  cgmerge -p build --program server -o server.mcg",
    .options = entries,
    .words = words,
};

/** A file that an earlier run wrote to the output path is not an input. */
static bool is_output(const struct stat *info)
{
    struct stat own;
    return given.output && stat(given.output, &own) == 0 && own.st_dev == info->st_dev &&
           own.st_ino == info->st_ino;
}

/* What is found in a directory is read without asking, so it must be a file: reading a pipe would
 * wait for whoever writes to it. A link that leads nowhere, or to a directory, is an error of the
 * reader. */
static bool is_readable(const char *path)
{
    struct stat info;
    bool readable = stat(path, &info) != 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode);
    if (!readable) {
        cli_warning("%s: left out: not a regular file", path);
    }
    return readable;
}

static bool add_directory(GPtrArray *inputs, const char *path)
{
    GError *error = NULL;
    GDir *directory = g_dir_open(path, 0, &error);
    if (!directory) {
        cli_error("%s", error->message);
        g_error_free(error);
        return false;
    }
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(directory));) {
        g_ptr_array_add(names, g_build_filename(path, name, NULL));
    }
    g_dir_close(directory);
    g_ptr_array_sort(names, cli_compare_texts);
    bool ok = true;
    for (guint i = 0; i < names->len && ok; i++) {
        const char *name = names->pdata[i];
        struct stat info;
        bool known = lstat(name, &info) == 0;
        if (known && S_ISDIR(info.st_mode)) {
            ok = add_directory(inputs, name);
        } else if (!(known && is_output(&info)) && g_str_has_suffix(name, ".mcg") &&
                   is_readable(name)) {
            g_ptr_array_add(inputs, g_strdup(name));
        }
    }
    g_ptr_array_unref(names);
    return ok;
}

static bool add_input(struct merge_settings *settings, const char *path)
{
    GPtrArray *inputs = settings->inputs;
    struct stat info;
    if (carried_is_carrier(path)) {
        return carried_add(inputs, &settings->carried, path, object_map, given.verbose);
    }
    if (strcmp(path, "-") == 0 || stat(path, &info) || !S_ISDIR(info.st_mode)) {
        g_ptr_array_add(inputs, g_strdup(path));
        return true;
    }
    guint before = inputs->len;
    if (!add_directory(inputs, path)) {
        return false;
    }
    if (inputs->len == before) {
        cli_error("%s: no .mcg files in this directory; 'cgcollect -p BUILD' writes some", path);
    }
    return inputs->len > before;
}

static bool add_listed(struct merge_settings *settings, const char *list)
{
    char **lines = cli_read_lines(list);
    bool ok = lines;
    for (char **line = lines; ok && *line; line++) {
        ok = !**line || add_input(settings, *line);
    }
    g_strfreev(lines);
    return ok;
}

/* Standard input can be read once: for a graph, for the list of graphs or for annotations. */
static bool shares_stdin(const GPtrArray *inputs, const char *list)
{
    guint readers = list && strcmp(list, "-") == 0;
    for (char **file = given.annotate; file && *file; file++) {
        readers += strcmp(*file, "-") == 0;
    }
    for (guint i = 0; i < inputs->len; i++) {
        readers += strcmp(inputs->pdata[i], "-") == 0;
    }
    return readers > 1;
}

/* Choose one of some words; the first is the default. @return its index, or -1 after a usage
 * error. */
static int choose_word(const char *option, const char *value, const char *const *choices)
{
    for (int i = 0; choices[i]; i++) {
        if (!value || strcmp(value, choices[i]) == 0) {
            return i;
        }
    }
    char *all = g_strjoinv(", ", (char **)choices);
    cli_usage_error(&command, "--%s takes one of %s", option, all);
    g_free(all);
    return -1;
}

static bool parse_metadata(struct merge_settings *settings)
{
    char *wrong = cli_strategies_check(settings->strategies);
    bool strict = g_strcmp0(settings->conflicts, "error") == 0;
    if (!wrong && settings->json && !settings->list_metadata && !settings->conflicts) {
        wrong = g_strdup("--json needs --list-metadata or --conflicts");
    }
    if (!wrong && settings->conflicts && g_strcmp0(settings->conflicts, settings->output) == 0) {
        wrong = g_strdup("--conflicts: the graph is written to that file; name another");
    }
    bool printed = settings->output ? strcmp(settings->output, "-") == 0 : !settings->embed;
    if (!wrong && g_strcmp0(settings->conflicts, "-") == 0 && printed) {
        wrong = g_strdup(
            "--conflicts: the graph is written to standard output; name a file for one of them");
    }
    if (wrong) {
        cli_usage_error(&command, "%s", wrong);
        g_free(wrong);
        return false;
    }
    if (strict) {
        g_clear_pointer(&settings->conflicts, g_free);
    }
    settings->strict = strict;
    settings->json =
        settings->json || (settings->conflicts && g_str_has_suffix(settings->conflicts, ".json"));
    return true;
}

static bool parse_linking(struct merge_settings *settings)
{
    if (most_edges < 0) {
        cli_usage_error(&command, "--max-edges takes a number, from 0");
        return false;
    }
    int mode = choose_word("virtual", virtual_mode, modes);
    int of_world = mode < 0 ? -1 : choose_word("world", world, worlds);
    int treatment = of_world < 0 ? -1 : choose_word("unresolved", unresolved_calls, treatments);
    if (treatment < 0) {
        return false;
    }
    if (settings->partial && (virtual_mode || world || unresolved_calls || assume ||
                              settings->summaries || exports_of)) {
        cli_usage_error(&command, "--virtual, --world, --unresolved, --assume, --summaries and "
                                  "--exports-of need linking; leave out -r");
        return false;
    }
    struct cg_error error;
    settings->link = (struct cg_link_options)CG_LINK_OPTIONS_INIT;
    if (assume && cg_promises_parse(&settings->link.promised, assume, &error)) {
        cli_usage_error(&command, "--assume: %s", error.text);
        return false;
    }
    settings->link.virtual_mode = mode ? CG_VIRTUAL_CHA : CG_VIRTUAL_RTA;
    settings->link.world = (enum cg_world)of_world;
    settings->link.types = treatment == 1;
    settings->link.most_edges =
        most_edges == G_MAXINT64 ? CG_FOUND_EDGES_AUTO : (uint64_t)most_edges;
    return true;
}

/** Find the graphs of a program of a build, or list the programs. @return false when the tool must
 *  exit with *code */
static bool add_program(struct merge_settings *settings, int argc, char **argv, int *code)
{
    const struct program_wish wish = {database, program, argc > 1 ? argv[1] : NULL};
    if (argc > 2) {
        *code = cli_usage_error(&command, "-p takes one GRAPH: the output directory of cgcollect");
    } else if (!given.output && !given.embed && !program) {
        *code = programs_list(&wish);
    } else {
        *code = programs_add(settings->inputs, &settings->carried, &wish);
        return *code == CLI_OK;
    }
    return false;
}

/** There is nothing to merge. */
static void report_nothing(const struct merge_settings *settings)
{
    const GPtrArray *lost = settings->carried.lost;
    if (lost && lost->len > 0) {
        cli_error("nothing was collected of what the inputs were made of, such as %s",
                  (const char *)lost->pdata[0]);
    } else {
        cli_usage_error(&command, "give graphs to merge");
    }
}

bool merge_parse(struct merge_settings *settings, int *argc, char ***argv, int *code)
{
    if (!cli_parse_options(&command, argc, argv, code)) {
        return false;
    }
    *settings = given;
    *code = CLI_TROUBLE;
    if (mcg_version != 2 && mcg_version != 4) {
        cli_usage_error(&command, "--mcg-version takes 2 or 4");
        return false;
    }
    if (jobs < 0 || jobs > 1024) {
        cli_usage_error(&command, "--jobs takes a number from 1 to 1024");
        return false;
    }
    if (!parse_metadata(settings) || !parse_linking(settings)) {
        return false;
    }
    if (program && !database) {
        cli_usage_error(&command, "--program needs -p");
        return false;
    }
    if (!settings->output && !settings->embed && !settings->list_metadata &&
        (!database || program) && isatty(STDOUT_FILENO)) {
        cli_usage_error(&command, "the graph would go to the terminal; name a file with -o FILE, "
                                  "or send it there with -o -");
        return false;
    }
    settings->jobs = jobs ? (unsigned)jobs : g_get_num_processors();
    settings->write = (struct cg_write_options){CG_WRITE_OPTIONS_VERSION,
                                                .mcg_version = mcg_version, .jobs = settings->jobs};
    if (!settings->output && !settings->embed) {
        settings->output = g_strdup("-");
    }
    settings->inputs = g_ptr_array_new_with_free_func(g_free);
    bool ok = !files_from || add_listed(settings, files_from);
    if (ok && database) {
        ok = add_program(settings, *argc, *argv, code);
    }
    for (int i = 1; i < *argc && ok && !database; i++) {
        ok = add_input(settings, (*argv)[i]);
    }
    for (char **file = exports_of; ok && file && *file; file++) {
        ok = carried_add_exports(&settings->carried, *file);
    }
    if (ok && shares_stdin(settings->inputs, files_from)) {
        cli_usage_error(&command, "standard input can be read only once");
        ok = false;
    }
    g_free(files_from);
    g_free(object_map);
    g_free(database);
    g_free(program);
    g_strfreev(exports_of);
    for (guint i = 0; ok && settings->conflicts && i < settings->inputs->len; i++) {
        ok = strcmp(settings->conflicts, settings->inputs->pdata[i]) != 0 ||
             cli_usage_error(&command, "--conflicts: %s is an input; name another file",
                             settings->conflicts) == CLI_OK;
    }
    if (ok && !settings->inputs->len && !settings->list_metadata) {
        report_nothing(settings);
        ok = false;
    }
    if (!ok) {
        merge_settings_free(settings);
    }
    return ok;
}

void merge_settings_free(struct merge_settings *settings)
{
    if (settings->inputs) {
        g_ptr_array_unref(settings->inputs);
    }
    carried_clear(&settings->carried);
    g_free(settings->output);
    g_free(settings->embed);
    g_free(settings->entry);
    g_strfreev(settings->summaries);
    g_strfreev(settings->plugins);
    g_strfreev(settings->annotate);
    g_strfreev(settings->strategies);
    g_free(settings->conflicts);
}
