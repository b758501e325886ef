/* Counters of threads: descriptors of perf_event_open, and numbers that the system has in /proc. */
#include "count/counters.h"

#include "loss/losses.h"

#include <cli.h>
#include <errno.h>
#include <fcntl.h>
#include <files/found_file.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NANOSECONDS 1e9
#define MOST_BYTES ((gsize)16 << 20) /* of a file of metrics */

extern const char default_events_text[];
extern const size_t default_events_length;

/* Files of a thread in /proc that have the numbers. */
enum thread_file { FILE_STAT, FILE_STATUS, FILE_SCHED, FILE_SCHEDSTAT, FILES };

static const char *const file_names[FILES] = {"stat", "status", "sched", "schedstat"};
static const enum thread_file file_of[THREAD_VALUES] = {
    [THREAD_PAGE_FAULTS] = FILE_STAT,        [THREAD_MAJOR_FAULTS] = FILE_STAT,
    [THREAD_CONTEXT_SWITCHES] = FILE_STATUS, [THREAD_PREEMPTIONS] = FILE_STATUS,
    [THREAD_MIGRATIONS] = FILE_SCHED,        [THREAD_TASK_CLOCK] = FILE_SCHEDSTAT,
};

/* What the system samples instead of them; in the system itself, but for page faults. */
static const struct sampled_value {
    uint32_t config; /* 0: nothing does */
    bool in_system;
} sampled_values[THREAD_VALUES] = {
    [THREAD_PAGE_FAULTS] = {PERF_COUNT_SW_PAGE_FAULTS, false},
    [THREAD_MAJOR_FAULTS] = {PERF_COUNT_SW_PAGE_FAULTS_MAJ, false},
    [THREAD_CONTEXT_SWITCHES] = {PERF_COUNT_SW_CONTEXT_SWITCHES, true},
    [THREAD_MIGRATIONS] = {PERF_COUNT_SW_CPU_MIGRATIONS, true},
    [THREAD_TASK_CLOCK] = {PERF_COUNT_SW_TASK_CLOCK, false},
};

struct counters {
    GPtrArray *all;    /* struct metric, as defined */
    GPtrArray *chosen; /* those that are recorded; borrowed */
    uint32_t *places;  /* by number in `all`: number in `chosen`, UINT32_MAX: not recorded */
    GHashTable *files; /* path of a recording to a table: node to double[] */
    bool uses_file[FILES];
    bool sampled;
    uint32_t refused; /* threads that could not be counted */
    uint32_t ended;   /* threads that had ended when they were found */
    uint64_t used;    /* CPU time of those that were counted, */
    uint64_t counted; /* and up to when they were read last */
};

struct thread_counters {
    struct counters *counters;
    int *descriptors; /* by metric: of perf, or -1 */
    int files[FILES];
    double *before; /* by metric: when it was last read */
};

const char *counters_defaults(void)
{
    static char *text;
    text = text ? text : g_strndup(default_events_text, default_events_length);
    return text;
}

static void close_file(int file)
{
    if (file >= 0) {
        close(file);
    }
}

