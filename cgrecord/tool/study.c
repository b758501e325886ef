/*
 * Runs the command plainly and in each way, in another order each time, and prints the medians side
 * by side.
 */
#include "study.h"

#include "run/way.h"

#include <errno.h>
#include <fcntl.h>
#include <files/cli_files.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define BAND 0.15 /* a slow-down that is not more than this is none, by convention */
#define SHORT 0.1 /* seconds: of less, start-up is much */
#define SELF "/proc/self/exe"

/* A way to run the command. */
struct way {
    const char *name;
    GPtrArray *words; /* ended by NULL */
    bool recorder;    /* these are of cgrecord, which says what the command took */
    bool wanted;      /* it can be run */
    GArray *times;    /* of double: seconds of CPU time */
};

struct study {
    const struct record_settings *settings;
    char *directory; /* of files that are needed for a while */
    char *log;       /* what the last run said */
    char *took;      /* what cgrecord --time wrote */
    GPtrArray *ways; /* struct way; the first is what others are compared with */
};

static void free_way(void *data)
{
    struct way *way = data;
    g_ptr_array_unref(way->words);
    g_array_unref(way->times);
    g_free(way);
}

static struct way *add_way(struct study *study, const char *name)
{
    struct way *way = g_new0(struct way, 1);
    way->name = name;
    way->words = g_ptr_array_new_with_free_func(g_free);
    way->times = g_array_new(FALSE, FALSE, sizeof(double));
    way->wanted = true;
    g_ptr_array_add(study->ways, way);
    return way;
}

static void add_word(struct way *way, const char *word)
{
    g_ptr_array_add(way->words, g_strdup(word));
}

static void add_option(struct way *way, const char *option, const char *value)
{
    if (value) {
        add_word(way, option);
        add_word(way, value);
    }
}

static void end_words(struct way *way, char *const *words)
{
    for (; words && *words; words++) {
        add_word(way, *words);
    }
    g_ptr_array_add(way->words, NULL);
}

/* The program without probes, if it is given: a command for sh. */
static void end_bare(struct way *way, const struct record_settings *settings)
{
    char *const words[] = {"sh", "-c", settings->bare, NULL};
    end_words(way, settings->bare ? words : settings->command);
}

/* cgrecord with a mode, up to its options. */
static struct way *add_recorder(struct study *study, const char *name, const char *mode)
{
    char *profile = g_build_filename(study->directory, "profile.cubex", NULL);
    struct way *way = add_way(study, name);
    way->recorder = true;
    add_word(way, SELF);
    add_word(way, "-q");
    add_option(way, "-o", profile);
    add_option(way, "--time", study->took);
    add_option(way, "--mode", mode);
    g_free(profile);
    return way;
}

static void add_all_calls(struct study *study, const char *name, const char *mode,
                          const char *option, const char *value)
{
    struct way *way = add_recorder(study, name, mode);
    add_word(way, option);
    if (value) {
        add_word(way, value);
    }
    add_word(way, "--");
    end_words(way, study->settings->command);
}

static void add_chosen_calls(struct study *study, const char *mode)
{
    const struct record_settings *settings = study->settings;
    struct way *way = add_recorder(study, "chosen calls", mode);
    add_option(way, "--filter", settings->filter);
    for (char **set = settings->only_below; set && *set; set++) {
        add_option(way, "--only-below", *set);
    }
    for (char **set = settings->not_below; set && *set; set++) {
        add_option(way, "--not-below", *set);
    }
    add_word(way, "--");
    end_words(way, settings->command);
}

static void add_samples(struct study *study, const char *name, const char *rate)
{
    struct way *way = add_recorder(study, name, "sample");
    add_option(way, "--rate", rate);
    add_word(way, "--");
    end_bare(way, study->settings);
}

