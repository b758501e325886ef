/* Finds the files of the project that a source includes, by their names. */
#include "commands/compilers/project_files.h"

#include <string.h>
#include <sys/stat.h>

#include "text/lexical_paths.h"
#include <files/found_file.h>

/** Files that one source may have; more are not visited. */
#define MOST_FILES 5000u

/** Bytes of a file that is visited: no header is longer, and any file can be named. */
#define MOST_BYTES ((goffset)16 * 1024 * 1024)

struct visiting {
    const struct compile_command *command;
    GPtrArray *directories; /**< that headers are searched in */
    GHashTable *seen;       /**< paths */
    project_files_visitor *visitor;
    void *user;
    bool done;
};

static bool is_of_system(const char *path)
{
    return g_str_has_prefix(path, "/usr/include/") || g_str_has_prefix(path, "/usr/lib/");
}

static void visit_file(struct visiting *v, char *path);

/** Visit the file that an #include names. @param from the directory of the one that includes it,
 * or NULL */
static void visit_included(struct visiting *v, const char *from, const char *name)
{
    char *path = from ? g_canonicalize_filename(name, from) : NULL;
    bool is = path && g_file_test(path, G_FILE_TEST_IS_REGULAR);
    for (guint i = 0; !is && i < v->directories->len; i++) {
        g_free(path);
        path = g_canonicalize_filename(name, v->directories->pdata[i]);
        is = g_file_test(path, G_FILE_TEST_IS_REGULAR);
    }
    if (is) {
        visit_file(v, path);
    } else {
        g_free(path);
    }
}

/** Whether a directive may name a file: the macro of "#include MACRO" does. */
static bool names_file(const char *directive, const char *end)
{
    static const char *const words[] = {"include", "define", "import"};
    bool names = false;
    for (size_t i = 0; i < G_N_ELEMENTS(words) && !names; i++) {
        size_t length = strlen(words[i]);
        names = (size_t)(end - directive) > length && memcmp(directive, words[i], length) == 0;
    }
    return names;
}

/** Follow the name in quotes or brackets. @param from as of visit_included, for a name in quotes */
static void follow_name(struct visiting *v, const char *from, const char *text, const char *end)
{
    const char *begin = text + strcspn(text, "\"<\n");
    const char *stop = begin < end ? begin + 1 + strcspn(begin + 1, "\">\n") : end;
    if (stop < end) {
        char *name = g_strndup(begin + 1, (gsize)(stop - begin - 1));
        visit_included(v, *begin == '"' ? from : NULL, name);
        g_free(name);
    }
}

/** Follow "#include" in a line. */
static void follow_line(struct visiting *v, const char *from, const char *line, const char *end)
{
    const char *at = line + 1;
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    if (names_file(at, end)) {
        follow_name(v, from, at, end);
    }
}

static void follow_includes(struct visiting *v, const char *path, const char *text)
{
    char *from = g_path_get_dirname(path);
    while (text && *text && !v->done) {
        const char *end = text + strcspn(text, "\n");
        text += strspn(text, " \t");
        if (*text == '#') {
            follow_line(v, from, text, end);
        }
        text = *end ? end + 1 : end;
    }
    g_free(from);
}

static bool read_short(char **text, const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_size <= MOST_BYTES && found_read(text, NULL, path);
}

/** @param path consumed */
static void visit_file(struct visiting *v, char *path)
{
    char *text = NULL;
    if (v->done || is_of_system(path) || g_hash_table_size(v->seen) >= MOST_FILES ||
        g_hash_table_contains(v->seen, path)) {
        g_free(path);
        return;
    }
    g_hash_table_add(v->seen, path);
    if (read_short(&text, path)) {
        v->done = !v->visitor(v->user, path, text);
        follow_includes(v, path, text);
        g_free(text);
    }
}

/** The operand of one of some options, joined or apart; NULL for any other word. */
static const char *operand_of(char **word, const char *const *options)
{
    for (; *options; options++) {
        size_t length = strlen(*options);
        if (g_str_has_prefix(*word, *options)) {
            return (*word)[length] ? *word + length : word[1];
        }
    }
    return NULL;
}

/** The directories and files that options name. */
static void read_options(struct visiting *v)
{
    static const char *const searching[] = {"-I", "-iquote", "-isystem", "-idirafter", NULL};
    static const char *const including[] = {"-include", "-imacros", NULL};
    static const char *const defining[] = {"-D", NULL};
    const char *directory = v->command->directory;
    char **words = commands_compiler(v->command) + 1;
    for (char **word = words; *word; word++) {
        const char *searched = operand_of(word, searching);
        if (searched) {
            g_ptr_array_add(v->directories, path_absolute(directory, searched));
        }
    }
    for (char **word = words; *word; word++) {
        const char *included = operand_of(word, including), *defined = operand_of(word, defining);
        if (included) {
            visit_included(v, directory, included);
        } else if (defined) {
            follow_name(v, directory, defined, defined + strlen(defined));
        }
    }
}

void project_files_visit(const struct compile_command *command, project_files_visitor *visitor,
                         void *user)
{
    struct visiting v = {
        .command = command,
        .directories = g_ptr_array_new_with_free_func(g_free),
        .seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .visitor = visitor,
        .user = user,
    };
    read_options(&v);
    visit_file(&v, g_strdup(command->file));
    g_hash_table_destroy(v.seen);
    g_ptr_array_unref(v.directories);
}
