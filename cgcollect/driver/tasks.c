/*
 * Makes tasks from the options: which commands to collect, from a database or the command line, and
 * where each graph goes.
 */
#include "driver/tasks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/compilers/hidden_options.h"
#include "commands/compilers/own_clang.h"
#include "commands/inputs.h"
#include "driver/left_out.h"
#include "files/cli_files.h"
#include "ir/ir.h"
#include "text/lexical_paths.h"

static char *absolute(const char *path)
{
    char *here = path_here();
    char *result = path_absolute(here, path);
    g_free(here);
    return result;
}

/* Which commands */

/* What is not there, or no source, is a slip of the hand when it is the only file. */
static int check_only_file(const char *file)
{
    char *wrong =
        access(file, R_OK) ? g_strdup(g_strerror(errno)) : cli_wrong_file(file, CLI_WANT_SOURCE);
    if (!wrong) {
        return CLI_OK;
    }
    cli_error("%s: %s", file, wrong);
    g_free(wrong);
    return CLI_TROUBLE;
}

static int files_as_commands(struct tasks *tasks, const struct options *options)
{
    tasks->commands = g_ptr_array_new_with_free_func(compile_command_free);
    for (char **file = options->files; *file; file++) {
        g_ptr_array_add(tasks->commands, commands_for_file(*file, options->flags));
    }
    return options->files[1] ? CLI_OK : check_only_file(options->files[0]);
}

static bool is_selected(const struct compile_command *command, char **files, bool *used)
{
    bool selected = false;
    for (size_t i = 0; files[i]; i++) {
        char *path = absolute(files[i]);
        char *real = realpath(files[i], NULL);
        if (strcmp(command->file, path) == 0 || (real && strcmp(command->file, real) == 0) ||
            path_has_suffix(command->file, files[i])) {
            used[i] = true;
            selected = true;
        }
        free(real);
        g_free(path);
    }
    return selected;
}

static int select_commands(GPtrArray *commands, char **files)
{
    bool *used = g_new0(bool, g_strv_length(files) + 1);
    int code = CLI_OK;
    guint kept = 0;
    for (guint i = 0; i < commands->len; i++) {
        if (is_selected(g_ptr_array_index(commands, i), files, used)) {
            commands_keep(commands, kept++, i);
        }
    }
    g_ptr_array_set_size(commands, (gint)kept);
    for (size_t i = 0; files[i]; i++) {
        if (!used[i]) {
            cli_error("%s: not in the compilation database", files[i]);
            code = CLI_TROUBLE;
        }
    }
    g_free(used);
    return code;
}

static int read_database(struct tasks *tasks, const struct options *options)
{
    struct cg_error error;
    if (commands_read(&tasks->commands, options->database, &tasks->skipped, &error)) {
        tasks->commands = NULL;
        cli_explain_file(&error, access(error.file, F_OK) ? options->database : error.file,
                         CLI_WANT_DATABASE);
        cli_report(&error);
        return CLI_TROUBLE;
    }
    if (!tasks->root) {
        tasks->root = commands_root(tasks->commands);
    }
    int code = options->files[0] ? select_commands(tasks->commands, options->files) : CLI_OK;
    if (code == CLI_OK && tasks->commands->len == 0) {
        cli_error("%s: nothing to collect: the compilation database is empty; configure and build "
                  "again",
                  options->database);
        code = CLI_TROUBLE;
    }
    return code;
}

/* Where graphs go */

static char *default_output_dir(const char *database)
{
    char *path = absolute(database);
    if (!g_file_test(path, G_FILE_TEST_IS_DIR)) {
        char *directory = g_path_get_dirname(path);
        g_free(path);
        path = directory;
    }
    char *output_dir = g_build_filename(path, "mcg", NULL);
    g_free(path);
    return output_dir;
}

struct naming {
    const struct options *options;
    GHashTable *used;                /**< set of names */
    const struct tasks_names *names; /**< NULL: there are none */
};

static bool is_free(const struct naming *naming, const char *name, const char *object)
{
    const struct tasks_names *names = naming->names;
    return !g_hash_table_contains(naming->used, name) &&
           !(names && names->is_taken(names->user, name, object));
}

/** A name that is free: "x.c.mcg", or "x.c.2.mcg", ... */
static char *free_name(const struct naming *naming, const char *stem, const char *object)
{
    char *name = g_strconcat(stem, ".mcg", NULL);
    for (unsigned i = 2; !is_free(naming, name, object); i++) {
        g_free(name);
        name = g_strdup_printf("%s.%u.mcg", stem, i);
    }
    return name;
}

