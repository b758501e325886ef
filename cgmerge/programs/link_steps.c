/* Reads link commands, and finds the files of a build that have some. */
#include "programs/link_steps.h"

#include <cli.h>
#include <files/found_file.h>

#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "programs/real_place.h"

#define MOST_NESTED 5u       /* response files that name response files */
#define MOST_RESPONSES 1000u /* of a command: each may name itself many times */
#define MOST_INPUTS 1000000u /* of a step: each -l may be in each -L */

static void clear_input(void *input)
{
    g_free(((struct link_input *)input)->path);
}

static void free_step(void *data)
{
    struct link_step *step = data;
    g_free(step->output);
    g_free(step->unread);
    g_array_unref(step->inputs);
    g_ptr_array_unref(step->wrapped);
    g_free(step);
}

/** @return whether a file name has one of these endings, perhaps before a version (".so.1.2"). */
static bool is_library(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *found = strstr(slash ? slash : path, ".so");
    return found && (found[3] == '\0' || found[3] == '.');
}

static bool is_object(const char *path)
{
    return g_str_has_suffix(path, ".o") || g_str_has_suffix(path, ".obj") ||
           g_str_has_suffix(path, ".lo");
}

struct link_step *link_step_add(GHashTable *steps, const char *directory, const char *output)
{
    struct link_step *step = g_new0(struct link_step, 1);
    step->output = real_place(output, directory);
    step->archive = g_str_has_suffix(output, ".a");
    step->shared = is_library(output);
    step->inputs = g_array_new(FALSE, FALSE, sizeof(struct link_input));
    g_array_set_clear_func(step->inputs, clear_input);
    step->wrapped = g_ptr_array_new_with_free_func(g_free);
    g_hash_table_replace(steps, step->output, step);
    return step;
}

void link_step_input(struct link_step *step, const char *directory, const char *path, bool whole)
{
    bool is_input = is_object(path) || is_library(path) || g_str_has_suffix(path, ".a");
    step->too_long = step->too_long || (is_input && step->inputs->len >= MOST_INPUTS);
    if (is_input && !step->too_long) {
        struct link_input input = {real_place(path, directory), whole};
        g_array_append_val(step->inputs, input);
    }
}

/* Words of a linker */

/** A command line being read. */
struct words {
    struct link_step *step;
    const char *directory;
    GPtrArray *searched; /**< of -L: char *, absolute */
    bool whole;
    unsigned depth;
    unsigned responses;
};

static void read_words(struct words *w, char **words);

/** Of "-Wl,A,B" the words. */
static void read_linker(struct words *w, const char *joined)
{
    char **parts = g_strsplit(joined, ",", -1);
    for (char **part = parts; *part; part++) {
        if (g_str_has_prefix(*part, "--wrap=")) {
            g_ptr_array_add(w->step->wrapped, g_strdup(*part + strlen("--wrap=")));
        } else if (strcmp(*part, "--wrap") == 0 && part[1]) {
            g_ptr_array_add(w->step->wrapped, g_strdup(*++part));
        } else if (strcmp(*part, "--whole-archive") == 0) {
            w->whole = true;
        } else if (strcmp(*part, "--no-whole-archive") == 0) {
            w->whole = false;
        } else if ((*part)[0] != '-') {
            link_step_input(w->step, w->directory, *part, w->whole);
        }
    }
    g_strfreev(parts);
}

/** -lNAME is a library of the build where a directory of -L has one; the reader of steps decides.
 */
static void read_library(struct words *w, const char *name)
{
    static const char *const forms[] = {"lib%s.so", "lib%s.a"};
    for (guint i = 0; i < w->searched->len && !w->step->too_long; i++) {
        for (size_t k = 0; k < G_N_ELEMENTS(forms); k++) {
            char **parts = g_strsplit(forms[k], "%s", 2);
            char *file = g_strjoinv(name, parts);
            link_step_input(w->step, w->searched->pdata[i], file, w->whole);
            g_free(file);
            g_strfreev(parts);
        }
    }
}

static void read_response(struct words *w, const char *name)
{
    char *path = g_canonicalize_filename(name, w->directory), *text = NULL;
    char **words = NULL;
    bool is_file = g_file_test(path, G_FILE_TEST_IS_REGULAR);
    bool fits = !is_file || (w->depth < MOST_NESTED && ++w->responses <= MOST_RESPONSES);
    w->step->too_long = w->step->too_long || !fits;
    bool reads = is_file && fits;
    if (reads && !found_read(&text, NULL, path) && !w->step->unread) {
        w->step->unread = g_strdup_printf("%s: %s", path, found_reason(errno));
    } else if (reads && text && g_shell_parse_argv(text, NULL, &words, NULL)) {
        w->depth++;
        read_words(w, words);
        w->depth--;
    }
    g_strfreev(words);
    g_free(text);
    g_free(path);
}

