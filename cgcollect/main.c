/*
 * Runs cgcollect: reads the options, makes tasks, leaves out those whose graphs are current, runs
 * the others in parallel, and sums up. With --cc the wrapper does all of that.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <graphs/collect_record.h>

#include "commands/inputs.h"
#include "driver/graph_key.h"
#include "driver/jobs.h"
#include "driver/manifest.h"
#include "driver/options.h"
#include "driver/result_format.h"
#include "driver/tasks.h"
#include "driver/watch_files.h"
#include "driver/wrapping/wrapper.h"
#include "metadata/own_kinds.h"
#include "text/lexical_paths.h"

/** A run of the tool. */
struct run {
    const struct options *options;
    struct tasks tasks;
    struct cli_progress *progress;
    size_t complete;
    size_t ast_only;
    size_t compiled_only;
    size_t partial; /**< written with gaps */
    size_t failed;  /**< not written */
    bool no_output;
    const char *puzzling; /**< a compiler that may know where missing headers are; borrowed */
    bool again;           /**< a round of --watch after the first, whose notes are not repeated */
    int stopped;          /**< the signal that ended it, or 0 */
    size_t unchanged;     /**< not collected, because the graph is current */
    size_t others;        /**< graphs of other databases in the output directory */
    GPtrArray *kept;      /**< of char *: outputs that were written or are current */
    char **keys;          /**< of the tasks (graph_key.h); NULL without output directory */
    struct manifest *manifest; /**< of the output directory; NULL: there is none */
    struct collect_result total;
};

/** What a task appends to its result: the files that it read, a line each. */
static void run_task(void *user, size_t index, void *result, GString *more)
{
    const struct run *run = user;
    struct collect_result own;
    GPtrArray *inputs = g_ptr_array_new();
    collect_unit(&run->tasks.items[index], &own, inputs);
    memcpy(result, &own, sizeof own);
    for (guint i = 0; i < inputs->len; i++) {
        g_string_append_printf(more, "%s\n", (const char *)inputs->pdata[i]);
    }
}

static GPtrArray *inputs_of(const char *lines)
{
    GPtrArray *inputs = g_ptr_array_new_with_free_func(g_free);
    char **words = g_strsplit(lines, "\n", -1);
    for (char **word = words; *word; word++) {
        if (**word) {
            g_ptr_array_add(inputs, g_strdup(*word));
        }
    }
    g_strfreev(words);
    return inputs;
}

static void show_progress(void *user, size_t done, size_t index)
{
    const struct run *run = user;
    cli_progress_update(run->progress, done, run->tasks.items[index].command->file);
}

static void add_up(struct run *run, const struct collect_result *result)
{
    run->total.functions += result->functions;
    run->total.calls += result->calls;
    run->total.open += result->open;
    run->total.places += result->places;
    run->total.unplaced += result->unplaced;
    run->compiled_only += result->compiled_only;
    switch (result->outcome) {
    case COLLECT_COMPLETE:
        run->complete++;
        break;
    case COLLECT_AST_ONLY:
        run->ast_only++;
        break;
    case COLLECT_PARTIAL:
        run->partial++;
        break;
    case COLLECT_FAILED:
        run->failed++;
        break;
    case COLLECT_NO_OUTPUT:
        run->failed++;
        run->no_output = true;
        break;
    }
}

/** Keep the graph of a file. Remove an earlier run's if the file cannot be collected now; it would
 *  pass for this run's. */
static void keep_output(struct run *run, const struct collect_task *task,
                        enum collect_outcome outcome)
{
    if (outcome != COLLECT_FAILED && outcome != COLLECT_NO_OUTPUT) {
        g_ptr_array_add(run->kept, g_strdup(task->output));
    } else if (outcome == COLLECT_FAILED && run->tasks.output_dir) {
        cli_remove_below(task->base, task->output);
    }
}

/** Record what a graph was made from. One with gaps is made again each time. */
static void note_made(struct run *run, size_t index, enum collect_outcome outcome, const char *more)
{
    const struct collect_task *task = &run->tasks.items[index];
    if (run->manifest && outcome != COLLECT_FAILED && outcome != COLLECT_NO_OUTPUT) {
        struct manifest_entry entry = {g_strdup(run->keys[index]),
                                       inputs_of(outcome == COLLECT_COMPLETE ? more : "")};
        manifest_made(run->manifest, task->output, entry);
    }
}

