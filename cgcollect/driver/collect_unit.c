/*
 * Collects one translation unit: reads the compiler's IR and the source, joins their evidence,
 * renders it and writes the graph. Runs in a process of its own for each file.
 */
#include "driver/collect_unit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ast/ast.h"
#include "cli.h"
#include "commands/cleaning/clean.h"
#include "commands/compilers/as_gcc.h"
#include "commands/compilers/gcc_answers.h"
#include "commands/compilers/gcc_headers.h"
#include "commands/compilers/report_variables.h"
#include "commands/endless_inputs.h"
#include "commands/inputs.h"
#include "commands/stack_usage.h"
#include "files/cli_files.h"
#include "graphs/graph_notes.h"
#include "ir/ir.h"
#include "join/join.h"
#include "join/join_facts.h"
#include "join/prune.h"
#include "machine/machine.h"
#include "render/render.h"
#include "text/lexical_paths.h"
#include "text/mangled.h"
#include "write/graph_output.h"

static void set_outcome(struct collect_result *result, enum collect_outcome outcome,
                        const char *why)
{
    result->outcome = outcome;
    g_strlcpy(result->why, why, sizeof result->why);
}

static void count_result(struct collect_result *result, const struct unit *unit,
                         const struct cg_graph *graph)
{
    for (unit_id i = 0; i < unit->functions->len; i++) {
        result->functions += unit_function_at(unit, i)->defined != 0;
    }
    result->calls = cg_graph_edge_count(graph);
    result->open = unit->opens->len;
}

static bool is_unplaced(const struct unit_place *place)
{
    return !place->file || !place->column;
}

/** Count the call places that only the source would have shown. */
static void count_unplaced(struct collect_result *result, const struct unit *unit)
{
    result->compiled_only = true;
    result->places = unit->calls->len + unit->opens->len;
    for (guint i = 0; i < unit->calls->len; i++) {
        result->unplaced += is_unplaced(&g_array_index(unit->calls, struct unit_call, i).place);
    }
    for (guint i = 0; i < unit->opens->len; i++) {
        result->unplaced +=
            is_unplaced(&g_array_index(unit->opens, struct unit_unresolved, i).place);
    }
}

static int write_graph(const struct cg_graph *graph, const struct collect_task *task,
                       struct cg_error *error)
{
    if (!task->base) {
        return graph_output_write(graph, task->output, NULL, error);
    }
    struct cli_output output;
    int status = cli_output_open_below(&output, task->base, task->output, error);
    return status ? status : graph_output_fill(&output, graph, NULL, error);
}

/** Each file numbers lambdas outside functions anew, so those of a shared header differ. */
static void own_lambdas(struct unit *unit, const char *main_file)
{
    for (unit_id i = 0; i < unit->functions->len; i++) {
        struct unit_function *function = unit_function_at(unit, i);
        if (function->linkage == CG_LINKAGE_INTERNAL && function->origin &&
            mangled_has_file_lambda(function->name)) {
            function->origin = main_file;
        }
    }
}

/** The graph says what it lacks. */
static void note_gap(const struct collect_task *task, struct unit *unit,
                     const struct collect_result *result)
{
    if (result->outcome != COLLECT_COMPLETE) {
        unit->gap = (struct unit_gap){
            .file = path_below(task->root, task->command->file),
            .reason = result->outcome == COLLECT_PARTIAL ? "errors" : "source only",
            .message = result->why,
            .errors = result->errors,
        };
    }
}

static void write_unit(const struct collect_task *task, struct unit *unit,
                       struct collect_result *result)
{
    struct cg_graph *graph;
    struct cg_error error;
    char text[1024];
    unit->source = path_below(task->root, task->command->file);
    own_lambdas(unit, unit->source);
    note_gap(task, unit, result);
    if (unit_render(&graph, unit, &error)) {
        cg_error_format(text, sizeof text, &error);
        set_outcome(result, COLLECT_FAILED, text);
        return;
    }
    count_result(result, unit, graph);
    if (write_graph(graph, task, &error)) {
        cg_error_format(text, sizeof text, &error);
        set_outcome(result, COLLECT_NO_OUTPUT, text);
    }
    cg_graph_free(graph);
}

