/*
 * Reads compile_commands.json, and makes commands for single files.
 */
#include "commands/commands.h"

#include <errno.h>
#include <jansson.h>
#include <llvm/Config/llvm-config.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cli.h>
#include <files/found_file.h>

#include "text/lexical_paths.h"

/** A database being read. */
struct database {
    const char *path;
    char *text;
    gsize length;
    char *directory; /**< the database's directory */
    unsigned skipped;
    size_t memory; /**< of response files */
    struct cg_error *error;
};

void compile_command_free(void *data)
{
    struct compile_command *command = data;
    if (command) {
        g_free(command->directory);
        g_free(command->file);
        g_strfreev(command->argv);
        g_free(command->problem);
        g_free(command->doubt);
        g_free(command);
    }
}

static int G_GNUC_PRINTF(5, 6)
    refuse(struct database *db, enum cg_status status, unsigned long line, unsigned long column,
           const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    *db->error = (struct cg_error){.status = status, .line = line, .column = column};
    g_strlcpy(db->error->file, db->path, sizeof db->error->file);
    vsnprintf(db->error->text, sizeof db->error->text, format, arguments);
    va_end(arguments);
    return (int)status;
}

/** jansson does not keep positions: find the index-th element of the outermost array again. */
static void locate(const struct database *db, size_t index, unsigned long *line,
                   unsigned long *column)
{
    int depth = 0;
    bool in_string = false;
    bool expected = false; /* an element begins next */
    *line = 1;
    *column = 0;
    for (gsize i = 0; i < db->length; i++) {
        char c = db->text[i];
        *column += 1;
        if (expected && !g_ascii_isspace(c)) {
            expected = false;
            if (index-- == 0) {
                return;
            }
        }
        if (c == '\n') {
            *line += 1;
            *column = 0;
        } else if (in_string) {
            i += c == '\\';
            *column += c == '\\';
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            expected = depth++ == 0;
        } else if (c == '}' || c == ']') {
            depth--;
        } else if (c == ',' && depth == 1) {
            expected = true;
        }
    }
}

static void skip_entry(struct database *db, size_t index, const char *text)
{
    unsigned long line;
    unsigned long column;
    locate(db, index, &line, &column);
    refuse(db, CG_E_FORMAT, line, column, "entry %zu %s: skipped", index + 1, text);
    cli_report(db->error);
    db->skipped++;
}

static char **argv_of_array(const json_t *array)
{
    GPtrArray *argv = g_ptr_array_new();
    size_t i;
    json_t *element;
    json_array_foreach(array, i, element)
    {
        if (!json_is_string(element)) {
            g_ptr_array_add(argv, NULL);
            g_strfreev((char **)g_ptr_array_free(argv, FALSE));
            return NULL;
        }
        g_ptr_array_add(argv, g_strdup(json_string_value(element)));
    }
    g_ptr_array_add(argv, NULL);
    return (char **)g_ptr_array_free(argv, FALSE);
}

static char **argv_of(const json_t *entry)
{
    const json_t *arguments = json_object_get(entry, "arguments");
    if (json_is_array(arguments) && json_array_size(arguments) > 0) {
        return argv_of_array(arguments);
    }
    char **argv = NULL;
    const char *command = json_string_value(json_object_get(entry, "command"));
    return command && g_shell_parse_argv(command, NULL, &argv, NULL) ? argv : NULL;
}

/** Whether an entry is a step of a build that compiles nothing: "ninja -t compdb" lists all steps,
 * and names their outputs. */
static bool is_other_step(const json_t *entry, const char *file)
{
    return json_object_get(entry, "output") &&
           !g_regex_match_simple(
               "\\.(c|cc|cp|cpp|cxx|c\\+\\+|i|ii|m|mm|cu|hip|cppm|ixx|s|sx|asm|bc|ll)$", file,
               G_REGEX_CASELESS, 0);
}

static void add_entry(struct database *db, GPtrArray *commands, size_t index, const json_t *entry)
{
    const char *file = json_string_value(json_object_get(entry, "file"));
    const char *directory = json_string_value(json_object_get(entry, "directory"));
    if (!file || !file[0]) {
        skip_entry(db, index, "has no \"file\"");
        return;
    }
    if (is_other_step(entry, file)) {
        return;
    }
    char **argv = argv_of(entry);
    if (!argv || !argv[0]) {
        g_strfreev(argv);
        skip_entry(db, index, "has no usable \"command\" or \"arguments\"");
        return;
    }
    struct compile_command *command = g_new0(struct compile_command, 1);
    command->directory = path_absolute(db->directory, directory ? directory : ".");
    command->file = path_absolute(command->directory, file);
    commands_expand_responses(command, argv, &db->memory);
    g_strfreev(argv);
    if (commands_makes_header(command)) {
        compile_command_free(command); /* files that include it have what it contains */
    } else {
        g_ptr_array_add(commands, command);
    }
}

