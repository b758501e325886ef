/* From what was seen of threads to paths. */
#include "profile/chrome.h"

#include "base/memory.h"

#include <stdlib.h>

/* What is running. */
struct open {
    cg_path path;
    uint32_t name; /* string of its frame; BUILDER_NONE: it has none */
    int64_t begin;
    int64_t end; /* of a span, at most that of the span around it */
    bool span;
};

/* What a path cost at the thread being replayed, and which callee it called last: mostly it is the
 * next one too. */
struct total {
    uint64_t visits;
    uint64_t time;
    cg_frame callee;
    cg_path call; /* the path of that; CG_NO_PATH: none yet */
};

struct replay {
    struct chrome *c;
    struct builder *b;
    struct chrome_oddities *odd;
    struct open *stack;
    size_t capacity;
    size_t depth;
    size_t begun;         /* of these, how many are no spans */
    uint32_t *open_ones;  /* by string of a name: how many of these that are no spans have it */
    struct total *totals; /* by path */
    size_t total_capacity;
    uint32_t total_count;
    cg_path *touched; /* those with visits */
    size_t touched_capacity;
    uint32_t touched_count;
    int64_t now; /* latest time of the thread so far */
    int64_t unit;
    uint32_t visits_metric;
    uint32_t time_metric;
    uint32_t location;
};

static bool fail_memory(struct replay *r)
{
    return source_fail(r->c->source, CG_E_MEMORY, "out of memory");
}

/* Paths */

static bool reserve_total(struct replay *r, cg_path path)
{
    if (!cg_grow(&r->totals, &r->total_capacity, (size_t)path + 1, sizeof *r->totals)) {
        return fail_memory(r);
    }
    while (r->total_count <= path) {
        r->totals[r->total_count++] = (struct total){0, 0, 0, CG_NO_PATH};
    }
    return true;
}

static bool count_visit(struct replay *r, cg_path path)
{
    if (!reserve_total(r, path)) {
        return false;
    }
    if (!r->totals[path].visits++) {
        if (!cg_grow(&r->touched, &r->touched_capacity, (size_t)r->touched_count + 1,
                     sizeof *r->touched)) {
            return fail_memory(r);
        }
        r->touched[r->touched_count++] = path;
    }
    return true;
}

static bool count_time(struct replay *r, cg_path path, int64_t time)
{
    uint64_t *sum = &r->totals[path].time;
    return !__builtin_add_overflow(*sum, (uint64_t)time, sum) ||
           source_fail(r->c->source, CG_E_LIMIT, "times of a function add up to 584 years");
}

static cg_path path_below(struct replay *r, cg_path parent, cg_frame frame)
{
    struct total *total = parent == CG_NO_PATH ? NULL : &r->totals[parent];
    if (total && total->callee == frame && total->call != CG_NO_PATH) {
        return total->call;
    }
    cg_path path = builder_path(r->b, parent, frame, BUILDER_NONE, 0, 0);
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

static bool push(struct replay *r, cg_path parent, const struct chrome_mark *mark, int64_t end)
{
    bool span = mark->kind == CHROME_SPAN;
    cg_path path = path_below(r, parent, mark->what);
    if (path == BUILDER_NONE || !count_visit(r, path)) {
        return false;
    }
    if (!cg_grow(&r->stack, &r->capacity, r->depth + 1, sizeof *r->stack)) {
        return fail_memory(r);
    }
    uint32_t name = name_of(r, mark->what);
    r->stack[r->depth++] = (struct open){path, name, mark->at, end, span};
    if (!span) {
        r->begun++;
        r->open_ones[name == BUILDER_NONE ? 0 : name + 1]++;
        return true;
    }
    return count_time(r, path, mark->duration);
}

static struct open *top(struct replay *r)
{
    return r->depth ? &r->stack[r->depth - 1] : NULL;
}

static cg_path top_path(struct replay *r)
{
    return r->depth ? r->stack[r->depth - 1].path : CG_NO_PATH;
}

/* Spans are counted when they begin. */
static bool pop(struct replay *r)
{
    const struct open *o = &r->stack[--r->depth];
    if (o->span) {
        return true;
    }
    r->begun--;
    r->open_ones[o->name == BUILDER_NONE ? 0 : o->name + 1]--;
    return count_time(r, o->path, r->now - o->begin);
}

static void pop_finished(struct replay *r)
{
    while (r->depth && top(r)->span && top(r)->end <= r->now) {
        r->depth--;
    }
}

/* Marks */

static bool begin(struct replay *r, const struct chrome_mark *mark)
{
    pop_finished(r);
    return push(r, top_path(r), mark, 0);
}

/* An end without a name ends what began last; one with a name what has that name, or none. What is
 * above began without an end. */
static bool end(struct replay *r, const struct chrome_mark *mark)
{
    uint32_t name = mark->what;
    bool there = r->begun && (name == BUILDER_NONE || r->open_ones[name + 1] || r->open_ones[0]);
    if (!there) {
        r->odd->unbegun++;
        return true;
    }
    for (;;) {
        const struct open o = *top(r);
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
 * Starts and durations are rounded each for itself, so that the sum of both is up to two units off:
 * a span that ends so much later than the one around it is in it all the same, and one that starts
 * so shortly before the end of another one, and outlives it, comes after it.
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
            return push(r, CG_NO_PATH, mark, stop);
        }
        stop = top(r)->end;
    }
    return push(r, top_path(r), mark, stop);
}

