/*
 * Runs the clang driver to make bitcode of a translation unit in memory, without the options that
 * it rejects.
 */
#include "ir/ir.h"
#include "ir/plan.h"

#include <cli.h>
#include <files/cli_files.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "text/read_failure.h"

/** Limit on runs that drop rejected options. */
#define ATTEMPTS 8

/** Exit status of a child that could not become the compiler. */
#define CANNOT_RUN 127

/** The compiler's process group while it runs, 0 otherwise. */
static volatile pid_t running;

/** The signal that is to end this process once the compiler has ended and its files are removed. */
static volatile sig_atomic_t stopped;

/** A signal to this process is meant for the compiler too. */
static void end_compiler(int signal)
{
    if (running <= 0) {
        _exit(128 + signal);
    }
    stopped = signal;
    kill(-running, SIGKILL);
}

/** The compiler's outputs; descriptors, -1 where there is none. */
struct outputs {
    struct ir_compiled compiled;
    int messages;
};

static void close_one(int *descriptor)
{
    if (*descriptor >= 0) {
        close(*descriptor);
    }
    *descriptor = -1;
}

static bool open_outputs(struct outputs *outputs)
{
    outputs->compiled.module = memfd_create("bitcode", MFD_CLOEXEC);
    outputs->compiled.layouts = memfd_create("layouts", MFD_CLOEXEC);
    outputs->messages = memfd_create("messages", MFD_CLOEXEC);
    return outputs->compiled.module >= 0 && outputs->compiled.layouts >= 0 &&
           outputs->messages >= 0;
}

static void redirect(int from, int to)
{
    if (dup2(from, to) < 0) {
        _exit(CANNOT_RUN);
    }
}

/** A directory for the files that clang has between its steps, which it leaves behind when it is
 *  killed. @return NULL if none can be made: clang says so, where it needs one */
static char *make_scratch(void)
{
    return g_dir_make_tmp("cgcollect-XXXXXX", NULL);
}

/** Wait for the compiler. @return its status; does not return when this process was stopped */
static int await(pid_t pid, char *scratch)
{
    int status = 0;
    running = pid;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (scratch) {
        cli_scratch_remove(scratch);
        g_free(scratch);
    }
    running = 0;
    if (stopped) {
        _exit(128 + stopped);
    }
    return status;
}

/** Outputs are in memory, too. */
static void limit_outputs(void)
{
    struct rlimit memory;
    if (getrlimit(RLIMIT_DATA, &memory) == 0 && memory.rlim_cur != RLIM_INFINITY) {
        memory.rlim_max = memory.rlim_cur;
        setrlimit(RLIMIT_FSIZE, &memory);
    }
}