static int open_perf(const struct metric *metric, pid_t tid)
{
    struct perf_event_attr attributes = {
        .type = metric->type,
        .size = sizeof attributes,
        .config = metric->config,
        .exclude_hv = 1,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
    };
    int file = (int)syscall(SYS_perf_event_open, &attributes, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (file < 0 && (errno == EACCES || errno == EPERM)) {
        attributes.exclude_kernel = 1;
        file = (int)syscall(SYS_perf_event_open, &attributes, tid, -1, -1, PERF_FLAG_FD_CLOEXEC);
    }
    return file;
}

static int open_file(enum thread_file which, uint32_t pid, uint32_t tid)
{
    char path[64];
    g_snprintf(path, sizeof path, "/proc/%u/task/%u/%s", pid, tid, file_names[which]);
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* What a counter may lack more than it has run, if several take turns on one of the processor. */
static bool read_perf(double *out, int file)
{
    uint64_t values[3]; /* value, time enabled, time running */
    if (file < 0 || read(file, values, sizeof values) != sizeof values) {
        return false;
    }
    bool whole = !values[2] || values[2] >= values[1];
    *out = whole ? (double)values[0] : (double)values[0] * ((double)values[1] / (double)values[2]);
    return true;
}

/* "KEY : 12"; 0 if it is not there. */
static uint64_t number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    at = at ? at + strlen(key) : "";
    return g_ascii_strtoull(at + strspn(at, " :\t"), NULL, 10);
}

/* The number in a field of /proc/PID/stat; the name of the program, field 2, may have spaces. */
static uint64_t field_of(const char *text, int field)
{
    const char *at = strrchr(text, ')');
    for (int i = 2; at && i < field; i++) {
        at = strchr(at + 1, ' ');
    }
    return at ? g_ascii_strtoull(at, NULL, 10) : 0;
}

static double value_in(const char *text, enum metric_of_thread value)
{
    uint64_t major = value <= THREAD_MAJOR_FAULTS ? field_of(text, 12) : 0;
    uint64_t preempted =
        file_of[value] == FILE_STATUS ? number_after(text, "nonvoluntary_ctxt_switches:") : 0;
    switch (value) {
    case THREAD_PAGE_FAULTS:
        return (double)(field_of(text, 10) + major);
    case THREAD_MAJOR_FAULTS:
        return (double)major;
    case THREAD_CONTEXT_SWITCHES:
        return (double)(number_after(text, "\nvoluntary_ctxt_switches:") + preempted);
    case THREAD_PREEMPTIONS:
        return (double)preempted;
    case THREAD_MIGRATIONS:
        return (double)number_after(text, "se.nr_migrations");
    default:
        return (double)g_ascii_strtoull(text, NULL, 10) / NANOSECONDS;
    }
}

/* @return whether the thread is still there */
static bool read_text(char *text, size_t size, int file)
{
    ssize_t length = file < 0 ? -1 : pread(file, text, size - 1, 0);
    text[length > 0 ? length : 0] = '\0';
    return length > 0;
}

/* @return whether the system samples it */
static bool find_event(const struct metric *metric, struct events_counter *out)
{
    if (metric->source == METRIC_PERF) {
        *out = (struct events_counter){metric->type, metric->config};
        return true;
    }
    uint32_t config = metric->source == METRIC_THREAD ? sampled_values[metric->value].config : 0;
    *out = (struct events_counter){PERF_TYPE_SOFTWARE, config};
    return config != 0;
}

/* What happens in the system cannot be sampled where that is hidden: it would count nothing. */
static bool is_in_system(const struct events_counter *event)
{
    bool in_system = event->type == PERF_TYPE_TRACEPOINT;
    for (int i = 0; i < THREAD_VALUES; i++) {
        in_system =
            in_system || (event->type == PERF_TYPE_SOFTWARE && sampled_values[i].in_system &&
                          sampled_values[i].config == event->config);
    }
    return in_system;
}

/* @return why it cannot be sampled, or 0 */
static int reason_without_event(const struct metric *metric)
{
    struct events_counter event;
    if (!find_event(metric, &event)) {
        return ENOTSUP;
    }
    struct perf_event_attr attributes = {.type = event.type,
                                         .size = sizeof attributes,
                                         .config = event.config,
                                         .sample_freq = 1,
                                         .freq = 1,
                                         .disabled = 1,
                                         .exclude_hv = 1};
    int file = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (file < 0 && (errno == EACCES || errno == EPERM) && !is_in_system(&event)) {
        attributes.exclude_kernel = 1;
        file = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    }
    int reason = file < 0 ? errno : 0;
    close_file(file);
    return reason;
}

/* @return why not, or 0 */
static int reason_without(const struct metric *metric)
{
    int file = metric->source == METRIC_PERF
                   ? open_perf(metric, 0)
                   : open_file(file_of[metric->value], (uint32_t)getpid(), (uint32_t)getpid());
    int reason = file < 0 ? errno : 0;
    close_file(file);
    return reason;
}

static bool has_operands(const struct counters *counters, const struct metric *metric)
{
    bool all = !counters->sampled || !formula_uses(metric->formula, METRIC_OPERAND_VISITS);
    for (guint i = 0; i < counters->all->len; i++) {
        all = all && (counters->places[i] != UINT32_MAX ||
                      !formula_uses(metric->formula, METRIC_OPERANDS + i));
    }
    return all;
}

/* What the system says of a counter that a processor, or a virtual machine, does not have. */
static bool is_absent(int reason)
{
    return reason == ENOENT || reason == ENODEV || reason == ENXIO || reason == EOPNOTSUPP;
}

static void note_missing(GString *missing, const struct metric *metric, int reason)
{
    const char *why = !reason             ? "needs what is missing"
                      : is_absent(reason) ? "it has no such counter"
                                          : g_strerror(reason);
    g_string_append_printf(missing, "%s%s (%s)", missing->len ? ", " : "", metric->name, why);
}

static void choose_counters(struct counters *counters)
{
    GString *missing = g_string_new(NULL);
    for (guint i = 0; i < counters->all->len; i++) {
        struct metric *metric = counters->all->pdata[i];
        bool derived = metric->source == METRIC_DERIVED;
        int reason = !metric->wanted || derived ? 0
                     : counters->sampled        ? reason_without_event(metric)
                                                : reason_without(metric);
        counters->places[i] = UINT32_MAX;
        if (metric->wanted && (reason || (derived && !has_operands(counters, metric)))) {
            note_missing(missing, metric, reason);
        } else if (metric->wanted) {
            counters->places[i] = counters->chosen->len;
            counters->uses_file[file_of[metric->value]] |= metric->source == METRIC_THREAD;
            g_ptr_array_add(counters->chosen, metric);
        }
    }
    if (missing->len) {
        cli_warning("this machine does not count %s; the rest is recorded", missing->str);
    }
    g_string_free(missing, TRUE);
}

/* @return what --events names, each wanted; NULL after reporting an error */
static GPtrArray *read_metrics(const char *events)
{
    bool is_file = strchr(events, '/') != NULL;
    struct cg_error error;
    char *text = NULL;
    gsize length = default_events_length;
    if (is_file && !named_read(&text, &length, events, MOST_BYTES)) {
        cli_error("--events: %s: cannot read: %s", events, g_strerror(errno));
        return NULL;
    }
    GPtrArray *metrics = metrics_read(text ? text : default_events_text, length,
                                      is_file ? events : "default.events", &error);
    g_free(text);
    if (!metrics) {
        cli_report(&error);
        return NULL;
    }
    char *unknown = metrics_want(metrics, is_file ? NULL : events);
    if (unknown) {
        cli_error("--events: there is no metric '%s' (cgrecord --list-events prints them; a file "
                  "has a '/' in its name)",
                  unknown);
        g_free(unknown);
        g_ptr_array_unref(metrics);
        return NULL;
    }
    return metrics;
}

static void values_table_free(void *table)
{
    g_hash_table_unref(table);
}

struct counters *counters_new(const char *events, bool sampled)
{
    GPtrArray *metrics = read_metrics(events);
    if (!metrics) {
        return NULL;
    }
    struct counters *counters = g_new0(struct counters, 1);
    counters->all = metrics;
    counters->sampled = sampled;
    counters->chosen = g_ptr_array_new();
    counters->places = g_new(uint32_t, metrics->len);
    counters->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, values_table_free);
    choose_counters(counters);
    return counters;
}

