/*
 * A stack of open calls for each replay: begins push, ends pop, spans pop what ended before them.
 * setjmp and the like cut it.
 */
#include "profile/chrome/chrome_stack.h"

#include "base/memory.h"

bool replay_fail_memory(struct replay *r)
{
    return source_fail(r->c->source, CG_E_MEMORY, "out of memory");
}

/* Paths */

static bool reserve_total(struct replay *r, cg_call_context path)
{
    if (!cg_grow(&r->totals, &r->total_capacity, (size_t)path + 1, sizeof *r->totals)) {
        return replay_fail_memory(r);
    }
    while (r->total_count <= path) {
        r->totals[r->total_count++] = (struct replay_total){0, 0, 0, CG_NO_CONTEXT};
    }
    return true;
}

static bool count_visit(struct replay *r, cg_call_context path)
{
    if (!reserve_total(r, path)) {
        return false;
    }
    if (!r->totals[path].visits++) {
        if (!cg_grow(&r->touched, &r->touched_capacity, (size_t)r->touched_count + 1,
                     sizeof *r->touched)) {
            return replay_fail_memory(r);
        }
        r->touched[r->touched_count++] = path;
    }
    return true;
}

static bool count_time(struct replay *r, cg_call_context path, int64_t time)
{
    uint64_t *sum = &r->totals[path].time;
    return !__builtin_add_overflow(*sum, (uint64_t)time, sum) ||
           source_fail(r->c->source, CG_E_LIMIT, "times of a function add up to 584 years");
}

static cg_call_context path_below(struct replay *r, cg_call_context parent, cg_frame frame)
{
    struct replay_total *total = parent == CG_NO_CONTEXT ? NULL : &r->totals[parent];
    if (total && total->callee == frame && total->call != CG_NO_CONTEXT) {
        return total->call;
    }
    cg_call_context path = builder_path(r->b, parent, frame, BUILDER_NONE, 0, 0);
    if (total) {
        total->callee = frame;
        total->call = path;
    }
    return path;
}

/* The stack */

static uint32_t name_of(const struct replay *r, cg_frame frame)
{
    const struct profile_frame *f = &r->b->profile->frames[frame];
    return f->kind == CG_FRAME_UNKNOWN ? BUILDER_NONE : f->name;
}

static bool open_call(struct replay *r, cg_call_context parent, const struct chrome_mark *mark,
                      int64_t end)
{
    bool span = mark->kind == CHROME_SPAN;
    cg_call_context path = path_below(r, parent, mark->what);
    if (path == BUILDER_NONE || !count_visit(r, path)) {
        return false;
    }
    if (!cg_grow(&r->stack, &r->capacity, r->depth + 1, sizeof *r->stack)) {
        return replay_fail_memory(r);
    }
    uint32_t name = name_of(r, mark->what);
    r->stack[r->depth++] = (struct replay_open){path, name, mark->at, end, span, false};
    if (!span) {
        r->begun++;
        r->open_ones[name == BUILDER_NONE ? 0 : name + 1]++;
        return true;
    }
    return count_time(r, path, mark->duration);
}

static struct replay_open *top(struct replay *r)
{
    return r->depth ? &r->stack[r->depth - 1] : NULL;
}

static cg_call_context top_path(struct replay *r)
{
    return r->depth ? r->stack[r->depth - 1].path : CG_NO_CONTEXT;
}

void replay_find_setjmps(struct replay *r)
{
    static const char *const names[REPLAY_SETJMPS] = {"_setjmp", "setjmp", "__sigsetjmp",
                                                      "sigsetjmp", "savectx"};
    for (size_t i = 0; i < REPLAY_SETJMPS; i++) {
        r->setjmps[i] = cg_pool_find(&r->b->profile->strings, names[i], strlen(names[i]));
        r->has_setjmps = r->has_setjmps || r->setjmps[i] != CG_NO_STRING;
    }
}

static bool is_setjmp(const struct replay *r, uint32_t name)
{
    for (size_t i = 0; r->has_setjmps && name != BUILDER_NONE && i < REPLAY_SETJMPS; i++) {
        if (r->setjmps[i] == name) {
            return true;
        }
    }
    return false;
}

