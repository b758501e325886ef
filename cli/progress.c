/* Draws the progress line on terminals. */
#include "cli.h"

#include <string.h>
#include <unistd.h>

#define REDRAW_INTERVAL (G_USEC_PER_SEC / 10)
#define DEFAULT_COLUMNS 80
#define BAR 20u        /* columns */
#define RATE_AFTER 1.0 /* seconds */

struct cli_progress {
    const char *what;
    size_t total;
    gint64 started_at;
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
    progress->started_at = g_get_monotonic_time();
    progress->enabled =
        !cli_is_quiet() && isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    return progress;
}

static int terminal_columns(void)
{
    size_t width = cli_terminal_width(STDERR_FILENO);
    return width ? (int)width : DEFAULT_COLUMNS;
}

/* Rate and time left are known after a while; before, they would jump. */
static void add_rate(const struct cli_progress *progress, size_t done, GString *line)
{
    double seconds = (double)(g_get_monotonic_time() - progress->started_at) / G_USEC_PER_SEC;
    if (seconds < RATE_AFTER || done == 0 || !progress->total) {
        return;
    }
    double rate = (double)done / seconds;
    guint64 left = (guint64)((double)(progress->total - MIN(done, progress->total)) / rate + 0.5);
    g_string_append_printf(line, rate < 10 ? ", %.1f/s" : ", %.0f/s", rate);
    if (left >= 60) {
        g_string_append_printf(line, ", %" G_GUINT64_FORMAT ":%02u min left", left / 60,
                               (unsigned)(left % 60));
    } else {
        g_string_append_printf(line, ", %" G_GUINT64_FORMAT " s left", left);
    }
}

static void add_bar(const struct cli_progress *progress, size_t done, GString *line)
{
    size_t filled = progress->total ? MIN(done, progress->total) * BAR / progress->total : 0;
    g_string_append_c(line, '[');
    for (size_t i = 0; i < BAR; i++) {
        g_string_append_c(line, i < filled ? '#' : ' ');
    }
    g_string_append(line, "] ");
}

static void draw_progress(struct cli_progress *progress, size_t done, const char *item)
{
    GString *text = g_string_new(NULL);
    if (progress->total) {
        add_bar(progress, done, text);
        g_string_append_printf(text, "%zu/%zu", done, progress->total);
    } else {
        g_string_append_printf(text, "[%zu]", done);
    }
    add_rate(progress, done, text);
    g_string_append_printf(text, " %s%s%s", progress->what, item ? " " : "", item ? item : "");
    char *line = g_string_free(text, FALSE);
    char *shown = cli_printable(line);
    /* Text in the last column would wrap on some terminals, and a wrapped line cannot be erased. */
    fprintf(stderr, "\r\033[K%.*s", terminal_columns() - 1, shown);
    fflush(stderr);
    g_free(shown);
    g_free(line);
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
    draw_progress(progress, done, item);
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
