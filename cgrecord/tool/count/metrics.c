/* Metrics as a text defines them: "[name]", then lines "key = value". */
#include "count/metrics.h"

#include <string.h>

#define MOST_METRICS 1000u

/* The text being read. */
struct reading {
    GPtrArray *metrics;
    struct metric *metric; /* of the current section; NULL before the first */
    struct cg_error *error;
    unsigned long line;
    const char *file;
};

static const char *const thread_names[THREAD_VALUES] = {
    [THREAD_PAGE_FAULTS] = "page-faults",
    [THREAD_MAJOR_FAULTS] = "major-faults",
    [THREAD_CONTEXT_SWITCHES] = "context-switches",
    [THREAD_PREEMPTIONS] = "preemptions",
    [THREAD_MIGRATIONS] = "migrations",
    [THREAD_TASK_CLOCK] = "task-clock",
};

static void metric_free(void *data)
{
    struct metric *metric = data;
    g_free(metric->name);
    g_free(metric->preset);
    g_free(metric->label);
    g_free(metric->unit);
    g_free(metric->description);
    formula_free(metric->formula);
    g_free(metric);
}

static bool G_GNUC_PRINTF(2, 3) refuse(struct reading *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    *r->error = (struct cg_error){.status = CG_E_FORMAT, .line = r->line};
    g_strlcpy(r->error->file, r->file, sizeof r->error->file);
    g_vsnprintf(r->error->text, sizeof r->error->text, format, arguments);
    va_end(arguments);
    return false;
}

const char *metrics_operand(const GPtrArray *metrics, uint32_t operand)
{
    static const char *const others[METRIC_OPERANDS] = {"visits", "time"};
    return operand < METRIC_OPERANDS
               ? others[operand]
               : ((const struct metric *)metrics->pdata[operand - METRIC_OPERANDS])->name;
}

static uint32_t find_metric(void *user, const char *name, uint32_t length)
{
    const GPtrArray *metrics = user;
    for (uint32_t i = 0; i < METRIC_OPERANDS + metrics->len; i++) {
        const char *known = metrics_operand(metrics, i);
        if (strlen(known) == length && memcmp(known, name, length) == 0) {
            return i;
        }
    }
    return UINT32_MAX;
}

/* What is above the metric that is being read. */
static uint32_t find_above(void *user, const char *name, uint32_t length)
{
    struct reading *r = user;
    uint32_t number = find_metric(r->metrics, name, length);
    return number < METRIC_OPERANDS + r->metrics->len - 1 ? number : UINT32_MAX;
}

static bool is_name(const char *text)
{
    bool good = g_ascii_isalpha(*text) && strlen(text) <= 100;
    for (; *text; text++) {
        good = good && (g_ascii_isalnum(*text) || *text == '_');
    }
    return good;
}

/* A metric ends where the next begins. */
static bool end_metric(struct reading *r)
{
    return !r->metric || r->metric->source != METRIC_UNKNOWN ||
           refuse(r, "'%s' above needs one of: perf, thread, formula", r->metric->name);
}

static bool begin_metric(struct reading *r, char *text)
{
    char *end = strchr(text, ']');
    if (!end || end[1]) {
        return refuse(r, "']' is expected at the end of the line");
    }
    *end = '\0';
    g_strstrip(text);
    if (!is_name(text)) {
        return refuse(r, "a name has letters, digits and '_', and begins with a letter");
    }
    if (find_metric(r->metrics, text, (uint32_t)strlen(text)) != UINT32_MAX) {
        return refuse(r, "there is a metric '%s' already", text);
    }
    if (r->metrics->len == MOST_METRICS) {
        return refuse(r, "more than %u metrics", MOST_METRICS);
    }
    r->metric = g_new0(struct metric, 1);
    r->metric->name = g_strdup(text);
    g_ptr_array_add(r->metrics, r->metric);
    return true;
}

/* A number, decimal or 0x and hexadecimal, up to the end of the word. */
static bool parse_number(uint64_t *out, const char *text)
{
    char *end;
    *out = g_ascii_strtoull(text, &end, g_str_has_prefix(text, "0x") ? 16 : 10);
    return g_ascii_isdigit(*text) && !*end;
}

/* "hardware 1" */
static bool parse_perf(struct reading *r, const char *value)
{
    static const char *const types[] = {"hardware", "software", "tracepoint", "cache", "raw"};
    struct metric *metric = r->metric;
    char **words = g_strsplit_set(value, " \t", 2);
    uint64_t type = UINT64_MAX;
    bool good = words[0] && words[1] && parse_number(&metric->config, g_strstrip(words[1]));
    for (size_t i = 0; good && i < G_N_ELEMENTS(types); i++) {
        type = strcmp(words[0], types[i]) == 0 ? i : type;
    }
    good = good && (type != UINT64_MAX || parse_number(&type, words[0])) && type <= UINT32_MAX;
    g_strfreev(words);
    metric->type = (uint32_t)type;
    metric->source = METRIC_PERF;
    return good || refuse(r, "perf takes a type (hardware, software, tracepoint, cache, raw or a "
                             "number) and a number");
}

