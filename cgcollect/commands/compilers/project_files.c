/* Finds the files of the project that a source includes, by their names. */
#include "commands/compilers/project_files.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "text/lexical_paths.h"
#include <files/found_file.h>

/* What one source may have; beyond that, files are not visited. */
#define MOST_FILES 20000u
#define MOST_BYTES ((gsize)256 * 1024 * 1024) /**< bytes of all files */
#define MOST_NAMES 1000000u                   /**< names behind #include */
#define MOST_PLACES 4000000u                  /**< where these are looked for */

/** An #include that was not followed yet. */
struct included {
    GRefString *from; /**< the directory of the file that includes, where a name in quotes is looked
                         for first; or NULL */
    char *name;
};

struct visiting {
    const struct compile_command *command;
    GPtrArray *directories; /**< that headers are searched in */
    GHashTable *seen;       /**< paths */
    GHashTable
        *looked;     /**< set of names that were looked for, behind "DIRECTORY\n" those in quotes */
    GArray *waiting; /**< of struct included; the next is the last */
    project_files_visitor *visitor;
    void *user;
    gsize bytes;   /**< read so far */
    guint names;   /**< found so far */
    guint places;  /**< looked at so far */
    bool done;     /**< the visitor wants no more */
    bool left_out; /**< something was beyond the limits */
};

static bool is_of_system(const char *path)
{
    return g_str_has_prefix(path, "/usr/include/") || g_str_has_prefix(path, "/usr/lib/");
}

static bool is_file(struct visiting *v, const char *path)
{
    v->left_out = v->left_out || ++v->places > MOST_PLACES;
    return !v->left_out && g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

/** @return the path of what an #include names, release with g_free; NULL: it is no file */
static char *find_included(struct visiting *v, const struct included *included)
{
    char *path = included->from ? g_canonicalize_filename(included->name, included->from) : NULL;
    bool is = path && is_file(v, path);
    for (guint i = 0; !is && !v->left_out && i < v->directories->len; i++) {
        g_free(path);
        path = g_canonicalize_filename(included->name, v->directories->pdata[i]);
        is = is_file(v, path);
    }
    if (!is) {
        g_clear_pointer(&path, g_free);
    }
    return path;
}

/** Have a name looked for. @param from as in struct included; shared @param name consumed */
static void add_name(struct visiting *v, GRefString *from, char *name)
{
    bool is_new =
        g_hash_table_add(v->looked, from ? g_strconcat(from, "\n", name, NULL) : g_strdup(name));
    if (is_new && ++v->names <= MOST_NAMES) {
        struct included included = {from ? g_ref_string_acquire(from) : NULL, name};
        g_array_append_val(v->waiting, included);
    } else {
        v->left_out = v->left_out || is_new;
        g_free(name);
    }
}

static void free_included(struct included *included)
{
    if (included->from) {
        g_ref_string_release(included->from);
    }
    g_free(included->name);
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

/** Add the name in quotes or brackets. @param from as of add_name, for a name in quotes */
static void add_quoted(struct visiting *v, GRefString *from, const char *text, const char *end)
{
    const char *begin = text + strcspn(text, "\"<\n");
    const char *stop = begin < end ? begin + 1 + strcspn(begin + 1, "\">\n") : end;
    if (stop < end && stop - begin < PATH_MAX) {
        char *name = g_strndup(begin + 1, (gsize)(stop - begin - 1));
        add_name(v, *begin == '"' ? from : NULL, name);
    }
}

/** Add what "#include" in a line names. */
static void read_line(struct visiting *v, GRefString *from, const char *line, const char *end)
{
    const char *at = line + 1;
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    if (names_file(at, end)) {
        add_quoted(v, from, at, end);
    }
}

/** The first is to be the last of those that wait. */
static void reverse(GArray *waiting, guint begin)
{
    struct included *first = (struct included *)(void *)waiting->data + begin;
    for (guint i = 0, j = waiting->len - begin; i + 1 < j; i++) {
        struct included included = first[i];
        first[i] = first[--j];
        first[j] = included;
    }
}

static void read_includes(struct visiting *v, const char *path, const char *text)
{
    char *directory = g_path_get_dirname(path);
    GRefString *from = g_ref_string_new(directory);
    guint begin = v->waiting->len;
    while (*text && !v->done && !v->left_out) {
        const char *end = text + strcspn(text, "\n");
        text += strspn(text, " \t");
        if (*text == '#') {
            read_line(v, from, text, end);
        }
        text = *end ? end + 1 : end;
    }
    reverse(v->waiting, begin);
    g_ref_string_release(from);
    g_free(directory);
}

/** @return whether a file can be read and is within the limits */
static bool read_file(struct visiting *v, char **text, const char *path)
{
    gsize length = 0;
    bool read = found_read_short(text, &length, path, MOST_BYTES - v->bytes);
    v->left_out = v->left_out || (!read && errno == EFBIG);
    for (char *at = *text; read && (at = memchr(at, '\0', (gsize)(*text + length - at)));) {
        *at = ' ';
    }
    v->bytes += length;
    return read;
}

/** @param path consumed */
static void visit_file(struct visiting *v, char *path)
{
    char *text = NULL;
    bool is_new = !is_of_system(path) && !g_hash_table_contains(v->seen, path);
    if (!is_new || g_hash_table_size(v->seen) >= MOST_FILES) {
        v->left_out = v->left_out || is_new;
        g_free(path);
        return;
    }
    g_hash_table_add(v->seen, path);
    if (read_file(v, &text, path)) {
        v->done = !v->visitor(v->user, path, text);
        read_includes(v, path, text);
        g_free(text);
    }
}

/** Visit what waits, and what that includes: each file's before what comes behind the file. */
static void visit_waiting(struct visiting *v)
{
    while (v->waiting->len > 0 && !v->done && !v->left_out) {
        struct included next = g_array_index(v->waiting, struct included, v->waiting->len - 1);
        g_array_set_size(v->waiting, v->waiting->len - 1);
        char *path = find_included(v, &next);
        free_included(&next);
        if (path) {
            visit_file(v, path);
        }
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
    GRefString *from = g_ref_string_new(directory);
    for (char **word = words; *word; word++) {
        const char *included = operand_of(word, including), *defined = operand_of(word, defining);
        if (included) {
            add_name(v, from, g_strdup(included));
        } else if (defined) {
            add_quoted(v, from, defined, defined + strlen(defined));
        }
    }
    reverse(v->waiting, 0);
    g_ref_string_release(from);
}

bool project_files_visit(const struct compile_command *command, project_files_visitor *visitor,
                         void *user)
{
    struct visiting v = {
        .command = command,
        .directories = g_ptr_array_new_with_free_func(g_free),
        .seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .looked = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .waiting = g_array_new(FALSE, FALSE, sizeof(struct included)),
        .visitor = visitor,
        .user = user,
    };
    read_options(&v);
    visit_waiting(&v);
    if (!v.done) {
        visit_file(&v, g_strdup(command->file));
        visit_waiting(&v);
    }
    for (guint i = 0; i < v.waiting->len; i++) {
        free_included(&g_array_index(v.waiting, struct included, i));
    }
    g_array_unref(v.waiting);
    g_hash_table_destroy(v.looked);
    g_hash_table_destroy(v.seen);
    g_ptr_array_unref(v.directories);
    return !v.left_out;
}
