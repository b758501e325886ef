/* Which paths of a profile belong to which nodes and edges. */
#include "base/error.h"
#include "validate/annotate.h"

#include <stdlib.h>

/* Targets */

static uint32_t node_of(const struct cg_validation *v, uint32_t function)
{
    const struct validation_function *f = &v->functions[function];
    return f->count == 1 ? v->candidates[f->first] : CG_NONE;
}

/* The edge that was literally recorded. What is only explained, by an override or along a path, was
 * no call of that edge. */
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

static uint32_t find(const struct annotate_targets *t, enum cg_place place, uint32_t number)
{
    const struct annotate_target key = {place, number};
    const struct annotate_target *found =
        number == CG_NONE || !t->count
            ? NULL
            : bsearch(&key, t->all, t->count, sizeof *t->all, compare_targets);
    return found ? (uint32_t)(found - t->all) : ANNOTATE_NONE;
}

static void add(struct annotate_targets *t, enum cg_place place, uint32_t number)
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
        add(out, CG_ON_NODE, node_of(v, f));
    }
    for (uint32_t c = 0; c < calls; c++) {
        out->of_call[c] = edge_of(v, graph, c);
        add(out, CG_ON_EDGE, out->of_call[c]);
    }
    sort(out);
    for (uint32_t f = 0; f < functions; f++) {
        out->of_function[f] = find(out, CG_ON_NODE, node_of(v, f));
    }
    for (uint32_t c = 0; c < calls; c++) {
        out->of_call[c] = find(out, CG_ON_EDGE, out->of_call[c]);
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

/* A walk over all paths, callers before what they call: what is above is counted by target. */
struct walk {
    struct annotate_path *paths;
    cg_path *child; /**< by path: the first one under it; the last element: the first root */
    cg_path *sibling;
    uint32_t *active; /**< by target: how often it is on the path */
};

static void enter(struct walk *w, cg_path path)
{
    struct annotate_path *p = &w->paths[path];
    for (int i = 0; i < 2; i++) {
        if (p->target[i] != ANNOTATE_NONE) {
            p->again[i] = w->active[p->target[i]]++ != 0;
        }
    }
}

static void leave(struct walk *w, cg_path path)
{
    for (int i = 0; i < 2; i++) {
        if (w->paths[path].target[i] != ANNOTATE_NONE) {
            w->active[w->paths[path].target[i]]--;
        }
    }
}

static void go(struct walk *w, const struct cg_profile *profile)
{
    struct cg_path_info info;
    cg_path path = w->child[cg_profile_path_count(profile)];
    while (path != CG_NO_PATH) {
        enter(w, path);
        if (w->child[path] != CG_NO_PATH) {
            path = w->child[path];
            continue;
        }
        leave(w, path);
        while (path != CG_NO_PATH && w->sibling[path] == CG_NO_PATH) {
            cg_profile_path(profile, path, &info);
            path = info.parent;
            if (path != CG_NO_PATH) {
                leave(w, path);
            }
        }
        path = path == CG_NO_PATH ? path : w->sibling[path];
    }
}

/* What paths belong to, and who is under whom. */
static void prepare(struct walk *w, const struct annotate_targets *targets,
                    const struct validation_profile *in)
{
    uint32_t count = cg_profile_path_count(in->profile);
    for (cg_path path = 0; path <= count; path++) {
        w->child[path] = w->sibling[path] = CG_NO_PATH;
    }
    for (cg_path path = count; path-- > 0;) {
        struct cg_path_info info;
        cg_profile_path(in->profile, path, &info);
        uint32_t function = in->functions[info.frame], call = in->calls[path];
        cg_path *first = &w->child[info.parent == CG_NO_PATH ? count : info.parent];
        w->paths[path] = (struct annotate_path){
            .target = {function == VALIDATION_NONE ? ANNOTATE_NONE : targets->of_function[function],
                       call == VALIDATION_NONE ? ANNOTATE_NONE : targets->of_call[call]},
            .calls = info.flags & CG_PATH_CALL};
        w->sibling[path] = *first;
        *first = path;
    }
}

int annotate_paths(struct annotate_path *out, const struct annotate_targets *targets,
                   const struct validation_profile *in, struct cg_error *error)
{
    size_t count = (size_t)cg_profile_path_count(in->profile) + 1;
    struct walk w = {.paths = out,
                     .child = malloc(count * sizeof *w.child),
                     .sibling = malloc(count * sizeof *w.sibling),
                     .active = calloc((size_t)targets->count + 1, sizeof *w.active)};
    bool ok = w.child && w.sibling && w.active;
    if (ok) {
        prepare(&w, targets, in);
        go(&w, in->profile);
    }
    free(w.child);
    free(w.sibling);
    free(w.active);
    return ok ? CG_OK : cg_fail_memory(error);
}
