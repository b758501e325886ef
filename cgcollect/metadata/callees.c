#include "callees.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"

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

/** The calls in functions whose bodies were measured, sorted. */
static GPtrArray *measured_calls(const struct unit *unit)
{
    GPtrArray *calls = g_ptr_array_new();
    for (guint i = 0; i < unit->calls->len; i++) {
        struct unit_call *call = &g_array_index(unit->calls, struct unit_call, i);
        if (unit_body_of(unit, call->caller)) {
            g_ptr_array_add(calls, call);
        }
    }
    if (calls->len > 1) {
        qsort(calls->pdata, calls->len, sizeof *calls->pdata, by_caller_and_callee);
    }
    return calls;
}

static bool is_plain(const char *name)
{
    for (; *name; name++) {
        if ((unsigned char)*name < ' ' || *name == '"' || *name == '\\') {
            return false;
        }
    }
    return true;
}

void callee_add_name(GString *out, const struct callee *callee)
{
    if (is_plain(callee->name)) {
        g_string_append_c(out, '"');
        g_string_append(out, callee->name);
        g_string_append_c(out, '"');
        return;
    }
    json_t *value = json_string(callee->name);
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    g_string_append(out, text ? text : "\"\"");
    json_decref(value);
    free(text);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct callee *)a)->name, ((const struct callee *)b)->name);
}

/** Estimates are sums: added in an order that no addresses have a say in. */
static int by_times(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/** @return a caller's calls of one callee, which begin at number `*next`; that moves behind them.
 */
static struct callee callee_at(const struct unit *unit, const GPtrArray *calls, guint *next,
                               GArray *times)
{
    const struct unit_call *first = calls->pdata[*next];
    const struct unit_call *last = NULL;
    struct callee callee = {unit_function_at(unit, first->callee)->name, 0, 0};
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

/** Append the members of callees, by name. */
static void print_callees(GString *text, GArray *callees,
                          void (*print)(GString *out, const struct callee *callee))
{
    if (callees->len > 1) {
        qsort(callees->data, callees->len, sizeof(struct callee), by_name);
    }
    for (guint i = 0; i < callees->len; i++) {
        gsize before = text->len;
        print(text, &g_array_index(callees, struct callee, i));
        if (before > 0 && text->len > before) {
            g_string_insert_c(text, (gssize)before, ',');
        }
    }
}

static int write_members(const struct rendering *r, unit_id caller, const char *key,
                         const char *const frame[2], const GString *members, struct cg_error *error)
{
    if (members->len == 0) {
        return CG_OK;
    }
    char *text = g_strconcat(frame[0], members->str, frame[1], NULL);
    int status =
        cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[caller], key, text, strlen(text), error);
    g_free(text);
    return status;
}

int write_callees(const struct rendering *r, const char *key, const char *const frame[2],
                  void (*print)(GString *out, const struct callee *callee), struct cg_error *error)
{
    GPtrArray *calls = measured_calls(r->unit);
    GArray *callees = g_array_new(FALSE, FALSE, sizeof(struct callee));
    GArray *times = g_array_new(FALSE, FALSE, sizeof(double));
    GString *text = g_string_new(NULL);
    int status = CG_OK;
    for (guint i = 0; i < calls->len && !status;) {
        unit_id caller = ((const struct unit_call *)calls->pdata[i])->caller;
        g_array_set_size(callees, 0);
        g_string_truncate(text, 0);
        while (i < calls->len && ((const struct unit_call *)calls->pdata[i])->caller == caller) {
            struct callee callee = callee_at(r->unit, calls, &i, times);
            g_array_append_val(callees, callee);
        }
        print_callees(text, callees, print);
        status = write_members(r, caller, key, frame, text, error);
    }
    g_string_free(text, TRUE);
    g_array_free(times, TRUE);
    g_array_free(callees, TRUE);
    g_ptr_array_free(calls, TRUE);
    return status;
}
