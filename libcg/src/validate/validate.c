/* Compares a graph with recorded runs: prepares, lets the parts judge, and gives access. */
#include <libcg/validate.h>

#include "base/error.h"
#include "base/versioned_options.h"
#include "validate/common/run.h"

#include <stdlib.h>
#include <string.h>

const char *cg_verdict_name(enum cg_verdict verdict)
{
    static const char *const names[] = {"present", "override", "explained", "missing edge",
                                        "missing node"};
    return names[verdict];
}

const char *cg_explanation_name(enum cg_explanation how)
{
    static const char *const names[] = {"",          "inlined", "not recorded",
                                        "tail call", "library", "escaped"};
    return names[how];
}

const char *cg_cause_name(enum cg_cause cause)
{
    static const char *const names[CG_CAUSE_COUNT] = {
        "none",     "pointer-unresolved", "pointer-resolved", "virtual", "constructor",
        "template", "callback",           "not-collected",    "direct",
    };
    return names[cause];
}

/* Making and releasing */

static bool init_profile(struct validation_profile *of, struct run_profile *run,
                         const struct cg_profile *profile)
{
    size_t frames = (size_t)cg_profile_frame_count(profile) + 1;
    of->profile = profile;
    of->classes = calloc(frames, sizeof *of->classes);
    of->functions = calloc(frames, sizeof *of->functions);
    of->calls = calloc((size_t)cg_profile_context_count(profile) + 1, sizeof *of->calls);
    run->objects = calloc(frames, sizeof *run->objects);
    run->flags = calloc(frames, sizeof *run->flags);
    return of->classes && of->functions && of->calls && run->objects && run->flags &&
           cg_pool_init(&run->pair_keys);
}

static bool init_profiles(struct run *run, const struct cg_profile *const *profiles, uint32_t count)
{
    struct cg_validation *v = run->v;
    v->profiles = calloc((size_t)count + 1, sizeof *v->profiles);
    run->profiles = calloc((size_t)count + 1, sizeof *run->profiles);
    bool ok = v->profiles && run->profiles;
    v->profile_count = ok ? count : 0;
    for (uint32_t p = 0; p < count && ok; p++) {
        ok = init_profile(&v->profiles[p], &run->profiles[p], profiles[p]);
    }
    return ok;
}

static bool rank_nodes(struct run *run)
{
    cg_node *order = NULL;
    uint32_t count = cg_graph_node_count(run->v->graph);
    run->ranks = malloc(((size_t)count + 1) * sizeof *run->ranks);
    if (!run->ranks || cg_graph_canonical_order(&order, run->v->graph, NULL)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        run->ranks[order[i]] = i;
    }
    free(order);
    return true;
}

static int init_run(struct run *run, struct cg_graph *graph,
                    const struct cg_profile *const *profiles, uint32_t count)
{
    run->v->graph = graph;
    bool ok = cg_pool_init(&run->v->strings) && cg_pool_init(&run->function_keys) &&
              cg_pool_init(&run->object_names) && cg_pool_init(&run->record_keys) &&
              cg_pool_init(&run->merged_keys);
    ok = matcher_init(&run->matcher, graph, run->options->demangle) && ok;
    ok = ok && init_profiles(run, profiles, count) && rank_nodes(run);
    return ok ? CG_OK : cg_fail_memory(run->error);
}

static void free_run(struct run *run)
{
    for (uint32_t p = 0; run->profiles && p < run->v->profile_count; p++) {
        free(run->profiles[p].objects);
        free(run->profiles[p].flags);
        free(run->profiles[p].pairs);
        cg_pool_free(&run->profiles[p].pair_keys);
    }
    free(run->profiles);
    matcher_free(&run->matcher);
    cg_pool_free(&run->function_keys);
    cg_pool_free(&run->object_names);
    cg_pool_free(&run->record_keys);
    cg_pool_free(&run->merged_keys);
    free(run->merged);
    free(run->objects);
    free(run->records);
    free(run->ranks);
}

void cg_validation_free(struct cg_validation *v)
{
    if (!v) {
        return;
    }
    for (uint32_t p = 0; p < v->profile_count; p++) {
        free(v->profiles[p].classes);
        free(v->profiles[p].functions);
        free(v->profiles[p].calls);
    }
    free(v->profiles);
    cg_pool_free(&v->strings);
    free(v->candidates);
    free(v->merged);
    free(v->functions);
    free(v->calls);
    free(v->parts);
    free(v->passed);
    free(v->coverage);
    free(v);
}

/* Validating */

static int run_all(struct run *run)
{
    int (*const steps[])(struct run *run) = {run_frames, run_absent,   run_records, run_judge,
                                             run_calls,  run_coverage, run_summary};
    int status = CG_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++) {
        status = steps[i](run);
    }
    return status;
}

int cg_validate(struct cg_validation **out, struct cg_graph *graph,
                const struct cg_profile *const *profiles, uint32_t profile_count,
                const struct cg_validate_options *options, struct cg_error *error)
{
    struct cg_validate_options own = CG_VALIDATE_OPTIONS_INIT;
    int status = OPTIONS_TAKE(&own, options, cg_validate_options, error);
    if (status) {
        return status;
    }
    if (!cg_graph_is_frozen(graph)) {
        return cg_fail(error, CG_E_STATE, "the graph is not frozen");
    }
    struct run run = {.error = error, .options = &own};
    run.v = calloc(1, sizeof *run.v);
    if (!run.v) {
        return cg_fail_memory(error);
    }
    run.v->options = *run.options;
    status = init_run(&run, graph, profiles, profile_count);
    if (!status) {
        status = run_all(&run);
    }
    free_run(&run);
    if (status) {
        cg_validation_free(run.v);
    } else {
        *out = run.v;
    }
    return status;
}

/* Access */

const struct cg_validation_summary *cg_validation_summary(const struct cg_validation *v)
{
    return &v->summary;
}

size_t cg_validation_count(const struct cg_validation *v)
{
    return v->call_count;
}

const struct cg_checked_call *cg_validation_at(const struct cg_validation *v, size_t i)
{
    return &v->calls[i].public;
}

size_t cg_validation_coverage_count(const struct cg_validation *v)
{
    return v->coverage_count;
}

const struct cg_coverage *cg_validation_coverage_at(const struct cg_validation *v, size_t i)
{
    return &v->coverage[i];
}

cg_node cg_validation_node(const struct cg_validation *v, uint32_t profile, cg_frame frame)
{
    uint32_t function = v->profiles[profile].functions[frame];
    bool known = function != VALIDATION_NONE && v->functions[function].count;
    return known ? v->candidates[v->functions[function].first] : CG_NONE;
}