/* A file that is no source fails, with what it looks like. */
static bool is_source(const struct compile_command *command, struct collect_result *result)
{
    if (is_endless(command->file)) {
        set_outcome(result, COLLECT_FAILED, "not a regular file");
        return false;
    }
    char *wrong = commands_endless_input(command);
    if (!wrong) {
        wrong = cli_wrong_file(path_below(command->directory, command->file), CLI_WANT_SOURCE);
    }
    if (wrong) {
        set_outcome(result, COLLECT_FAILED, wrong);
    }
    g_free(wrong);
    return !wrong;
}

static bool is_collectable(const struct collect_task *task, struct collect_result *result)
{
    const struct compile_command *command = task->command;
    if (command->problem) {
        set_outcome(result, COLLECT_FAILED, command->problem);
    } else if (chdir(command->directory)) {
        char *why = g_strdup_printf("%s: %s", command->directory, g_strerror(errno));
        set_outcome(result, COLLECT_FAILED, why);
        g_free(why);
    } else if (access(command->file, R_OK)) {
        set_outcome(result, COLLECT_FAILED, g_strerror(errno));
    } else {
        return is_source(command, result);
    }
    return false;
}

/* Evidence */

/** A translation unit being collected. */
struct collecting {
    const struct collect_task *task;
    struct unit *unit;
    struct ir_failure no_ir; /**< why there is no IR although it is wanted */
};

/** Whether pointer facts come from the IR: in C the source shows everything, in C++ not what is
 *  implicit. */
static bool takes_facts_of_ir(const struct compile_command *command)
{
    return commands_is_cplusplus(command);
}

/** Whether only the compiler is used. */
static bool is_compiled_only(const struct collect_task *task)
{
    return task->ir == IR_ONLY && commands_is_cplusplus(task->command);
}

/** Add the evidence of the compiler's IR. */
static void ask_compiler(struct collecting *c)
{
    const struct collect_task *task = c->task;
    if (!task->clang) {
        c->no_ir.why = g_strdup(task->no_clang);
        return;
    }
    char **argv = commands_for_ir(task->command, task->clang);
    struct ir_compiled compiled = ir_compile(argv, &c->no_ir);
    struct ir_input input = {
        .file = task->command->file,
        .root = task->root,
        .facts = takes_facts_of_ir(task->command),
        .plain = true,
        .alone = is_compiled_only(task),
        .compiler = argv,
        .runtime = task->runtime,
    };
    if (compiled.module >= 0) {
        ir_collect(c->unit, &input, compiled, &c->no_ir);
    }
    g_strfreev(argv);
}

static bool hides_calls(const struct unit *unit)
{
    static const char *const hiding[] = {CG_OPEN_IMPLICIT, CG_OPEN_CLEANUP, CG_OPEN_PRAGMA};
    for (guint i = 0; i < unit->opens->len; i++) {
        const struct unit_unresolved *open = &g_array_index(unit->opens, struct unit_unresolved, i);
        for (size_t k = 0; k < G_N_ELEMENTS(hiding); k++) {
            if (strcmp(open->reason, hiding[k]) == 0) {
                return true;
            }
        }
    }
    return false;
}

/** Without the IR, assume that every function calls unknown hooks. */
static void open_all(struct unit *unit)
{
    struct unit_place nowhere = {NULL, 0, 0};
    for (unit_id i = 0; i < unit->functions->len; i++) {
        if (unit_function_at(unit, i)->defined) {
            unit_add_open(unit, i, NULL, CG_OPEN_IMPLICIT, nowhere);
        }
    }
}