static void add_ways(struct study *study, const char *mode)
{
    const struct record_settings *settings = study->settings;
    if (settings->bare) {
        end_bare(add_way(study, "without probes"), settings);
    }
    end_words(add_way(study, "no recorder"), settings->command);
    if (mode) {
        add_all_calls(study, "all calls", mode, "--rate", "0");
        add_all_calls(study, "all calls, sampled time", mode, "--rate", "1000");
        add_all_calls(study, "all calls, --clock", mode, "--clock", NULL);
        if (settings->filter || settings->only_below || settings->not_below) {
            add_chosen_calls(study, mode);
        }
    }
    add_samples(study, "samples, 500/s", "500");
    add_samples(study, "samples, 1000/s", "1000");
}

/* What a command prints is of no interest unless it fails. */
static void be_command(const struct study *study, const struct way *way)
{
    int none = open("/dev/null", O_RDWR | O_CLOEXEC);
    int log = open(study->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    signal(SIGINT, SIG_DFL);
    cli_restore_signals();
    if (none >= 0 && log >= 0 && dup2(none, STDIN_FILENO) >= 0 && dup2(none, STDOUT_FILENO) >= 0 &&
        dup2(log, STDERR_FILENO) >= 0) {
        execvp(way->words->pdata[0], (char **)way->words->pdata);
        dprintf(STDERR_FILENO, "cannot run '%s': %s\n", (char *)way->words->pdata[0],
                strerror(errno));
    }
    _exit(127);
}

/* The second number of cgrecord --time. @return whether it is there */
static bool read_took(double *seconds, const char *path)
{
    char *text = NULL;
    bool found = g_file_get_contents(path, &text, NULL, NULL);
    const char *second = found ? strchr(text, ' ') : NULL;
    *seconds = second ? g_ascii_strtod(second, NULL) : 0;
    g_free(text);
    unlink(path);
    return second != NULL;
}

/* @param status receives that of wait @return false: it could not be run */
static bool run_once(const struct study *study, const struct way *way, int *status, double *seconds)
{
    struct rusage usage;
    pid_t child = fork();
    if (child == 0) {
        be_command(study, way);
    }
    while (child > 0 && wait4(child, status, 0, &usage) < 0 && errno == EINTR) {
    }
    if (child < 0) {
        cli_error("cannot start a process: %s", g_strerror(errno));
        return false;
    }
    *seconds = record_cpu_seconds(&usage);
    return !way->recorder || read_took(seconds, study->took);
}

/* The last line that a run printed; release with g_free. */
static char *last_words(const struct study *study)
{
    char *text = NULL;
    g_file_get_contents(study->log, &text, NULL, NULL);
    text = text ? g_strchomp(text) : g_strdup("");
    const char *line = strrchr(text, '\n');
    char *last = g_strdup(line ? line + 1 : text);
    g_free(text);
    return last;
}

static char *describe_status(int status)
{
    return WIFSIGNALED(status) ? g_strdup_printf("signal %d", WTERMSIG(status))
                               : g_strdup_printf("exit status %d", WEXITSTATUS(status));
}

/* Each way once, which is not counted: caches are filled, and what cannot be run is known.
 * @return false after reporting why there is nothing to compare */
static bool try_ways(struct study *study)
{
    int wanted = 0;
    for (guint i = 0; i < study->ways->len; i++) {
        struct way *way = study->ways->pdata[i];
        int status = 0;
        double seconds = 0;
        bool ran = run_once(study, way, &status, &seconds);
        bool first = i == 0;
        wanted = first ? status : wanted;
        bool runs = ran && status == wanted && !WIFSIGNALED(status) && WEXITSTATUS(status) != 127;
        if (!runs) {
            char *what = describe_status(status), *words = last_words(study);
            (way->recorder ? cli_warning : cli_error)("%s: %s%s%s", way->name, what,
                                                      *words ? ": " : "", words);
            g_free(words);
            g_free(what);
        }
        if (!runs && !way->recorder) {
            return false;
        }
        if (first && seconds < SHORT) {
            cli_warning("the command takes %.3f s: what starts and ends is much of that; let it do "
                        "more",
                        seconds);
        }
        way->wanted = runs;
    }
    return true;
}

static void shuffle(GPtrArray *ways)
{
    for (guint i = ways->len; i > 1; i--) {
        guint other = (guint)g_random_int_range(0, (gint32)i);
        void *way = ways->pdata[i - 1];
        ways->pdata[i - 1] = ways->pdata[other];
        ways->pdata[other] = way;
    }
}

/* In another order each time: what else the machine does meets all of them. */
static bool repeat(const struct study *study)
{
    GPtrArray *order = g_ptr_array_new();
    bool done = true;
    for (guint i = 0; i < study->ways->len; i++) {
        struct way *way = study->ways->pdata[i];
        if (way->wanted) {
            g_ptr_array_add(order, way);
        }
    }
    for (uint32_t round = 0; round < study->settings->repetitions && done; round++) {
        shuffle(order);
        for (guint i = 0; i < order->len && done; i++) {
            struct way *way = order->pdata[i];
            int status = 0;
            double seconds = 0;
            done = run_once(study, way, &status, &seconds) && !WIFSIGNALED(status);
            g_array_append_val(way->times, seconds);
        }
    }
    g_ptr_array_unref(order);
    return done;
}

static gint compare_doubles(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double at(const struct way *way, guint number)
{
    return g_array_index(way->times, double, number);
}

static double median(const struct way *way)
{
    guint count = way->times->len;
    return (at(way, (count - 1) / 2) + at(way, count / 2)) / 2;
}

static void print_way(const struct way *way, double base)
{
    char *middle = cli_quantity(median(way), "sec");
    char *least = cli_quantity(at(way, 0), "sec");
    char *most = cli_quantity(at(way, way->times->len - 1), "sec");
    double more = median(way) / base - 1;
    printf("%-24s %9s  %9s %9s  %+8.1f %%  %s\n", way->name, middle, least, most, 100 * more,
           fabs(more) <= BAND ? "no" : "yes");
    g_free(most);
    g_free(least);
    g_free(middle);
}

static void print_study(const struct study *study)
{
    double base = 0;
    printf("%-24s %9s  %9s %9s  %10s  %s\n", "CPU time", "median", "least", "most", "more",
           "beyond 15 %");
    for (guint i = 0; i < study->ways->len; i++) {
        const struct way *way = study->ways->pdata[i];
        if (way->wanted) {
            g_array_sort(way->times, compare_doubles);
            base = i ? base : median(way);
            print_way(way, base);
        }
    }
}

/* What records calls of the command; NULL: nothing does. */
static const char *find_mode(const struct record_settings *settings)
{
    struct record_settings wanted = *settings;
    struct offer offer;
    way_choose(&wanted, &offer);
    bool has_calls = offer.calls_hooks || offer.has_recorder || offer.has_sleds;
    const char *mode = !has_calls ? NULL : wanted.mode == RECORD_XRAY ? "xray" : "hooks";
    offer_clear(&offer);
    return mode;
}

static int run_in(struct study *study)
{
    const char *mode = find_mode(study->settings);
    const struct record_settings *settings = study->settings;
    if (!mode) {
        cli_note("%s has neither hooks nor places for XRay: it is sampled alone",
                 settings->command[0]);
    }
    study->ways = g_ptr_array_new_with_free_func(free_way);
    add_ways(study, mode);
    bool done = try_ways(study) && repeat(study);
    if (done) {
        print_study(study);
    }
    g_ptr_array_unref(study->ways);
    return done ? CLI_OK : CLI_TROUBLE;
}

int study_run(const struct record_settings *settings)
{
    GError *failure = NULL;
    struct study study = {.settings = settings};
    study.directory = g_dir_make_tmp("cgrecord.XXXXXX", &failure);
    if (!study.directory) {
        cli_error("cannot make a temporary directory: %s", failure->message);
        g_error_free(failure);
        return CLI_TROUBLE;
    }
    signal(SIGINT, SIG_IGN); /* it ends the command, and then us, who have files to remove */
    study.log = g_build_filename(study.directory, "log", NULL);
    study.took = g_build_filename(study.directory, "took", NULL);
    int code = run_in(&study);
    cli_scratch_remove(study.directory);
    g_free(study.took);
    g_free(study.log);
    g_free(study.directory);
    return code;
}