/** @return how many words it takes. */
static size_t read_word(struct words *w, char **word)
{
    const char *text = word[0];
    if (strcmp(text, "-o") == 0 || strcmp(text, "-Xlinker") == 0) {
        if (word[1] && text[1] == 'X') {
            read_linker(w, word[1]);
        }
        return word[1] ? 2 : 1;
    }
    if (g_str_has_prefix(text, "-Wl,")) {
        read_linker(w, text + strlen("-Wl,"));
    } else if (strcmp(text, "-shared") == 0 || strcmp(text, "--shared") == 0) {
        w->step->shared = true;
    } else if (g_str_has_prefix(text, "-L")) {
        g_ptr_array_add(w->searched, real_place(text + 2, w->directory));
    } else if (g_str_has_prefix(text, "-l")) {
        read_library(w, text + 2);
    } else if (text[0] == '@') {
        read_response(w, text + 1);
    } else if (text[0] != '-') {
        link_step_input(w->step, w->directory, text, w->whole);
    }
    return 1;
}

static void read_words(struct words *w, char **words)
{
    while (*words && !w->step->too_long) {
        words += read_word(w, words);
    }
}

void link_step_words(struct link_step *step, const char *directory, char **words)
{
    struct words w = {step, directory, g_ptr_array_new_with_free_func(g_free), false, 0, 0};
    read_words(&w, words);
    g_ptr_array_unref(w.searched);
}

/* Commands */

static bool is_archiver(const char *program)
{
    const char *slash = strrchr(program, '/');
    const char *base = slash ? slash + 1 : program;
    return strcmp(base, "ar") == 0 || g_str_has_suffix(base, "-ar");
}

/** The operand of -o, or NULL if the command links nothing. */
static const char *linked_output(char **argv)
{
    const char *output = NULL;
    for (char **word = argv + 1; *word; word++) {
        if (strcmp(*word, "-c") == 0 || strcmp(*word, "-E") == 0 || strcmp(*word, "-S") == 0) {
            return NULL;
        }
        if (strcmp(*word, "-o") == 0 && word[1]) {
            output = word[1];
        }
    }
    return output;
}

static void read_command(GHashTable *steps, const char *directory, char **argv)
{
    guint length = g_strv_length(argv);
    const char *output = length > 0 ? linked_output(argv) : NULL;
    if (length > 2 && is_archiver(argv[0])) {
        void *known = NULL;
        char *path = real_place(argv[2], directory);
        struct link_step *step = g_hash_table_lookup_extended(steps, path, NULL, &known)
                                     ? known
                                     : link_step_add(steps, directory, argv[2]);
        link_step_words(step, directory, argv + 3);
        g_free(path);
    } else if (output) {
        link_step_words(link_step_add(steps, directory, output), directory, argv + 1);
    }
}

/* Read a command, or several joined by "&&", and add the step of each that links or archives. */
static void link_step_command(GHashTable *steps, const char *directory, char **argv)
{
    GPtrArray *command = g_ptr_array_new();
    for (char **word = argv;; word++) {
        if (*word && strcmp(*word, "&&") != 0) {
            g_ptr_array_add(command, *word);
            continue;
        }
        g_ptr_array_add(command, NULL);
        read_command(steps, directory, (char **)command->pdata);
        g_ptr_array_set_size(command, 0);
        if (!*word) {
            break;
        }
    }
    g_ptr_array_free(command, TRUE);
}

static void read_text(GHashTable *steps, const char *directory, const char *text)
{
    char **argv = NULL;
    if (g_shell_parse_argv(text, NULL, &argv, NULL)) {
        link_step_command(steps, directory, argv);
    }
    g_strfreev(argv);
}

/* Files of a build */

static int fail_to_read(const char *path, int reason, struct cg_error *error)
{
    return cli_fail(error, CG_E_IO, path, "cannot read: %s", found_reason(reason));
}

/** Read CMakeFiles/TARGET.dir/link.txt, whose commands run in the directory of CMakeFiles. */
static int read_link_text(GHashTable *steps, const char *path, const char *directory,
                          struct cg_error *error)
{
    char *text = NULL;
    if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
        return CG_OK;
    }
    if (!found_read(&text, NULL, path)) {
        return fail_to_read(path, errno, error);
    }
    char **lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        read_text(steps, directory, *line);
    }
    g_strfreev(lines);
    g_free(text);
    return CG_OK;
}

