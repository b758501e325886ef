/*
 * Finds out how the compiler of a command names functions: by its version.
 */
#include "commands/cleaning/linkage_names.h"

#include <stdlib.h>
#include <string.h>

#include "commands/compilers/as_gcc.h"
#include "commands/compilers/real_compiler.h"

/** The first versions that have the constraints of templates in linkage names: of gcc by
 *  -fabi-version=19, of clang by -fclang-abi-compat=18. */
#define FIRST_GCC 14
#define FIRST_CLANG 18

/** The number behind a word in a text; 0: none. */
static int number_behind(const char *text, const char *word)
{
    const char *found = strstr(text, word);
    const char *number = found ? found + strlen(word) : "";
    return g_ascii_isdigit(*number) ? (int)g_ascii_strtoull(number, NULL, 10) : 0;
}

/** Whether a program runs the compiler of its own name that is further on in PATH. */
static bool is_cache(const char *real)
{
    return g_str_has_suffix(real, "/ccache") || g_str_has_suffix(real, "/sccache");
}

/** The program of a name in PATH that is no cache; NULL: none. Release with free(). */
static char *behind_cache(const char *base)
{
    char **directories = g_strsplit(g_getenv("PATH") ? g_getenv("PATH") : "", ":", -1);
    char *real = NULL;
    for (char **directory = directories; *directory && !real; directory++) {
        char *path = g_build_filename(*directory, base, NULL);
        real = realpath(path, NULL);
        if (real && is_cache(real)) {
            free(real);
            real = NULL;
        }
        g_free(path);
    }
    g_strfreev(directories);
    return real;
}

/** The major version of a clang by its name (clang++-17) or its path (/usr/lib/llvm-17/bin); 0:
 *  these do not tell. */
static int clang_of_path(const char *program)
{
    char *path = strchr(program, '/') ? g_strdup(program) : g_find_program_in_path(program);
    char *real = path ? realpath(path, NULL) : NULL;
    char *base = g_path_get_basename(program);
    if (real && is_cache(real)) {
        free(real);
        real = behind_cache(base);
    }
    int major = number_behind(base, "clang++-");
    major = major ? major : number_behind(base, "clang-");
    major = major || !real ? major : number_behind(real, "/llvm-");
    g_free(base);
    free(real);
    g_free(path);
    return major;
}

static int clang_major(const struct compile_command *command)
{
    char **said = command->compiler ? command->compiler->names : NULL;
    for (; said && *said; said++) {
        int major = number_behind(*said, "__clang_major__=");
        if (major) {
            return major;
        }
    }
    return clang_of_path(commands_compiler(command)[0]);
}

bool names_lack_constraints(const struct compile_command *command)
{
    if (!commands_is_cplusplus(command)) {
        return false;
    }
    int gcc = as_gcc_major(command);
    int clang = gcc ? 0 : clang_major(command);
    return gcc ? gcc < FIRST_GCC : clang && clang < FIRST_CLANG;
}