/** Whether all calls are known, so that unneeded functions can be pruned: in C the source alone
 *  suffices if all of it parses. */
static bool shows_all(const struct collecting *c, enum ast_outcome outcome)
{
    bool cplusplus = commands_is_cplusplus(c->task->command);
    return c->unit->compiled || (outcome == AST_COMPLETE && !cplusplus);
}

/** Runs the compiler first if it is certain to run, so that its memory and libclang's are not held
 *  at the same time. */
static enum ast_outcome gather(struct collecting *c, struct ast_report *report)
{
    const struct collect_task *task = c->task;
    bool hides = commands_is_cplusplus(task->command) || commands_is_instrumented(task->command);
    bool first = task->ir == IR_ON || (task->ir == IR_AUTO && hides);
    if (first) {
        ask_compiler(c);
    }
    char **argv = commands_clean(task->command, task->resource_dir);
    struct ast_input input = {argv, task->command->directory, task->command->file, task->root};
    c->unit->speaker = UNIT_AST;
    enum ast_outcome outcome = ast_collect(c->unit, &input, report);
    g_strfreev(argv);
    if (outcome != AST_COMPLETE) {
        unit_forget_sum_lines(c->unit);
    }
    bool late = !first && task->ir == IR_AUTO && outcome != AST_FAILED && outcome != AST_UNREADABLE;
    if (late && (report->hides || hides_calls(c->unit))) {
        ask_compiler(c);
    }
    if (!c->unit->compiled && commands_is_instrumented(task->command)) {
        open_all(c->unit);
    }
    c->unit->source_facts = !takes_facts_of_ir(task->command);
    if (c->unit->compiled) {
        join_evidence(c->unit);
        if (takes_facts_of_ir(task->command)) {
            join_facts(c->unit);
        }
    }
    if (shows_all(c, outcome)) {
        prune_unit(c->unit);
    }
    return outcome;
}

/** Bitcode and machine code do not show where a function is declared: a function that belongs to
 *  no known library counts as the program's, in a part that may not be collected. */
static void claim_declared(struct unit *unit, const char *main_file)
{
    for (unit_id i = 0; i < unit->functions->len; i++) {
        struct unit_function *function = unit_function_at(unit, i);
        if (!function->defined && !function->origin && !function->in_system_header) {
            function->origin = unit_string(unit, main_file);
        }
    }
}

/** Settle what came from the compiler alone. */
static void settle_compiled(struct unit *unit, const struct collect_task *task)
{
    join_evidence(unit);
    join_facts(unit);
    prune_unit(unit);
    claim_declared(unit, path_below(task->root, task->command->file));
}

/** With one parse, the compiler's. */
static enum ast_outcome gather_compiled(struct collecting *c, struct ast_report *report)
{
    ask_compiler(c);
    if (!c->unit->compiled) {
        g_strlcpy(report->first_error, c->no_ir.why, sizeof report->first_error);
        return AST_FAILED;
    }
    settle_compiled(c->unit, c->task);
    return AST_COMPLETE;
}

/** One reading of a source. */
struct attempt {
    struct collecting c;
    struct ast_report report;
    enum ast_outcome outcome;
};

/** How a source is read. */
enum manner { AS_CLANG, AS_GCC, AS_GCC_LATE /**< with templates where they are instantiated */ };

static void try_source(struct attempt *attempt, const struct collect_task *task, GPtrArray *inputs,
                       const char *stack_usage, enum manner manner)
{
    *attempt =
        (struct attempt){.c = {.task = task, .unit = unit_new()}, .report = {.inputs = inputs}};
    struct unit *unit = attempt->c.unit;
    task->command->as_gcc = manner != AS_CLANG;
    task->command->late_templates = manner == AS_GCC_LATE;
    unit->kinds = task->kinds;
    unit->trivial = task->trivial;
    unit->builtins = task->builtins;
    unit->directory = task->command->directory;
    unit->root = task->root;
    unit->stack_usage = stack_usage;
    unit->interposable = commands_is_interposable(task->command);
    attempt->outcome = is_compiled_only(task) ? gather_compiled(&attempt->c, &attempt->report)
                                              : gather(&attempt->c, &attempt->report);
}