static bool replay_mark(struct replay *r, const struct chrome_mark *mark)
{
    r->now = mark->at;
    return mark->kind == CHROME_BEGIN ? begin(r, mark)
           : mark->kind == CHROME_END ? end(r, mark)
                                      : span(r, mark);
}

/* Marks that are sorted: by time, then ends and begins as they came, then spans, longer ones
 * first. */
struct sorted {
    int64_t at;
    uint64_t offset; /* in the journal, of the mark */
};

static struct chrome_mark mark_at(const struct chrome_thread *thread, const struct sorted *place)
{
    struct chrome_cursor cursor = {.offset = place->offset};
    struct chrome_mark mark;
    chrome_journal_next(thread, &cursor, &mark);
    mark.at = place->at;
    return mark;
}

static int compare_marks(const void *a, const void *b, void *user)
{
    const struct sorted *x = a;
    const struct sorted *y = b;
    if (x->at != y->at) {
        return x->at < y->at ? -1 : 1;
    }
    struct chrome_mark m = mark_at(user, x);
    struct chrome_mark n = mark_at(user, y);
    bool spans = m.kind == CHROME_SPAN;
    if (spans != (n.kind == CHROME_SPAN)) {
        return spans ? 1 : -1;
    }
    if (m.duration != n.duration) {
        return m.duration > n.duration ? -1 : 1;
    }
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static bool replay_sorted(struct replay *r, struct chrome_thread *thread)
{
    struct sorted *marks = malloc(thread->count * sizeof *marks);
    struct chrome_cursor cursor = {0};
    struct chrome_mark mark;
    bool ok = marks || fail_memory(r);
    for (uint64_t i = 0; ok && i < thread->count; i++) {
        marks[i].offset = cursor.offset;
        chrome_journal_next(thread, &cursor, &mark);
        marks[i].at = mark.at;
    }
    if (ok) {
        qsort_r(marks, thread->count, sizeof *marks, compare_marks, thread);
    }
    for (uint64_t i = 0; ok && i < thread->count; i++) {
        mark = mark_at(thread, &marks[i]);
        ok = replay_mark(r, &mark);
    }
    free(marks);
    return ok;
}

static bool replay_ordered(struct replay *r, const struct chrome_thread *thread)
{
    struct chrome_cursor cursor = {0};
    bool ok = true;
    for (uint64_t i = 0; ok && i < thread->count; i++) {
        struct chrome_mark mark;
        chrome_journal_next(thread, &cursor, &mark);
        ok = replay_mark(r, &mark);
    }
    return ok;
}

/* What still runs when the recording ends does so until then. */
static bool finish(struct replay *r)
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
        cg_path path = r->touched[i];
        struct total *total = &r->totals[path];
        builder_add(r->b, r->location, path, r->visits_metric, (double)total->visits);
        builder_add(r->b, r->location, path, r->time_metric, (double)total->time / 1e9);
        total->visits = total->time = 0;
    }
    r->touched_count = 0;
    return ok && !r->b->status;
}