static void keep_current(struct run *run, const struct collect_task *task)
{
    g_ptr_array_add(run->kept, g_strdup(task->output));
    if (run->options->verbose) {
        fprintf(stderr, "%s: unchanged\n", path_below(run->tasks.root, task->command->file));
    }
}

static bool is_others(const void *manifest, const char *path, const char *object)
{
    return manifest_is_others(manifest, path, object);
}

static char *find_shared(const void *manifest, const char *object)
{
    return manifest_shared(manifest, object);
}

/** Leave out the tasks whose graphs are current. */
static void drop_current(struct run *run)
{
    bool *needed = g_new0(bool, run->tasks.count + 1);
    size_t kept = 0;
    run->keys = g_new0(char *, run->tasks.count + 1);
    for (size_t i = 0; i < run->tasks.count; i++) {
        const struct collect_task *task = &run->tasks.items[i];
        char *key = graph_key(task, run->options);
        needed[i] = run->options->fresh || !manifest_is_current(run->manifest, task->output, key);
        if (needed[i]) {
            run->keys[kept++] = key;
        } else {
            keep_current(run, task);
            g_free(key);
        }
    }
    run->unchanged = run->tasks.count - kept;
    tasks_select(&run->tasks, needed);
    g_free(needed);
}

/** Close the record after a failure that is already reported; further ones are not. */
static void abandon_record(struct run *run)
{
    struct cg_error unused;
    if (run->manifest) {
        (void)manifest_end(run->manifest, run->kept, false, &unused);
        run->manifest = NULL;
    }
}

static int plan(struct run *run, struct cg_error *error)
{
    const struct tasks_names names = {run->manifest, is_others, find_shared};
    GArray *planned = g_array_new(FALSE, FALSE, sizeof(struct manifest_plan));
    tasks_rename(&run->tasks, run->options, &names);
    drop_current(run);
    for (size_t i = 0; i < run->tasks.count; i++) {
        const struct collect_task *task = &run->tasks.items[i];
        struct manifest_plan one = {task->output, commands_object(task->command)};
        g_array_append_val(planned, one);
    }
    int status = manifest_plan(run->manifest, planned, error);
    run->others = manifest_count_others(run->manifest);
    for (guint i = 0; i < planned->len; i++) {
        g_free(g_array_index(planned, struct manifest_plan, i).object);
    }
    g_array_unref(planned);
    return status;
}

static int note_planned(struct run *run)
{
    struct cg_error error;
    if (!run->tasks.output_dir) {
        return CLI_OK;
    }
    int status =
        manifest_begin(&run->manifest, run->tasks.output_dir, run->options->database, &error);
    if (!status) {
        status = plan(run, &error);
    }
    if (status) {
        cli_report(&error);
        abandon_record(run);
    }
    return status ? CLI_TROUBLE : CLI_OK;
}

/** @param whole whether all files of the database were collected, or are current */
static void note_written(struct run *run, bool whole)
{
    struct cg_error error;
    if (run->manifest && manifest_end(run->manifest, run->kept, whole, &error)) {
        cli_report(&error);
        run->no_output = true;
    }
    run->manifest = NULL;
}

/** Remember the compiler of a file that lacks a header which only that compiler may find. */
static void note_missing_header(struct run *run, const struct compile_command *command,
                                const struct collect_result *result)
{
    if (!run->puzzling && run->options->database && !run->options->trust_compiler &&
        result->outcome != COLLECT_COMPLETE && g_str_has_suffix(result->why, "file not found") &&
        !real_compiler_is_plain(command)) {
        run->puzzling = commands_compiler(command)[0];
    }
}

static void task_ended(void *user, size_t index, const struct job_end *end)
{
    struct run *run = user;
    const struct compile_command *command = run->tasks.items[index].command;
    struct collect_result result;
    result_read(&result, end->result, end->death);
    add_up(run, &result);
    note_missing_header(run, command, &result);
    keep_output(run, &run->tasks.items[index], result.outcome);
    note_made(run, index, result.outcome, end->more);
    cli_progress_clear(run->progress);
    if (run->options->verbose || result.why[0] || result.outcome != COLLECT_COMPLETE) {
        char *text =
            result_format(path_below(run->tasks.root, command->file), &result, end->messages);
        fputs(text, stderr);
        g_free(text);
    }
}

