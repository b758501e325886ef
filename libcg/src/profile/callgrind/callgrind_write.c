/*
 * Writes a callgrind.out: for each function its exclusive costs, and its calls with their number
 * and inclusive costs; a call whose number is not known counts as one. Paths are lost. Events are
 * whole numbers, so times are in nanoseconds. The inclusive cost of a recursive call is counted
 * once a path.
 */
#include "profile/common/profile_writers.h"

#include "base/rows.h"

#include <math.h>
#include <stdlib.h>

struct call {
    cg_frame caller;
    cg_frame callee;
    uint32_t line;
    cg_call_context context;
};

struct output {
    struct writer *w;
    const struct cg_profile *profile;
    uint32_t *events; /* metrics */
    uint32_t event_count;
    struct call *calls; /* sorted */
    size_t call_count;
    cg_call_context *by_frame; /* contexts, sorted by frame */
    struct cg_text text;
};

static bool is_event(const struct cg_profile *profile, uint32_t number)
{
    const struct cg_metric *metric = &profile->metrics[number].public;
    return metric->measured && metric->fold == CG_FOLD_SUM && metric->kind != CG_METRIC_SIMPLE;
}

/* Visits are the numbers of calls; they are an event as well if there is no other. */
static void choose_events(struct output *out)
{
    for (uint32_t i = 0; i < out->profile->metric_count; i++) {
        if (is_event(out->profile, i) && i != out->profile->visits) {
            out->events[out->event_count++] = i;
        }
    }
    if (!out->event_count && out->profile->visits != UINT32_MAX) {
        out->events[out->event_count++] = out->profile->visits;
    }
}

static uint64_t event_value(const struct output *out, uint32_t event, double value)
{
    bool seconds = strcmp(out->profile->metrics[event].public.unit, "sec") == 0;
    double whole = seconds ? value * 1e9 : value;
    return whole <= 0 ? 0 : whole >= 0x1p63 ? 1ull << 63 : (uint64_t)llround(whole);
}

static void put_event_names(struct output *out)
{
    cg_text_add(&out->text, "events:");
    for (uint32_t i = 0; i < out->event_count; i++) {
        cg_text_add(&out->text, " ");
        for (const char *c = out->profile->metrics[out->events[i]].public.name; *c; c++) {
            bool plain =
                (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
            cg_text_put(&out->text, plain ? c : "_", 1);
        }
    }
    cg_text_add(&out->text, "\n");
}

/* "fn=(7) name" the first time, and always: readers accept both */
static void put_named(struct output *out, const char *key, const char *name)
{
    cg_text_add(&out->text, key);
    for (; *name; name++) {
        char c = (unsigned char)*name < ' ' ? ' ' : *name;
        cg_text_put(&out->text, &c, 1);
    }
    cg_text_add(&out->text, "\n");
}

static void put_frame(struct output *out, cg_frame frame, bool called)
{
    struct cg_frame_info info;
    cg_profile_frame(out->profile, frame, &info);
    put_named(out, called ? "cob=" : "ob=", info.object ? info.object : "???");
    put_named(out, called ? "cfi=" : "fl=", info.file ? info.file : "???");
    put_named(out, called ? "cfn=" : "fn=", cg_profile_frame_name(out->profile, frame));
}

/* Add up the values of some contexts. */
static uint64_t cost(const struct output *out, uint32_t event, const cg_call_context *contexts,
                     size_t count, bool inclusive)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += inclusive ? cg_profile_inclusive(out->profile, event, contexts[i])
                         : cg_profile_exclusive(out->profile, event, contexts[i]);
    }
    return event_value(out, event, sum);
}

static void put_costs(struct output *out, uint32_t line, const cg_call_context *contexts,
                      size_t count, bool inclusive)
{
    cg_text_add_number(&out->text, line);
    for (uint32_t i = 0; i < out->event_count; i++) {
        cg_text_add(&out->text, " ");
        cg_text_add_number(&out->text, cost(out, out->events[i], contexts, count, inclusive));
    }
    cg_text_add(&out->text, "\n");
}

static bool has_cost(const struct output *out, const cg_call_context *contexts, size_t count)
{
    bool has = false;
    for (uint32_t i = 0; i < out->event_count && !has; i++) {
        has = cost(out, out->events[i], contexts, count, true) > 0;
    }
    return has;
}

static int compare_calls(const void *a, const void *b)
{
    const struct call *x = a;
    const struct call *y = b;
    return x->caller != y->caller     ? (x->caller > y->caller ? 1 : -1)
           : x->callee != y->callee   ? (x->callee > y->callee ? 1 : -1)
           : x->line != y->line       ? (x->line > y->line ? 1 : -1)
           : x->context != y->context ? (x->context > y->context ? 1 : -1)
                                      : 0;
}

