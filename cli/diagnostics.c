/* Errors, warnings and notes on standard error, in one form for all tools. */
#include "cli.h"
#include "out_of_memory.h"
#include "unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static const char *tool_name = "cg";

static bool quiet;

void cli_set_quiet(bool on)
{
    quiet = on;
}

bool cli_is_quiet(void)
{
    return quiet;
}

static struct sigaction pipe_before;

static void do_nothing(int signal)
{
    (void)signal;
}

/** A program that is executed has SIGXFSZ as before: only what is ignored is passed on. */
static void handle_signals(void)
{
    struct sigaction limit;
    sigaction(SIGPIPE, NULL, &pipe_before);
    signal(SIGPIPE, SIG_IGN);
    sigaction(SIGXFSZ, NULL, &limit);
    if (limit.sa_handler == SIG_DFL) {
        signal(SIGXFSZ, do_nothing);
    }
    unfinished_watch(SIGINT);
    unfinished_watch(SIGTERM);
    unfinished_watch(SIGHUP);
}

void cli_restore_signals(void)
{
    sigaction(SIGPIPE, &pipe_before, NULL);
}

/** Messages would go into an output that took the place of standard error. What stands in for a
 *  closed stream cannot be used either: it is open the wrong way round. */
static void occupy_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            int mode = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
            (void)!open("/dev/null", mode | O_CLOEXEC); /* the lowest number is free */
        }
    }
}

void cli_init(const char *tool)
{
    tool_name = tool;
    memory_name_tool(tool);
    occupy_streams();
    handle_signals();
}

static void G_GNUC_PRINTF(2, 0)
    print_diagnostic(const char *level, const char *format, va_list arguments)
{
    char *text = g_strdup_vprintf(format, arguments);
    char *shown = cli_printable(text); /* file names and option values may have any bytes */
    fprintf(stderr, "%s: %s: %s\n", tool_name, level, shown);
    g_free(shown);
    g_free(text);
}

void cli_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_diagnostic("error", format, arguments);
    va_end(arguments);
}

void cli_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_diagnostic("warning", format, arguments);
    va_end(arguments);
}

void cli_note(const char *format, ...)
{
    va_list arguments;
    if (quiet) {
        return;
    }
    va_start(arguments, format);
    print_diagnostic("note", format, arguments);
    va_end(arguments);
}

/* Whether a person sees the end of the answer. */
static bool is_watched(const char *answer)
{
    bool standard = !answer || strcmp(answer, "-") == 0;
    return isatty(STDERR_FILENO) && (!standard || isatty(STDOUT_FILENO));
}

void cli_summary(const char *answer, const char *format, ...)
{
    va_list arguments;
    if (quiet || !is_watched(answer)) {
        return;
    }
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    char *line = g_strdup_printf("%s: %s", tool_name, text);
    char *shown = cli_printable(line);
    size_t width = cli_terminal_width(STDERR_FILENO);
    char *fitted = width ? cli_fit_line(shown, width) : g_strdup(shown);
    fflush(stdout); /* the answer comes first */
    fprintf(stderr, "%s\n", fitted);
    g_free(fitted);
    g_free(shown);
    g_free(line);
    g_free(text);
}

int cli_usage_error(const struct cli_command *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_diagnostic("error", format, arguments);
    va_end(arguments);
    fprintf(stderr, "Try '%s --help'.\n", command->name);
    return CLI_TROUBLE;
}

static void report_at(const char *level, const struct cg_error *error)
{
    char *file = cli_printable(error->file[0] ? error->file : tool_name);
    char *text = cli_printable(error->text[0] ? error->text : cg_status_text(error->status));
    fputs(file, stderr);
    if (error->file[0] && error->line) {
        fprintf(stderr, ":%lu", error->line);
    }
    if (error->file[0] && error->line && error->column) {
        fprintf(stderr, ":%lu", error->column);
    }
    fprintf(stderr, ": %s: %s\n", level, text);
    g_free(text);
    g_free(file);
}

void cli_report(const struct cg_error *error)
{
    report_at("error", error);
}

void cli_report_warning(void *user, const struct cg_error *where)
{
    (void)user;
    report_at("warning", where);
}

const char *const cli_color_words[] = {"auto", "always", "never", NULL};

bool cli_color_is_valid(const char *when)
{
    return !when || g_strv_contains(cli_color_words, when);
}

bool cli_use_color(FILE *stream, const char *when)
{
    if (when && strcmp(when, "always") == 0) {
        return true;
    }
    if (when && strcmp(when, "never") == 0) {
        return false;
    }
    const char *no_color = g_getenv("NO_COLOR");
    const char *term = g_getenv("TERM");
    if (no_color && no_color[0] != '\0') {
        return false;
    }
    return isatty(fileno(stream)) && term && strcmp(term, "dumb") != 0;
}