/** What others own, or was removed meanwhile, is no part of the build. @param out receives NULL for
 *  that */
static int open_directory(GDir **out, const char *path, struct cg_error *error)
{
    errno = 0;
    *out = g_dir_open(path, 0, NULL);
    bool fails = !*out && errno != EACCES && errno != ENOENT && errno != ENOTDIR;
    return fails ? fail_to_read(path, errno, error) : CG_OK;
}

static int read_targets(GHashTable *steps, const char *cmake_files, const char *directory,
                        struct cg_error *error)
{
    GDir *targets;
    int status = open_directory(&targets, cmake_files, error);
    for (const char *name; !status && targets && (name = g_dir_read_name(targets));) {
        if (g_str_has_suffix(name, ".dir")) {
            char *path = g_build_filename(cmake_files, name, "link.txt", NULL);
            status = read_link_text(steps, path, directory, error);
            g_free(path);
        }
    }
    if (targets) {
        g_dir_close(targets);
    }
    return status;
}

/** Search a directory of a build by Make for link.txt; follows no links. */
static int read_make(GHashTable *steps, const char *directory, struct cg_error *error)
{
    GDir *entries;
    int status = open_directory(&entries, directory, error);
    for (const char *name; !status && entries && (name = g_dir_read_name(entries));) {
        char *path = g_build_filename(directory, name, NULL);
        bool is_directory =
            g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK);
        if (is_directory && strcmp(name, "CMakeFiles") == 0) {
            status = read_targets(steps, path, directory, error);
        } else if (is_directory && name[0] != '.') {
            status = read_make(steps, path, error);
        }
        g_free(path);
    }
    if (entries) {
        g_dir_close(entries);
    }
    return status;
}

