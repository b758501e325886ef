/*
 * Matches functions that only the compiler shows with bodies from the source, by place. Used by
 * join.c.
 */
#include "join/body_owners.h"

#include <stdlib.h>

#include "text/mangled.h"

static int by_line(const void *a, const void *b)
{
    const struct unit_body *x = *(const struct unit_body *const *)a;
    const struct unit_body *y = *(const struct unit_body *const *)b;
    if (x->file != y->file) {
        return (uintptr_t)x->file < (uintptr_t)y->file ? -1 : 1;
    }
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    return (x->first > y->first) - (x->first < y->first);
}

/** Bodies sorted by place. */
static GPtrArray *placed_bodies(const struct unit *unit)
{
    GPtrArray *bodies = g_ptr_array_new();
    for (guint i = 0; i < unit->bodies->len; i++) {
        struct unit_body *body = &g_array_index(unit->bodies, struct unit_body, i);
        if (body->of_template && body->file) {
            g_ptr_array_add(bodies, body);
        }
    }
    if (bodies->len > 1) {
        qsort(bodies->pdata, bodies->len, sizeof *bodies->pdata, by_line);
    }
    return bodies;
}

/** The first body that is not before a line. */
static guint lower_bound(const GPtrArray *bodies, const char *file, uint32_t line)
{
    struct unit_body wanted = {.file = file, .line = line};
    const struct unit_body *key = &wanted;
    guint low = 0;
    guint high = bodies->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (by_line(&bodies->pdata[middle], &key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_about(const struct unit_body *body, const struct unit_function *function)
{
    return body->first <= function->first && function->last <= body->last;
}

/** A constructor's code includes that of its class's members, before and after it. What precedes it
 *  on its line may belong to another function, such as a constructor that is not written. */
static bool reaches_into(const struct unit_function *function, const struct unit_body *body)
{
    bool elsewhere = (function->first >> 32) != body->line || function->first >= body->first;
    return body->constructs && elsewhere && function->first <= body->last &&
           body->first <= function->last;
}

/** The bodies that a function may have: begun on its line, and a lambda's if it is one. */
struct candidates {
    const struct unit_body *innermost; /**< the innermost of those around the function's code */
    bool tied;                         /**< several have that extent, as in a macro */
    const struct unit_body *last;
    guint count;
};

static void consider(struct candidates *c, const struct unit_body *body,
                     const struct unit_function *function)
{
    uint64_t extent = body->last - body->first;
    uint64_t least = c->innermost ? c->innermost->last - c->innermost->first : UINT64_MAX;
    c->last = body;
    c->count++;
    if (is_about(body, function) && extent <= least) {
        c->tied = c->innermost && extent == least;
        c->innermost = body;
    }
}

static const struct unit_body *body_about(const GPtrArray *bodies,
                                          const struct unit_function *function)
{
    bool is_lambda = mangled_is_lambda(function->name);
    struct candidates c = {NULL, false, NULL, 0};
    for (guint i = lower_bound(bodies, function->origin, function->line); i < bodies->len; i++) {
        const struct unit_body *body = bodies->pdata[i];
        if (body->file != function->origin || body->line != function->line) {
            break;
        }
        if (body->of_lambda == is_lambda) {
            consider(&c, body, function);
        }
    }
    if (c.innermost || c.count != 1) {
        return c.tied ? NULL : c.innermost;
    }
    return reaches_into(function, c.last) ? c.last : NULL;
}

/** Whether a function lacks the body at its place. */
static bool lacks_body(const struct unit_function *function)
{
    return (function->defined & UNIT_IR) && function->body == UNIT_NO_BODY && function->line &&
           function->first && !mangled_is_of_lambda(function->name);
}

void body_owners_settle(struct unit *unit)
{
    GPtrArray *bodies = placed_bodies(unit);
    for (unit_id i = 0; i < unit->functions->len && bodies->len > 0; i++) {
        struct unit_function *function = unit_function_at(unit, i);
        if (lacks_body(function)) {
            const struct unit_body *body = body_about(bodies, function);
            const struct unit_body *first = (const struct unit_body *)unit->bodies->data;
            function->body = body ? (uint32_t)(body - first) : UNIT_NO_BODY;
        }
    }
    g_ptr_array_free(bodies, TRUE);
}
