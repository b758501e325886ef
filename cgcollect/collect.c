#include "collect.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <libcg/file.h>

#include "ast/ast.h"
#include "render.h"

static void fail(struct collect_result *result, enum collect_outcome outcome, const char *why)
{
    result->outcome = outcome;
    g_strlcpy(result->why, why, sizeof result->why);
}

static void count(struct collect_result *result, const struct unit *unit,
                  const struct cg_graph *graph)
{
    for (unit_id i = 0; i < unit->functions->len; i++) {
        result->functions += unit_function_at(unit, i)->defined;
    }
    result->calls = cg_graph_edge_count(graph);
    result->open = unit->opens->len;
}

/** A kill that asks nicely must not leave half a file beside the output. */
static int write_graph(const struct cg_graph *graph, const char *path, struct cg_error *error)
{
    sigset_t polite;
    sigset_t before;
    sigemptyset(&polite);
    sigaddset(&polite, SIGTERM);
    sigprocmask(SIG_BLOCK, &polite, &before);
    int status = cg_write_file(graph, path, NULL, error);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

static void write_unit(const struct collect_task *task, const struct unit *unit,
                       struct collect_result *result)
{
    struct cg_graph *graph;
    struct cg_error error;
    char text[1024];
    if (unit_render(&graph, unit, &error)) {
        cg_error_format(text, sizeof text, &error);
        fail(result, COLLECT_FAILED, text);
        return;
    }
    count(result, unit, graph);
    if (write_graph(graph, task->output, &error)) {
        cg_error_format(text, sizeof text, &error);
        fail(result, COLLECT_NO_OUTPUT, text);
    }
    cg_graph_free(graph);
}

static bool is_collectable(const struct collect_task *task, struct collect_result *result)
{
    const struct compile_command *command = task->command;
    if (commands_is_assembler(command->file)) {
        fail(result, COLLECT_FAILED, "assembler source: nothing to read calls from");
    } else if (command->problem) {
        fail(result, COLLECT_FAILED, command->problem);
    } else if (chdir(command->directory)) {
        char *why = g_strdup_printf("%s: %s", command->directory, g_strerror(errno));
        fail(result, COLLECT_FAILED, why);
        g_free(why);
    } else if (access(command->file, R_OK)) {
        fail(result, COLLECT_FAILED, g_strerror(errno));
    } else {
        return true;
    }
    return false;
}

void collect_unit(const struct collect_task *task, struct collect_result *result)
{
    *result = (struct collect_result){.outcome = COLLECT_COMPLETE};
    if (!is_collectable(task, result)) {
        return;
    }
    char **argv = commands_clean(task->command, task->resource_dir);
    struct ast_input input = {argv, task->command->directory, task->command->file, task->root};
    struct ast_report report = {0};
    struct unit *unit = unit_new();
    enum ast_outcome outcome = ast_collect(unit, &input, &report);
    result->errors = report.errors;
    if (outcome == AST_FAILED) {
        fail(result, COLLECT_FAILED, report.first_error);
    } else {
        if (outcome == AST_PARTIAL) {
            fail(result, COLLECT_PARTIAL, report.first_error);
        }
        write_unit(task, unit, result);
    }
    unit_free(unit);
    g_strfreev(argv);
}
