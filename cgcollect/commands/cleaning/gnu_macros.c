/*
 * Macros that gcc defines because of options, and clang does not. Programs choose code by them:
 * other allocators under a sanitizer, locks where there are threads. Found by comparing "-dM -E" of
 * gcc 12 and clang 19 for all options that change macros of gcc.
 */
#include "commands/cleaning/gnu_macros.h"

#include <string.h>

/** What gcc defines if an option was given, and not revoked later. */
struct gnu_macro {
    const char *on;     /**< "-fX", or "-fX=Y" with Y one of a list, as in "-fsanitize=address" */
    const char *define; /**< "NAME=VALUE" */
};

static const struct gnu_macro macros[] = {
    {"-fopenmp", "_REENTRANT=1"},
    {"-fopenacc", "_REENTRANT=1"},
    {"-fgnu-tm", "_REENTRANT=1"},
    {"-fsanitize=address", "__SANITIZE_ADDRESS__=1"},
    {"-fsanitize=kernel-address", "__SANITIZE_ADDRESS__=1"},
    {"-fsanitize=thread", "__SANITIZE_THREAD__=1"},
    {"-frounding-math", "__ROUNDING_MATH__=1"},
    {"-fsignaling-nans", "__SUPPORT_SNAN__=1"},
    /* glibc's stdc-predef.h defines __STDC_IEC_559__ by these. */
    {"-Ofast", "__GCC_IEC_559=0"},
    {"-Ofast", "__GCC_IEC_559_COMPLEX=0"},
    {"-ffast-math", "__GCC_IEC_559=0"},
    {"-ffast-math", "__GCC_IEC_559_COMPLEX=0"},
    {"-ffinite-math-only", "__GCC_IEC_559=0"},
    {"-ffinite-math-only", "__GCC_IEC_559_COMPLEX=0"},
    {"-funsafe-math-optimizations", "__GCC_IEC_559=0"},
    {"-funsafe-math-optimizations", "__GCC_IEC_559_COMPLEX=0"},
};

/** Whether a list with commas has a word. */
static bool lists(const char *list, const char *word, size_t length)
{
    for (const char *at = list; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        if (strcspn(at, ",") == length && strncmp(at, word, length) == 0) {
            return true;
        }
    }
    return false;
}

/** Whether an argument is an option, spelled "-fX", "-fX=VALUE" or "-fX=Y,Z". */
static bool names(const char *argument, const char *option)
{
    size_t name = strcspn(option, "=");
    if (strncmp(argument, option, name) != 0) {
        return false;
    }
    const char *value = option + name;
    return *value
               ? argument[name] == '=' && lists(argument + name + 1, value + 1, strlen(value + 1))
               : !argument[name] || argument[name] == '=';
}

/** Whether an argument revokes an option: "-fno-X", with the same values. */
static bool revokes(const char *argument, const char *option)
{
    bool no = g_str_has_prefix(argument, "-fno-");
    char *positive = no ? g_strconcat("-f", argument + strlen("-fno-"), NULL) : NULL;
    bool does = no && names(positive, option);
    g_free(positive);
    return does || (option[1] == 'O' && argument[0] == '-' && argument[1] == 'O');
}

static bool is_on(char **argv, const char *option)
{
    bool on = false;
    for (; *argv; argv++) {
        on = names(*argv, option) || (on && !revokes(*argv, option));
    }
    return on;
}

static bool is_clang(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strstr(slash ? slash + 1 : program, "clang");
}

void commands_add_gnu_macros(const struct compile_command *command, GPtrArray *out)
{
    char **argv = commands_compiler(command);
    if (is_clang(argv[0])) {
        return;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(macros); i++) {
        if (is_on(argv + 1, macros[i].on)) {
            g_ptr_array_add(out, g_strconcat("-D", macros[i].define, NULL));
        }
    }
    if (commands_is_cplusplus(command)) {
        g_ptr_array_add(out, g_strdup("-D__GNUC_STDC_INLINE__=1"));
    }
}
