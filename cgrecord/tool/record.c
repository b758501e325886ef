/* Records a command: finds out what it offers, runs it, and makes one profile of what is left. */
#include "counters.h"
#include "directory.h"
#include "launch.h"
#include "paths.h"
#include "sample.h"
#include "watch.h"
#include "way.h"

#include <string.h>
#include <sys/resource.h>

static bool write_bytes(void *user, const void *bytes, size_t length)
{
    return fwrite(bytes, 1, length, user) == length;
}

int record_write(const struct cg_profile *profile, const char *path,
                 bool (*values)(void *, const struct cg_profile_row *, double *), void *user,
                 struct cg_error *error)
{
    struct cli_output output;
    struct cg_profile_write_options options = CG_PROFILE_WRITE_OPTIONS_INIT;
    options.values = values;
    options.user = user;
    int status = cli_output_open(&output, path, error);
    if (status) {
        return status;
    }
    status = cg_profile_write(profile, write_bytes, output.stream, &options, error);
    if (status) {
        cli_output_discard(&output);
        return status;
    }
    return cli_output_finish(&output, error);
}

/* Samples that found no memory keep their time. */
static void say_shortened(const struct record_settings *settings,
                          const struct paths_summary *summary)
{
    if (summary->disk_full) {
        cli_warning("%" G_GUINT64_FORMAT " samples count for a caller of what ran: the disk of the "
                    "recordings is full (TMPDIR or --keep choose another)",
                    summary->lost);
    } else {
        cli_warning("%" G_GUINT64_FORMAT " samples count for a caller of what ran: a process "
                    "needed more than %" G_GUINT64_FORMAT " KiB for its call paths; raise --memory",
                    summary->lost, settings->memory >> 10);
    }
}

static void say_losses(const struct record_settings *settings, const struct paths_summary *summary)
{
    if (summary->lost && settings->mode == RECORD_SAMPLE) {
        say_shortened(settings, summary);
    } else if (summary->lost && summary->disk_full) {
        cli_warning("%" G_GUINT64_FORMAT " calls are not on a path: the disk of the recordings is "
                    "full (TMPDIR or --keep choose another)",
                    summary->lost);
    } else if (summary->lost) {
        cli_warning("%" G_GUINT64_FORMAT " calls are not on a path: a process needed more than "
                    "%" G_GUINT64_FORMAT " MiB for its call paths; raise --memory",
                    summary->lost, settings->memory >> 20);
    }
    if (summary->unchosen) {
        cli_warning(
            "%u executables or libraries are recorded whole: what to choose of them was not "
            "known in time",
            summary->unchosen);
    }
    if (summary->too_deep) {
        cli_warning("%" G_GUINT64_FORMAT " calls are not on a path: deeper than 1048575 calls",
                    summary->too_deep);
    }
}

static int write_profile(const struct record_settings *settings, GPtrArray *recordings,
                         const struct counters *counters, struct cg_error *error)
{
    struct paths *paths = NULL;
    const char *what = settings->mode == RECORD_SAMPLE ? "sample" : "call";
    int status = paths_make(&paths, recordings, counters, error);
    if (status) {
        return status;
    }
    const struct paths_summary *summary = paths_summary(paths);
    status = record_write(paths_profile(paths), settings->output, paths_values, paths, error);
    if (!status) {
        uint32_t contexts = cg_profile_context_count(paths_profile(paths));
        say_losses(settings, summary);
        cli_note("%s: %" G_GUINT64_FORMAT " %s%s on %u call path%s, %u process%s, %u thread%s",
                 settings->output, summary->calls, what, cli_s(summary->calls), contexts,
                 cli_s(contexts), summary->processes, summary->processes == 1 ? "" : "es",
                 summary->threads, cli_s(summary->threads));
    }
    paths_free(paths);
    return status;
}

