#include "join/body_owners.h"

#include <stdlib.h>
#include <string.h>

#include "text/mangled.h"

/** A loop runs so often, an exception is thrown so seldom: MetaCG's guesses. */
#define LOOP_TIMES 100.0
#define HANDLER_TIMES 0.1

/** Estimates stay numbers. */
#define MOST_TIMES 1e300

/* Which function has which body */

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

/** Bodies that are told by place, in order of that. */
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

/** A constructor's code is also that of its class's members, before and behind it. What is before
 * it in its line may be another's, such as that of a constructor that is not written. */
static bool reaches_into(const struct unit_function *function, const struct unit_body *body)
{
    bool elsewhere = (function->first >> 32) != body->line || function->first >= body->first;
    return body->constructs && elsewhere && function->first <= body->last &&
           body->first <= function->last;
}

/** Bodies that may be a function's: begun in its line, and of a lambda if it is one. */
struct candidates {
    const struct unit_body *innermost; /**< of those about the function's code */
    bool tied;                         /**< there are several of that extent, as of one macro */
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

/** Whether a function lacks the body that is where it is. */
static bool lacks_body(const struct unit_function *function)
{
    return (function->defined & UNIT_IR) && function->body == UNIT_NO_BODY && function->line &&
           function->first && !mangled_is_of_lambda(function->name);
}

void bodies_settle(struct unit *unit)
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

/* How often a place runs */

static int compare(const struct unit_region *region, const char *file, uint64_t at)
{
    int order = region->file == file ? 0 : strcmp(region->file, file);
    return order ? order : (region->first > at) - (region->first < at);
}

/** The last region of a body that begins at or before a place, or UNIT_NONE. */
static guint region_before(const struct unit *unit, const struct unit_body *body, const char *file,
                           uint64_t at)
{
    guint low = body->regions;
    guint high = body->regions + body->region_count;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (compare(&g_array_index(unit->regions, struct unit_region, middle), file, at) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > body->regions ? low - 1 : UNIT_NONE;
}

static void weigh(struct body_weight *weight, const struct unit_region *region)
{
    switch (region->kind) {
    case UNIT_LOOP:
        weight->loops++;
        weight->times = MIN(weight->times * LOOP_TIMES, MOST_TIMES);
        break;
    case UNIT_BRANCH:
        weight->times /= region->ways;
        break;
    case UNIT_HANDLER:
        weight->times *= HANDLER_TIMES;
        break;
    }
}

struct body_weight body_weight_at(const struct unit *unit, unit_id function,
                                  const struct unit_place *place)
{
    struct body_weight weight = {0, 1.0};
    const struct unit_body *body = unit_body_of(unit, function);
    if (!body || !place->file) {
        return weight;
    }
    uint64_t at = UNIT_POSITION(place->line, place->column);
    guint number = region_before(unit, body, place->file, at);
    while (number != UNIT_NONE) {
        const struct unit_region *region =
            &g_array_index(unit->regions, struct unit_region, number);
        if (region->file == place->file && at <= region->last) {
            weigh(&weight, region);
        }
        number = region->parent;
    }
    return weight;
}
