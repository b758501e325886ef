/* Hashes what a graph depends on: two runs with the same hash and the same files make the same
 * graph. */
#include "driver/graph_key.h"

#include <clang-c/Index.h>
#include <sys/stat.h>

#include "commands/cleaning/clean.h"
#include "commands/compilers/as_gcc.h"
#include "commands/stack_usage.h"

static void add_text(GChecksum *sum, const char *text)
{
    g_checksum_update(sum, (const guchar *)(text ? text : "-"), text ? -1 : 1);
    g_checksum_update(sum, (const guchar *)"", 1);
}

static void add_number(GChecksum *sum, gint64 number)
{
    char text[32];
    g_snprintf(text, sizeof text, "%" G_GINT64_FORMAT, number);
    add_text(sum, text);
}

static void add_words(GChecksum *sum, char **words)
{
    for (char **word = words; *word; word++) {
        add_text(sum, *word);
    }
    add_number(sum, g_strv_length(words));
}

/** Programs and plug-ins are known by size and time. */
static void add_program(GChecksum *sum, const char *path)
{
    struct stat about;
    add_text(sum, path);
    if (path && stat(path, &about) == 0) {
        add_number(sum, about.st_size);
        add_number(sum, about.st_mtim.tv_sec);
        add_number(sum, about.st_mtim.tv_nsec);
    }
}

static void add_versions(GChecksum *sum, const struct collect_task *task)
{
    CXString clang = clang_getClangVersion();
    add_text(sum, CG_VERSION_STRING);
    add_text(sum, clang_getCString(clang));
    clang_disposeString(clang);
    add_program(sum, "/proc/self/exe");
    add_program(sum, task->clang);
}

/** Clang reads these. */
static void add_environment(GChecksum *sum)
{
    static const char *const names[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
                                        "CCC_OVERRIDE_OPTIONS"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        add_text(sum, g_getenv(names[i]));
    }
}

static void add_plugins(GChecksum *sum, const struct options *options)
{
    const char *more = g_getenv("CG_PLUGINS");
    char **files = g_strsplit(more ? more : "", ":", -1);
    for (char **file = files; *file; file++) {
        add_program(sum, *file);
    }
    g_strfreev(files);
    for (char **file = options->plugins; file && *file; file++) {
        add_program(sum, *file);
    }
}

static void add_options(GChecksum *sum, const struct collect_task *task)
{
    add_number(sum, task->ir);
    add_number(sum, task->runtime);
    add_number(sum, task->trivial);
    add_number(sum, task->builtins);
    for (const struct collected_kind *const *kind = task->kinds; *kind; kind++) {
        add_text(sum, (*kind)->key);
    }
}

static void add_command(GChecksum *sum, const struct collect_task *task)
{
    const struct compile_command *command = task->command;
    char **read = commands_clean(command, task->resource_dir);
    char **compiled = commands_for_ir(command, task->clang ? task->clang : "");
    char **as_gcc = as_gcc_is_gcc(command) ? as_gcc_options(command) : NULL;
    char *usage = stack_usage_file(command);
    add_text(sum, task->root);
    add_text(sum, command->directory);
    add_text(sum, command->file);
    add_words(sum, read);
    add_words(sum, compiled);
    add_number(sum, as_gcc != NULL);
    if (as_gcc) {
        add_words(sum, as_gcc);
    }
    add_text(sum, usage);
    g_strfreev(as_gcc);
    g_free(usage);
    g_strfreev(compiled);
    g_strfreev(read);
}

char *graph_key(const struct collect_task *task, const struct options *options)
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    add_versions(sum, task);
    add_environment(sum);
    add_plugins(sum, options);
    add_options(sum, task);
    add_command(sum, task);
    char *key = g_strdup(g_checksum_get_string(sum));
    g_checksum_free(sum);
    return key;
}