static void warn_of_threads(uint32_t number, const char *reason)
{
    if (number) {
        losses_add("counters are missing of %u thread%s that %s", number, cli_s(number), reason);
    }
}

/* What is little is no news. */
static void warn_of_time(const struct counters *counters)
{
    double missing = counters->used ? 1 - (double)counters->counted / (double)counters->used : 0;
    if (missing > 0.1) {
        losses_add("counters are missing of what threads did after they were read last: %.0f "
                   "percent of their CPU time",
                   100 * missing);
    }
}

void counters_add_lacks(const struct counters *counters)
{
    if (counters) {
        warn_of_time(counters);
        warn_of_threads(counters->ended, "ended before they were found");
        warn_of_threads(counters->refused, "the system had no room for");
    }
}

void counters_free(struct counters *counters)
{
    if (counters) {
        g_ptr_array_unref(counters->chosen);
        g_ptr_array_unref(counters->all);
        g_hash_table_unref(counters->files);
        g_free(counters->places);
        g_free(counters);
    }
}

struct thread_counters *counters_open(struct counters *counters, uint32_t pid, uint32_t tid)
{
    if (!counters) {
        return NULL;
    }
    struct thread_counters *thread = g_new0(struct thread_counters, 1);
    int reason = 0;
    thread->counters = counters;
    thread->descriptors = g_new(int, counters->chosen->len + 1);
    thread->before = g_new0(double, counters->chosen->len + 1);
    for (int i = 0; i < FILES; i++) {
        thread->files[i] = counters->uses_file[i] ? open_file((enum thread_file)i, pid, tid) : -1;
        reason = thread->files[i] < 0 && counters->uses_file[i] ? errno : reason;
    }
    for (guint i = 0; i < counters->chosen->len; i++) {
        const struct metric *metric = counters->chosen->pdata[i];
        bool perf = metric->source == METRIC_PERF;
        thread->descriptors[i] = perf ? open_perf(metric, (pid_t)tid) : -1;
        reason = perf && thread->descriptors[i] < 0 ? errno : reason;
    }
    bool ended = reason == ENOENT || reason == ESRCH;
    counters->ended += ended;
    counters->refused += reason && !ended;
    return thread;
}

