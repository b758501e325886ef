/*
 * Reads cgcollect's command line and rejects contradictions. The option table also produces the
 * help and the manual page.
 */
#include "driver/options.h"

#include <string.h>
#include <unistd.h>

#include "kinds/cli_kinds.h"
#include "metadata/own_kinds.h"

/** What --help says. Far more than a file takes, on a machine with much else to do as well. */
#define USUAL_SECONDS 1800

static struct options given;
static char *given_compiler;
static char *given_metadata;
static gboolean given_no_uses;

/* In the order of enum ir_wish. */
static const char *const wishes[] = {"auto", "on", "off", "only", NULL};

static gboolean read_ir(const gchar *name, const gchar *value, gpointer data, GError **error)
{
    (void)data;
    for (size_t i = 0; wishes[i]; i++) {
        if (strcmp(value, wishes[i]) == 0) {
            given.ir = (enum ir_wish)i;
            return TRUE;
        }
    }
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "%s takes auto, on, off or only, not \"%s\"", name, value);
    return FALSE;
}

static const GOptionEntry entries[] = {
    {"database", 'p', 0, G_OPTION_ARG_FILENAME, &given.database,
     "Collect the files in PATH, a compile_commands.json or its directory", "PATH"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
     "Write to FILE, - for standard output (default: the source's name with .mcg)", "FILE"},
    {"output-dir", 0, 0, G_OPTION_ARG_FILENAME, &given.output_dir,
     "With -p: write below DIR (default: mcg beside the database)", "DIR"},
    {"fresh", 0, 0, G_OPTION_ARG_NONE, &given.fresh,
     "With -p: collect all files, also those that have not changed", NULL},
    {"watch", 0, 0, G_OPTION_ARG_NONE, &given.watch,
     "With -p: go on and collect again what is saved, until interrupted", NULL},
    {"then", 0, 0, G_OPTION_ARG_STRING, &given.then,
     "With --watch: run COMMAND in a shell whenever graphs have changed", "COMMAND"},
    {"root", 0, 0, G_OPTION_ARG_FILENAME, &given.root,
     "Name files below DIR relative to it (default: common directory of -p's sources)", "DIR"},
    {"jobs", 'j', 0, G_OPTION_ARG_INT, &given.jobs,
     "Collect N files at a time (default: one per processor)", "N"},
    {"timeout", 0, 0, G_OPTION_ARG_INT, &given.timeout,
     "Give up on a file after SECONDS (default: 1800; 0: never)", "SECONDS"},
    {"max-memory", 0, 0, G_OPTION_ARG_INT, &given.max_memory,
     "Give up on a file that needs more than MIB of memory (default: half of the machine's, at "
     "most 8192; 0: no limit)",
     "MIB"},
    {"ir", 0, 0, G_OPTION_ARG_CALLBACK, (void *)read_ir,
     "Use the compiler's IR too: on, off, auto (default: auto; where the source hides calls), or "
     "only (one parse: C++ by the compiler, C from the source)",
     "WHEN"},
    {"show-runtime-calls", 0, 0, G_OPTION_ARG_NONE, &given.runtime,
     "Show calls to the compiler's runtime (__cxa_throw, ...) and its thunks", NULL},
    {"trivial", 0, 0, G_OPTION_ARG_NONE, &given.trivial,
     "Show calls to constructors and destructors that do nothing, marked noCode", NULL},
    {"builtins", 0, 0, G_OPTION_ARG_NONE, &given.builtins,
     "Also show calls to builtins by their own names (__builtin_memcpy, ...), marked noCode", NULL},
    {"clang", 0, 0, G_OPTION_ARG_FILENAME, &given.clang,
     "Run the clang at PATH to get IR (default: the one beside libclang)", "PATH"},
    {"trust-compiler", 0, 0, G_OPTION_ARG_NONE, &given.trust_compiler,
     "With -p: run the compilers that the database names, to ask where their headers are", NULL},
    {"cc", 0, 0, G_OPTION_ARG_FILENAME, &given_compiler,
     "Compile ARGS with COMPILER, and write OBJECT.mcg beside each object", "COMPILER"},
    {"log", 0, 0, G_OPTION_ARG_FILENAME, &given.log,
     "With --cc: add a line to FILE for each source whose graph is incomplete", "FILE"},
    {"object-map", 0, 0, G_OPTION_ARG_FILENAME, &given.object_map,
     "With --cc: leave objects as they are; add lines to FILE that map each to its graph", "FILE"},
    {"require-graph", 0, 0, G_OPTION_ARG_NONE, &given.strict,
     "With --cc: fail and remove the object when C or C++ cannot be collected", NULL},
    {"verbose", 'v', 0, G_OPTION_ARG_NONE, &given.verbose, "Report every file, not only problems",
     NULL},
    {"metadata", 0, 0, G_OPTION_ARG_FILENAME, &given_metadata,
     "Collect these kinds: KIND, -KIND, all or none, separated by commas (default: all)", "LIST"},
    {"no-uses", 0, 0, G_OPTION_ARG_NONE, &given_no_uses,
     "Leave out which macros, types and variables functions use: a fifth of a graph", NULL},
    CLI_PLUGIN_OPTION(&given.plugins),
    {"list-metadata", 0, 0, G_OPTION_ARG_NONE, &given.list_metadata,
     "List the kinds of metadata and exit", NULL},
    {"json", 0, 0, G_OPTION_ARG_NONE, &given.json, "With --list-metadata: list in JSON", NULL},
    {0},
};