void commands_keep(GPtrArray *commands, guint kept, guint i)
{
    gpointer other = commands->pdata[kept];
    commands->pdata[kept] = commands->pdata[i];
    commands->pdata[i] = other;
}

/** Keep only the first of equal commands. */
static void drop_repeated(GPtrArray *commands)
{
    GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint kept = 0;
    for (guint i = 0; i < commands->len; i++) {
        const struct compile_command *command = g_ptr_array_index(commands, i);
        char *arguments = g_strjoinv("\1", command->argv);
        char *key = g_strjoin("\1", command->directory, command->file, arguments, NULL);
        g_free(arguments);
        if (g_hash_table_add(seen, key)) {
            commands_keep(commands, kept++, i);
        }
    }
    g_ptr_array_set_size(commands, (gint)kept);
    g_hash_table_destroy(seen);
}

static int add_entries(struct database *db, GPtrArray *commands, const json_t *root)
{
    if (!json_is_array(root)) {
        return refuse(db, CG_E_FORMAT, 1, 1, "the file is not an array of compile commands");
    }
    size_t i;
    json_t *entry;
    json_array_foreach(root, i, entry)
    {
        add_entry(db, commands, i, entry);
    }
    drop_repeated(commands);
    return CG_OK;
}

static int parse_commands(struct database *db, GPtrArray *commands)
{
    json_error_t where;
    json_t *root = json_loadb(db->text, db->length, 0, &where);
    if (!root) {
        return refuse(db, CG_E_FORMAT, (unsigned long)MAX(where.line, 0),
                      (unsigned long)MAX(where.column, 0), "%s", where.text);
    }
    int status = add_entries(db, commands, root);
    json_decref(root);
    return status;
}

/** A pipe that was named is read; one that was found is refused. */
static bool read_text(struct database *db, const char *file, bool found)
{
    return found ? found_read(&db->text, &db->length, file)
                 : named_read(&db->text, &db->length, file, FOUND_MOST);
}

char *commands_database(const char *path)
{
    return g_file_test(path, G_FILE_TEST_IS_DIR)
               ? g_build_filename(path, "compile_commands.json", NULL)
               : g_strdup(path);
}

int commands_read(GPtrArray **out, const char *path, unsigned *skipped, struct cg_error *error)
{
    char *file = commands_database(path);
    bool found = strcmp(file, path) != 0;
    struct database db = {.path = file, .error = error};
    int status;
    if (!read_text(&db, file, found)) {
        status = refuse(&db, CG_E_IO, 0, 0, "%s",
                        errno == EFBIG ? "it has more than 1 GiB" : found_reason(errno));
    } else {
        char *name = g_path_get_dirname(file);
        char *here = path_here();
        db.directory = path_absolute(here, name);
        *out = g_ptr_array_new_with_free_func(compile_command_free);
        status = parse_commands(&db, *out);
        *skipped = db.skipped;
        if (status) {
            g_ptr_array_unref(*out);
        }
        g_free(db.directory);
        g_free(here);
        g_free(name);
        g_free(db.text);
    }
    g_free(file);
    return status;
}

struct compile_command *commands_for_file(const char *file, char **flags)
{
    struct compile_command *command = g_new0(struct compile_command, 1);
    command->directory = path_here();
    command->file = path_absolute(command->directory, file);
    GPtrArray *argv = g_ptr_array_new();
    /* Of libclang's version: what is in PATH may name functions in another way. */
    g_ptr_array_add(argv, (char *)"clang-" G_STRINGIFY(LLVM_VERSION_MAJOR));
    for (; flags && *flags; flags++) {
        g_ptr_array_add(argv, *flags);
    }
    g_ptr_array_add(argv, command->file);
    g_ptr_array_add(argv, NULL);
    size_t memory = 0;
    commands_expand_responses(command, (char **)argv->pdata, &memory);
    g_ptr_array_free(argv, TRUE);
    return command;
}

char *commands_root(const GPtrArray *commands)
{
    char *root = NULL;
    for (guint i = 0; i < commands->len; i++) {
        const struct compile_command *command = g_ptr_array_index(commands, i);
        if (!g_file_test(command->directory, G_FILE_TEST_IS_DIR)) {
            continue; /* collecting reports the problem */
        }
        char *source = g_path_get_dirname(command->file);
        if (!root) {
            root = g_strdup(command->directory);
        }
        path_common(root, command->directory);
        path_common(root, source);
        g_free(source);
    }
    return root ? root : g_strdup("/");
}
