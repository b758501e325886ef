/*
 * Tells from the words of a command what it compiles: with which compiler, in which language, for
 * what.
 */
#include "commands/commands.h"

#include <string.h>

#include "text/identifiers.h"

bool commands_is_launcher(const char *program)
{
    static const char *const launchers[] = {"ccache",     "sccache", "distcc", "icecc", "icerun",
                                            "buildcache", "env",     "nice",   "time",  NULL};
    const char *slash = strrchr(program, '/');
    return word_is_one_of(slash ? slash + 1 : program, launchers);
}

static char **skip_launchers(char **argv)
{
    char **at = argv;
    while (*at && commands_is_launcher(*at)) {
        at++;
        while (*at && ((*at)[0] == '-' || strchr(*at, '='))) {
            at++;
        }
    }
    return *at ? at : argv;
}

char **commands_compiler(const struct compile_command *command)
{
    return skip_launchers(command->argv);
}

bool commands_is_cplusplus_driver(const char *program)
{
    static const char *const others[] = {"CC", "mpiCC", "icpc", "icpx", NULL};
    const char *slash = strrchr(program, '/');
    const char *base = slash ? slash + 1 : program;
    return strstr(base, "++") || strstr(base, "cxx") || word_is_one_of(base, others);
}

static bool is_cplusplus_file(const char *file)
{
    static const char *const endings[] = {".cc", ".cp",   ".cpp", ".cxx", ".c++",
                                          ".C",  ".CPP",  ".hpp", ".hxx", ".hh",
                                          ".ii", ".cppm", ".ixx", ".mm",  ".cu"};
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_has_suffix(file, endings[i])) {
            return true;
        }
    }
    return false;
}

/** The language that the last -x sets, with or without -Xclang; NULL if there is none. */
static const char *stated_language(char **argv)
{
    const char *language = NULL;
    for (char **a = argv; *a; a++) {
        if (strcmp(*a, "-x") == 0 && a[1]) {
            language = a[1];
        } else if (g_str_has_prefix(*a, "-x")) {
            language = *a + 2;
        }
    }
    return language;
}

const char *commands_language(const struct compile_command *command)
{
    return stated_language(commands_compiler(command) + 1);
}

bool commands_is_cplusplus(const struct compile_command *command)
{
    char **argv = commands_compiler(command);
    const char *language = stated_language(argv + 1);
    return language ? strstr(language, "c++") != NULL
                    : commands_is_cplusplus_driver(argv[0]) || is_cplusplus_file(command->file);
}

bool commands_is_openmp(const struct compile_command *command)
{
    return g_strv_contains((const char *const *)command->argv, "-fopenmp");
}

bool commands_is_instrumented(const struct compile_command *command)
{
    for (char **a = command->argv; *a; a++) {
        if (g_str_has_prefix(*a, "-finstrument-function")) {
            return true;
        }
    }
    return false;
}

/* The last of these options counts. */
bool commands_is_interposable(const struct compile_command *command)
{
    static const char *const fixed[] = {"-fno-pic", "-fno-PIC", "-fpie", "-fPIE",
                                        "-fno-pie", "-fno-PIE", NULL};
    bool shared = false, interposed = true;
    for (char **a = command->argv; *a; a++) {
        bool pic = strcmp(*a, "-fpic") == 0 || strcmp(*a, "-fPIC") == 0;
        shared = pic || (shared && !g_strv_contains(fixed, *a));
        if (g_str_has_suffix(*a, "semantic-interposition")) {
            interposed = strcmp(*a, "-fno-semantic-interposition") != 0;
        }
    }
    return shared && interposed;
}

bool commands_makes_header(const struct compile_command *command)
{
    char **argv = commands_compiler(command);
    const char *language = stated_language(argv + 1);
    bool makes = language && g_str_has_suffix(language, "-header");
    for (char **a = argv + 1; *a; a++) {
        makes = makes || strcmp(*a, "-emit-pch") == 0;
    }
    return makes;
}

bool commands_assembles(const struct compile_command *command)
{
    const char *language = stated_language(commands_compiler(command) + 1);
    return language && strcmp(language, "none") != 0 ? g_str_has_prefix(language, "assembler")
                                                     : commands_is_assembler(command->file);
}

bool commands_is_assembler(const char *file)
{
    const char *dot = strrchr(file, '.');
    return dot && (strcmp(dot, ".s") == 0 || strcmp(dot, ".S") == 0 || strcmp(dot, ".asm") == 0 ||
                   strcmp(dot, ".sx") == 0);
}
