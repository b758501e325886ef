/* Attaching measurements to a graph, profile by profile; values are merged by the strategies of
 * their kinds. */
#include "validate/attach/attach_profile.h"

#include "base/error.h"
#include "kinds/merge_values.h"

#include <libcg/kinds.h>

#include <stdlib.h>

/* Values written so far: those of the current profile, and all. */
struct annotation {
    const struct cg_validation *v;
    struct cg_graph *graph;
    const struct cg_registry *registry;
    struct cg_error *error;
    struct annotate_targets targets;
    struct cg_text *values;      /**< by target: CG_KEY_PROFILE, all profiles together */
    struct cg_text *base_values; /**< by target: CG_KEY_BASE_PROFILE */
    struct cg_text scratch;
};

/* Data of one profile. */
struct measuring {
    const struct validation_profile *in;
    struct annotate_paths paths;
    struct annotate_sum *sums; /**< by target, of one metric at a time */
    struct cg_text *metrics;   /**< by target: members of "metrics" */
    uint64_t *visits;          /**< by target */
    double *seconds;           /**< by target */
    double *inclusive_seconds; /**< by target */
    bool *seen;                /**< by target */
    bool counts_visits;
    bool measures_time;
};

/* Merging */

/* Merge a value into `whole`. */
static int merge(struct annotation *a, struct cg_text *whole, const struct annotate_target *target,
                 const char *key, const struct cg_text *value)
{
    const struct cg_strategy *strategy = cg_registry_strategy(a->registry, key);
    cg_node node =
        target->place == CG_ON_NODE ? target->number : cg_edge_caller(a->graph, target->number);
    bool defined = cg_node_has_body(a->graph, node);
    const struct cg_merge_input input = {.a = {whole->bytes, whole->length},
                                         .b = {value->bytes, value->length},
                                         .place = target->place,
                                         .a_defined = defined,
                                         .b_defined = defined};
    bool same =
        whole->length == value->length && memcmp(whole->bytes, value->bytes, value->length) == 0;
    if (same && !strategy->counts) {
        return CG_OK;
    }
    cg_text_clear(&a->scratch);
    int status = merge_values(&a->scratch, strategy, &input, key, a->error);
    if (status) {
        prefix_merge_error(a->error, cg_node_name(a->graph, node),
                           target->place == CG_ON_NODE
                               ? NULL
                               : cg_node_name(a->graph, cg_edge_callee(a->graph, target->number)));
        return status;
    }
    struct cg_text replaced = *whole;
    *whole = a->scratch;
    a->scratch = replaced;
    return CG_OK;
}

/* As merge, starting with the graph's value if this is the first. */
static int add_value(struct annotation *a, struct cg_text *whole,
                     const struct annotate_target *target, const char *key,
                     const struct cg_text *value)
{
    if (value->failed) {
        return cg_fail_memory(a->error);
    }
    const char *there =
        whole->length ? NULL : cg_metadata_get(a->graph, target->place, target->number, key);
    if (there) {
        cg_text_add(whole, there);
    }
    if (whole->length) {
        return whole->failed ? cg_fail_memory(a->error) : merge(a, whole, target, key, value);
    }
    return cg_text_append(whole, value->bytes, value->length) ? cg_fail_memory(a->error) : CG_OK;
}

/* One profile */

static void count_visits(struct measuring *m)
{
    const struct cg_profile *profile = m->in->profile;
    uint32_t metric = cg_profile_find_metric(profile, CG_METRIC_VISITS);
    m->counts_visits = metric != UINT32_MAX && cg_profile_metric(profile, metric)->measured;
    for (cg_call_context path = 0; path < cg_profile_context_count(profile); path++) {
        uint64_t visits = cg_profile_visits(profile, path);
        for (int which = 0; which < 2; which++) {
            uint32_t target = m->paths.paths[path].target[which];
            if (target != ANNOTATE_NONE) {
                m->seen[target] = true;
                if (__builtin_add_overflow(m->visits[target], visits, &m->visits[target])) {
                    m->visits[target] = UINT64_MAX;
                }
            }
        }
    }
}