/* Threads */

static const char *string_of(const struct replay *r, uint32_t string)
{
    return string < CHROME_PROCESS ? cg_pool_string(&r->b->profile->strings, string) : NULL;
}

/* An id that is no number is 0. */
static uint64_t number_of(const struct replay *r, uint32_t string)
{
    const char *text = string_of(r, string);
    char *stop = NULL;
    uint64_t number = text && *text >= '0' && *text <= '9' ? strtoull(text, &stop, 10) : 0;
    return stop && !*stop ? number : 0;
}

static bool add_location(struct replay *r, const struct chrome_thread *thread)
{
    const struct chrome_thread *process = chrome_find_thread(r->c, thread->process, CHROME_PROCESS);
    if (!process) {
        return fail_memory(r);
    }
    const struct cg_location location = {.name = string_of(r, thread->name),
                                         .group = string_of(r, process->name),
                                         .rank = number_of(r, thread->process),
                                         .thread = number_of(r, thread->id)};
    r->location = builder_location(r->b, &location);
    return !r->b->status;
}

static int compare_texts(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

static int compare_threads(const void *a, const void *b, void *user)
{
    const struct replay *r = user;
    const struct chrome_thread *x = &r->c->threads[*(const uint32_t *)a];
    const struct chrome_thread *y = &r->c->threads[*(const uint32_t *)b];
    uint64_t numbers[4] = {number_of(r, x->process), number_of(r, y->process), number_of(r, x->id),
                           number_of(r, y->id)};
    if (numbers[0] != numbers[1]) {
        return numbers[0] < numbers[1] ? -1 : 1;
    }
    int order = compare_texts(string_of(r, x->process), string_of(r, y->process));
    if (order) {
        return order;
    }
    if (numbers[2] != numbers[3]) {
        return numbers[2] < numbers[3] ? -1 : 1;
    }
    return compare_texts(string_of(r, x->id), string_of(r, y->id));
}

static bool replay_thread(struct replay *r, uint32_t number)
{
    struct chrome_thread copy = r->c->threads[number]; /* the array may move */
    r->now = 0;
    return add_location(r, &copy) &&
           (copy.unordered ? replay_sorted(r, &copy) : replay_ordered(r, &copy)) && finish(r);
}

static void add_metrics(struct replay *r)
{
    const struct cg_metric visits = {.name = CG_METRIC_VISITS,
                                     .unit = "occ",
                                     .kind = CG_METRIC_EXCLUSIVE,
                                     .fold = CG_FOLD_SUM,
                                     .integral = true};
    const struct cg_metric time = {
        .name = CG_METRIC_TIME, .unit = "sec", .kind = CG_METRIC_INCLUSIVE, .fold = CG_FOLD_SUM};
    r->visits_metric = builder_metric(r->b, &visits);
    r->time_metric = builder_metric(r->b, &time);
}

static bool replay_threads(struct replay *r)
{
    struct chrome *c = r->c;
    uint32_t count = 0;
    uint32_t *order = malloc(((size_t)c->thread_table.used + 1) * sizeof *order);
    bool ok = order || fail_memory(r);
    for (uint32_t i = 0; ok && i < c->thread_table.used; i++) {
        if (c->threads[i].count) {
            order[count++] = i;
        }
    }
    if (count > 1) {
        qsort_r(order, count, sizeof *order, compare_threads, r);
    }
    for (uint32_t i = 0; ok && i < count; i++) {
        ok = replay_thread(r, order[i]);
        free(c->threads[order[i]].journal);
        c->threads[order[i]].journal = NULL;
    }
    free(order);
    return ok;
}

bool chrome_replay(struct chrome *c)
{
    static const int64_t units[] = {1000, 100, 10, 1};
    struct replay r = {.c = c, .b = c->builder, .odd = &c->odd, .unit = units[c->decimals]};
    add_metrics(&r);
    r.open_ones = calloc((size_t)c->builder->profile->strings.count + 1, sizeof *r.open_ones);
    bool ok = (r.open_ones || fail_memory(&r)) && replay_threads(&r);
    free(r.open_ones);
    free(r.stack);
    free(r.totals);
    free(r.touched);
    return ok;
}
