#include "cli.h"

#include <string.h>
#include <unistd.h>

#define REDRAW_INTERVAL (G_USEC_PER_SEC / 10)
#define DEFAULT_COLUMNS 80

struct cli_progress {
    const char *what;
    size_t total;
    gint64 drawn_at; /* 0: never */
    bool shown;      /* a line is on the screen */
    bool enabled;
};

struct cli_progress *cli_progress_start(const char *what, size_t total)
{
    struct cli_progress *progress = g_new0(struct cli_progress, 1);
    const char *term = g_getenv("TERM");
    progress->what = what;
    progress->total = total;
    progress->enabled =
        !cli_is_quiet() && isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    return progress;
}

static int terminal_columns(void)
{
    size_t width = cli_terminal_width(STDERR_FILENO);
    return width ? (int)width : DEFAULT_COLUMNS;
}

static void draw(struct cli_progress *progress, size_t done, const char *item)
{
    char *total = progress->total ? g_strdup_printf("/%zu", progress->total) : g_strdup("");
    char *line = g_strdup_printf("[%zu%s] %s%s%s", done, total, progress->what, item ? " " : "",
                                 item ? item : "");
    char *shown = cli_printable(line);
    /* Text in the last column would wrap on some terminals, and a wrapped line cannot be erased. */
    fprintf(stderr, "\r\033[K%.*s", terminal_columns() - 1, shown);
    fflush(stderr);
    g_free(shown);
    g_free(line);
    g_free(total);
    progress->shown = true;
}

void cli_progress_update(struct cli_progress *progress, size_t done, const char *item)
{
    if (!progress->enabled) {
        return;
    }
    gint64 now = g_get_monotonic_time();
    if (progress->drawn_at != 0 && now - progress->drawn_at < REDRAW_INTERVAL) {
        return;
    }
    progress->drawn_at = now;
    draw(progress, done, item);
}

void cli_progress_clear(struct cli_progress *progress)
{
    if (!progress->shown) {
        return;
    }
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->shown = false;
    progress->drawn_at = 0;
}

void cli_progress_end(struct cli_progress *progress)
{
    if (!progress) {
        return;
    }
    cli_progress_clear(progress);
    g_free(progress);
}
