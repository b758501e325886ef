/*
 * Adds each run's values to a series for each function, or for each call path, and fits a model to
 * every series.
 */
#include "runs/series.h"

#include <libcg/validate.h>

#include <math.h>
#include <stdlib.h>

/* While they are collected. */
struct collecting {
    struct series_list *list;
    struct query *query;
    struct cg_validation *validation;
    enum series_of of;
    GHashTable *by_node; /* node + 1: series */
    GHashTable *by_name; /* of functions that the graph lacks */
    GHashTable *by_path; /* struct step: series */
};

/* A call path: that of the caller, and a function. */
struct step {
    const struct series *caller; /* NULL: a root */
    char *name;
};

static guint hash_step(gconstpointer step)
{
    const struct step *s = step;
    return g_str_hash(s->name) * 31u + g_direct_hash(s->caller);
}

static gboolean same_step(gconstpointer a, gconstpointer b)
{
    const struct step *x = a, *y = b;
    return x->caller == y->caller && g_str_equal(x->name, y->name);
}

static void free_step(gpointer step)
{
    g_free(((struct step *)step)->name);
    g_free(step);
}

static void free_series(gpointer series)
{
    g_free(((struct series *)series)->name);
    g_free(((struct series *)series)->values);
    g_free(series);
}

static struct series *add_series(struct series_list *list, cg_node node, char *name)
{
    struct series *series = g_new0(struct series, 1);
    series->node = node;
    series->name = name;
    series->values = g_new0(double, list->scales->count + 1);
    g_ptr_array_add(list->series, series);
    return series;
}

/* The locations to divide by. */
static double locations(const struct collecting *c, size_t run)
{
    const struct cg_profile *profile = c->list->scales->profiles[run];
    const struct cg_metric *metric = cg_profile_metric(profile, c->list->scales->metrics[run]);
    bool adds_up = metric->kind != CG_METRIC_SIMPLE && metric->fold == CG_FOLD_SUM;
    uint32_t count = cg_profile_location_count(profile);
    return adds_up && count > 0 && !c->query->options.sum ? count : 1;
}

static void begin_collecting(struct collecting *c, struct series_list *out, struct query *query,
                             const struct scales *scales, enum series_of of)
{
    *out = (struct series_list){.scales = scales,
                                .of = of,
                                .series = g_ptr_array_new_with_free_func(free_series),
                                .whole = g_new0(double, scales->count + 1)};
    *c = (struct collecting){
        .list = out,
        .query = query,
        .of = of,
        .by_node = g_hash_table_new(NULL, NULL),
        .by_name = g_hash_table_new(g_str_hash, g_str_equal),
        .by_path = g_hash_table_new_full(hash_step, same_step, free_step, NULL),
    };
}

static void end_collecting(struct collecting *c)
{
    g_hash_table_unref(c->by_node);
    g_hash_table_unref(c->by_name);
    g_hash_table_unref(c->by_path);
    cg_validation_free(c->validation);
}

/* Find which functions the recorded ones are. */
static int match(struct collecting *c, struct cg_error *error)
{
    const struct scales *scales = c->list->scales;
    struct cg_validate_options options = CG_VALIDATE_OPTIONS_INIT;
    options.demangle = cli_demangle_for_library;
    return cg_validate(&c->validation, c->query->graph,
                       (const struct cg_profile *const *)scales->profiles, (uint32_t)scales->count,
                       &options, error);
}

/* The whole run: all functions, each by itself. */
static int add_whole(struct collecting *c, size_t run, struct cg_error *error)
{
    const struct cg_profile *profile = c->list->scales->profiles[run];
    uint32_t metric = c->list->scales->metrics[run];
    const struct cg_metric *about = cg_profile_metric(profile, metric);
    struct cg_flat_entry *entries;
    size_t count;
    if (about->kind == CG_METRIC_SIMPLE || about->fold != CG_FOLD_SUM) {
        c->list->whole[run] = NAN;
        return CG_OK;
    }
    int status = cg_profile_flat(&entries, &count, profile, metric, error);
    for (size_t i = 0; !status && i < count; i++) {
        c->list->whole[run] += entries[i].exclusive / locations(c, run);
    }
    if (!status) {
        free(entries);
    }
    return status;
}

/* Functions */

static struct series *of_frame(struct collecting *c, size_t run, cg_frame frame)
{
    const struct cg_profile *profile = c->list->scales->profiles[run];
    const char *name = cg_profile_frame_name(profile, frame);
    cg_node node = cg_validation_node(c->validation, (uint32_t)run, frame);
    GHashTable *table = node == CG_NONE ? c->by_name : c->by_node;
    gconstpointer key = node == CG_NONE ? (gconstpointer)name : GUINT_TO_POINTER(node + 1);
    struct series *series = g_hash_table_lookup(table, key);
    if (!series) {
        series = add_series(c->list, node, g_strdup(name));
        g_hash_table_insert(table, node == CG_NONE ? (gpointer)series->name : (gpointer)key,
                            series);
    }
    return series;
}

/* Parts that a compiler split off are called by the rest, which includes them. */
static void add_value(struct collecting *c, double *value, double more)
{
    *value = c->of == SERIES_INCLUSIVE ? fmax(*value, more) : *value + more;
}