static void attempt_clear(struct attempt *attempt)
{
    g_free(attempt->c.no_ir.why);
    unit_free(attempt->c.unit);
}

/** How much an attempt lacks. */
static unsigned lack_of(const struct attempt *attempt)
{
    bool nothing = attempt->outcome == AST_FAILED || attempt->outcome == AST_UNREADABLE;
    unsigned errors = attempt->report.errors + attempt->c.unit->faults;
    return nothing && !attempt->c.unit->compiled ? UINT_MAX
                                                 : errors + (attempt->c.no_ir.why != NULL);
}

/** Whether reading it in another way may help: not if the system failed or a file is missing. */
static bool may_be_read_otherwise(const struct attempt *attempt)
{
    return lack_of(attempt) > 0 && attempt->outcome != AST_UNREADABLE && !attempt->c.no_ir.system &&
           !g_str_has_suffix(attempt->report.first_error, "' file not found");
}

/** Whether a source that has errors as its compiler, gcc, reads it, should nevertheless not be read
 *  otherwise: in C each function with an error has an unresolved call, and
 *  the rest is what was compiled. C++ with an error has no IR, and much would be missing. */
static bool should_stay(const struct attempt *attempt, bool asked)
{
    return asked && !commands_is_cplusplus(attempt->c.task->command) &&
           lack_of(attempt) != UINT_MAX;
}

/** What was read may not be what was compiled: each function may call others. */
static void note_doubt(struct unit *unit, const char *why)
{
    struct unit_place nowhere = {NULL, 0, 0};
    unit_add_fault(unit, why);
    for (unit_id i = 0; i < unit->functions->len; i++) {
        if (unit_function_at(unit, i)->defined) {
            unit_add_open(unit, i, NULL, CG_OPEN_ERROR, nowhere);
        }
    }
}

static void note_other_branches(struct unit *unit, const char *first_error)
{
    char *why = g_strdup_printf("read as clang reads it, although gcc compiled it and it asks for "
                                "its compiler; as gcc reads it there is an error: %s",
                                first_error);
    note_doubt(unit, why);
    g_free(why);
}

/** Read a source in another manner as well. @return whether that lacks less, and replaces it */
static bool try_again(struct attempt *attempt, enum manner manner, const char *stack_usage)
{
    struct attempt other;
    try_source(&other, attempt->c.task, attempt->report.inputs, stack_usage, manner);
    bool better = lack_of(&other) < lack_of(attempt);
    attempt_clear(better ? attempt : &other);
    *attempt = better ? other : *attempt;
    return better;
}

/** What gcc compiles is read as gcc reads it. gcc does not find all errors in templates that
 * nothing instantiates: if there are errors, such templates are left alone. What still has errors
 * is read as clang reads it, and what lacks less counts; but of a source that asks for its
 * compiler, clang may take other branches than were compiled. */
static void read_source(struct attempt *attempt, const struct collect_task *task, GPtrArray *inputs,
                        const char *stack_usage)
{
    bool is_gcc = as_gcc_is_gcc(task->command) && !as_gcc_is_preprocessed(task->command);
    if (is_gcc) {
        gcc_answers_ask(task->command, task->trusted);
    }
    try_source(attempt, task, inputs, stack_usage, is_gcc ? AS_GCC : AS_CLANG);
    if (is_gcc && may_be_read_otherwise(attempt) && commands_is_cplusplus(task->command)) {
        try_again(attempt, AS_GCC_LATE, stack_usage);
    }
    if (!is_gcc || !may_be_read_otherwise(attempt)) {
        return;
    }
    bool asked = as_gcc_asked(task->command);
    char first_error[sizeof attempt->report.first_error];
    g_strlcpy(first_error, attempt->report.first_error, sizeof first_error);
    bool otherwise = !should_stay(attempt, asked) && try_again(attempt, AS_CLANG, stack_usage);
    if (otherwise && asked) {
        note_other_branches(attempt->c.unit, first_error);
    }
}