/* Visits have their own member; they are a metric only if their statistics over locations add
 * something. */
static bool is_metric(const struct cg_profile *profile, uint32_t metric)
{
    const struct cg_metric *about = cg_profile_metric(profile, metric);
    return about->measured &&
           (strcmp(about->name, CG_METRIC_VISITS) != 0 || cg_profile_location_count(profile) > 1);
}

static int by_name(const void *a, const void *b, void *profile)
{
    return strcmp(cg_profile_metric(profile, *(const uint32_t *)a)->name,
                  cg_profile_metric(profile, *(const uint32_t *)b)->name);
}

static int measure_functions(struct measuring *m, const struct annotate_targets *targets,
                             uint32_t metric, struct cg_error *error)
{
    const struct cg_profile *profile = m->in->profile;
    bool is_time = strcmp(cg_profile_metric(profile, metric)->name, CG_METRIC_TIME) == 0;
    int status = annotate_add_up(m->sums, targets, profile, metric, &m->paths, error);
    for (uint32_t t = 0; t < targets->count && !status; t++) {
        annotate_put_metric(&m->metrics[t], profile, metric, &m->sums[t]);
        if (is_time) {
            m->seconds[t] = m->sums[t].exclusive;
            m->inclusive_seconds[t] = m->sums[t].inclusive;
        }
    }
    m->measures_time = m->measures_time || is_time;
    return status;
}

/* In order of name, so that values do not depend on the order of metrics in a profile. */
static int measure_all(struct annotation *a, struct measuring *m)
{
    const struct cg_profile *profile = m->in->profile;
    uint32_t count = cg_profile_metric_count(profile);
    uint32_t *metrics = malloc(((size_t)count + 1) * sizeof *metrics);
    if (!metrics) {
        return cg_fail_memory(a->error);
    }
    for (uint32_t i = 0; i < count; i++) {
        metrics[i] = i;
    }
    qsort_r(metrics, count, sizeof *metrics, by_name, (void *)(uintptr_t)profile);
    int status = CG_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        if (is_metric(profile, metrics[i])) {
            status = measure_functions(m, &a->targets, metrics[i], a->error);
        }
    }
    free(metrics);
    return status;
}

static int put_profile(struct annotation *a, const struct measuring *m, uint32_t t,
                       struct cg_text *value)
{
    cg_text_clear(value);
    cg_text_add(value, "{\"metrics\":{");
    cg_text_put(value, m->metrics[t].bytes, m->metrics[t].length);
    cg_text_add(value, "}");
    if (m->counts_visits) {
        cg_text_add(value, ",\"visits\":");
        cg_text_add_number(value, m->visits[t]);
    }
    cg_text_add(value, "}");
    value->failed = value->failed || m->metrics[t].failed;
    return add_value(a, &a->values[t], &a->targets.all[t], CG_KEY_PROFILE, value);
}

/* Readers of MetaCG's kind need all three members; 0 for what was not measured. */
static int put_base(struct annotation *a, const struct measuring *m, uint32_t t,
                    struct cg_text *value)
{
    uint64_t calls = m->visits[t] < INT64_MAX ? m->visits[t] : INT64_MAX;
    if (a->targets.all[t].place != CG_ON_NODE || !(m->counts_visits || m->measures_time)) {
        return CG_OK;
    }
    cg_text_clear(value);
    cg_text_add(value, "{\"inclusiveRtInSeconds\":");
    cg_text_append_number(value, m->inclusive_seconds[t]);
    cg_text_add(value, ",\"numCalls\":");
    cg_text_add_number(value, calls);
    cg_text_add(value, ",\"timeInSeconds\":");
    cg_text_append_number(value, m->seconds[t]);
    cg_text_add(value, "}");
    return add_value(a, &a->base_values[t], &a->targets.all[t], CG_KEY_BASE_PROFILE, value);
}

