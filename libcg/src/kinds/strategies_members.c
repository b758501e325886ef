/*
 * Strategies that merge objects member by member, to any depth. A struct cg_member_merge defines
 * the type of values it is about and how two of them are merged.
 *
 * Values of different types do not combine: one of its type wins over objects, and these over all
 * others. So only values of the best type count, whatever their order.
 */
#include "kinds/strategies.h"

#include "base/error.h"
#include "base/memory.h"
#include "strings/decimal.h"
#include "strings/text.h"
#include "json/members.h"

#include <stdlib.h>
#include <string.h>

/* Two objects being merged: slices of the list of members. */
struct frame {
    size_t start; /**< of both, adjacent */
    size_t a, a_end;
    size_t b, b_end;
};

/* The objects being merged, the inner ones last. */
struct walk {
    const struct cg_member_merge *how;
    struct cg_text *out;
    struct cg_error *error;
    struct member_list list;
    struct frame *frames;
    size_t capacity;
    size_t depth;
};

static int rank(const struct cg_member_merge *how, const struct cg_value *value)
{
    return how->is(value) ? 2 : json_is(value, '{');
}

static int enter_objects(struct walk *w, const struct cg_value *a, const struct cg_value *b)
{
    struct frame frame = {.start = w->list.count, .a = w->list.count};
    bool ok = cg_grow(&w->frames, &w->capacity, w->depth + 1, sizeof *w->frames) &&
              members_append(&w->list, a);
    frame.a_end = frame.b = w->list.count;
    if (!ok || !members_append(&w->list, b)) {
        return cg_fail_memory(w->error);
    }
    frame.b_end = w->list.count;
    w->frames[w->depth++] = frame;
    cg_text_add(w->out, "{");
    return CG_OK;
}

/* Write the merged value, or enter two objects. */
static int meet_values(struct walk *w, struct cg_value a, struct cg_value b)
{
    int of_a = rank(w->how, &a), of_b = rank(w->how, &b);
    if (of_a != of_b) {
        return strategy_put(w->out, of_a > of_b ? &a : &b, w->error);
    }
    if (of_a == 0 || (!w->how->counts && json_same(&a, &b))) {
        return strategy_put(w->out, strategy_greatest(&a, &b), w->error);
    }
    return of_a == 2 ? w->how->meet(w->out, &a, &b, w->error) : enter_objects(w, &a, &b);
}

static int put_member(struct walk *w, const struct member *member)
{
    cg_text_put(w->out, member->key.text, member->key.length);
    cg_text_add(w->out, ":");
    return strategy_put(w->out, &member->value, w->error);
}

/* The next member of the innermost objects. */
static int next_member(struct walk *w)
{
    struct frame *frame = &w->frames[w->depth - 1];
    const struct member *a = frame->a < frame->a_end ? &w->list.members[frame->a] : NULL;
    const struct member *b = frame->b < frame->b_end ? &w->list.members[frame->b] : NULL;
    if (!a && !b) {
        cg_text_add(w->out, "}");
        w->list.count = frame->start;
        w->depth--;
        return CG_OK;
    }
    bool is_first = frame->a == frame->start && frame->b == frame->a_end;
    int order = !a ? 1 : !b ? -1 : member_compare(a, b);
    frame->a += order <= 0;
    frame->b += order >= 0;
    cg_text_put(w->out, ",", !is_first);
    if (order) {
        return put_member(w, order < 0 ? a : b);
    }
    const struct cg_value *key = strategy_greatest(&a->key, &b->key);
    cg_text_put(w->out, key->text, key->length);
    cg_text_add(w->out, ":");
    return meet_values(w, a->value, b->value);
}

int cg_merge_members(struct cg_text *out, const struct cg_merge_input *m,
                     const struct cg_member_merge *how, struct cg_error *error)
{
    struct walk w = {.how = how, .out = out, .error = error};
    int status = meet_values(&w, m->a, m->b);
    while (!status && w.depth) {
        status = next_member(&w);
    }
    free(w.list.members);
    free(w.frames);
    return !status && out->failed ? cg_fail_memory(error) : status;
}

/* Numbers */

static int meet_max(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                    struct cg_error *error)
{
    int order = decimal_compare(a, b);
    return strategy_put(out, order > 0 ? a : order < 0 ? b : strategy_greatest(a, b), error);
}

int cg_merge_max(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    static const struct cg_member_merge how = {.is = decimal_is, .meet = meet_max};
    return cg_merge_members(out, m, &how, error);
}

static int meet_min(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                    struct cg_error *error)
{
    int order = decimal_compare(a, b);
    return strategy_put(out, order < 0 ? a : order > 0 ? b : strategy_greatest(a, b), error);
}

int cg_merge_min(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    static const struct cg_member_merge how = {.is = decimal_is, .meet = meet_min};
    return cg_merge_members(out, m, &how, error);
}

static int meet_sum(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                    struct cg_error *error)
{
    return decimal_add(out, a, b) ? CG_OK : cg_fail_memory(error);
}

int cg_merge_sum(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    static const struct cg_member_merge how = {.is = decimal_is, .meet = meet_sum, .counts = true};
    return cg_merge_members(out, m, &how, error);
}

/* Booleans */

static bool is_boolean(const struct cg_value *value)
{
    return json_is(value, 't') || json_is(value, 'f');
}

static int meet_or(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                   struct cg_error *error)
{
    return strategy_put(out, a->text[0] == 't' ? a : b, error);
}

int cg_merge_or(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    static const struct cg_member_merge how = {.is = is_boolean, .meet = meet_or};
    return cg_merge_members(out, m, &how, error);
}

static int meet_and(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                    struct cg_error *error)
{
    return strategy_put(out, a->text[0] == 'f' ? a : b, error);
}

int cg_merge_and(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    static const struct cg_member_merge how = {.is = is_boolean, .meet = meet_and};
    return cg_merge_members(out, m, &how, error);
}

/* Sets */

static bool is_array(const struct cg_value *value)
{
    return json_is(value, '[');
}

int cg_merge_union(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    static const struct cg_member_merge how = {.is = is_array, .meet = strategy_unite};
    return cg_merge_members(out, m, &how, error);
}