void counters_close(struct thread_counters *thread, uint64_t used, uint64_t counted)
{
    if (thread) {
        thread->counters->used += used;
        thread->counters->counted += counted;
        for (guint i = 0; i < thread->counters->chosen->len; i++) {
            close_file(thread->descriptors[i]);
        }
        for (int i = 0; i < FILES; i++) {
            close_file(thread->files[i]);
        }
        g_free(thread->descriptors);
        g_free(thread->before);
        g_free(thread);
    }
}

/* The values of a node, which are 0 at first. */
static double *values_of(struct counters *counters, const char *recording, uint32_t node)
{
    GHashTable *nodes = g_hash_table_lookup(counters->files, recording);
    if (!nodes) {
        nodes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
        g_hash_table_insert(counters->files, g_strdup(recording), nodes);
    }
    double *values = g_hash_table_lookup(nodes, GUINT_TO_POINTER(node));
    if (!values) {
        values = g_new0(double, counters->chosen->len);
        g_hash_table_insert(nodes, GUINT_TO_POINTER(node), values);
    }
    return values;
}

/* What a thread causes by waiting, not by what it runs. */
static bool counts_waiting(const struct metric *metric)
{
    bool perf = metric->source == METRIC_PERF && metric->type == PERF_TYPE_SOFTWARE &&
                metric->config == PERF_COUNT_SW_CONTEXT_SWITCHES;
    return perf || (metric->source == METRIC_THREAD && metric->value == THREAD_CONTEXT_SWITCHES);
}