static const struct cli_words words[] = {{"ir", wishes}, {0}};

static const struct cli_command command = {
    .name = "cgcollect",
    .arguments = "FILE... [-- FLAGS...] | -p PATH [FILE...] | --cc COMPILER [--] ARGS...",
    .summary = "Collect the call graph of each C or C++ translation unit.",
    .description =
        "A file with errors still yields a graph of what parses. A file that crashes the parser\n"
        "does not affect the others.\n"
        "\n"
        "Compiler options that are not known to matter to the source are left out: they might run\n"
        "code or write files. Nothing that a database names is run but the system's gcc, which is\n"
        "asked for macros (-E -dM). With --trust-compiler each compiler that is not the system's\n"
        "gcc or clang, such as mpicxx or arm-none-eabi-gcc, is asked once (-E -v) for its "
        "headers,\n"
        "target and macros, too. With --cc it is always asked.\n"
        "\n"
        "With -p, files are collected that changed since the last run, or whose headers, options "
        "or\n"
        "compiler did; .cgcollect in the output directory records that. Files with errors are\n"
        "collected again each time. Graphs of files that are gone are removed; those of other\n"
        "databases that exist stay. Databases that compile a source to the same object have one\n"
        "graph of it. All that come from a pipe, which has no name, count as one that does not\n"
        "exist: the next run with another database removes what only they had.\n"
        "'cgmerge DIR' merges all graphs of DIR: builds that are not one program need directories\n"
        "of their own.\n"
        "\n"
        "With --cc, cgcollect stands in for the compiler: output and exit status are the\n"
        "compiler's. Each object gets a section, which is not loaded, that names its graph, so\n"
        "'cgmerge PROGRAM' finds the graphs of a program. Problems go to OBJECT.mcg.log; only\n"
        "linking prints a line when graphs of the program have gaps. Put cgcollect's own options\n"
        "before --cc. Paths are absolute unless --root (an absolute path) is given. Run\n"
        "configure with the plain compiler; its test programs are not part of your program.\n"
        "\n"
        "With --ir=only each file is parsed once: C as with --ir=off, C++ by the compiler alone.\n"
        "For C++, the graph then has every call that can run, or lists it as unresolved. It\n"
        "lacks functions the file does not use, metadata that only the source shows, the mark of\n"
        "implicit calls, and overrides of classes whose virtual tables are in other files. It\n"
        "assumes that libraries know the program's types and that functions without a body belong\n"
        "to the program, so more calls stay unresolved.\n"
        "\n"
        "Examples:\n"
        "  cgcollect hello.c -- -DDEBUG -Iinclude\n"
        "  cgcollect -p build -j8\n"
        "  cgcollect -p build --output-dir graphs src/main.c\n"
        "  cgcollect -p build --trust-compiler\n"
        "  cgcollect -p build --watch --then 'cgmerge build/mcg -o whole.mcg'\n"
        "  cgcollect -p build --metadata=all,-parameters,-signature\n"
        "  make CC=\"cgcollect --cc gcc --\" CXX=\"cgcollect --cc g++ --\"\n"
        "  make CC=\"cgcollect --root $PWD --log $PWD/gaps --cc ccache gcc --\"\n"
        "  cmake -DCMAKE_C_COMPILER_LAUNCHER=\"cgcollect;--cc\" ..",
    .options = entries,
    .words = words,
};

