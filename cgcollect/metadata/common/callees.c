/*
 * Sums up all calls of each pair of functions, for the kinds with a value for each callee.
 */
#include "metadata/common/callees.h"

#include <stdlib.h>
#include <string.h>

#include "unit/body_weight.h"

static int by_caller_and_callee(const void *a, const void *b)
{
    const struct unit_call *x = *(const struct unit_call *const *)a;
    const struct unit_call *y = *(const struct unit_call *const *)b;
    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    if (x->callee != y->callee) {
        return x->callee < y->callee ? -1 : 1;
    }
    if (x->place.file != y->place.file) { /* strings of the unit: any order will do */
        return (uintptr_t)x->place.file < (uintptr_t)y->place.file ? -1 : 1;
    }
    uint64_t at = UNIT_POSITION(x->place.line, x->place.column);
    uint64_t other = UNIT_POSITION(y->place.line, y->place.column);
    return (at > other) - (at < other);
}

/** The calls in functions with measured bodies, sorted. The calls that end a program when an
 *  exception leaves a noexcept function are left out: they run once at most. */
static GPtrArray *measured_calls(const struct unit *unit)
{
    GPtrArray *calls = g_ptr_array_new();
    unit_id terminate = unit_find(unit, "_ZSt9terminatev");
    for (guint i = 0; i < unit->calls->len; i++) {
        struct unit_call *call = &g_array_index(unit->calls, struct unit_call, i);
        bool ends = call->callee == terminate && call->evidence == UNIT_IR;
        if (!ends && unit_body_of(unit, call->caller)) {
            g_ptr_array_add(calls, call);
        }
    }
    if (calls->len > 1) {
        qsort(calls->pdata, calls->len, sizeof *calls->pdata, by_caller_and_callee);
    }
    return calls;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct callee *)a)->name, ((const struct callee *)b)->name);
}

/** Estimates are sums, added in an order that does not depend on addresses. */
static int by_times(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/** @return the calls of one caller and callee, starting at index `*next`, which moves behind
 *  them. */
static struct callee callee_at(const struct unit *unit, const GPtrArray *calls, guint *next,
                               GArray *times)
{
    const struct unit_call *first = calls->pdata[*next];
    const struct unit_call *last = NULL;
    struct callee callee = {first->caller, unit_function_at(unit, first->callee)->name, 0, 0};
    g_array_set_size(times, 0);
    for (; *next < calls->len; ++*next) {
        const struct unit_call *call = calls->pdata[*next];
        if (call->caller != first->caller || call->callee != first->callee) {
            break;
        }
        if (last && by_caller_and_callee(&last, &call) == 0) {
            continue;
        }
        last = call;
        struct body_weight weight = body_weight_at(unit, call->caller, &call->place);
        callee.loops = MAX(callee.loops, weight.loops);
        g_array_append_val(times, weight.times);
    }
    if (times->len > 1) {
        qsort(times->data, times->len, sizeof(double), by_times);
    }
    for (guint i = 0; i < times->len; i++) {
        callee.times += g_array_index(times, double, i);
    }
    return callee;
}

static bool is_wanted(const struct unit *unit)
{
    return collected_kinds_have(unit->kinds, CG_KEY_LOOP_CALL_DEPTH) ||
           collected_kinds_have(unit->kinds, CG_KEY_ESTIMATE_CALL_COUNT);
}

GArray *callees_gather(const struct unit *unit)
{
    GArray *callees = g_array_new(FALSE, FALSE, sizeof(struct callee));
    if (!is_wanted(unit)) {
        return callees;
    }
    GPtrArray *calls = measured_calls(unit);
    GArray *times = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < calls->len;) {
        unit_id caller = ((const struct unit_call *)calls->pdata[i])->caller;
        guint first = callees->len;
        while (i < calls->len && ((const struct unit_call *)calls->pdata[i])->caller == caller) {
            struct callee callee = callee_at(unit, calls, &i, times);
            g_array_append_val(callees, callee);
        }
        if (callees->len - first > 1) {
            qsort(&g_array_index(callees, struct callee, first), callees->len - first,
                  sizeof(struct callee), by_name);
        }
    }
    g_array_free(times, TRUE);
    g_ptr_array_free(calls, TRUE);
    return callees;
}

/* Writing */

/** Append the members for a caller's callees, starting at index `next`. @return the index behind
 *  them. */
static guint print_callees(GString *text, const GArray *callees, guint next,
                           void (*print)(GString *out, const struct callee *callee))
{
    unit_id caller = g_array_index(callees, struct callee, next).caller;
    for (; next < callees->len; next++) {
        const struct callee *callee = &g_array_index(callees, struct callee, next);
        gsize before = text->len;
        if (callee->caller != caller) {
            break;
        }
        print(text, callee);
        if (before > 0 && text->len > before) {
            g_string_insert_c(text, (gssize)before, ',');
        }
    }
    return next;
}

static int write_members(const struct rendering *r, unit_id caller, const char *key,
                         const char *const frame[2], const GString *members, struct cg_error *error)
{
    if (members->len == 0) {
        return CG_OK;
    }
    char *text = g_strconcat(frame[0], members->str, frame[1], NULL);
    int status = cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[caller], key,
                                 &(struct cg_value){text, strlen(text)}, error);
    g_free(text);
    return status;
}

int write_callees(const struct rendering *r, const char *key, const char *const frame[2],
                  void (*print)(GString *out, const struct callee *callee), struct cg_error *error)
{
    GString *text = g_string_new(NULL);
    int status = CG_OK;
    for (guint i = 0; i < r->callees->len && !status;) {
        unit_id caller = g_array_index(r->callees, struct callee, i).caller;
        g_string_truncate(text, 0);
        i = print_callees(text, r->callees, i, print);
        status = write_members(r, caller, key, frame, text, error);
    }
    g_string_free(text, TRUE);
    return status;
}