/* Where files are not complete, it is also said in logs. */
static void summarise(const struct run *run, double seconds)
{
    size_t all = run->tasks.count;
    GString *text = g_string_new(NULL);
    if (all > 0) {
        g_string_append_printf(text, "%zu of %zu file%s complete", run->complete, all, cli_s(all));
    }
    if (run->ast_only) {
        g_string_append_printf(text, ", %zu from the source only", run->ast_only);
    }
    if (run->partial) {
        g_string_append_printf(text, ", %zu partial", run->partial);
    }
    if (run->failed) {
        g_string_append_printf(text, ", %zu not collected", run->failed);
    }
    if (run->unchanged) {
        g_string_append_printf(text, "%s%zu%s unchanged", all > 0 ? ", " : "", run->unchanged,
                               all > 0               ? ""
                               : run->unchanged == 1 ? " file"
                                                     : " files");
    }
    if (all > 0) {
        g_string_append_printf(text, ", %u function%s, %u call%s, %u unresolved",
                               run->total.functions, cli_s(run->total.functions), run->total.calls,
                               cli_s(run->total.calls), run->total.open);
    }
    if (run->others) {
        g_string_append_printf(text, ", %zu graph%s of other databases kept", run->others,
                               cli_s(run->others));
    }
    g_string_append_printf(text, ", %.1f s", seconds);
    if (run->complete < all) {
        cli_note("%s", text->str);
    } else {
        cli_summary(run->options->output ? run->options->output : "graphs", "%s", text->str);
    }
    g_string_free(text, TRUE);
    if (run->puzzling) {
        cli_note("%s may know where the missing headers are: --trust-compiler asks it, which runs "
                 "the compilers that the database names",
                 run->puzzling);
    }
    if (run->compiled_only) {
        cli_note("%zu file%s from the compiler only: no source metadata, %u of %u call locations "
                 "unknown",
                 run->compiled_only, cli_s(run->compiled_only), run->total.unplaced,
                 run->total.places);
    }
}

static int exit_code(const struct run *run)
{
    if (run->no_output || run->complete + run->ast_only + run->partial + run->unchanged == 0) {
        return CLI_TROUBLE;
    }
    return run->ast_only || run->partial || run->failed || run->tasks.skipped ? CLI_NO : CLI_OK;
}