/** The name of a graph, which no other one gets. */
static char *choose_name(const struct naming *naming, const char *stem,
                         const struct compile_command *command)
{
    const struct tasks_names *names = naming->names;
    char *object = names ? commands_object(command) : NULL;
    char *name = names ? names->find(names->user, object) : NULL;
    if (!name || g_hash_table_contains(naming->used, name)) {
        g_free(name);
        name = free_name(naming, stem, object);
    }
    g_hash_table_add(naming->used, g_strdup(name));
    g_free(object);
    return name;
}

static char *output_of(const struct tasks *tasks, const struct naming *naming,
                       const struct compile_command *command)
{
    const struct options *options = naming->options;
    if (options->output) {
        bool is_stdout = strcmp(options->output, "-") == 0;
        return is_stdout ? g_strdup("-") : absolute(options->output);
    }
    char *stem;
    if (tasks->output_dir) {
        stem = g_build_filename(tasks->output_dir, path_below(tasks->root, command->file), NULL);
        g_strdelimit(stem + strlen(tasks->output_dir), "\n", '_'); /* the record is of lines */
    } else {
        char *base = g_path_get_basename(command->file);
        stem = absolute(base);
        g_free(base);
    }
    char *name = choose_name(naming, stem, command);
    g_free(stem);
    return name;
}

/** The directory that the user chose, below which the name of an output is made up. */
static char *base_of(const struct tasks *tasks, const struct options *options, const char *output)
{
    if (options->output) {
        return NULL;
    }
    if (!tasks->output_dir) {
        return g_path_get_dirname(output);
    }
    return options->output_dir ? g_strdup(tasks->output_dir)
                               : g_path_get_dirname(tasks->output_dir);
}

void tasks_rename(struct tasks *tasks, const struct options *options,
                  const struct tasks_names *names)
{
    const struct naming naming = {
        .options = options,
        .used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .names = names,
    };
    for (size_t i = 0; i < tasks->count; i++) {
        struct collect_task *item = &tasks->items[i];
        g_free(item->output);
        item->output = output_of(tasks, &naming, item->command);
    }
    g_hash_table_destroy(naming.used);
}

static void make_outputs(struct tasks *tasks, const struct options *options)
{
    if (!tasks->outputs) {
        tasks_rename(tasks, options, NULL);
    }
    for (size_t i = 0; i < tasks->count; i++) {
        struct collect_task *item = &tasks->items[i];
        if (tasks->outputs) {
            item->output = g_strdup(tasks->outputs[i]);
        }
        item->base = base_of(tasks, options, item->output);
    }
}

static void make_items(struct tasks *tasks, const struct options *options)
{
    tasks->count = tasks->commands->len;
    tasks->items = g_new0(struct collect_task, tasks->count + 1);
    for (size_t i = 0; i < tasks->count; i++) {
        struct collect_task *item = &tasks->items[i];
        item->command = g_ptr_array_index(tasks->commands, i);
        item->root = tasks->root;
        item->resource_dir = tasks->resource_dir;
        item->ir = options->ir;
        item->runtime = options->runtime;
        item->trivial = options->trivial;
        item->builtins = options->builtins;
        item->kinds = options->kinds;
        item->clang = tasks->clang;
        item->no_clang = tasks->no_clang;
        item->trusted = tasks->compilers != NULL;
    }
    make_outputs(tasks, options);
}

static int make_directories(const struct tasks *tasks)
{
    for (size_t i = 0; tasks->output_dir && i < tasks->count; i++) {
        const struct collect_task *item = &tasks->items[i];
        struct cg_error error;
        if (g_mkdir_with_parents(item->base, 0777)) {
            cli_error("%s: %s", item->base, g_strerror(errno));
            return CLI_TROUBLE;
        }
        int directory = cli_open_parent(item->base, item->output, true, &error);
        if (directory < 0) {
            cli_report(&error);
            return CLI_TROUBLE;
        }
        close(directory);
    }
    return CLI_OK;
}

static int find_resource_dir(struct tasks *tasks)
{
    tasks->resource_dir = commands_resource_dir();
    if (tasks->resource_dir) {
        return CLI_OK;
    }
    for (size_t i = 0; i < tasks->commands->len; i++) {
        const struct compile_command *command = g_ptr_array_index(tasks->commands, i);
        bool given = ir_is_module(command->file);
        for (char **a = command->argv; *a; a++) {
            given = given || g_str_has_prefix(*a, "-resource-dir");
        }
        if (!given) {
            cli_error("libclang's own headers (stddef.h, ...) are missing: install "
                      "libclang-common-NN-dev of its version, or pass -resource-dir");
            return CLI_TROUBLE;
        }
    }
    return CLI_OK;
}

