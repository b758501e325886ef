/*
 * Forks a child that waits at a gate until cgrecord is ready, then executes the command; one pipe
 * reports a failed exec, the other is the gate. Afterwards it ends as the command ended.
 */
#include "run/launch.h"

#include "../../recording/recording.h"
#include "../../recording/selection.h"
#include "../../recording/stacks.h"

#include "choose/choosing.h"
#include "run/relay.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_FOUND 127
#define NOT_EXECUTABLE 126

static void set_number(const char *variable, uint64_t number)
{
    char *text = g_strdup_printf("%" G_GUINT64_FORMAT, number);
    g_setenv(variable, text, TRUE);
    g_free(text);
}

/* A variable that holds a list. @param first is put before what it holds */
static void put_first(const char *variable, const char *first)
{
    const char *before = g_getenv(variable);
    char *list = before && *before ? g_strconcat(first, ":", before, NULL) : g_strdup(first);
    g_setenv(variable, list, TRUE);
    g_free(list);
}

static void set_environment(const struct record_settings *settings, const char *directory,
                            const char *library)
{
    put_first("LD_PRELOAD", library);
    put_first("ASAN_OPTIONS", "verify_asan_link_order=0"); /* else it refuses to be second */
    g_setenv(CGR_ENV_DIRECTORY, directory, TRUE);
    set_number(CGR_ENV_MEMORY,
               settings->mode == RECORD_SAMPLE ? CGR_STACKS_MOST : settings->memory);
    set_number(CGR_ENV_RECURSION, settings->recursion);
    set_number(CGR_ENV_CLOCK, settings->clock);
    set_number(CGR_ENV_TIMES, settings->rate > 0 && !settings->clock);
    if (settings->below) {
        g_setenv(CGR_ENV_BELOW, "all", TRUE);
    }
    if (settings->mode == RECORD_XRAY) {
        g_setenv(CGR_ENV_XRAY, settings->filter || settings->control ? CGR_XRAY_CHANGING : "1",
                 TRUE);
    }
    if (settings->mode == RECORD_SAMPLE) {
        set_number(CGR_ENV_SAMPLE, settings->rate);
    }
    if (choosing_is_needed(settings)) {
        g_setenv(CGR_ENV_SELECT, "1", TRUE);
    }
    if (settings->only_below || settings->not_below || settings->control) {
        g_setenv(CGR_ENV_SUBTREES, settings->only_below ? "below" : "1", TRUE);
    }
}

static void run_command(const struct record_settings *settings, const char *directory,
                        const char *library, int report)
{
    cli_restore_signals();
    if (library) {
        set_environment(settings, directory, library);
    }
    execvp(settings->command[0], settings->command);
    int reason = errno;
    if (write(report, &reason, sizeof reason) != sizeof reason) {
        _exit(NOT_EXECUTABLE);
    }
    _exit(reason == ENOENT ? NOT_FOUND : NOT_EXECUTABLE);
}

/* The pipe is closed by a successful exec. @return the reason of a failure, or 0 */
static int wait_for_exec(int report)
{
    int reason = 0;
    ssize_t got;
    do {
        got = read(report, &reason, sizeof reason);
    } while (got < 0 && errno == EINTR);
    close(report);
    return got == sizeof reason ? reason : 0;
}

/* The child waits until the gate is open; it ends if that fails. */
static void wait_for_gate(int gate)
{
    char open = 0;
    ssize_t got;
    do {
        got = read(gate, &open, 1);
    } while (got < 0 && errno == EINTR);
    if (got != 1) {
        _exit(NOT_EXECUTABLE);
    }
}

static bool open_gate(const struct launch_gate *gate, GPid pid, int end)
{
    bool ready = !gate || gate->prepare(gate->user, pid);
    bool opened = ready && write(end, "", 1) == 1;
    if (ready && !opened) {
        cli_error("cannot start a process: %s", g_strerror(errno));
    }
    close(end);
    return opened;
}

static bool make_pipes(int ends[4])
{
    if (pipe2(ends, O_CLOEXEC) != 0) {
        cli_error("cannot make a pipe: %s", g_strerror(errno));
        return false;
    }
    if (pipe2(ends + 2, O_CLOEXEC) != 0) {
        cli_error("cannot make a pipe: %s", g_strerror(errno));
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    return true;
}

bool launch_start(struct launch *launch, const struct record_settings *settings,
                  const char *directory, const char *library, const struct launch_gate *gate)
{
    int ends[4]; /* report: read, write; gate: read, write */
    *launch = (struct launch){0};
    if (!make_pipes(ends)) {
        return false;
    }
    launch->pid = fork();
    if (launch->pid == 0) {
        close(ends[0]);
        close(ends[3]);
        wait_for_gate(ends[2]);
        run_command(settings, directory, library, ends[1]);
    }
    close(ends[1]);
    close(ends[2]);
    if (launch->pid < 0) {
        close(ends[0]);
        close(ends[3]);
        cli_error("cannot start a process: %s", g_strerror(errno));
        return false;
    }
    relay_start(launch->pid);
    if (!open_gate(gate, launch->pid, ends[3])) {
        close(ends[0]);
        kill(launch->pid, SIGKILL); /* other children hold the gate's end, so it would wait on */
        launch_ended(launch, true);
        return false;
    }
    int reason = wait_for_exec(ends[0]);
    if (reason) {
        launch_ended(launch, true);
        cli_error("cannot run '%s': %s", settings->command[0], g_strerror(reason));
    }
    return !reason;
}

bool launch_ended(struct launch *launch, bool wait)
{
    pid_t ended;
    do {
        ended = waitpid(launch->pid, &launch->status, wait ? 0 : WNOHANG);
    } while (ended < 0 && errno == EINTR);
    if (ended == launch->pid) {
        relay_end();
    }
    return ended != 0;
}

/* Die by the signal, without another core file. */
static void die_by(int number)
{
    const struct rlimit none = {0, 0};
    sigset_t set;
    setrlimit(RLIMIT_CORE, &none);
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}

int launch_exit(const struct launch *launch, bool failed)
{
    if (WIFSIGNALED(launch->status)) {
        die_by(WTERMSIG(launch->status));
        return 128 + WTERMSIG(launch->status);
    }
    int code = WEXITSTATUS(launch->status);
    return failed && code == 0 ? CLI_TROUBLE : code;
}