static void be_compiler(char **argv, const struct outputs *outputs, const char *scratch)
{
    if (scratch) {
        setenv("TMPDIR", scratch, true);
    }
    setpgid(0, 0);
    limit_outputs();
    signal(SIGTERM, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* A descriptor must not have the number of another one's target, and must not be its own
     * target, where it would be closed. */
    int module = fcntl(outputs->compiled.module, F_DUPFD_CLOEXEC, IR_OUTPUT_FILENO + 1);
    int layouts = fcntl(outputs->compiled.layouts, F_DUPFD_CLOEXEC, IR_OUTPUT_FILENO + 1);
    int messages = fcntl(outputs->messages, F_DUPFD_CLOEXEC, IR_OUTPUT_FILENO + 1);
    redirect(messages, STDERR_FILENO);
    redirect(module, IR_OUTPUT_FILENO);
    redirect(layouts, STDOUT_FILENO); /* where clang prints them */
    execvp(argv[0], argv);
    dprintf(STDERR_FILENO, "%s: %s\n", argv[0], strerror(errno));
    _exit(CANNOT_RUN);
}

/** What was written to a descriptor; release with g_free. @return NULL if it cannot be read; errno
 *  has the reason */
static char *contents(int descriptor)
{
    struct stat status;
    if (fstat(descriptor, &status)) {
        return NULL;
    }
    size_t size = MIN((size_t)status.st_size, (size_t)1 << 20), done = 0;
    char *text = g_malloc(size + 1);
    ssize_t length = 1;
    while (done < size && length) {
        length = pread(descriptor, text + done, size - done, (off_t)done);
        if (length < 0 && errno != EINTR) {
            g_free(text);
            return NULL;
        }
        done += (size_t)MAX(length, 0);
    }
    text[done] = '\0';
    return text;
}

static struct ir_failure system_failure(const char *program, const char *what, int reason)
{
    return (struct ir_failure){g_strdup_printf("%s %s: %s", program, what, g_strerror(reason)),
                               true};
}

static bool says_no_memory(const char *messages)
{
    /* The size of files is limited because the outputs are in memory. */
    return strstr(messages, "out of memory") || strstr(messages, "File size limit exceeded");
}

/** Whether one of clang's messages says that a file could not be read or memory was exhausted. */
static bool blames_system(const char *messages)
{
    bool does = says_no_memory(messages);
    char **lines = g_strsplit(messages, "\n", -1);
    for (char **line = lines; *line && !does; line++) {
        does = strstr(*line, "error: ") && text_is_read_failure(*line);
    }
    g_strfreev(lines);
    return does;
}

/** Why the compiler failed. @param status of its process @param messages its own */
static struct ir_failure failure_of(int status, char *messages)
{
    bool killed = WIFSIGNALED(status);
    struct ir_failure failure = {messages, blames_system(messages)};
    if (killed) {
        failure.why = g_strdup_printf("clang crashed (%s)%s", strsignal(WTERMSIG(status)),
                                      says_no_memory(messages) ? ": out of memory" : "");
        failure.system = failure.system || WTERMSIG(status) == SIGKILL;
        g_free(messages);
    } else if (says_no_memory(messages)) {
        failure.why = g_strdup("clang is out of memory (--max-memory, ulimit)");
        g_free(messages);
    }
    failure.system = failure.system || (!killed && WEXITSTATUS(status) == CANNOT_RUN);
    return failure;
}

/** Run the compiler once. @return its outputs; none, with `failure` set, if it failed
 *  @param said receives what it says when it does not fail, to release with g_free; or NULL */
static struct ir_compiled run(char **argv, struct ir_failure *failure, char **said)
{
    struct outputs outputs = {{-1, -1}, -1};
    void (*before)(int) = signal(SIGTERM, end_compiler);
    char *scratch = make_scratch();
    pid_t pid = open_outputs(&outputs) ? fork() : -1;
    if (pid == 0) {
        be_compiler(argv, &outputs, scratch);
    }
    if (pid > 0) {
        setpgid(pid, pid);
    }
    int reason = errno;
    int status = await(pid, scratch);
    signal(SIGTERM, before);
    bool failed = pid < 0 || status != 0;
    char *messages = pid > 0 && (failed || said) ? contents(outputs.messages) : NULL;
    if (pid < 0) {
        *failure = system_failure(argv[0], "cannot be run", reason);
    } else if ((failed || said) && !messages) {
        failed = true;
        *failure = system_failure(argv[0], "ran, but its messages cannot be read", errno);
    } else if (failed) {
        *failure = failure_of(status, messages);
    } else if (said) {
        *said = messages;
    }
    close_one(&outputs.messages);
    if (failed) {
        close_one(&outputs.compiled.module);
        close_one(&outputs.compiled.layouts);
    }
    return outputs.compiled;
}

/* Options of another compiler */

/** Whether a quoted word in a message is, or concerns, a code generation option. */
static bool is_refused(const char *option, const char *quoted)
{
    if (option[0] != '-' || !option[1] || !strchr("fmWOg-", option[1]) || quoted[0] == '\0') {
        return false;
    }
    if (strcmp(option, quoted) == 0) {
        return true;
    }
    const char *value = strchr(option, '=');
    return value && (strcmp(value + 1, quoted) == 0 ||
                     (quoted[strlen(quoted) - 1] == '=' && g_str_has_prefix(option, quoted)));
}

static unsigned leave_out(char **argv, const char *quoted)
{
    unsigned dropped = 0;
    char **kept = argv + 1;
    for (char **argument = argv + 1; *argument; argument++) {
        if (is_refused(*argument, quoted)) {
            dropped++;
        } else {
            *kept++ = *argument;
        }
    }
    *kept = NULL;
    return dropped;
}

/** Drop the options that the driver's errors quote. @return whether there were any. */
static bool leave_out_refused(char **argv, const char *messages)
{
    unsigned dropped = 0;
    char **lines = g_strsplit(messages, "\n", -1);
    for (char **line = lines; *line; line++) {
        char **parts = strstr(*line, "error: ") ? g_strsplit(*line, "'", -1) : NULL;
        for (size_t i = 1; parts && parts[i - 1] && parts[i]; i += 2) {
            dropped += leave_out(argv, parts[i]);
        }
        g_strfreev(parts);
    }
    g_strfreev(lines);
    return dropped > 0;
}

static char *first_error(const char *messages)
{
    const char *error = strstr(messages, "error: ");
    const char *line = error;
    while (line && line > messages && line[-1] != '\n') {
        line--;
    }
    line = line ? line : messages;
    size_t length = strcspn(line, "\n");
    return length ? g_strndup(line, length) : g_strdup("clang failed without a message");
}

/** A precompiled header was made with the options of the command, without those added for IR.
 *  Nothing in headers depends on the added ones, so skip the check. @return false if that was done
 *  before. */
static bool accept_precompiled(char **argv, const char *messages)
{
    static const char option[] = "-fno-validate-pch";
    if (!strstr(messages, " in PCH file ") && !strstr(messages, " in precompiled file ")) {
        return false;
    }
    guint count = g_strv_length(argv);
    if (count > 0 && strcmp(argv[count - 1], option) == 0) {
        return false;
    }
    argv[count] = (char *)"-Xclang";
    argv[count + 1] = (char *)option;
    argv[count + 2] = NULL;
    return true;
}

/** What the driver would do, as it says, to release with g_free; NULL, with `failure` set, if it
 *  fails. */
static char *ask_plan(char **argv, struct ir_failure *failure)
{
    guint count = g_strv_length(argv);
    char **asking = g_new(char *, count + 2);
    char *plan = NULL;
    memcpy(asking, argv, count * sizeof *argv);
    asking[count] = (char *)"-###";
    asking[count + 1] = NULL;
    struct ir_compiled nothing = run(asking, failure, &plan);
    close_one(&nothing.module);
    close_one(&nothing.layouts);
    g_free(asking);
    return plan;
}

/** Run the compiler once, if it would only compile: if that is evident, or it says so. */
static struct ir_compiled run_checked(char **argv, bool assembles, struct ir_failure *failure)
{
    bool evident = !assembles && ir_plan_is_evident(argv, IR_OUTPUT);
    char *plan = evident ? NULL : ask_plan(argv, failure);
    if (plan) {
        failure->why = ir_check_plan(plan, IR_OUTPUT, assembles);
        g_free(plan);
    }
    return failure->why ? (struct ir_compiled){-1, -1} : run(argv, failure, NULL);
}

/** Run the compiler, without the options that it rejects. */
static struct ir_compiled compile(char **argv, bool assembles, struct ir_failure *failure)
{
    char **tried = g_new(char *, g_strv_length(argv) + 3); /* room for an option and its value */
    memcpy(tried, argv, (g_strv_length(argv) + 1) * sizeof *argv);
    struct ir_compiled compiled = run_checked(tried, assembles, failure);
    for (unsigned i = 0; compiled.module < 0 && i < ATTEMPTS; i++) {
        if (failure->system ||
            (!accept_precompiled(tried, failure->why) && !leave_out_refused(tried, failure->why))) {
            break;
        }
        g_clear_pointer(&failure->why, g_free);
        compiled = run_checked(tried, assembles, failure);
    }
    if (compiled.module < 0) {
        char *messages = failure->why;
        failure->why = first_error(messages);
        g_free(messages);
    }
    g_free(tried);
    return compiled;
}

struct ir_compiled ir_compile(char **argv, struct ir_failure *failure)
{
    return compile(argv, false, failure);
}

int ir_assemble(char **argv, struct ir_failure *failure)
{
    struct ir_compiled compiled = compile(argv, true, failure);
    close_one(&compiled.layouts);
    return compiled.module;
}

int ir_assemble_trusted(char **argv, struct ir_failure *failure)
{
    struct ir_compiled compiled = run(argv, failure, NULL);
    close_one(&compiled.layouts);
    return compiled.module;
}