/** A clang named with --clang must exist; if the default one is missing, each file that needs it
 *  reports it. */
static int find_clang(struct tasks *tasks, const struct options *options)
{
    tasks->clang = commands_clang(options->clang, ir_version(), &tasks->no_clang);
    if (!tasks->clang && options->clang && options->ir != IR_OFF) {
        cli_error("%s", tasks->no_clang);
        return CLI_TROUBLE;
    }
    return CLI_OK;
}

/** Add to commands what their compilers read elsewhere. */
static void add_hidden_options(struct tasks *tasks, bool trusted)
{
    for (guint i = 0; i < tasks->commands->len; i++) {
        hidden_options_add(g_ptr_array_index(tasks->commands, i), trusted);
    }
}

/** Ask the compilers of the commands, which the user trusts. */
static void ask_compilers(struct tasks *tasks)
{
    tasks->compilers = real_compilers_new();
    for (guint i = 0; i < tasks->commands->len; i++) {
        real_compilers_ask(tasks->compilers, g_ptr_array_index(tasks->commands, i));
    }
}

int tasks_make(struct tasks *tasks, const struct options *options)
{
    *tasks = (struct tasks){0};
    if (options->root) {
        tasks->root = absolute(options->root);
    } else if (!options->database) {
        tasks->root = path_here();
    }
    int code =
        options->database ? read_database(tasks, options) : files_as_commands(tasks, options);
    if (code == CLI_OK) {
        code = find_resource_dir(tasks);
    }
    if (code == CLI_OK) {
        code = find_clang(tasks, options);
    }
    if (code != CLI_OK) {
        return code;
    }
    if (options->database) {
        tasks->output_dir = options->output_dir ? absolute(options->output_dir)
                                                : default_output_dir(options->database);
    }
    left_out_note(tasks->commands);
    add_hidden_options(tasks, options->trust_compiler);
    if (options->trust_compiler) {
        ask_compilers(tasks);
    }
    make_items(tasks, options);
    return make_directories(tasks);
}

static bool is_in(const char *root, const char *directory)
{
    return strcmp(root, directory) == 0 || path_below(root, directory) != directory;
}

/** The root as the compiler's directory spells it: either path may go through a link. */
static char *root_seen_from(const char *given, const GPtrArray *commands)
{
    const struct compile_command *command = g_ptr_array_index(commands, 0);
    char *root = absolute(given);
    char *real = realpath(given, NULL);
    if (real && !is_in(root, command->directory) && is_in(real, command->directory)) {
        g_free(root);
        root = g_strdup(real);
    }
    free(real);
    return root;
}

int tasks_make_compiled(struct tasks *tasks, const struct options *options, GPtrArray *commands,
                        char *const *outputs)
{
    *tasks = (struct tasks){.commands = commands, .outputs = outputs};
    tasks->root = options->root ? root_seen_from(options->root, commands) : g_strdup("/");
    int code = find_resource_dir(tasks);
    if (code == CLI_OK) {
        code = find_clang(tasks, options);
    }
    if (code == CLI_OK) {
        left_out_note(tasks->commands);
        add_hidden_options(tasks, true);
        ask_compilers(tasks);
        make_items(tasks, options);
    }
    return code;
}

static void clear_item(struct collect_task *item)
{
    g_free(item->output);
    g_free(item->base);
}

void tasks_select(struct tasks *tasks, const bool *keep)
{
    size_t kept = 0;
    for (size_t i = 0; i < tasks->count; i++) {
        if (keep[i]) {
            tasks->items[kept++] = tasks->items[i];
        } else {
            clear_item(&tasks->items[i]);
        }
    }
    tasks->count = kept;
}

void tasks_clear(struct tasks *tasks)
{
    for (size_t i = 0; i < tasks->count; i++) {
        clear_item(&tasks->items[i]);
    }
    g_free(tasks->items);
    if (tasks->commands) {
        g_ptr_array_unref(tasks->commands);
    }
    real_compilers_free(tasks->compilers);
    g_free(tasks->root);
    g_free(tasks->resource_dir);
    g_free(tasks->clang);
    g_free(tasks->no_clang);
    g_free(tasks->output_dir);
}
