/* Looks at what operands name, by the options that collecting uses. */
#include "commands/endless_inputs.h"

#include <string.h>
#include <sys/stat.h>

#include "commands/allowed.h"
#include "text/lexical_paths.h"

bool is_endless(const char *path)
{
    struct stat about;
    return !stat(path, &about) && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode) &&
           strcmp(path, "/dev/null") != 0;
}

/** The words that clang gets, and where it looks for files. */
struct search {
    GPtrArray *words;
    char *directory;        /**< that names are relative to */
    GPtrArray *directories; /**< of headers */
};

/** What a word has behind the name of an option, if it begins with it.
 *  @return NULL: it does not; "" : the operand is the next word */
static const char *behind(const char *word, const char *name)
{
    const char *rest = g_str_has_prefix(word, name) ? word + strlen(name) : NULL;
    return rest && *rest == '=' ? rest + 1 : rest;
}

/** The operand of the option at a place, if it has one of these names; a longer name comes before
 *  one that it begins with. @param names ended by NULL */
static const char *operand_of(const struct search *search, guint at, const char *const *names)
{
    const char *rest = NULL;
    for (; *names && !rest; names++) {
        rest = behind(search->words->pdata[at], *names);
    }
    if (!rest || *rest) {
        return rest;
    }
    return at + 1 < search->words->len ? search->words->pdata[at + 1] : NULL;
}

static void find_directories(struct search *search)
{
    static const char *const moves[] = {"-working-directory", NULL};
    static const char *const names[] = {"-isystem-after",
                                        "-isystem",
                                        "-cxx-isystem",
                                        "-stdlib++-isystem",
                                        "-c-isystem",
                                        "-internal-isystem",
                                        "-internal-externc-isystem",
                                        "-iquote",
                                        "-idirafter",
                                        "--include-directory-after",
                                        "--include-directory",
                                        "-I",
                                        NULL};
    for (guint i = 0; i < search->words->len; i++) {
        const char *to = operand_of(search, i, moves);
        if (to) {
            char *directory = path_absolute(search->directory, to);
            g_free(search->directory);
            search->directory = directory;
        }
    }
    for (guint i = 0; i < search->words->len; i++) {
        const char *name = operand_of(search, i, names);
        if (name) {
            g_ptr_array_add(search->directories, path_absolute(search->directory, name));
        }
    }
}

static bool is_endless_at(const char *directory, const char *name, const char *ending)
{
    char *file = g_strconcat(name, ending, NULL), *path = path_absolute(directory, file);
    bool is = is_endless(path);
    g_free(path);
    g_free(file);
    return is;
}

/** Clang reads what was compiled of a header in place of it. */
static bool is_endless_header(const struct search *search, const char *name)
{
    static const char *const endings[] = {"", ".pch", ".gch"};
    bool is = false;
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        is = is || is_endless_at(search->directory, name, endings[i]);
        for (guint k = 0; k < search->directories->len; k++) {
            is = is || is_endless_at(search->directories->pdata[k], name, endings[i]);
        }
    }
    return is;
}

/** The number of words of the option at a place, if it concerns a macro: no value of one is the
 * name of a file, whatever it looks like. 0: it concerns none */
static guint words_of_macro(const struct search *search, guint at)
{
    static const char *const names[] = {"-D", "-U", "--define-macro", "--undefine-macro"};
    const char *word = search->words->pdata[at];
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_has_prefix(word, names[i])) {
            return strcmp(word, names[i]) == 0 ? 2 : 1;
        }
    }
    return 0;
}

/** The name that the option at a place has clang read, if it is endless. */
static const char *endless_name(const struct search *search, guint at)
{
    static const char *const headers[] = {"-include-pch", "-include",  "--include",
                                          "-imacros",     "--imacros", NULL};
    static const char *const overlays[] = {"-ivfsoverlay", "-vfsoverlay", NULL};
    const char *word = search->words->pdata[at];
    const char *header = operand_of(search, at, headers);
    const char *file = operand_of(search, at, overlays);
    if (header) {
        return is_endless_header(search, header) ? header : NULL;
    }
    for (file = file ? file : strchr(word, '='); file; file = strchr(file, '=')) {
        file += *file == '='; /* -fmodule-file=NAME=FILE */
        if (is_endless_at(search->directory, file, "")) {
            return file;
        }
    }
    return NULL;
}

static void read_words(struct search *search, const struct compile_command *command)
{
    GPtrArray *refused = g_ptr_array_new_with_free_func(g_free);
    GPtrArray *used = g_ptr_array_new_with_free_func(g_free);
    for (char **argv = commands_compiler(command) + 1; *argv;) {
        argv += argv[0][0] == '-' && argv[0][1] ? commands_read_option(argv, used, refused) : 1;
    }
    for (guint i = 0; i < used->len; i++) {
        const char *word = used->pdata[i];
        if (strcmp(word, "-Xclang") != 0) {
            g_ptr_array_add(search->words, g_strdup(word));
        }
    }
    g_ptr_array_unref(used);
    g_ptr_array_unref(refused);
}

char *commands_endless_input(const struct compile_command *command)
{
    struct search search = {
        .words = g_ptr_array_new_with_free_func(g_free),
        .directory = g_strdup(command->directory),
        .directories = g_ptr_array_new_with_free_func(g_free),
    };
    const char *name = NULL;
    read_words(&search, command);
    find_directories(&search);
    for (guint i = 0; i < search.words->len && !name;) {
        guint macro = words_of_macro(&search, i);
        name = macro ? NULL : endless_name(&search, i);
        i += MAX(macro, 1);
    }
    char *problem =
        name ? g_strdup_printf("the command has %s read, which is not a regular file", name) : NULL;
    g_ptr_array_unref(search.directories);
    g_free(search.directory);
    g_ptr_array_unref(search.words);
    return problem;
}