static void collect_source(const struct collect_task *task, struct collect_result *result,
                           GPtrArray *inputs)
{
    struct attempt attempt;
    char *stack_usage = stack_usage_file(task->command);
    read_source(&attempt, task, inputs, stack_usage);
    struct unit *unit = attempt.c.unit;
    if (task->command->doubt) {
        note_doubt(unit, task->command->doubt);
    }
    const struct ir_failure *no_ir = &attempt.c.no_ir;
    const struct ast_report *report = &attempt.report;
    result->errors = report->errors + unit->faults;
    if (no_ir->system) {
        set_outcome(result, COLLECT_FAILED, no_ir->why);
    } else if (attempt.outcome == AST_UNREADABLE ||
               (attempt.outcome == AST_FAILED && !unit->compiled)) {
        set_outcome(result, COLLECT_FAILED, report->first_error);
    } else {
        if (attempt.outcome != AST_COMPLETE) {
            set_outcome(result, COLLECT_PARTIAL, report->first_error);
        } else if (unit->faults) {
            set_outcome(result, COLLECT_PARTIAL, unit->first_fault);
        } else if (no_ir->why) {
            set_outcome(result, COLLECT_AST_ONLY, no_ir->why);
        }
        if (is_compiled_only(task)) {
            count_unplaced(result, unit);
        }
        write_unit(task, unit, result);
    }
    if (inputs && inputs->len > 0 && stack_usage) {
        g_ptr_array_add(inputs, g_strdup(stack_usage));
    }
    attempt_clear(&attempt);
    g_free(stack_usage);
}

/** Collect a module made elsewhere, from any language. */
static void collect_module(const struct collect_task *task, struct collect_result *result)
{
    struct ir_input input = {
        .file = task->command->file,
        .root = task->root,
        .facts = true,
        .alone = true,
        .runtime = task->runtime,
    };
    struct unit *unit = unit_new();
    struct ir_failure failure = {0};
    unit->kinds = task->kinds;
    struct ir_compiled compiled = {open(task->command->file, O_RDONLY | O_CLOEXEC), -1};
    if (compiled.module < 0) {
        set_outcome(result, COLLECT_FAILED, g_strerror(errno));
    } else if (!ir_collect(unit, &input, compiled, &failure)) {
        set_outcome(result, COLLECT_FAILED, failure.why);
    } else {
        settle_compiled(unit, task);
        write_unit(task, unit, result);
    }
    g_free(failure.why);
    unit_free(unit);
}

/* Assembler */

/** The object that the build made of the source, if it is not older. @return a descriptor, or -1 */
static int open_object(const struct compile_command *command)
{
    struct stat source, object;
    char *path = commands_object(command);
    int descriptor = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    bool current = descriptor >= 0 && !stat(command->file, &source) &&
                   !fstat(descriptor, &object) && S_ISREG(object.st_mode) &&
                   object.st_mtime >= source.st_mtime;
    if (descriptor >= 0 && !current) {
        close(descriptor);
    }
    g_free(path);
    return current ? descriptor : -1;
}

/** An object with lines: of the compiler of the build, if it may run, else of clang.
 *  @return a descriptor, or -1 */
static int assemble_with_lines(const struct collect_task *task, struct ir_failure *failure)
{
    char **argv = task->trusted ? commands_for_own_assembler(task->command, IR_OUTPUT) : NULL;
    int object = argv ? ir_assemble_trusted(argv, failure) : -1;
    g_strfreev(argv);
    if (object >= 0 || failure->system) {
        return object;
    }
    g_clear_pointer(&failure->why, g_free);
    if (!task->clang) {
        failure->why = g_strdup(task->no_clang);
        return -1;
    }
    argv = commands_for_assembling(task->command, task->clang);
    object = ir_assemble(argv, failure);
    g_strfreev(argv);
    return object;
}

