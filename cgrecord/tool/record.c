/* Records a command: finds out what it offers, runs it, and makes one profile of what is left. */
#include "choose/tell.h"
#include "count/counters.h"
#include "paths/lacks.h"
#include "read/failures.h"
#include "read/survey.h"
#include "read/unseen.h"
#include "run/launch.h"
#include "run/ranks.h"
#include "run/recording_directory.h"
#include "run/sample.h"
#include "run/watch.h"
#include "run/way.h"

#include <errno.h>
#include <files/cli_files.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

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
        if (!error->file[0]) {
            g_strlcpy(error->file, path, sizeof error->file);
        }
        cli_output_discard(&output);
        return status;
    }
    return cli_output_finish(&output, error);
}

/* Make may start several of us. */
static void say_replaced(const struct record_settings *settings)
{
    const struct stat *before = &settings->output_before;
    struct stat now;
    if (stat(settings->output, &now) == 0 && S_ISREG(now.st_mode) &&
        (now.st_ino != before->st_ino || now.st_mtim.tv_sec != before->st_mtim.tv_sec ||
         now.st_mtim.tv_nsec != before->st_mtim.tv_nsec)) {
        cli_warning(
            "%s was written by another process while the command ran, and is replaced; give "
            "each a file of its own (cgrecord merge unites them), or start all below one "
            "cgrecord",
            settings->output);
    }
}

/* The signal that ended the command may end this process as well, with what a stream holds back. */
static int flush_profile(const char *path, struct cg_error *error)
{
    errno = 0;
    return strcmp(path, "-") == 0 && fflush(stdout)
               ? cli_fail(error, CG_E_IO, path, "cannot write: %s", g_strerror(errno))
               : CG_OK;
}

static int write_profile(const struct record_settings *settings, const GPtrArray *recordings,
                         const char *creator, const struct counters *counters,
                         struct cg_error *error)
{
    struct paths *paths = NULL;
    const char *what = settings->mode == RECORD_SAMPLE ? "sample" : "call";
    int status = paths_make(&paths, recordings, creator, counters, error);
    if (status) {
        return status;
    }
    const struct paths_summary *summary = paths_summary(paths);
    say_replaced(settings);
    counters_add_lacks(counters);
    lacks_add(summary, settings->rate > 0);
    status = lacks_note(paths, error);
    if (!status) {
        status = record_write(paths_profile(paths), settings->output, paths_values, paths, error);
    }
    status = status ? status : flush_profile(settings->output, error);
    if (!status) {
        uint32_t contexts = cg_profile_context_count(paths_profile(paths));
        cli_note("%s: %" G_GUINT64_FORMAT " %s%s on %u call path%s, %u process%s, %u thread%s",
                 settings->output, summary->calls, what, cli_s(summary->calls), contexts,
                 cli_s(contexts), summary->processes, summary->processes == 1 ? "" : "es",
                 summary->threads, cli_s(summary->threads));
    }
    paths_free(paths);
    return status;
}

enum outcome {
    OUTCOME_PROFILE,
    OUTCOME_NOTHING,
    OUTCOME_NOT_WRITTEN, /* there are recordings, but no profile of them */
};

static void say_nothing(const struct record_settings *settings, const struct offer *offer,
                        const struct survey *survey, const char *directory)
{
    uint32_t missing = failure_in(directory);
    if (missing || survey->failure) {
        cli_error("nothing was recorded: %s", failure_text(missing ? missing : survey->failure));
    } else if (settings->timers) {
        cli_error("nothing was recorded: the command used no CPU time, or what did could not load "
                  "libcgrecord; does it change its user, or LD_PRELOAD?");
    } else if (settings->mode == RECORD_SAMPLE) {
        cli_error("nothing was recorded: the command used no CPU time");
    } else if (offer->calls_hooks && !survey->has_program) {
        cli_error("nothing was recorded: %s could not load libcgrecord or write to %s; does the "
                  "command change its user, or LD_PRELOAD?",
                  offer->command, directory);
    } else if (settings->mode == RECORD_XRAY) {
        cli_error("nothing was recorded: no function that ran is chosen and has places for XRay; "
                  "compile with clang -fxray-instrument, or use --mode sample");
    } else if (choosing_is_needed(settings)) {
        cli_error("nothing was recorded: no function that ran is chosen and has hooks");
    } else {
        cli_error("nothing was recorded: no function that ran has hooks; compile with "
                  "-finstrument-functions, or use --mode sample");
    }
}

