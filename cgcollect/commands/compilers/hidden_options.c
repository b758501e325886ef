/* Asks a compiler which commands it would run. */
#include "commands/compilers/hidden_options.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "text/lexical_paths.h"

/* Whether there are some */

/** The file of an option such as "-specs=FILE", "--config FILE"; NULL for any other. Borrowed. */
static const char *named_file(char **word)
{
    static const char *const joined[] = {"-specs=", "--specs=", "--config="};
    for (size_t i = 0; i < G_N_ELEMENTS(joined); i++) {
        if (g_str_has_prefix(word[0], joined[i])) {
            return word[0] + strlen(joined[i]);
        }
    }
    return strcmp(word[0], "--config") == 0 ? word[1] : NULL;
}

/** Specs of a toolchain are found by their names alone (nano.specs); they choose libraries. */
static bool is_of_toolchain(const struct compile_command *command, const char *file)
{
    char *path = path_absolute(command->directory, file);
    bool is = g_str_has_suffix(file, ".specs") && !strchr(file, '/') &&
              !g_file_test(path, G_FILE_TEST_EXISTS);
    g_free(path);
    return is;
}

/** Clang reads files beside itself. */
static bool has_file_beside(const char *program)
{
    char *path = g_find_program_in_path(program);
    char *real = path ? realpath(path, NULL) : NULL;
    bool has = false;
    if (real && strstr(real, "clang")) {
        char *directory = g_path_get_dirname(real);
        char *pattern = g_strconcat(directory, "/*.cfg", NULL);
        glob_t found;
        has = glob(pattern, 0, NULL, &found) == 0;
        if (has) {
            globfree(&found);
        }
        g_free(pattern);
        g_free(directory);
    }
    free(real);
    g_free(path);
    return has;
}

/** What may hide options; NULL if nothing does. Release with g_free. */
static char *hiding(const struct compile_command *command, bool trusted)
{
    char **argv = commands_compiler(command);
    for (char **word = argv + 1; *word; word++) {
        const char *file = named_file(word);
        if (file && (trusted || !is_of_toolchain(command, file))) {
            return g_strdup(*word);
        }
    }
    if (trusted && g_getenv("CCC_OVERRIDE_OPTIONS")) {
        return g_strdup("CCC_OVERRIDE_OPTIONS");
    }
    return trusted && has_file_beside(argv[0]) ? g_strdup("*.cfg of clang") : NULL;
}

/* What the compiler runs */

/** The first command that compiles, of those that -### lists; release with g_strfreev. */
static char **compiling_command(const char *listed)
{
    char **lines = g_strsplit(listed, "\n", -1);
    char **found = NULL;
    for (char **line = lines; *line && !found; line++) {
        char **words = NULL;
        if ((*line)[0] != ' ' || !g_shell_parse_argv(*line, NULL, &words, NULL)) {
            continue;
        }
        char *base = g_path_get_basename(words[0]);
        bool compiles = strcmp(base, "cc1") == 0 || strcmp(base, "cc1plus") == 0 ||
                        g_strv_contains((const char *const *)words, "-cc1");
        if (compiles) {
            found = words;
        } else {
            g_strfreev(words);
        }
        g_free(base);
    }
    g_strfreev(lines);
    return found;
}

static char **ask_compiler(const struct compile_command *command)
{
    GPtrArray *question = g_ptr_array_new();
    char *messages = NULL, *output = NULL, **found = NULL;
    for (char **word = commands_compiler(command); *word; word++) {
        g_ptr_array_add(question, *word);
    }
    g_ptr_array_add(question, (char *)"-###");
    g_ptr_array_add(question, NULL);
    char **variables = g_environ_setenv(g_get_environ(), "LC_ALL", "C", TRUE);
    if (g_spawn_sync(command->directory, (char **)question->pdata, variables, G_SPAWN_SEARCH_PATH,
                     NULL, NULL, &output, &messages, NULL, NULL)) {
        found = compiling_command(messages);
    }
    g_free(output);
    g_free(messages);
    g_strfreev(variables);
    g_ptr_array_free(question, TRUE);
    return found;
}

/** The operand of an option of the preprocessor, joined or apart, and its name; NULL for any other
 *  word. */
static const char *read_word(char **word, const char **name)
{
    static const char *const options[] = {"-D",       "-U",         "-I",       "-iquote",
                                          "-isystem", "-idirafter", "-include", "-imacros"};
    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        size_t length = strlen(options[i]);
        bool joined = g_str_has_prefix(word[0], options[i]) && word[0][length];
        if (joined || (strcmp(word[0], options[i]) == 0 && word[1])) {
            *name = options[i];
            return joined ? word[0] + length : word[1];
        }
    }
    return NULL;
}

static bool has_option(char **argv, const char *name, const char *operand)
{
    for (; *argv; argv++) {
        const char *other = NULL, *value = read_word(argv, &other);
        if (value && strcmp(other, name) == 0 && strcmp(value, operand) == 0) {
            return true;
        }
    }
    return false;
}

/** Add what the compiler gets, and the command line does not have. */
static void add_missing(struct compile_command *command, char **compiling)
{
    GPtrArray *argv = g_ptr_array_new();
    for (char **word = command->argv; *word; word++) {
        g_ptr_array_add(argv, g_strdup(*word));
    }
    for (char **word = compiling + 1; *word; word++) {
        const char *name = NULL, *operand = read_word(word, &name);
        bool plain = !operand && (g_str_has_prefix(*word, "-std=") ||
                                  strcmp(*word, "-undef") == 0 || strcmp(*word, "-nostdinc") == 0);
        if (operand && !has_option(command->argv, name, operand)) {
            g_ptr_array_add(argv, g_strdup(name));
            g_ptr_array_add(argv, g_strdup(operand));
        } else if (plain && !g_strv_contains((const char *const *)command->argv, *word)) {
            g_ptr_array_add(argv, g_strdup(*word));
        }
    }
    g_ptr_array_add(argv, NULL);
    g_strfreev(command->argv);
    command->argv = (char **)g_ptr_array_free(argv, FALSE);
}

static void doubt(struct compile_command *command, const char *option, const char *why)
{
    if (!command->doubt) {
        command->doubt =
            g_strdup_printf("what was compiled may be other than what is read: %s %s", option, why);
    }
}

void hidden_options_add(struct compile_command *command, bool trusted)
{
    if (!command->argv || command->problem) {
        return;
    }
    if (g_strv_contains((const char *const *)command->argv, "-I-")) {
        doubt(command, "-I-", "searches no header beside the file that includes it");
    }
    char *option = hiding(command, trusted);
    char **compiling = option && trusted ? ask_compiler(command) : NULL;
    if (compiling) {
        add_missing(command, compiling);
    } else if (option && !trusted) {
        doubt(command, option, "has more options; --trust-compiler asks the compiler for them");
    } else if (option && !g_str_has_suffix(option, ".specs")) {
        doubt(command, option, "has more options, and the compiler does not tell them (-###)");
    }
    g_strfreev(compiling);
    g_free(option);
}