/** @return a descriptor of an object with lines, or else of that of the build, whose assembler may
 *  be another; or -1 */
static int assemble(const struct collect_task *task, struct ir_failure *failure)
{
    int object = assemble_with_lines(task, failure);
    if (object >= 0 || failure->system) {
        return object;
    }
    object = open_object(task->command);
    if (object < 0 && strstr(failure->why, "error: ")) {
        char *why = failure->why;
        failure->why = g_strconcat(why,
                                   " (what another assembler reads is collected from its "
                                   "object: build first)",
                                   NULL);
        g_free(why);
    }
    return object;
}

static void collect_machine_code(const struct collect_task *task, struct collect_result *result,
                                 int object)
{
    struct machine_input input = {task->command->file, task->root, task->command->directory};
    struct unit *unit = unit_new();
    const char *why = NULL;
    unit->kinds = task->kinds;
    unit->interposable = true; /* machine code does not say what it is for */
    if (!machine_collect(unit, &input, object, &why)) {
        set_outcome(result, COLLECT_FAILED, why);
    } else {
        claim_declared(unit, path_below(task->root, task->command->file));
        write_unit(task, unit, result);
    }
    if (why && result->outcome == COLLECT_COMPLETE) {
        g_strlcpy(result->why, why, sizeof result->why);
    }
    close(object);
    unit_free(unit);
}

/** Collect assembler, from its object. */
static void collect_assembler(const struct collect_task *task, struct collect_result *result)
{
    struct ir_failure failure = {0};
    int object = assemble(task, &failure);
    if (object < 0) {
        set_outcome(result, COLLECT_FAILED, failure.why);
    } else {
        collect_machine_code(task, result, object);
    }
    g_free(failure.why);
}

/** Collect an object whose source is not there. */
static void collect_object(const struct collect_task *task, struct collect_result *result)
{
    const char *path = task->command->file;
    GPtrArray *notes = g_ptr_array_new_with_free_func(g_free);
    struct cg_error error;
    bool named = !graph_notes_read(notes, path, GRAPH_NOTES_ALL, &error) && notes->len > 0;
    int object = named ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (named) {
        set_outcome(result, COLLECT_FAILED,
                    "an object that names its graph; link it: cgmerge OBJECT");
    } else if (object < 0) {
        set_outcome(result, COLLECT_FAILED, g_strerror(errno));
    } else {
        collect_machine_code(task, result, object);
    }
    g_ptr_array_unref(notes);
}

/** Clang must not write the reports of the user's build again. Options that it reads from the
 *  environment are in the command, if its compiler did (hidden_options.h). */
static void clean_environment(void)
{
    unsetenv("CCC_OVERRIDE_OPTIONS");
    for (const char *const *name = report_variables; *name; name++) {
        unsetenv(*name);
    }
}

void collect_unit(const struct collect_task *task, struct collect_result *result, GPtrArray *inputs)
{
    *result = (struct collect_result){.outcome = COLLECT_COMPLETE};
    clean_environment();
    if (!is_collectable(task, result)) {
        return;
    }
    gcc_headers_open(task->command);
    if (ir_is_module(task->command->file)) {
        collect_module(task, result);
        if (inputs) {
            g_ptr_array_add(inputs, g_strdup(task->command->file));
        }
    } else if (graph_notes_file(task->command->file) == GRAPH_NOTES_OBJECT) {
        collect_object(task, result);
        if (inputs) {
            g_ptr_array_add(inputs, g_strdup(task->command->file));
        }
    } else if (commands_assembles(task->command)) {
        collect_assembler(task, result);
    } else {
        collect_source(task, result, inputs);
    }
}