static bool parse_thread(struct reading *r, const char *value)
{
    r->metric->source = METRIC_THREAD;
    for (int i = 0; i < THREAD_VALUES; i++) {
        if (strcmp(value, thread_names[i]) == 0) {
            r->metric->value = (enum metric_of_thread)i;
            return true;
        }
    }
    return refuse(r, "thread takes page-faults, major-faults, context-switches, preemptions, "
                     "migrations or task-clock");
}

static bool parse_formula(struct reading *r, const char *value)
{
    char *refusal;
    r->metric->source = METRIC_DERIVED;
    r->metric->formula = formula_parse(value, find_above, r, &refusal);
    bool good = r->metric->formula || refuse(r, "%s", refusal);
    g_free(refusal);
    return good;
}

static bool take_source(struct reading *r, const char *key, const char *value)
{
    if (r->metric->source != METRIC_UNKNOWN) {
        return refuse(r, "'%s' has a source already: one of perf, thread, formula",
                      r->metric->name);
    }
    return strcmp(key, "perf") == 0     ? parse_perf(r, value)
           : strcmp(key, "thread") == 0 ? parse_thread(r, value)
                                        : parse_formula(r, value);
}

static bool take_text(struct reading *r, char **place, const char *key, const char *value)
{
    if (*place) {
        return refuse(r, "'%s' is there twice", key);
    }
    *place = g_strdup(value);
    return true;
}

static bool take_value(struct reading *r, char *text)
{
    char *equals = strchr(text, '=');
    struct metric *metric = r->metric;
    if (!metric || !equals) {
        return refuse(r, metric ? "'key = value' is expected" : "[NAME] is expected first");
    }
    *equals = '\0';
    const char *key = g_strstrip(text);
    const char *value = g_strstrip(equals + 1);
    char **place = strcmp(key, "label") == 0         ? &metric->label
                   : strcmp(key, "papi") == 0        ? &metric->preset
                   : strcmp(key, "unit") == 0        ? &metric->unit
                   : strcmp(key, "description") == 0 ? &metric->description
                                                     : NULL;
    static const char *const sources[] = {"perf", "thread", "formula", NULL};
    if (place) {
        return take_text(r, place, key, value);
    }
    return g_strv_contains(sources, key)
               ? take_source(r, key, value)
               : refuse(r,
                        "unknown key '%.50s'; there are label, unit, description, papi, perf, "
                        "thread and formula",
                        key);
}

static bool take_line(struct reading *r, char *line)
{
    g_strstrip(line);
    if (!*line || *line == '#') {
        return true;
    }
    return *line == '[' ? end_metric(r) && begin_metric(r, line + 1) : take_value(r, line);
}

static bool take_lines(struct reading *r, char *text)
{
    bool good = true;
    while (good && text) {
        char *end = strchr(text, '\n');
        if (end) {
            *end = '\0';
        }
        r->line++;
        good = take_line(r, text);
        text = end ? end + 1 : NULL;
    }
    return good && end_metric(r);
}

GPtrArray *metrics_read(const char *text, size_t length, const char *file, struct cg_error *error)
{
    struct reading r = {.error = error, .file = file};
    r.metrics = g_ptr_array_new_with_free_func(metric_free);
    char *copy = g_strndup(text, length);
    bool good = memchr(text, '\0', length) || !g_utf8_validate(text, (gssize)length, NULL)
                    ? refuse(&r, "this is no text")
                    : take_lines(&r, copy);
    if (good && !r.metrics->len) {
        good = refuse(&r, "it defines no metric");
    }
    g_free(copy);
    if (!good) {
        g_ptr_array_unref(r.metrics);
        return NULL;
    }
    return r.metrics;
}

/* What a formula uses is above it. */
static void want_operands(GPtrArray *metrics)
{
    for (guint i = metrics->len; i-- > 0;) {
        const struct metric *metric = metrics->pdata[i];
        for (guint above = 0; metric->wanted && metric->formula && above < i; above++) {
            struct metric *operand = metrics->pdata[above];
            operand->wanted =
                operand->wanted || formula_uses(metric->formula, METRIC_OPERANDS + above);
        }
    }
}

/* By its name or the one that PAPI has for it. @return UINT32_MAX: there is none */
static uint32_t find_wanted(GPtrArray *metrics, const char *name)
{
    uint32_t number = find_metric(metrics, name, (uint32_t)strlen(name));
    for (uint32_t i = 0; number == UINT32_MAX && i < metrics->len; i++) {
        const struct metric *metric = metrics->pdata[i];
        number = metric->preset && strcmp(metric->preset, name) == 0 ? METRIC_OPERANDS + i : number;
    }
    return number;
}

char *metrics_want(GPtrArray *metrics, const char *names)
{
    char **words = names ? g_strsplit(names, ",", -1) : NULL;
    char *unknown = NULL;
    for (char **word = words; word && *word && !unknown; word++) {
        uint32_t number = find_wanted(metrics, *word);
        if (number == UINT32_MAX) {
            unknown = g_strdup(*word);
        } else if (number >= METRIC_OPERANDS) {
            ((struct metric *)metrics->pdata[number - METRIC_OPERANDS])->wanted = true;
        }
    }
    for (guint i = 0; !names && i < metrics->len; i++) {
        ((struct metric *)metrics->pdata[i])->wanted = true;
    }
    g_strfreev(words);
    want_operands(metrics);
    return unknown;
}
