/*
 * Stands in for the compiler: runs it, then collects what it has compiled. Gaps fail the build only
 * with --require-graph.
 */
#include "driver/wrapping/wrapper.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <out_of_memory.h>
#include <unfinished.h>

#include "commands/inputs.h"
#include "driver/jobs.h"
#include "driver/result_format.h"
#include "driver/tasks.h"
#include "driver/wrapping/compiler.h"
#include "driver/wrapping/noting.h"
#include "driver/wrapping/wrapper_log.h"
#include "files/cli_files.h"
#include "text/lexical_paths.h"

/** A run of the wrapper. */
struct wrapped {
    const struct options *options;
    struct compile_command command;
    GPtrArray *compiled; /**< of struct compiled: what to collect */
    char *program;       /**< what is linked, or NULL */
    GPtrArray *inputs;   /**< objects and libraries it is linked from */
    struct noting noting;
    struct tasks tasks;
    bool failed; /**< some file has no graph */
};

/* What the compiler makes */

/** Configure scripts, CMake, Meson and SCons compile these to test the compiler; they are not
 *  collected. */
static bool is_probe(const struct compiled *compiled)
{
    static const char *const names[] = {"conftest.", "CMakeCCompilerId.", "CMakeCXXCompilerId."};
    static const char *const directories[] = {"/meson-private/", "/.sconf_temp/"};
    const char *base = strrchr(compiled->file, '/') + 1;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_has_prefix(base, names[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < G_N_ELEMENTS(directories); i++) {
        if (strstr(compiled->file, directories[i])) {
            return true;
        }
    }
    return false;
}

/** cgcollect reads response files before the compiler does; one that is a pipe must be left to the
 *  compiler. */
static bool can_expand(char **argv)
{
    for (; *argv; argv++) {
        if ((*argv)[0] == '@' && !cli_is_file(*argv + 1)) {
            return false;
        }
    }
    return true;
}

/** A pipe can be read only once. */
static bool is_pipe(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode);
}

/** @return whether there is something to collect, or a gap to report. */
static bool concerns_us(struct compiled *compiled)
{
    compiled->collectable = compiled->collectable && !is_pipe(compiled->file);
    return !is_probe(compiled);
}

static void read_command(struct wrapped *w)
{
    w->command.directory = path_here();
    if (!can_expand(w->options->compiler)) {
        return;
    }
    size_t memory = 0;
    commands_expand_responses(&w->command, w->options->compiler, &memory);
    if (w->command.problem) {
        return;
    }
    w->compiled = commands_inputs(&w->command);
    w->inputs = g_ptr_array_new_with_free_func(g_free);
    w->program = commands_linked(&w->command, w->inputs);
    for (guint i = 0; i < w->compiled->len;) {
        if (concerns_us(g_ptr_array_index(w->compiled, i))) {
            i++;
        } else {
            g_ptr_array_remove_index(w->compiled, i);
        }
    }
}

/* Collecting */

/** Remove the object of a failed file, or the next make would take it for done. */
static void fail_compile(struct wrapped *w, const struct compiled *compiled, const char *text)
{
    w->failed = true;
    if (w->options->strict) {
        fprintf(stderr, "cgcollect: error: %s", text);
        unlink(compiled->object);
    }
}

/** There is no graph. Of assembler, which other assemblers than clang's may read, this is no
 * failure: its object says what it names. */
static void note_lost(struct wrapped *w, const struct compiled *compiled, const char *text)
{
    noting_lost(&w->noting, compiled->object, compiled->file);
    if (!commands_is_assembler(compiled->file)) {
        fail_compile(w, compiled, text);
    }
}

static void note_result(struct wrapped *w, size_t index, const struct collect_result *result,
                        const char *messages)
{
    const struct compiled *compiled = g_ptr_array_index(w->compiled, index);
    const char *root = w->tasks.root;
    char *text = result_format(path_below(root, compiled->file), result, messages);
    bool lost = result->outcome == COLLECT_FAILED || result->outcome == COLLECT_NO_OUTPUT;
    if (w->options->verbose && !(lost && w->options->strict)) {
        fputs(text, stderr);
    }
    if (result->outcome != COLLECT_COMPLETE) {
        wrapper_log_note(compiled->graph, text, w->options->log);
    }
    if (lost) {
        note_lost(w, compiled, text);
    } else {
        noting_graph(&w->noting, compiled->object, compiled->graph);
    }
    g_free(text);
}

static void run_task(void *user, size_t index, void *result, GString *more)
{
    const struct wrapped *w = user;
    struct collect_result own;
    (void)more;
    collect_unit(&w->tasks.items[index], &own, NULL);
    memcpy(result, &own, sizeof own);
}

static void task_ended(void *user, size_t index, const struct job_end *end)
{
    struct collect_result result;
    result_read(&result, end->result, end->death);
    note_result(user, index, &result, end->messages);
}

static GPtrArray *commands_of(const struct wrapped *w)
{
    GPtrArray *commands = g_ptr_array_new_with_free_func(compile_command_free);
    for (guint i = 0; i < w->compiled->len; i++) {
        const struct compiled *compiled = g_ptr_array_index(w->compiled, i);
        struct compile_command *command = g_new0(struct compile_command, 1);
        command->directory = g_strdup(w->command.directory);
        command->file = g_strdup(compiled->file);
        command->argv = g_strdupv(w->command.argv);
        g_ptr_array_add(commands, command);
    }
    return commands;
}