/* Spans count when they begin. */
static bool pop(struct replay *r)
{
    const struct replay_open *o = &r->stack[--r->depth];
    if (o->span) {
        return true;
    }
    r->begun--;
    r->open_ones[o->name == BUILDER_NONE ? 0 : o->name + 1]--;
    r->setters -= o->sets_jump;
    if (r->depth && is_setjmp(r, o->name) && !top(r)->span && !top(r)->sets_jump) {
        top(r)->sets_jump = true;
        r->setters++;
    }
    return count_time(r, o->path, r->now - o->begin);
}

static void pop_finished(struct replay *r)
{
    while (r->depth && top(r)->span && top(r)->end <= r->now) {
        r->depth--;
    }
}

/* Marks */

static bool replay_begin(struct replay *r, const struct chrome_mark *mark)
{
    pop_finished(r);
    return open_call(r, top_path(r), mark, 0);
}

/* setjmp returns again: functions that its caller called end. A trace does not show which caller of
 * setjmp it is; the innermost is the most likely. @return whether there is one */
static bool jump(struct replay *r, bool *failed)
{
    if (!r->setters) {
        return false;
    }
    r->odd->jumps += r->setters > 1;
    while (!top(r)->sets_jump && !*failed) {
        *failed = !pop(r);
    }
    return true;
}

/* An end without a name ends what began last; one with a name ends the innermost with that name, or
 * nothing. What is above it began without an end. */
static bool replay_end(struct replay *r, const struct chrome_mark *mark)
{
    uint32_t name = mark->what;
    bool there = r->begun && (name == BUILDER_NONE || r->open_ones[name + 1] || r->open_ones[0]);
    if (!there) {
        bool failed = false;
        r->odd->unbegun += !(is_setjmp(r, name) && jump(r, &failed));
        return !failed;
    }
    for (;;) {
        const struct replay_open o = *top(r);
        bool meant = !o.span && (name == BUILDER_NONE || o.name == BUILDER_NONE || o.name == name);
        r->odd->overlaps += o.span && o.end > r->now;
        r->odd->unended += !o.span && !meant;
        if (!pop(r)) {
            return false;
        }
        if (meant) {
            return true;
        }
    }
}

/*
 * Starts and durations are rounded separately, so that their sum may be off by two units: a span
 * that ends this much later than the one around it still lies within it, and one that starts this
 * shortly before the end of another one, and outlives it, comes after it.
 */
static bool span(struct replay *r, const struct chrome_mark *mark)
{
    int64_t at = mark->at;
    int64_t stop = at + mark->duration;
    int64_t unit = at >> 52 > r->unit ? at >> 52 : r->unit; /* doubles have 52 bits */
    pop_finished(r);
    while (r->depth && top(r)->span && stop > top(r)->end && top(r)->end - at <= unit) {
        r->depth--;
    }
    if (r->depth && top(r)->span && stop > top(r)->end) {
        if (stop - top(r)->end > 2 * unit) {
            r->odd->overlaps++;
            return open_call(r, CG_NO_CONTEXT, mark, stop);
        }
        stop = top(r)->end;
    }
    return open_call(r, top_path(r), mark, stop);
}

bool replay_mark(struct replay *r, const struct chrome_mark *mark)
{
    r->now = mark->at;
    return mark->kind == CHROME_BEGIN ? replay_begin(r, mark)
           : mark->kind == CHROME_END ? replay_end(r, mark)
                                      : span(r, mark);
}

bool replay_finish(struct replay *r)
{
    bool ok = true;
    r->odd->unfinished += r->begun;
    for (size_t i = 0; i < r->depth; i++) {
        r->now = r->stack[i].span && r->stack[i].end > r->now ? r->stack[i].end : r->now;
    }
    while (ok && r->depth) {
        ok = pop(r);
    }
    for (uint32_t i = 0; ok && i < r->touched_count; i++) {
        cg_call_context path = r->touched[i];
        struct replay_total *total = &r->totals[path];
        builder_add(r->b, r->location, path, r->visits_metric, (double)total->visits);
        builder_add(r->b, r->location, path, r->time_metric, (double)total->time / 1e9);
        total->visits = total->time = 0;
    }
    r->touched_count = 0;
    return ok && !r->b->status;
}