static int put_all(struct annotation *a, const struct measuring *m)
{
    struct cg_text value = {0};
    int status = CG_OK;
    for (uint32_t t = 0; t < a->targets.count && !status; t++) {
        if (m->seen[t]) {
            status = put_profile(a, m, t, &value);
            status = status ? status : put_base(a, m, t, &value);
        }
    }
    cg_text_free(&value);
    return status;
}

static bool measuring_start(struct measuring *m, const struct validation_profile *in,
                            size_t targets)
{
    *m = (struct measuring){.in = in,
                            .sums = calloc(targets + 1, sizeof *m->sums),
                            .metrics = calloc(targets + 1, sizeof *m->metrics),
                            .visits = calloc(targets + 1, sizeof *m->visits),
                            .seconds = calloc(targets + 1, sizeof *m->seconds),
                            .inclusive_seconds = calloc(targets + 1, sizeof *m->inclusive_seconds),
                            .seen = calloc(targets + 1, sizeof *m->seen)};
    return m->sums && m->metrics && m->visits && m->seconds && m->inclusive_seconds && m->seen;
}

static void measuring_end(struct measuring *m, size_t targets)
{
    for (size_t t = 0; m->metrics && t < targets; t++) {
        cg_text_free(&m->metrics[t]);
    }
    annotate_paths_free(&m->paths);
    free(m->sums);
    free(m->metrics);
    free(m->visits);
    free(m->seconds);
    free(m->inclusive_seconds);
    free(m->seen);
}

static int add_profile(struct annotation *a, const struct validation_profile *in)
{
    struct measuring m;
    int status = measuring_start(&m, in, a->targets.count) ? CG_OK : cg_fail_memory(a->error);
    status = status ? status : annotate_paths_init(&m.paths, &a->targets, in, a->error);
    if (!status) {
        count_visits(&m);
        status = measure_all(a, &m);
    }
    status = status ? status : put_all(a, &m);
    measuring_end(&m, a->targets.count);
    return status;
}

/* All of them */

static int set_value(struct annotation *a, uint32_t t, const char *key, const struct cg_text *value)
{
    const struct annotate_target *target = &a->targets.all[t];
    return value->length
               ? cg_metadata_set(a->graph, target->place, target->number, key,
                                 &(struct cg_value){value->bytes, value->length}, a->error)
               : CG_OK;
}

static int annotate(struct annotation *a)
{
    int status = annotate_targets_find(&a->targets, a->v, a->graph, a->error);
    if (status) {
        return status;
    }
    a->values = calloc((size_t)a->targets.count + 1, sizeof *a->values);
    a->base_values = calloc((size_t)a->targets.count + 1, sizeof *a->base_values);
    status = a->values && a->base_values ? CG_OK : cg_fail_memory(a->error);
    for (uint32_t i = 0; i < a->v->profile_count && !status; i++) {
        status = add_profile(a, &a->v->profiles[i]);
    }
    for (uint32_t t = 0; t < a->targets.count && !status; t++) {
        status = set_value(a, t, CG_KEY_PROFILE, &a->values[t]);
        status = status ? status : set_value(a, t, CG_KEY_BASE_PROFILE, &a->base_values[t]);
    }
    return status;
}

static void annotation_free(struct annotation *a)
{
    for (uint32_t t = 0; t < a->targets.count; t++) {
        if (a->values && a->base_values) {
            cg_text_free(&a->values[t]);
            cg_text_free(&a->base_values[t]);
        }
    }
    free(a->values);
    free(a->base_values);
    annotate_targets_free(&a->targets);
    cg_text_free(&a->scratch);
}

int cg_validation_annotate(const struct cg_validation *validation, struct cg_graph *graph,
                           const struct cg_registry *registry, struct cg_error *error)
{
    struct annotation a = {.v = validation, .graph = graph, .registry = registry, .error = error};
    struct cg_registry *builtin = NULL;
    int status = registry ? CG_OK : cg_registry_new(&builtin, error);
    if (builtin) {
        status = cg_registry_add_builtin(builtin, error);
        a.registry = builtin;
    }
    status = status ? status : annotate(&a);
    annotation_free(&a);
    cg_registry_free(builtin);
    return status;
}
