/* `cgrecord calibrate`: what recording a call costs on this machine. */
#include "calibrate_xray.h"
#include "cgrecord.h"
#include "run/recording_directory.h"

#include "../recording/recording.h"

#include <dlfcn.h>
#include <errno.h>
#include <files/cli_files.h>
#include <float.h>
#include <glib/gstdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Short repetitions in turn: on a busy machine some of each kind run undisturbed. */
#define ROUNDS 5000
#define REPETITIONS 200
/* Of a round: a function that calls three, the first of them again. */
#define CALLS 4

const struct cli_command calibrate_command = {
    .name = "cgrecord calibrate",
    .summary = "Measure what recording a call costs on this machine.",
    .description =
        "Calls the hooks as a function does that calls three others, with and without the clock,\n"
        "and prints nanoseconds of CPU time a call over the same loop without hooks: the least of\n"
        "many repetitions. Where clang can, it compiles a program for XRay, and prints what a "
        "call\n"
        "costs that is recorded so over one that is not. `cgquery instrument --for cgrecord` and\n"
        "`cgquery refine` predict overhead by it, that of XRay if it recorded the profile: it is\n"
        "kept in $XDG_CACHE_HOME/cgrecord.\n"
        "\n"
        "Example:\n"
        "  cgrecord calibrate\n"
        "  cgquery instrument whole.mcg run.cubex --budget 2% --for cgrecord -o prog.filter",
};

typedef void hook_function(void *, void *);

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

struct hooks {
    hook_function *enter, *leave;
};

/* A call of a function that calls no other. Without hooks, only what keeps the loop. */
static inline void call_leaf(const struct hooks *hooks, const char *function, const char *site)
{
    __asm__ volatile("" : : "r"(function), "r"(site) : "memory");
    if (hooks->enter) {
        hooks->enter((void *)function, (void *)site);
        hooks->leave((void *)function, (void *)site);
    }
}

static void call_three(const struct hooks *hooks, const char *function, const char *site)
{
    __asm__ volatile("" : : "r"(function), "r"(site) : "memory");
    if (hooks->enter) {
        hooks->enter((void *)function, (void *)site);
    }
    call_leaf(hooks, function + 1, site + 1);
    call_leaf(hooks, function + 2, site + 2);
    call_leaf(hooks, function + 1, site + 3);
    if (hooks->leave) {
        hooks->leave((void *)function, (void *)site);
    }
}

/* Nanoseconds of a call. */
static double measure_once(const struct hooks *hooks)
{
    static const char functions[CALLS - 1], sites[CALLS];
    double begin = now();
    for (int round = 0; round < ROUNDS; round++) {
        call_three(hooks, functions, sites);
    }
    return (now() - begin) / ROUNDS / CALLS;
}

/* Nanoseconds that a call costs more with hooks than without. */
static double measure_hooks(const struct hooks *hooks)
{
    static const struct hooks none;
    double recorded = DBL_MAX, bare = DBL_MAX;
    for (int i = 0; i < REPETITIONS; i++) {
        double took = measure_once(hooks);
        recorded = MIN(recorded, took);
        took = measure_once(&none);
        bare = MIN(bare, took);
    }
    return recorded - bare;
}

/* In a process of its own: the library records from when it is loaded. @return -1: it cannot */
static double measure_library(const char *library, const char *directory, bool clock)
{
    g_setenv(CGR_ENV_DIRECTORY, directory, TRUE);
    g_setenv(CGR_ENV_CLOCK, clock ? "1" : "0", TRUE);
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    struct hooks hooks = {0};
    if (handle) {
        hooks.enter = dlsym(handle, "__cyg_profile_func_enter");
        hooks.leave = dlsym(handle, "__cyg_profile_func_exit");
    }
    return hooks.enter && hooks.leave ? measure_hooks(&hooks) : -1;
}

static double measure_apart(const char *library, const char *directory, bool clock)
{
    int ends[2];
    double cost = -1;
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0) {
        cost = measure_library(library, directory, clock);
        _exit(write(ends[1], &cost, sizeof cost) == sizeof cost ? 0 : 1);
    }
    if (child > 0) {
        close(ends[1]);
        cost = read(ends[0], &cost, sizeof cost) == sizeof cost ? cost : -1;
        close(ends[0]);
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
    }
    return cost;
}

/* Left for cgquery, as far as it may be written. */
static void store(double cost, bool by_xray)
{
    char *path = cli_probe_file(by_xray), *directory = g_path_get_dirname(path);
    char *text = g_strdup_printf("%.1f\n", cost);
    struct cg_error ignored;
    if (g_mkdir_with_parents(directory, 0700) != 0 || cli_output_text(path, text, &ignored)) {
        cli_warning("%s cannot be written, so cgquery will not know", path);
    }
    g_free(text);
    g_free(directory);
    g_free(path);
}

static int report_costs(const char *library, const char *directory)
{
    double counts = measure_apart(library, directory, false);
    double clock = measure_apart(library, directory, true);
    if (counts < 0 || clock < 0) {
        cli_error("cannot load %s", library);
        return CLI_TROUBLE;
    }
    store(counts, false);
    double patched = calibrate_xray(directory);
    if (patched >= 0) {
        store(patched, true);
    }
    if (cli_is_quiet()) {
        printf("%.1f\n", counts);
        return CLI_OK;
    }
    printf("a call costs %.1f ns, with --clock %.1f ns\n", counts, clock);
    if (patched >= 0) {
        printf("by XRay it costs %.1f ns\n", patched);
    } else {
        cli_note("by XRay it is not known: no clang here compiles for it");
    }
    return CLI_OK;
}

int calibrate_main(int argc, char **argv)
{
    int code;
    if (!cli_parse_options(&calibrate_command, &argc, &argv, &code)) {
        return code;
    }
    if (argc > 1) {
        return cli_usage_error(&calibrate_command, "it takes no arguments");
    }
    char *library = directory_library(true);
    char *directory = library ? directory_make(NULL) : NULL;
    code = CLI_TROUBLE;
    if (directory) {
        code = report_costs(library, directory);
        cli_scratch_remove(directory);
    }
    g_free(directory);
    g_free(library);
    return cli_finish(code);
}