static bool same_call(const struct call *a, const struct call *b)
{
    return a->caller == b->caller && a->callee == b->callee && a->line == b->line;
}

/* Whether the same call is further up on the path: its cost is in that of the other. */
static bool is_within_same(const struct output *out, const struct call *call)
{
    const struct profile_path *paths = out->profile->paths;
    cg_call_context at = paths[call->context].parent;
    for (; at != CG_NO_CONTEXT; at = paths[at].parent) {
        cg_call_context above = paths[at].parent;
        if (paths[at].frame == call->callee && above != CG_NO_CONTEXT &&
            paths[above].frame == call->caller) {
            return true;
        }
    }
    return false;
}

static void put_call(struct output *out, const struct call *calls, size_t count)
{
    cg_call_context *outermost = malloc(count * sizeof *outermost);
    uint64_t visits = 0;
    size_t kept = 0;
    for (size_t i = 0; outermost && i < count; i++) {
        visits += cg_profile_visits(out->profile, calls[i].context);
        if (!is_within_same(out, &calls[i])) {
            outermost[kept++] = calls[i].context;
        }
    }
    if (!outermost) {
        writer_fail_memory(out->w);
        return;
    }
    if (!visits && has_cost(out, outermost, kept)) {
        visits = 1; /* where it is 0, callgrind_annotate takes the cost for the caller's own */
    }
    put_frame(out, calls->callee, true);
    cg_text_add(&out->text, "calls=");
    cg_text_add_number(&out->text, visits);
    cg_text_add(&out->text, " 0\n");
    put_costs(out, calls->line, outermost, kept, true);
    free(outermost);
}

static bool find_calls(struct output *out)
{
    const struct cg_profile *profile = out->profile;
    out->calls = malloc(((size_t)profile->path_count + 1) * sizeof *out->calls);
    if (!out->calls) {
        return writer_fail_memory(out->w);
    }
    for (cg_call_context i = 0; i < profile->path_count; i++) {
        const struct profile_path *path = &profile->paths[i];
        if (path->parent != CG_NO_CONTEXT) {
            out->calls[out->call_count++] =
                (struct call){profile->paths[path->parent].frame, path->frame, path->site_line, i};
        }
    }
    qsort(out->calls, out->call_count, sizeof *out->calls, compare_calls);
    return true;
}

/* Contexts by frame: a counting sort. @param begin by frame, one more at the end */
static bool sort_contexts(struct output *out, uint32_t *begin)
{
    const struct cg_profile *profile = out->profile;
    out->by_frame = malloc(((size_t)profile->path_count + 1) * sizeof *out->by_frame);
    if (!out->by_frame) {
        return writer_fail_memory(out->w);
    }
    for (cg_call_context i = 0; i < profile->path_count; i++) {
        rows_count(begin, profile->paths[i].frame);
    }
    rows_begin(begin, profile->frame_count);
    for (cg_call_context i = 0; i < profile->path_count; i++) {
        out->by_frame[rows_place(begin, profile->paths[i].frame)] = i;
    }
    return true;
}

static void put_functions(struct output *out, const uint32_t *begin)
{
    size_t next = 0;
    for (cg_frame frame = 0; frame < out->profile->frame_count && !out->w->status; frame++) {
        struct cg_frame_info info;
        cg_profile_frame(out->profile, frame, &info);
        put_frame(out, frame, false);
        put_costs(out, info.line, out->by_frame + begin[frame], begin[frame + 1] - begin[frame],
                  false);
        while (next < out->call_count && out->calls[next].caller == frame) {
            size_t end = next + 1;
            while (end < out->call_count && same_call(&out->calls[next], &out->calls[end])) {
                end++;
            }
            put_call(out, out->calls + next, end - next);
            next = end;
        }
        cg_text_add(&out->text, "\n");
        writer_put_text(out->w, &out->text);
    }
}

static void write_callgrind(struct writer *w)
{
    const struct cg_profile *profile = w->profile;
    const char *creator = cg_profile_creator(profile);
    struct output out = {.w = w, .profile = profile};
    uint32_t *begin = calloc((size_t)profile->frame_count + 3, sizeof *begin);
    out.events = malloc(((size_t)profile->metric_count + 1) * sizeof *out.events);
    if (!begin || !out.events) {
        writer_fail_memory(w);
    } else if (find_calls(&out) && sort_contexts(&out, begin)) {
        choose_events(&out);
        cg_text_add(&out.text, "# callgrind format\nversion: 1\ncreator: ");
        put_named(&out, "", creator ? creator : "libcg");
        cg_text_add(&out.text, "positions: line\n");
        put_event_names(&out);
        cg_text_add(&out.text, "\n");
        put_functions(&out, begin);
    }
    free(begin);
    free(out.events);
    free(out.calls);
    free(out.by_frame);
    cg_text_free(&out.text);
}

const struct profile_writer writer_callgrind = {"callgrind", write_callgrind};