/** Cut argv at "--", so that compiler flags are not parsed as options. Arguments of --generate are
 *  not cut. */
static char **cut_flags(int *argc, char **argv)
{
    bool completes = *argc > 1 && g_str_has_prefix(argv[1], "--generate=");
    for (int i = 1; i < *argc && !completes; i++) {
        if (strcmp(argv[i], "--") == 0) {
            argv[i] = NULL;
            *argc = i;
            return argv + i + 1;
        }
    }
    return argv + *argc;
}

/* The compiler's command line */

static const GOptionEntry *find_own(const char *word)
{
    for (const GOptionEntry *entry = entries; entry->long_name; entry++) {
        size_t length = strlen(entry->long_name);
        if (g_str_has_prefix(word, "--") && strncmp(word + 2, entry->long_name, length) == 0 &&
            (word[2 + length] == '\0' || word[2 + length] == '=')) {
            return entry;
        }
    }
    return NULL;
}

/** @return the number of words before the first "--" if all are options of cgcollect; else 0. */
static int count_own(int argc, char **argv)
{
    for (int i = 0; i < argc;) {
        const GOptionEntry *own = find_own(argv[i]);
        if (strcmp(argv[i], "--") == 0) {
            return i;
        }
        if (!own) {
            return 0;
        }
        i += own->arg == G_OPTION_ARG_NONE || strchr(argv[i], '=') ? 1 : 2;
    }
    return 0;
}

/** @param compiler receives COMPILER
 *  @return the index of the compiler's arguments, after "--cc COMPILER"; 0 without --cc. */
static int find_compiler(const char **compiler, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        bool joined = g_str_has_prefix(argv[i], "--cc=");
        if (joined || strcmp(argv[i], "--cc") == 0) {
            int arguments = MIN(i + (joined ? 1 : 2), argc);
            *compiler = joined ? argv[i] + strlen("--cc=") : argv[arguments - 1];
            return arguments + count_own(argc - arguments, argv + arguments);
        }
    }
    return 0;
}

/** Drop the "--" that ends the words of a compiler behind a launcher: "--cc ccache gcc --". */
static void drop_end(char **words)
{
    char **end = words;
    while (*end && **end != '-') {
        end++;
    }
    for (bool ends = end > words && *end && strcmp(*end, "--") == 0; ends && *end; end++) {
        *end = end[1];
    }
}

/** Cut argv where the compiler's arguments begin. @return an array with room for the compiler, then
 *  its arguments; NULL without --cc. Release with g_free. */
static char **cut_compiler(int *argc, char **argv)
{
    const char *name;
    int first = find_compiler(&name, *argc, argv);
    if (first == 0) {
        return NULL;
    }
    int rest = first < *argc && strcmp(argv[first], "--") == 0 ? first + 1 : first;
    char **compiler = g_new0(char *, *argc - rest + 2);
    memcpy(compiler + 1, argv + rest, (size_t)(*argc - rest) * sizeof *argv);
    if (commands_is_launcher(name)) {
        drop_end(compiler + 1);
    }
    argv[first] = NULL;
    *argc = first;
    return compiler;
}

/* Contradictions */

static const char *compiler_contradiction(const struct options *o)
{
    if (o->database || o->output || o->output_dir || o->files[0]) {
        return "-p, -o, --output-dir and FILE cannot be combined with --cc";
    }
    return NULL;
}