static int add_run(struct collecting *c, size_t run, struct cg_error *error)
{
    const struct scales *scales = c->list->scales;
    const struct cg_profile *profile = scales->profiles[run];
    struct cg_flat_entry *entries;
    size_t count;
    int status = cg_profile_flat(&entries, &count, profile, scales->metrics[run], error);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < count; i++) {
        struct cg_frame_info info;
        double value = c->of == SERIES_INCLUSIVE ? entries[i].inclusive : entries[i].exclusive;
        cg_profile_frame(profile, entries[i].frame, &info);
        if (info.kind != CG_FRAME_ROOT) {
            struct series *series = of_frame(c, run, entries[i].frame);
            add_value(c, &series->values[run], value / locations(c, run));
        }
    }
    free(entries);
    return CG_OK;
}

/* Paths */

static struct series *of_step(struct collecting *c, size_t run, struct series *caller,
                              cg_frame frame)
{
    const struct cg_profile *profile = c->list->scales->profiles[run];
    cg_node node = cg_validation_node(c->validation, (uint32_t)run, frame);
    const char *recorded = cg_profile_frame_name(profile, frame);
    char *name =
        node == CG_NONE ? query_readable(c->query, recorded) : g_strdup(query_name(c->query, node));
    struct step step = {caller, name};
    struct series *series = g_hash_table_lookup(c->by_path, &step);
    if (!series) {
        series = add_series(c->list, node,
                            caller ? g_strconcat(caller->name, " > ", name, NULL) : g_strdup(name));
        struct step *kept = g_new(struct step, 1);
        *kept = step;
        g_hash_table_insert(c->by_path, kept, series);
    } else {
        g_free(name);
    }
    return series;
}

static int add_paths(struct collecting *c, size_t run, struct cg_error *error)
{
    const struct cg_profile *profile = c->list->scales->profiles[run];
    uint32_t metric = c->list->scales->metrics[run], count = cg_profile_context_count(profile);
    struct series **of = g_new0(struct series *, count + 1);
    (void)error;
    for (cg_call_context context = 0; context < count; context++) {
        struct cg_call_context_info info;
        struct cg_frame_info frame;
        cg_profile_context(profile, context, &info);
        cg_profile_frame(profile, info.frame, &frame);
        struct series *caller = info.parent == CG_NO_CONTEXT ? NULL : of[info.parent];
        if (frame.kind != CG_FRAME_ROOT) {
            of[context] = of_step(c, run, caller, info.frame);
            of[context]->values[run] +=
                (c->of == SERIES_INCLUSIVE ? cg_profile_inclusive(profile, metric, context)
                                           : cg_profile_exclusive(profile, metric, context)) /
                locations(c, run);
        }
    }
    g_free(of);
    return CG_OK;
}

/* All runs */

typedef int add_run_fn(struct collecting *c, size_t run, struct cg_error *error);

static int collect_runs(struct collecting *c, add_run_fn *add)
{
    struct cg_error error;
    int status = match(c, &error);
    for (size_t run = 0; run < c->list->scales->count && !status; run++) {
        status = add(c, run, &error);
        status = status ? status : add_whole(c, run, &error);
    }
    end_collecting(c);
    return status ? query_fail(c->query, &error) : CLI_OK;
}

int series_of_functions(struct series_list *out, struct query *query, const struct scales *scales,
                        enum series_of of)
{
    struct collecting c;
    begin_collecting(&c, out, query, scales, of);
    return collect_runs(&c, add_run);
}

int series_of_paths(struct series_list *out, struct query *query, const struct scales *scales,
                    enum series_of of)
{
    struct collecting c;
    begin_collecting(&c, out, query, scales, of);
    return collect_runs(&c, add_paths);
}

/* Models */

static int fit(struct cg_model *model, double *predicted, const struct series_list *list,
               const double *values)
{
    const struct scales *scales = list->scales;
    struct cg_error error;
    for (size_t i = 0; i < scales->count; i++) {
        scales->at[i].value = values[i];
    }
    int status = cg_model_fit(model, scales->at, scales->count, scales->parameters, &error);
    if (status) {
        cli_report(&error);
        return CLI_TROUBLE;
    }
    *predicted = cg_model_at(model, scales->predicted);
    return CLI_OK;
}

/* Exclusive values make up the run. Of inclusive ones one may be as much as the run. */
static void add_prediction(struct series_list *list, double predicted)
{
    list->predicted = list->of == SERIES_EXCLUSIVE ? list->predicted + fmax(predicted, 0)
                                                   : fmax(list->predicted, predicted);
}

int series_fit(struct series_list *list)
{
    struct cg_model model;
    int code = CLI_OK;
    if (list->of == SERIES_INCLUSIVE && !isnan(list->whole[0])) {
        code = fit(&model, &list->predicted, list, list->whole);
    }
    for (guint i = 0; i < list->series->len && code == CLI_OK; i++) {
        struct series *series = list->series->pdata[i];
        code = fit(&series->model, &series->predicted, list, series->values);
        add_prediction(list, series->predicted);
    }
    list->predicted = isnan(list->whole[0]) ? NAN : list->predicted;
    return code;
}

void series_clear(struct series_list *list)
{
    if (list->series) {
        g_ptr_array_unref(list->series);
    }
    g_free(list->whole);
}