static enum outcome write_outcome(const struct record_settings *settings, const struct offer *offer,
                                  const char *directory, const struct counters *counters)
{
    struct cg_error error;
    GPtrArray *recordings = recordings_find(directory);
    struct survey survey;
    survey_recordings(&survey, recordings, offer->program, settings->mode != RECORD_SAMPLE);
    bool done = survey.threads > 0 || survey.unread;
    enum outcome outcome = done ? OUTCOME_PROFILE : OUTCOME_NOTHING;
    if (done) {
        tell_of_running(tell_running(directory));
        survey_missing(&survey, directory, settings->mode == RECORD_SAMPLE);
    } else {
        unseen_add(directory, settings->mode == RECORD_SAMPLE);
        say_nothing(settings, offer, &survey, directory);
    }
    if (done && write_profile(settings, recordings, survey_creator(&survey), counters, &error)) {
        cli_report(&error);
        cli_warning("the recordings are left in %s: 'cgrecord merge %s -o FILE' makes the profile",
                    directory, directory);
        outcome = OUTCOME_NOT_WRITTEN;
    }
    g_ptr_array_unref(recordings);
    return outcome;
}

/* @return whether the command ran */
static bool run_and_watch(struct launch *launch, const struct record_settings *settings,
                          const char *directory, const char *library, struct serve *serve,
                          struct counters *counters)
{
    if (settings->mode == RECORD_SAMPLE) {
        return sample_run(launch, settings, directory, library, counters);
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

/* The time that passed, and that of the processors. */
static bool write_time(const char *path, double seconds)
{
    struct rusage usage;
    struct cg_error error;
    getrusage(RUSAGE_CHILDREN, &usage);
    char *text = g_strdup_printf("%.6f %.6f\n", seconds, record_cpu_seconds(&usage));
    bool done = cli_output_text(path, text, &error) == CG_OK;
    if (!done) {
        cli_report(&error);
    }
    g_free(text);
    return done;
}

/* @param serve answers what to record; NULL: everything is */
static int record_into(const struct record_settings *settings, const struct offer *offer,
                       const char *directory, const char *library, struct serve *serve)
{
    struct launch launch;
    bool sampled = settings->mode == RECORD_SAMPLE;
    struct counters *counters = settings->events ? counters_new(settings->events, sampled) : NULL;
    gint64 begin = g_get_monotonic_time();
    bool ran = (counters || !settings->events) &&
               run_and_watch(&launch, settings, directory, library, serve, counters);
    double seconds = (double)(g_get_monotonic_time() - begin) * 1e-6;
    bool timed = !ran || !settings->time || write_time(settings->time, seconds);
    enum outcome outcome =
        ran ? write_outcome(settings, offer, directory, counters) : OUTCOME_NOTHING;
    bool done = outcome == OUTCOME_PROFILE && timed;
    counters_free(counters);
    serve_free(serve);
    if (!settings->keep && outcome != OUTCOME_NOT_WRITTEN) {
        cli_scratch_remove(directory);
    }
    return ran ? launch_exit(&launch, !done) : CLI_TROUBLE; /* which may end this process */
}

/* With the way of recording decided. */
static int record_as(const struct record_settings *settings, const struct offer *offer)
{
    struct choosing *choosing = NULL;
    if (choosing_is_needed(settings) && !choosing_new(&choosing, settings)) {
        return CLI_TROUBLE;
    }
    char *library = directory_library(settings->mode != RECORD_SAMPLE || settings->timers);
    char *directory = library ? directory_make(settings->keep) : NULL;
    bool changes =
        settings->mode == RECORD_XRAY && settings->filter && !cli_is_read_once(settings->filter);
    const char *filter = changes ? settings->filter : NULL;
    struct serve *serve =
        directory && choosing ? serve_new(choosing, directory, settings->control, filter) : NULL;
    bool ready = directory && (serve || !choosing) && way_say(settings, serve, offer);
    int code = CLI_TROUBLE;
    if (ready) {
        code = record_into(settings, offer, directory, library, serve);
    } else if (directory) {
        serve_free(serve);
        if (!settings->keep) {
            cli_scratch_remove(directory);
        }
    }
    choosing_free(choosing);
    g_free(directory);
    g_free(library);
    return code;
}

/* What runs may take hours: see first whether the profile can be written. Pipes and devices are
 * opened when there is something to write. */
static bool can_write(const char *path)
{
    struct cli_output output;
    struct cg_error error;
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (strcmp(path, "-") == 0 ||
        (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))) {
        return true;
    }
    if (cli_output_open(&output, path, &error)) {
        cli_report(&error);
        return false;
    }
    cli_output_discard(&output);
    return true;
}

int record_run(struct record_settings *settings)
{
    struct offer offer;
    if (!ranks_name_files(settings) || !can_write(settings->output)) {
        return CLI_TROUBLE;
    }
    if (stat(settings->output, &settings->output_before) != 0) {
        memset(&settings->output_before, 0, sizeof settings->output_before);
    }
    way_choose(settings, &offer);
    int code = record_as(settings, &offer);
    offer_clear(&offer);
    return code;
}
