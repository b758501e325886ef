/* Maps paths of a profile to nodes and edges. */
#include "base/error.h"
#include "validate/attach/attach_profile.h"

#include <stdlib.h>

/* Targets */

static uint32_t node_of(const struct cg_validation *v, uint32_t function)
{
    const struct validation_function *f = &v->functions[function];
    return f->count == 1 ? v->candidates[f->first] : CG_NONE;
}

/* The edge that was literally recorded. A call that is only explained, by an override or along a
 * path, was not a call of that edge. */
static uint32_t edge_of(const struct cg_validation *v, const struct cg_graph *graph, uint32_t call)
{
    const struct validation_call *c = &v->calls[call];
    bool sure = c->public.verdict == CG_VERDICT_PRESENT && c->public.caller_candidates == 1 &&
                c->public.callee_candidates == 1;
    return sure ? cg_graph_find_edge(graph, c->public.caller, c->public.callee) : CG_NONE;
}

static int compare_targets(const void *a, const void *b)
{
    const struct annotate_target *x = a, *y = b;
    int order = (x->place > y->place) - (x->place < y->place);
    return order ? order : (x->number > y->number) - (x->number < y->number);
}

static uint32_t find_target(const struct annotate_targets *t, enum cg_place place, uint32_t number)
{
    const struct annotate_target key = {place, number};
    const struct annotate_target *found =
        number == CG_NONE || !t->count
            ? NULL
            : bsearch(&key, t->all, t->count, sizeof *t->all, compare_targets);
    return found ? (uint32_t)(found - t->all) : ANNOTATE_NONE;
}

static void add_target(struct annotate_targets *t, enum cg_place place, uint32_t number)
{
    if (number != CG_NONE) {
        t->all[t->count++] = (struct annotate_target){place, number};
    }
}

static void sort(struct annotate_targets *t)
{
    uint32_t count = 0;
    if (t->count) {
        qsort(t->all, t->count, sizeof *t->all, compare_targets);
    }
    for (uint32_t i = 0; i < t->count; i++) {
        if (!count || compare_targets(&t->all[count - 1], &t->all[i]) != 0) {
            t->all[count++] = t->all[i];
        }
    }
    t->count = count;
}

int annotate_targets_find(struct annotate_targets *out, const struct cg_validation *v,
                          const struct cg_graph *graph, struct cg_error *error)
{
    size_t functions = v->function_count, calls = v->call_count;
    *out = (struct annotate_targets){.all = malloc((functions + calls + 1) * sizeof *out->all),
                                     .of_function = malloc((functions + 1) * sizeof(uint32_t)),
                                     .of_call = malloc((calls + 1) * sizeof(uint32_t))};
    if (!out->all || !out->of_function || !out->of_call) {
        return cg_fail_memory(error);
    }
    for (uint32_t f = 0; f < functions; f++) {
        add_target(out, CG_ON_NODE, node_of(v, f));
    }
    for (uint32_t c = 0; c < calls; c++) {
        out->of_call[c] = edge_of(v, graph, c);
        add_target(out, CG_ON_EDGE, out->of_call[c]);
    }
    sort(out);
    for (uint32_t f = 0; f < functions; f++) {
        out->of_function[f] = find_target(out, CG_ON_NODE, node_of(v, f));
    }
    for (uint32_t c = 0; c < calls; c++) {
        out->of_call[c] = find_target(out, CG_ON_EDGE, out->of_call[c]);
    }
    return CG_OK;
}

void annotate_targets_free(struct annotate_targets *targets)
{
    free(targets->all);
    free(targets->of_function);
    free(targets->of_call);
}

/* Paths */

static void mark_targets(struct annotate_paths *out, const struct annotate_targets *targets,
                         const struct validation_profile *in, uint32_t *calls)
{
    for (cg_call_context path = 0; path < cg_profile_context_count(in->profile); path++) {
        struct cg_call_context_info info, above = {0};
        cg_profile_context(in->profile, path, &info);
        if (info.parent != CG_NO_CONTEXT) {
            cg_profile_context(in->profile, info.parent, &above);
        }
        uint32_t function = in->functions[info.frame], call = in->calls[path];
        calls[path] = call == VALIDATION_NONE ? ANNOTATE_NONE : targets->of_call[call];
        out->paths[path] = (struct annotate_path){
            .target = {function == VALIDATION_NONE ? ANNOTATE_NONE : targets->of_function[function],
                       calls[path]},
            .calls = info.flags & CG_CONTEXT_CALL,
            .below_known = above.flags & CG_CONTEXT_CALL ||
                           (info.flags & CG_CONTEXT_CALL && info.parent == CG_NO_CONTEXT)};
    }
}

/* Frames of a node are one group; each frame without a node is a group, since cycles of calls may
 * go through it. */
static void group(struct annotate_paths *out, const struct annotate_targets *targets,
                  const struct validation_profile *in)
{
    for (cg_frame frame = 0; frame < cg_profile_frame_count(in->profile); frame++) {
        uint32_t function = in->functions[frame];
        uint32_t target =
            function == VALIDATION_NONE ? ANNOTATE_NONE : targets->of_function[function];
        out->group[frame] = target == ANNOTATE_NONE ? targets->count + frame : target;
    }
}

static bool reserve(struct annotate_paths *out, size_t paths, size_t frames, size_t groups)
{
    out->paths = malloc((paths + 1) * sizeof *out->paths);
    out->group = malloc((frames + 1) * sizeof *out->group);
    out->exclusive = malloc((groups + 1) * sizeof *out->exclusive);
    out->total = malloc((groups + 1) * sizeof *out->total);
    return out->paths && out->group && out->exclusive && out->total;
}

int annotate_paths_init(struct annotate_paths *out, const struct annotate_targets *targets,
                        const struct validation_profile *in, struct cg_error *error)
{
    uint32_t paths = cg_profile_context_count(in->profile);
    uint32_t frames = cg_profile_frame_count(in->profile);
    uint32_t groups = targets->count + frames;
    uint32_t *calls = malloc(((size_t)paths + 1) * sizeof *calls);
    bool *repeats = malloc(((size_t)paths + 1) * sizeof *repeats);
    *out = (struct annotate_paths){0};
    bool ok = calls && repeats && reserve(out, paths, frames, groups);
    if (ok) {
        mark_targets(out, targets, in, calls);
        group(out, targets, in);
        ok = inclusive_init(&out->inclusive, in->profile, out->group, groups) &&
             inclusive_find_repeats(repeats, in->profile, calls, targets->count);
    }
    for (cg_call_context path = 0; ok && path < paths; path++) {
        out->paths[path].again[0] = out->inclusive.repeats[path];
        out->paths[path].again[1] = repeats[path];
    }
    free(calls);
    free(repeats);
    return ok ? CG_OK : cg_fail_memory(error);
}

void annotate_paths_free(struct annotate_paths *paths)
{
    inclusive_free(&paths->inclusive);
    free(paths->paths);
    free(paths->group);
    free(paths->exclusive);
    free(paths->total);
}
