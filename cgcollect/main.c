/*
 * Runs cgcollect: reads the options, makes tasks, runs them in parallel, and sums up. With --cc the
 * wrapper does all of that.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "driver/compiler.h"
#include "driver/jobs.h"
#include "driver/manifest.h"
#include "driver/options.h"
#include "driver/result_format.h"
#include "driver/tasks.h"
#include "driver/wrapper.h"
#include "metadata/kinds.h"
#include "text/paths.h"

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
    const char *puzzling;      /**< a compiler that may know where missing headers are; borrowed */
    GPtrArray *written;        /**< outputs, borrowed */
    struct manifest *manifest; /**< of the output directory; NULL: there is none */
    struct collect_result total;
};

static void run_task(void *user, size_t index, void *result)
{
    const struct run *run = user;
    struct collect_result own;
    collect_unit(&run->tasks.items[index], &own);
    memcpy(result, &own, sizeof own);
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

/** Remove an earlier run's graph of a file that cannot be collected now; it would pass for this
 *  run's. */
static void keep_output(struct run *run, const struct collect_task *task,
                        enum collect_outcome outcome)
{
    if (outcome != COLLECT_FAILED && outcome != COLLECT_NO_OUTPUT) {
        g_ptr_array_add(run->written, task->output);
    } else if (outcome == COLLECT_FAILED && run->tasks.output_dir) {
        cli_remove_below(task->base, task->output);
    }
}

static int note_planned(struct run *run)
{
    struct cg_error error;
    if (!run->tasks.output_dir) {
        return CLI_OK;
    }
    GPtrArray *planned = g_ptr_array_new();
    for (size_t i = 0; i < run->tasks.count; i++) {
        g_ptr_array_add(planned, run->tasks.items[i].output);
    }
    int status = manifest_begin(&run->manifest, run->tasks.output_dir, planned, &error);
    g_ptr_array_unref(planned);
    if (status) {
        cli_report(&error);
    }
    return status ? CLI_TROUBLE : CLI_OK;
}

static void note_written(struct run *run)
{
    struct cg_error error;
    bool whole = !run->options->files[0];
    if (run->manifest && manifest_end(run->manifest, run->written, whole, &error)) {
        cli_report(&error);
        run->no_output = true;
    }
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

static void task_ended(void *user, size_t index, const void *bytes, const char *death,
                       const char *messages)
{
    struct run *run = user;
    const struct compile_command *command = run->tasks.items[index].command;
    struct collect_result result;
    result_read(&result, bytes, death);
    add_up(run, &result);
    note_missing_header(run, command, &result);
    keep_output(run, &run->tasks.items[index], result.outcome);
    cli_progress_clear(run->progress);
    if (run->options->verbose || result.outcome != COLLECT_COMPLETE) {
        char *text = result_format(path_below(run->tasks.root, command->file), &result, messages);
        fputs(text, stderr);
        g_free(text);
    }
}

/* Where files are not complete, it is also said in logs. */
static void summarise(const struct run *run, double seconds)
{
    size_t all = run->tasks.count;
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%zu of %zu file%s complete", run->complete, all, cli_s(all));
    if (run->ast_only) {
        g_string_append_printf(text, ", %zu from the source only", run->ast_only);
    }
    if (run->partial) {
        g_string_append_printf(text, ", %zu partial", run->partial);
    }
    if (run->failed) {
        g_string_append_printf(text, ", %zu not collected", run->failed);
    }
    g_string_append_printf(text, ", %u function%s, %u call%s, %u unresolved, %.1f s",
                           run->total.functions, cli_s(run->total.functions), run->total.calls,
                           cli_s(run->total.calls), run->total.open, seconds);
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
    if (run->no_output || run->complete + run->ast_only + run->partial == 0) {
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
        .result_size = sizeof(struct collect_result),
        .user = run,
        .run = run_task,
        .ended = task_ended,
        .progress = show_progress,
    };
    run->progress = cli_progress_start("collecting", run->tasks.count);
    int stopped = jobs_run(&jobs);
    cli_progress_end(run->progress);
    if (stopped) {
        signal(stopped, SIG_DFL);
        raise(stopped);
        return CLI_TROUBLE;
    }
    note_written(run);
    summarise(run, (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC);
    return exit_code(run);
}

static int collect(const struct options *options)
{
    struct run run = {.options = options, .written = g_ptr_array_new()};
    int code = tasks_make(&run.tasks, options);
    if (code == CLI_OK) {
        code = note_planned(&run);
    }
    if (code == CLI_OK) {
        code = run_tasks(&run);
    }
    tasks_clear(&run.tasks);
    g_ptr_array_free(run.written, TRUE);
    return code;
}

int main(int argc, char **argv)
{
    struct options options;
    int code;
    compiler_prepare();
    cli_init("cgcollect");
    if (!options_parse(&options, argc, argv, &code)) {
        return code;
    }
    if (options.list_metadata) {
        collected_kinds_list(options.collectable.all, options.json);
        code = cli_finish(CLI_OK);
    } else if (options.compiler) {
        code = wrapper_run(&options);
    } else {
        code = collect(&options);
    }
    options_clear(&options);
    return code;
}
