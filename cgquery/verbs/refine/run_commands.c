/* Runs commands, shuffled, and takes their times. */
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

/* What the command says that it took itself, as far as it does. */
static int read_time(struct took *took, const char *path)
{
    char *text = NULL;
    GError *failure = NULL;
    if (!g_file_get_contents(path, &text, NULL, &failure)) {
        bool is_left_out = g_error_matches(failure, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        if (!is_left_out) {
            cli_error("%s: %s", path, failure->message);
        }
        g_error_free(failure);
        return is_left_out ? CLI_OK : CLI_TROUBLE;
    }
    char *end;
    double wall = g_ascii_strtod(text, &end);
    double cpu = g_ascii_strtod(end, NULL);
    took->wall = wall > 0 && isfinite(wall) ? wall : took->wall;
    took->cpu = cpu > 0 && isfinite(cpu) ? cpu : took->cpu;
    g_free(text);
    return CLI_OK;
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
    if (refining->recorder && strcmp(flavor, "vanilla") != 0) {
        cli_note("cgrecord exits as the command does, and records what is compiled with clang "
                 "-fxray-instrument, or with -finstrument-functions");
    }
    return CLI_TROUBLE;
}

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* The clock, and what commands computed which have ended. */
static struct took now(void)
{
    struct rusage usage = {0};
    getrusage(RUSAGE_CHILDREN, &usage);
    return (struct took){seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
                         (double)g_get_monotonic_time() * 1e-6};
}

int refine_run(const struct refining *refining, const char *flavor, const char *command,
               const struct iteration *iteration, struct took *took)
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
    struct took begin = now();
    if (!g_spawn_sync(NULL, arguments, variables, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status,
                      &failure)) {
        cli_error("%s: %s", flavor, failure->message);
        g_error_free(failure);
        code = CLI_TROUBLE;
    } else if (status != 0) {
        code = report_failure(refining, flavor, status);
    }
    if (took) {
        struct took end = now();
        *took = (struct took){end.cpu - begin.cpu, end.wall - begin.wall};
        code = code == CLI_OK ? read_time(took, time_file) : code;
    }
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

/* One that cannot run here has no times. */
static int run_flavor(struct refining *refining, struct flavor *flavor,
                      const struct iteration *iteration)
{
    struct took took;
    if (flavor->may_fail && flavor->failed) {
        return CLI_OK;
    }
    int code = refine_run(refining, flavor->name, flavor->command, iteration, &took);
    if (code == CLI_OK) {
        refine_times_add(&flavor->times, &took);
    }
    flavor->failed = code != CLI_OK;
    return flavor->may_fail ? CLI_OK : code;
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
        cli_progress_update(progress, i, flavors[order[i]]->name);
        code = run_flavor(refining, flavors[order[i]], iteration);
    }
    cli_progress_end(progress);
    g_free(order);
    return code;
}
