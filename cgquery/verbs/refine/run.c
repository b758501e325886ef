/* Runs commands, shuffled, and takes their times. */
#include "runs/rank_test.h"
#include "verbs/refine/refine.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* The environment of a command: where the filter is, and where to leave what. */
static char **environment(const struct refining *refining, const char *flavor,
                          const struct iteration *iteration, const char *time_file)
{
    const char *directory = iteration ? iteration->directory : refining->directory;
    char *here = g_canonicalize_filename(directory, NULL);
    char *filter = g_build_filename(here, "filter", NULL);
    char *profile = g_build_filename(here, "profile", NULL);
    char *number = g_strdup_printf("%u", iteration ? iteration->number : 0);
    char **variables = g_get_environ();
    variables = g_environ_setenv(variables, "CG_FILTER", filter, TRUE);
    variables = g_environ_setenv(variables, "CG_PROFILE", profile, TRUE);
    variables = g_environ_setenv(variables, "CG_TIME", time_file, TRUE);
    variables = g_environ_setenv(variables, "CG_FLAVOR", flavor, TRUE);
    variables = g_environ_setenv(variables, "CG_ITERATION", number, TRUE);
    g_free(number);
    g_free(profile);
    g_free(filter);
    g_free(here);
    return variables;
}

/* A time that the command took itself, in seconds, and that of the processors if it says so. */
static void read_time(const struct refining *refining, double *seconds, const char *path)
{
    char *text = NULL, *end;
    if (seconds && g_file_get_contents(path, &text, NULL, NULL)) {
        double value = g_ascii_strtod(text, &end);
        bool found = end != text;
        if (found && refining->query->options.cpu_time) {
            const char *second = end;
            double computed = g_ascii_strtod(second, &end);
            value = end != second ? computed : value;
        }
        *seconds = found && value > 0 && isfinite(value) ? value : *seconds;
    }
    g_free(text);
}

static int report_failure(const struct refining *refining, const char *flavor, int status)
{
    if (WIFSIGNALED(status)) {
        cli_error("%s: signal %d ended it; it printed to %s", flavor, WTERMSIG(status),
                  refining->log);
    } else {
        cli_error("%s: exit status %d; it printed to %s", flavor, WEXITSTATUS(status),
                  refining->log);
    }
    if (refining->full && strcmp(flavor, "vanilla") != 0) {
        cli_note("cgrecord records what is compiled with clang -fxray-instrument, or with "
                 "-finstrument-functions");
    }
    return CLI_TROUBLE;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* Seconds of the clock, or that commands computed which have ended. */
static double now(const struct refining *refining)
{
    struct rusage usage;
    if (refining->query->options.cpu_time && getrusage(RUSAGE_CHILDREN, &usage) == 0) {
        return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    }
    return (double)g_get_monotonic_time() * 1e-6;
}

int refine_run(const struct refining *refining, const char *flavor, const char *command,
               const struct iteration *iteration, double *seconds)
{
    char *here = g_canonicalize_filename(refining->directory, NULL);
    char *time_file = g_build_filename(here, "time", NULL);
    char *log = g_shell_quote(refining->log);
    char *script = g_strdup_printf("exec >>%s 2>&1 </dev/null\n%s", log, command);
    char *arguments[] = {(char *)"/bin/sh", (char *)"-c", script, NULL};
    char **variables = environment(refining, flavor, iteration, time_file);
    GError *failure = NULL;
    int status = 0, code = CLI_OK;
    g_remove(time_file);
    double begin = now(refining);
    if (!g_spawn_sync(NULL, arguments, variables, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status,
                      &failure)) {
        cli_error("%s: %s", flavor, failure->message);
        g_error_free(failure);
        code = CLI_TROUBLE;
    } else if (status != 0) {
        code = report_failure(refining, flavor, status);
    }
    if (seconds) {
        *seconds = now(refining) - begin;
    }
    read_time(refining, seconds, time_file);
    g_remove(time_file);
    g_strfreev(variables);
    g_free(script);
    g_free(log);
    g_free(time_file);
    g_free(here);
    return code;
}

static void shuffle(GRand *random, size_t *order, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = (size_t)g_rand_int_range(random, 0, (gint32)i), kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
}

int refine_run_shuffled(struct refining *refining, struct flavor *const *flavors, size_t count,
                        const struct iteration *iteration)
{
    size_t runs = count * refining->repetitions, *order = g_new(size_t, runs + 1);
    int code = CLI_OK;
    for (size_t i = 0; i < runs; i++) {
        order[i] = i % count;
    }
    shuffle(refining->random, order, runs);
    struct cli_progress *progress = cli_progress_start("running", runs);
    for (size_t i = 0; i < runs && code == CLI_OK; i++) {
        struct flavor *flavor = flavors[order[i]];
        double seconds;
        cli_progress_update(progress, i, flavor->name);
        code = refine_run(refining, flavor->name, flavor->command, iteration, &seconds);
        g_array_append_val(flavor->times, seconds);
    }
    cli_progress_end(progress);
    g_free(order);
    return code;
}
