#include "options.h"

#include <string.h>
#include <unistd.h>

static struct options given;

static const GOptionEntry entries[] = {
    {"database", 'p', 0, G_OPTION_ARG_FILENAME, &given.database,
     "Collect what PATH, a compile_commands.json or its directory, compiles", "PATH"},
    {"output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
     "Write to OUT; \"-\" is standard output (default: FILE's name with .mcg)", "OUT"},
    {"output-dir", 0, 0, G_OPTION_ARG_FILENAME, &given.output_dir,
     "With -p: write below DIR (default: mcg beside the database)", "DIR"},
    {"root", 0, 0, G_OPTION_ARG_FILENAME, &given.root,
     "Name files below DIR relative to it (default: what -p's sources share)", "DIR"},
    {"jobs", 'j', 0, G_OPTION_ARG_INT, &given.jobs,
     "Collect N files at a time (default: number of processors)", "N"},
    {"timeout", 0, 0, G_OPTION_ARG_INT, &given.timeout,
     "Give up on a file after SECONDS (default: 0, never)", "SECONDS"},
    {"verbose", 'v', 0, G_OPTION_ARG_NONE, &given.verbose, "Tell of every file", NULL},
    {"list-metadata", 0, 0, G_OPTION_ARG_NONE, &given.list_metadata,
     "List what is collected besides the calls", NULL},
    {0},
};

const struct cli_command options_command = {
    .name = "cgcollect",
    .arguments = "FILE... [-- FLAGS...] | -p PATH [FILE...]",
    .summary = "Collect the call graph of each C or C++ translation unit.",
    .description =
        "A file with errors still gives what parses, and one that crashes the parser costs only\n"
        "itself. Exit status: 0 all files complete, 1 some partial, 2 trouble.\n"
        "\n"
        "Examples:\n"
        "  cgcollect hello.c -- -DDEBUG -Iinclude\n"
        "  cgcollect -p build -j8\n"
        "  cgcollect -p build --output-dir graphs src/main.c",
    .options = entries,
};

/** Cut argv at "--", so that compiler flags are not taken for options. */
static char **cut_flags(int *argc, char **argv)
{
    for (int i = 1; i < *argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            argv[i] = NULL;
            *argc = i;
            return argv + i + 1;
        }
    }
    return argv + *argc;
}

static const char *contradiction(const struct options *o)
{
    bool many = o->files[0] && o->files[1];
    if (o->list_metadata) {
        return NULL;
    }
    if (!o->database && !o->files[0]) {
        return "no FILE given, and no -p";
    }
    if (o->database && (o->output || o->flags[0])) {
        return "-o and compiler flags do not go with -p";
    }
    if (o->output && many) {
        return "-o takes one FILE";
    }
    if (o->output_dir && !o->database) {
        return "--output-dir goes with -p";
    }
    if (o->jobs < 0 || o->timeout < 0) {
        return "a negative number of jobs or seconds";
    }
    return NULL;
}

bool options_parse(struct options *options, int argc, char **argv, int *exit_code)
{
    given = (struct options){0};
    char **flags = cut_flags(&argc, argv);
    if (!cli_parse_options(&options_command, &argc, &argv, exit_code)) {
        return false;
    }
    *options = given;
    argv[argc] = NULL;
    options->files = argv + 1;
    options->flags = flags;
    if (options->jobs == 0) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        options->jobs = processors > 0 ? (int)processors : 1;
    }
    const char *wrong = contradiction(options);
    if (wrong) {
        *exit_code = cli_usage_error(&options_command, "%s", wrong);
        options_clear(options);
    }
    return !wrong;
}

void options_clear(struct options *options)
{
    g_free(options->database);
    g_free(options->output);
    g_free(options->output_dir);
    g_free(options->root);
}