static char **words_of(const json_t *array)
{
    GPtrArray *words = g_ptr_array_new();
    size_t i;
    json_t *word;
    json_array_foreach(array, i, word)
    {
        if (json_is_string(word)) {
            g_ptr_array_add(words, g_strdup(json_string_value(word)));
        }
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_free(words, FALSE);
}

static void read_entry(GHashTable *steps, const char *base, const json_t *entry)
{
    const char *given = json_string_value(json_object_get(entry, "directory"));
    const char *command = json_string_value(json_object_get(entry, "command"));
    char *relative = g_canonicalize_filename(given ? given : ".", base);
    char *directory = real_directory(relative);
    char **words = words_of(json_object_get(entry, "arguments"));
    if (words[0]) {
        link_step_command(steps, directory, words);
    } else if (command) {
        read_text(steps, directory, command);
    }
    g_strfreev(words);
    g_free(directory);
    g_free(relative);
}

/** @param root receives NULL for what is no JSON; release with json_decref */
static int load_database(json_t **root, const char *path, struct cg_error *error)
{
    char *text = NULL;
    gsize length;
    *root = NULL;
    if (!named_read(&text, &length, path, FOUND_MOST)) {
        return fail_to_read(path, errno, error);
    }
    *root = json_loadb(text, length, 0, NULL);
    g_free(text);
    return CG_OK;
}

/** Read the link commands of a database, such as "ninja -t compdb" writes it. */
static int read_database(GHashTable *steps, const char *path, struct cg_error *error)
{
    json_t *root, *entry;
    size_t i;
    int status = load_database(&root, path, error);
    char *directory = g_path_get_dirname(path);
    if (!status && !json_is_array(root)) {
        status = cli_fail(error, CG_E_FORMAT, path, "not a compilation database");
    }
    json_array_foreach(status ? NULL : root, i, entry)
    {
        read_entry(steps, directory, entry);
    }
    g_free(directory);
    json_decref(root);
    return status;
}

/** Refuse commands of which not all is read. */
static int check_lengths(GHashTable *steps, const char *build, struct cg_error *error)
{
    GHashTableIter at;
    void *value;
    const char *first = NULL, *unread = NULL;
    g_hash_table_iter_init(&at, steps);
    while (g_hash_table_iter_next(&at, NULL, &value)) {
        const struct link_step *step = value;
        bool before = step->too_long && (!first || strcmp(step->output, first) < 0);
        first = before ? step->output : first;
        before = step->unread && (!unread || strcmp(step->unread, unread) < 0);
        unread = before ? step->unread : unread;
    }
    if (unread) {
        return cli_fail(error, CG_E_IO, NULL, "cannot read %s", unread);
    }
    if (!first) {
        return CG_OK;
    }
    char *text = g_strdup_printf("the command that makes %s reads more than %u response files, "
                                 "more than %u within each other, or has more than %u inputs",
                                 first, MOST_RESPONSES, MOST_NESTED, MOST_INPUTS);
    int status = cli_fail(error, CG_E_LIMIT, build, "%s", text);
    g_free(text);
    return status;
}

/** CMake's "Ninja Multi-Config" has a file for each configuration beside build.ninja, which has the
 *  default one. */
static int read_ninja(GHashTable *steps, const char *directory, const char *ninja,
                      struct cg_error *error)
{
    int status = link_steps_ninja(steps, ninja, error);
    GDir *entries = g_dir_open(directory, 0, NULL);
    for (const char *name; !status && entries && (name = g_dir_read_name(entries));) {
        if (g_str_has_prefix(name, "build-") && g_str_has_suffix(name, ".ninja")) {
            char *path = g_build_filename(directory, name, NULL);
            status = link_steps_ninja(steps, path, error);
            g_free(path);
        }
    }
    if (entries) {
        g_dir_close(entries);
    }
    return status;
}

/** Read the files of a directory of a build: build.ninja, or link.txt of it and those below. */
static int read_directory(GHashTable *steps, const char *directory, struct cg_error *error)
{
    char *ninja = g_build_filename(directory, "build.ninja", NULL);
    int status = CG_OK;
    if (g_file_test(ninja, G_FILE_TEST_IS_REGULAR)) {
        status = read_ninja(steps, directory, ninja, error);
    } else {
        status = read_make(steps, directory, error);
    }
    g_free(ninja);
    return status;
}

/** Leave out directories, which end with a slash, that are below others. */
static void leave_outermost(GPtrArray *directories)
{
    guint kept = 0;
    g_ptr_array_sort(directories, cli_compare_texts);
    for (guint i = 0; i < directories->len; i++) {
        void *directory = directories->pdata[i];
        if (kept && g_str_has_prefix(directory, directories->pdata[kept - 1])) {
            g_free(directory);
        } else {
            directories->pdata[kept++] = directory;
        }
    }
    for (guint i = kept; i < directories->len; i++) {
        directories->pdata[i] = NULL;
    }
    g_ptr_array_set_size(directories, (gint)kept);
}

/** The directories that a database names. */
static int directories_of(GPtrArray *all, const char *database, struct cg_error *error)
{
    json_t *root, *entry;
    size_t i;
    int status = load_database(&root, database, error);
    json_array_foreach(root, i, entry)
    {
        const char *given = json_string_value(json_object_get(entry, "directory"));
        if (given && g_path_is_absolute(given)) {
            g_ptr_array_add(all, g_strconcat(given, "/", NULL));
        }
    }
    json_decref(root);
    leave_outermost(all);
    return status;
}

/** Read the files of the build that a database is of, which lies elsewhere: editors look for it
 * beside the sources. */
static int read_build_of(GHashTable *steps, const char *database, struct cg_error *error)
{
    GPtrArray *directories = g_ptr_array_new_with_free_func(g_free);
    int status = directories_of(directories, database, error);
    for (guint i = 0; i < directories->len && !status; i++) {
        char *directory = real_directory(directories->pdata[i]);
        status = read_directory(steps, directory, error);
        g_free(directory);
    }
    g_ptr_array_unref(directories);
    return status;
}

int link_steps_read(GHashTable **steps, const char *build, struct cg_error *error)
{
    bool is_directory = g_file_test(build, G_FILE_TEST_IS_DIR);
    char *path = is_directory ? real_directory(build) : g_canonicalize_filename(build, NULL);
    char *database = g_build_filename(path, "compile_commands.json", NULL);
    int status = CG_OK;
    *steps = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_step);
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        status = cli_fail(error, CG_E_IO, build, "%s", g_strerror(ENOENT));
    } else if (!is_directory) {
        status = read_database(*steps, path, error);
    } else {
        status = read_directory(*steps, path, error);
    }
    bool other = !status && is_directory && g_file_test(database, G_FILE_TEST_IS_REGULAR);
    if (other && g_hash_table_size(*steps) == 0) {
        status = read_database(*steps, database, error);
    }
    if (other && !status && g_hash_table_size(*steps) == 0) {
        status = read_build_of(*steps, database, error);
    }
    status = status ? status : check_lengths(*steps, build, error);
    g_free(database);
    g_free(path);
    return status;
}