/** Make the tasks and return their messages instead of printing them; release with g_free. */
static int make_tasks(struct wrapped *w, char *const *graphs, char **messages)
{
    char text[1024];
    int before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    int memory = memfd_create("stderr", MFD_CLOEXEC);
    if (before >= 0 && memory >= 0) {
        memory_speak_to(before);
        dup2(memory, STDERR_FILENO);
    }
    int code = tasks_make_compiled(&w->tasks, w->options, commands_of(w), graphs);
    ssize_t length = memory >= 0 ? pread(memory, text, sizeof text, 0) : 0;
    *messages = g_strndup(text, length > 0 ? (gsize)length : 0);
    if (before >= 0) {
        memory_speak_to(STDERR_FILENO);
        dup2(before, STDERR_FILENO);
        close(before);
    }
    if (memory >= 0) {
        close(memory);
    }
    return code;
}

static void give_up(struct wrapped *w, const char *messages)
{
    struct collect_result result = {.outcome = COLLECT_FAILED};
    g_strlcpy(result.why, messages, sizeof result.why);
    g_strchomp(result.why);
    for (guint i = 0; i < w->compiled->len; i++) {
        note_result(w, i, &result, "");
    }
}

/** @return the signal that stopped it, or 0. */
static int run_tasks(struct wrapped *w)
{
    struct jobs jobs = {
        .count = w->tasks.count,
        .parallel = (unsigned)MIN((size_t)w->options->jobs, w->tasks.count),
        .memory = (unsigned)w->options->max_memory,
        .timeout = (unsigned)w->options->timeout,
        .result_size = sizeof(struct collect_result),
        .user = w,
        .run = run_task,
        .ended = task_ended,
    };
    return jobs_run(&jobs);
}

/** @return the signal that stopped it, or 0. */
static int collect_compiled(struct wrapped *w)
{
    int stopped = 0;
    char *messages;
    char **graphs = g_new0(char *, w->compiled->len + 1);
    for (guint i = 0; i < w->compiled->len; i++) {
        const struct compiled *compiled = g_ptr_array_index(w->compiled, i);
        graphs[i] = compiled->graph;
    }
    bool made = make_tasks(w, graphs, &messages) == CLI_OK;
    if (made && w->options->verbose) {
        fputs(messages, stderr);
    }
    if (!made) {
        give_up(w, messages);
    } else {
        stopped = run_tasks(w);
    }
    tasks_clear(&w->tasks);
    g_free(graphs);
    g_free(messages);
    return stopped;
}

/* After the compiler */

/** Record a source that cannot be read, or not twice. */
static void note_uncollectable(struct wrapped *w, const struct compiled *compiled)
{
    char *name = g_path_get_basename(compiled->file);
    bool once = strcmp(name, "-") == 0 || is_pipe(compiled->file);
    char *text =
        g_strdup_printf("%s: not collected: %s\n", name,
                        once ? "the source can be read only once" : "neither C, C++ nor assembler");
    wrapper_log_note(compiled->graph, text, w->options->log);
    char *source = once ? g_strdup_printf("%s, which can be read only once", compiled->file)
                        : g_strdup(compiled->file);
    noting_lost(&w->noting, compiled->object, source);
    fail_compile(w, compiled, text);
    g_free(source);
    g_free(text);
    g_free(name);
}

/** Remove graphs whose objects were rebuilt or are gone. Keep in the list what can be collected. */
static void drop_stale(struct wrapped *w, bool succeeded)
{
    for (guint i = 0; i < w->compiled->len;) {
        const struct compiled *compiled = g_ptr_array_index(w->compiled, i);
        bool made = cli_is_file(compiled->object);
        if (succeeded == made) {
            unlink(compiled->graph);
            wrapper_log_remove(compiled->graph);
        }
        if (made && compiled->collectable) {
            i++;
        } else {
            if (made && succeeded) {
                note_uncollectable(w, compiled);
            }
            unfinished_forget(compiled->object);
            g_ptr_array_remove_index(w->compiled, i);
        }
    }
}

static void write_notes(struct wrapped *w)
{
    noting_write_objects(&w->noting, w->program);
    if (w->program && cli_is_file(w->program)) {
        noting_write_program(&w->noting, w->program, w->inputs, &w->command);
    }
    w->failed = w->failed || w->noting.failed;
}

/** With --require-graph, an object without a graph must not stay if memory runs out, either. */
static void guard_objects(const struct wrapped *w, void (*change)(const char *path))
{
    for (guint i = 0; w->options->strict && i < w->compiled->len; i++) {
        const struct compiled *compiled = g_ptr_array_index(w->compiled, i);
        change(compiled->object);
    }
}

static int compile_and_collect(struct wrapped *w)
{
    int stopped;
    guard_objects(w, unfinished_note);
    int status = compiler_run(w->options->compiler, &stopped);
    bool succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    drop_stale(w, succeeded);
    if (succeeded && !stopped && w->compiled->len > 0) {
        stopped = collect_compiled(w);
    }
    if (succeeded && !stopped) {
        write_notes(w);
    }
    guard_objects(w, unfinished_forget);
    if (stopped && !WIFSIGNALED(status)) {
        return compiler_die_of(stopped);
    }
    if (succeeded && w->failed && w->options->strict) {
        return CLI_TROUBLE;
    }
    return compiler_end_like(status);
}

int wrapper_run(const struct options *options)
{
    struct wrapped w = {.options = options,
                        .noting = {.map = options->object_map, .strict = options->strict}};
    int code;
    read_command(&w);
    if (w.compiled && (w.compiled->len > 0 || w.program)) {
        code = compile_and_collect(&w);
    } else {
        code = compiler_become(options->compiler);
    }
    if (w.compiled) {
        g_ptr_array_unref(w.compiled);
        g_ptr_array_unref(w.inputs);
    }
    noting_clear(&w.noting);
    g_free(w.program);
    g_free(w.command.directory);
    g_free(w.command.problem);
    g_strfreev(w.command.argv);
    return code;
}