void counters_read(struct thread_counters *thread, const char *recording, uint32_t node, bool runs)
{
    char texts[FILES][8192];
    bool there[FILES] = {false};
    if (!thread || !thread->counters->chosen->len) {
        return;
    }
    for (int i = 0; i < FILES; i++) {
        there[i] =
            (runs || i == FILE_STATUS) && read_text(texts[i], sizeof texts[i], thread->files[i]);
    }
    double *values = values_of(thread->counters, recording, node);
    for (guint i = 0; i < thread->counters->chosen->len; i++) {
        const struct metric *metric = thread->counters->chosen->pdata[i];
        double now = thread->before[i];
        if (!runs && !counts_waiting(metric)) {
            continue;
        }
        if (metric->source == METRIC_PERF) {
            read_perf(&now, thread->descriptors[i]);
        } else if (metric->source == METRIC_THREAD && there[file_of[metric->value]]) {
            now = value_in(texts[file_of[metric->value]], metric->value);
        }
        if (now > thread->before[i]) {
            values[i] += now - thread->before[i];
            thread->before[i] = now;
        }
    }
}

bool counters_event(const struct counters *counters, uint32_t number, struct events_counter *out)
{
    return find_event(counters_metric(counters, number), out);
}

/* In the unit of a metric. */
static double value_of(const struct metric *metric, uint64_t amount)
{
    bool is_time = metric->source == METRIC_THREAD && metric->value == THREAD_TASK_CLOCK;
    return (double)amount / (is_time ? NANOSECONDS : 1);
}

void counters_add(struct counters *counters, const char *recording, uint32_t node, uint32_t number,
                  uint64_t amount)
{
    const struct metric *metric = counters_metric(counters, number);
    values_of(counters, recording, node)[number] += value_of(metric, amount);
}

/* @return the sum of the values of a metric, each of which is multiplied by a factor */
static double scale(struct counters *counters, uint32_t number, double factor)
{
    double sum = 0;
    GHashTableIter files, nodes;
    gpointer table, values;
    g_hash_table_iter_init(&files, counters->files);
    while (g_hash_table_iter_next(&files, NULL, &table)) {
        g_hash_table_iter_init(&nodes, table);
        while (g_hash_table_iter_next(&nodes, NULL, &values)) {
            sum += ((double *)values)[number] *= factor;
        }
    }
    return sum;
}

void counters_add_up(struct counters *counters, uint32_t number, uint64_t amount)
{
    double sum = scale(counters, number, 1);
    if (sum > 0) {
        scale(counters, number, value_of(counters_metric(counters, number), amount) / sum);
    }
}

uint32_t counters_count(const struct counters *counters)
{
    return counters ? counters->chosen->len : 0;
}

const struct metric *counters_metric(const struct counters *counters, uint32_t number)
{
    return counters->chosen->pdata[number];
}

const double *counters_at(const struct counters *counters, const char *recording, uint32_t node)
{
    GHashTable *nodes = counters ? g_hash_table_lookup(counters->files, recording) : NULL;
    return nodes ? g_hash_table_lookup(nodes, GUINT_TO_POINTER(node)) : NULL;
}

static const char *name_of_operand(void *user, uint32_t operand)
{
    return metrics_operand(user, operand);
}

char *counters_cubepl(const struct counters *counters, uint32_t number)
{
    const struct metric *metric = counters_metric(counters, number);
    return metric->formula ? formula_cubepl(metric->formula, name_of_operand, counters->all) : NULL;
}

double counters_derive(const struct counters *counters, uint32_t number, const double *values,
                       const double *operands)
{
    const struct metric *metric = counters_metric(counters, number);
    double *by_operand = g_new0(double, METRIC_OPERANDS + counters->all->len);
    memcpy(by_operand, operands, METRIC_OPERANDS * sizeof *operands);
    for (guint i = 0; i < counters->all->len; i++) {
        if (counters->places[i] != UINT32_MAX) {
            by_operand[METRIC_OPERANDS + i] = values[counters->places[i]];
        }
    }
    double value = formula_value(metric->formula, by_operand);
    g_free(by_operand);
    return value;
}
