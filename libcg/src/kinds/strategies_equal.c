/* Values that must be equal as JSON, whatever their white space, the order of their members, or the
 * spelling of their strings and numbers. */
#include <libcg/metadata.h>

#include "base/error.h"
#include "base/memory.h"
#include "strings/decimal.h"
#include "json/members.h"

#include <stdlib.h>

/** How much of a value a message quotes. */
#define SHOWN 100u

struct pair {
    struct cg_value a;
    struct cg_value b;
};

/* Pairs yet to be compared. */
struct comparison {
    struct pair *pairs;
    size_t capacity;
    size_t count;
    struct member_list members;
    bool out_of_memory;
};

static bool expect(struct comparison *c, const struct cg_value *a, const struct cg_value *b)
{
    if (!cg_grow(&c->pairs, &c->capacity, c->count + 1, sizeof *c->pairs)) {
        c->out_of_memory = true;
        return false;
    }
    c->pairs[c->count++] = (struct pair){*a, *b};
    return true;
}

static bool compare_arrays(struct comparison *c, const struct pair *pair)
{
    struct json_walk x, y;
    struct cg_value a, b;
    json_walk_start(&x, &pair->a, '[');
    json_walk_start(&y, &pair->b, '[');
    for (;;) {
        bool more_a = json_walk_next(&x, NULL, &a), more_b = json_walk_next(&y, NULL, &b);
        if (!more_a || !more_b) {
            return more_a == more_b;
        }
        if (!expect(c, &a, &b)) {
            return false;
        }
    }
}

static bool compare_objects(struct comparison *c, const struct pair *pair)
{
    c->members.count = 0;
    bool ok = members_append(&c->members, &pair->a);
    size_t count = c->members.count;
    ok = ok && members_append(&c->members, &pair->b);
    c->out_of_memory |= !ok;
    bool equal = ok && c->members.count == 2 * count;
    for (size_t i = 0; i < count && equal; i++) {
        const struct member *a = &c->members.members[i], *b = a + count;
        equal = member_compare(a, b) == 0 && expect(c, &a->value, &b->value);
    }
    return equal;
}

static bool compare_pair(struct comparison *c, const struct pair *pair)
{
    char first = pair->a.text[0];
    if (json_same(&pair->a, &pair->b)) {
        return true;
    }
    if (decimal_is(&pair->a) && decimal_is(&pair->b)) {
        return decimal_compare(&pair->a, &pair->b) == 0;
    }
    if (first != pair->b.text[0]) {
        return false;
    }
    switch (first) {
    case '[':
        return compare_arrays(c, pair);
    case '{':
        return compare_objects(c, pair);
    case '"':
        return json_compare_strings(&pair->a, &pair->b) == 0;
    default:
        return false;
    }
}

/* Number of bytes to quote: whole characters. */
static int shown(const struct cg_value *value)
{
    size_t length = value->length < SHOWN ? value->length : SHOWN;
    while (length < value->length && length &&
           ((unsigned char)value->text[length] & 0xc0) == 0x80) {
        length--;
    }
    return (int)length;
}

/* In long values the quote begins a little before they differ. */
static size_t where_they_part(const struct cg_value *a, const struct cg_value *b)
{
    size_t same = 0;
    while (same < a->length && same < b->length && a->text[same] == b->text[same]) {
        same++;
    }
    same = same > SHOWN / 2 ? same - SHOWN / 4 : 0;
    while (same && ((unsigned char)a->text[same] & 0xc0) == 0x80) {
        same--;
    }
    return same;
}

static int differ(const struct cg_merge_input *m, struct cg_error *error)
{
    bool in_order = json_compare_bytes(&m->a, &m->b) < 0;
    const struct cg_value *x = in_order ? &m->a : &m->b, *y = in_order ? &m->b : &m->a;
    size_t same = where_they_part(x, y);
    const struct cg_value u = {x->text + same, x->length - same};
    const struct cg_value v = {y->text + same, y->length - same};
    const char *before = same ? "..." : "";
    return cg_fail(error, CG_E_CONFLICT, "%s%.*s%s and %s%.*s%s differ", before, shown(&u), u.text,
                   u.length > SHOWN ? "..." : "", before, shown(&v), v.text,
                   v.length > SHOWN ? "..." : "");
}

int cg_merge_equal(struct cg_text *out, const struct cg_merge_input *m, struct cg_error *error)
{
    struct comparison c = {0};
    bool equal = expect(&c, &m->a, &m->b);
    while (equal && c.count) {
        struct pair pair = c.pairs[--c.count];
        equal = compare_pair(&c, &pair);
    }
    free(c.pairs);
    free(c.members.members);
    if (c.out_of_memory) {
        return cg_fail_memory(error);
    }
    return equal ? cg_merge_greatest(out, m, error) : differ(m, error);
}