static int run_tasks(struct run *run)
{
    gint64 begin = g_get_monotonic_time();
    struct jobs jobs = {
        .count = run->tasks.count,
        .parallel = (unsigned)MIN((size_t)run->options->jobs, run->tasks.count),
        .timeout = (unsigned)run->options->timeout,
        .memory = (unsigned)run->options->max_memory,
        .result_size = sizeof(struct collect_result),
        .user = run,
        .run = run_task,
        .ended = task_ended,
        .progress = show_progress,
    };
    run->progress = cli_progress_start("collecting", run->tasks.count);
    run->stopped = jobs_run(&jobs);
    cli_progress_end(run->progress);
    note_written(run, !run->stopped && !run->options->files[0]);
    if (run->stopped) {
        return CLI_TROUBLE;
    }
    if (!run->again || run->tasks.count > 0) {
        summarise(run, (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC);
    }
    return exit_code(run);
}

/** What a round of collecting did. */
struct round {
    bool again;       /**< it is not the first, and repeats no notes */
    int code;         /**< the exit code */
    int stopped;      /**< the signal that ended it, or 0 */
    bool changed;     /**< graphs were written */
    GPtrArray *files; /**< of char *: what it depends on; NULL: nobody asks */
};

/** The files that the graphs depend on. */
static void list_files(const struct run *run, GPtrArray *files)
{
    struct collect_record *record;
    struct cg_error error;
    char *database = commands_database(run->options->database);
    g_ptr_array_add(files, g_canonicalize_filename(database, NULL));
    g_free(database);
    for (guint i = 0; run->tasks.commands && i < run->tasks.commands->len; i++) {
        const struct compile_command *command = run->tasks.commands->pdata[i];
        g_ptr_array_add(files, g_strdup(command->file));
    }
    if (run->tasks.output_dir) {
        (void)collect_record_read(&record, run->tasks.output_dir, &error);
        for (guint i = 0; i < record->files->len; i++) {
            const struct recorded_file *file = record->files->pdata[i];
            g_ptr_array_add(files, g_strdup(file->path));
        }
        collect_record_free(record);
    }
}

static void clear_run(struct run *run)
{
    if (run->manifest) {
        note_written(run, false);
    }
    for (size_t i = 0; run->keys && i < run->tasks.count; i++) {
        g_free(run->keys[i]);
    }
    g_free(run->keys);
    tasks_clear(&run->tasks);
    g_ptr_array_unref(run->kept);
}

static void collect_round(const struct options *options, struct round *round)
{
    struct run run = {
        .options = options, .again = round->again, .kept = g_ptr_array_new_with_free_func(g_free)};
    bool quiet = cli_is_quiet();
    cli_set_quiet(quiet || round->again);
    round->code = tasks_make(&run.tasks, options);
    cli_set_quiet(quiet);
    if (round->code == CLI_OK) {
        round->code = note_planned(&run);
    }
    if (round->code == CLI_OK) {
        round->code = run_tasks(&run);
    }
    round->stopped = run.stopped;
    round->changed = run.complete + run.ast_only + run.partial > 0;
    if (round->files) {
        list_files(&run, round->files);
    }
    clear_run(&run);
}

/* Watching */

/** Run a command of the user's own. Signals that come meanwhile end watching: system() would have
 * them ignored. @return as waitpid says */
static int run_shell(const char *command)
{
    char *argv[] = {"/bin/sh", "-c", (char *)command, NULL};
    int status = 0;
    GError *error = NULL;
    if (!g_spawn_sync(NULL, argv, NULL, G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL, NULL,
                      &status, &error)) {
        cli_error("--then: %s", error->message);
        g_error_free(error);
    }
    return status;
}

/** @return false if the user has interrupted it. */
static bool run_then(const char *command)
{
    int status = command ? run_shell(command) : 0;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) {
        return false;
    }
    if (status) {
        cli_note("--then: '%s' ended with status %d", command,
                 WIFEXITED(status) ? WEXITSTATUS(status) : status);
    }
    return true;
}

/** Collect what is saved until a signal comes. @return the exit code */
static int collect_and_watch(const struct options *options)
{
    struct watch *watch = watch_new();
    struct round round = {0};
    bool more = true, ok = watch != NULL;
    GPtrArray *before = NULL;
    while (ok && !watch_is_over()) {
        round.files = g_ptr_array_new_with_free_func(g_free);
        collect_round(options, &round);
        if (round.stopped || (round.changed && !run_then(options->then))) {
            break;
        }
        ok = (round.again || round.code != CLI_TROUBLE) && watch_set(watch, round.files, &more);
        g_clear_pointer(&before, g_ptr_array_unref);
        before = g_steal_pointer(&round.files);
        if (ok && !round.again) {
            cli_note("watching %u files; interrupt to end", before->len);
        }
        round.again = true;
        if (ok && !more && !watch_wait(watch)) {
            break;
        }
    }
    g_clear_pointer(&before, g_ptr_array_unref);
    g_clear_pointer(&round.files, g_ptr_array_unref);
    watch_free(watch);
    return ok ? CLI_OK : CLI_TROUBLE;
}

static int collect_once(const struct options *options)
{
    struct round round = {0};
    collect_round(options, &round);
    if (round.stopped) {
        signal(round.stopped, SIG_DFL);
        raise(round.stopped);
    }
    return round.code;
}

int main(int argc, char **argv)
{
    struct options options;
    int code;
    cli_init("cgcollect");
    cli_prepare_heap(true);
    if (!options_parse(&options, argc, argv, &code)) {
        return code;
    }
    if (options.list_metadata) {
        collected_kinds_list(options.collectable.all, options.json);
        code = cli_finish(CLI_OK);
    } else if (options.compiler) {
        code = wrapper_run(&options);
    } else {
        code = options.watch ? collect_and_watch(&options) : collect_once(&options);
    }
    options_clear(&options);
    return code;
}