/* @return whether there is a profile */
static bool collect(const struct record_settings *settings, const char *directory,
                    const struct counters *counters)
{
    struct cg_error error;
    GPtrArray *recordings = recordings_read(directory);
    guint threads = 0;
    for (guint i = 0; i < recordings->len; i++) {
        threads += ((const struct recording *)recordings->pdata[i])->threads->len;
    }
    bool done = threads > 0;
    if (!done && choosing_is_needed(settings)) {
        cli_error("nothing was recorded: no function that ran is chosen and has hooks");
    } else if (!done && settings->mode == RECORD_SAMPLE) {
        cli_error("nothing was recorded: the command used no CPU time");
    } else if (!done) {
        cli_error("nothing was recorded: no function that ran has hooks; compile with "
                  "-finstrument-functions, or use --mode sample");
    } else if (write_profile(settings, recordings, counters, &error)) {
        cli_report(&error);
        done = false;
    }
    g_ptr_array_unref(recordings);
    return done;
}

static void clean(const struct record_settings *settings, const char *directory,
                  struct serve *serve)
{
    serve_free(serve);
    if (!settings->keep) {
        directory_remove(directory);
    }
}

/* @return whether the command ran */
static bool run(struct launch *launch, const struct record_settings *settings,
                const char *directory, const char *library, struct serve *serve,
                struct counters *counters)
{
    if (settings->mode == RECORD_SAMPLE) {
        return sample_run(launch, settings, directory, library);
    }
    if (!launch_start(launch, settings, directory, library, NULL)) {
        return false;
    }
    if (serve) {
        serve_start(serve);
    }
    watch_run(launch, directory, settings->rate, counters, serve_control(serve));
    return true;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* The time that passed, and that of the processors. */
static bool write_time(const char *path, double seconds)
{
    struct rusage usage;
    GError *failure = NULL;
    getrusage(RUSAGE_CHILDREN, &usage);
    char *text = g_strdup_printf("%.6f %.6f\n", seconds,
                                 seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
    bool done = g_file_set_contents(path, text, -1, &failure);
    if (!done) {
        cli_error("--time: %s", failure->message);
        g_error_free(failure);
    }
    g_free(text);
    return done;
}

/* @param serve answers what to record; NULL: everything is */
static int record_into(const struct record_settings *settings, const char *directory,
                       const char *library, struct serve *serve)
{
    struct launch launch;
    struct counters *counters = settings->events ? counters_new(settings->events) : NULL;
    gint64 begin = g_get_monotonic_time();
    bool ran = (counters || !settings->events) &&
               run(&launch, settings, directory, library, serve, counters);
    double seconds = (double)(g_get_monotonic_time() - begin) * 1e-6;
    bool timed = !ran || !settings->time || write_time(settings->time, seconds);
    bool done = ran && collect(settings, directory, counters) && timed;
    counters_free(counters);
    clean(settings, directory, serve);
    return ran ? launch_exit(&launch, !done) : CLI_TROUBLE; /* which may end this process */
}

/* With the way of recording decided. */
static int record_as(const struct record_settings *settings, const struct offer *offer)
{
    struct choosing *choosing = NULL;
    if (choosing_is_needed(settings) && !choosing_new(&choosing, settings)) {
        return CLI_TROUBLE;
    }
    char *library = directory_library();
    char *directory = library ? directory_make(settings->keep) : NULL;
    const char *filter = settings->mode == RECORD_XRAY ? settings->filter : NULL;
    struct serve *serve =
        directory && choosing ? serve_new(choosing, directory, settings->control, filter) : NULL;
    bool ready = directory && (serve || !choosing) && way_say(settings, serve, offer);
    int code = CLI_TROUBLE;
    if (ready) {
        code = record_into(settings, directory, library, serve);
    } else if (directory) {
        clean(settings, directory, serve);
    }
    choosing_free(choosing);
    g_free(directory);
    g_free(library);
    return code;
}

int record_run(const struct record_settings *given)
{
    struct record_settings settings = *given;
    struct offer offer;
    way_choose(&settings, &offer);
    int code = record_as(&settings, &offer);
    offer_clear(&offer);
    return code;
}
