/* From journals to paths: in order of time, thread by thread. */
#include "profile/chrome/chrome_stack.h"
#include "strings/digits.h"

#include <stdlib.h>
#include <string.h>

/* Sorted marks: by time, then ends and begins in their order, then spans, longer ones first. */
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
    bool ok = marks || replay_fail_memory(r);
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

/* Threads */

static const char *string_of(const struct replay *r, uint32_t string)
{
    return string < CHROME_PROCESS ? cg_pool_string(&r->b->profile->strings, string) : NULL;
}

/* An id that is not a number becomes 0. */
static uint64_t number_of(const struct replay *r, uint32_t string)
{
    const char *text = string_of(r, string);
    uint64_t number;
    return text && cg_read_digits(&number, text, strlen(text), UINT64_MAX) ? number : 0;
}

static bool add_location(struct replay *r, const struct chrome_thread *thread)
{
    const struct chrome_thread *process = chrome_find_thread(r->c, thread->process, CHROME_PROCESS);
    if (!process) {
        return replay_fail_memory(r);
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
           (copy.unordered ? replay_sorted(r, &copy) : replay_ordered(r, &copy)) &&
           replay_finish(r);
}

static void add_metrics(struct replay *r)
{
    r->visits_metric = builder_visits(r->b);
    r->time_metric = builder_time(r->b, CG_METRIC_INCLUSIVE);
}

static bool replay_threads(struct replay *r)
{
    struct chrome *c = r->c;
    uint32_t count = 0;
    uint32_t *order = malloc(((size_t)c->thread_table.used + 1) * sizeof *order);
    bool ok = order || replay_fail_memory(r);
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
    replay_find_setjmps(&r);
    r.open_ones = calloc((size_t)c->builder->profile->strings.count + 1, sizeof *r.open_ones);
    bool ok = (r.open_ones || replay_fail_memory(&r)) && replay_threads(&r);
    free(r.open_ones);
    free(r.stack);
    free(r.totals);
    free(r.touched);
    return ok;
}