static const char *collect_contradiction(const struct options *o)
{
    bool many = o->files[0] && o->files[1];
    if (!o->database && !o->files[0]) {
        return "give FILE or -p";
    }
    if (o->database && (o->output || o->flags[0])) {
        return "-p takes no -o (it writes below --output-dir) and no compiler flags";
    }
    if (o->output && many) {
        return "-o takes one FILE";
    }
    if ((o->output_dir || o->trust_compiler || o->fresh || o->watch) && !o->database) {
        return "--output-dir, --trust-compiler, --fresh and --watch need -p";
    }
    if (o->then && !o->watch) {
        return "--then needs --watch";
    }
    if (o->log || o->object_map || o->strict) {
        return "--log, --object-map and --require-graph need --cc";
    }
    return NULL;
}

static const char *contradiction(const struct options *o)
{
    if (o->list_metadata) {
        return NULL;
    }
    if (o->json) {
        return "--json needs --list-metadata";
    }
    if (o->jobs < 0 || o->timeout < 0 || o->max_memory < 0) {
        return "--jobs, --timeout and --max-memory take no negative numbers";
    }
    return o->compiler ? compiler_contradiction(o) : collect_contradiction(o);
}

/** Choose the kinds of metadata. @return false after reporting an error; exit_code is set. */
static bool choose_kinds(struct options *options, int *exit_code)
{
    char *wrong;
    *exit_code = CLI_TROUBLE;
    if (!cli_kinds_load(&options->known, options->plugins)) {
        return false;
    }
    if (!collectable_kinds_init(&options->collectable, options->known.plugins, &wrong)) {
        cli_error("%s", wrong);
        g_free(wrong);
        return false;
    }
    char *list = g_strconcat(given_metadata ? given_metadata : "all",
                             given_no_uses ? ",-" CG_KEY_USES : "", NULL);
    options->kinds = collected_kinds_choose(options->collectable.all, list, &wrong);
    g_free(list);
    if (!options->kinds) {
        *exit_code = cli_usage_error(&command, "--metadata: %s", wrong);
        g_free(wrong);
    }
    return options->kinds != NULL;
}

/** Half of the machine's memory, at most 8 GiB: in MiB. */
static int usual_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long long half = (long long)pages * sysconf(_SC_PAGESIZE) / 2 >> 20;
    return pages > 0 ? (int)CLAMP(half, 1, 8192) : 8192;
}

bool options_parse(struct options *options, int argc, char **argv, int *exit_code)
{
    given = (struct options){.max_memory = usual_memory(), .timeout = USUAL_SECONDS};
    given_compiler = NULL;
    given_metadata = NULL;
    given_no_uses = FALSE;
    given.compiler = cut_compiler(&argc, argv);
    char **flags = cut_flags(&argc, argv);
    bool parsed = cli_parse_options(&command, &argc, &argv, exit_code);
    *options = given;
    if (!parsed) {
        options_clear(options);
        return false;
    }
    if (options->compiler) {
        options->compiler[0] = given_compiler;
    }
    argv[argc] = NULL;
    options->files = argv + 1;
    options->flags = flags;
    if (options->jobs == 0) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        options->jobs = processors > 0 ? (int)processors : 1;
    }
    const char *wrong = contradiction(options);
    if (wrong) {
        *exit_code = cli_usage_error(&command, "%s", wrong);
    }
    bool sensible = !wrong && choose_kinds(options, exit_code);
    if (!sensible) {
        options_clear(options);
    }
    return sensible;
}

void options_clear(struct options *options)
{
    g_free(options->database);
    g_free(options->output);
    g_free(options->output_dir);
    g_free(options->root);
    g_free(options->clang);
    g_free(options->log);
    g_free(options->then);
    g_free(options->object_map);
    g_free(given_compiler);
    g_free(given_metadata);
    g_free(options->compiler);
    g_free(options->kinds);
    collectable_kinds_clear(&options->collectable);
    cli_kinds_free(&options->known);
    g_strfreev(options->plugins);
}
