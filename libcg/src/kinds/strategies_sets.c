/* Arrays as sets. */
#include "kinds/strategies.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "kinds/site_order.h"

#include <stdlib.h>

struct element_list {
    struct site_element *elements;
    size_t capacity;
    size_t count;
};

static bool add_elements(struct element_list *list, const struct cg_value *array)
{
    struct json_walk walk;
    struct cg_value value;
    json_walk_start(&walk, array, '[');
    while (json_walk_next(&walk, NULL, &value)) {
        if (!cg_grow(&list->elements, &list->capacity, list->count + 1, sizeof *list->elements)) {
            return false;
        }
        list->elements[list->count++] = site_element(&value);
    }
    return true;
}

static bool sort_array(struct cg_text *sorted, const struct cg_value *array)
{
    struct element_list list = {0};
    bool ok = add_elements(&list, array);
    if (ok && list.count) {
        qsort(list.elements, list.count, sizeof *list.elements, site_compare);
    }
    cg_text_add(sorted, "[");
    for (size_t i = 0; i < list.count; i++) {
        cg_text_put(sorted, ",", i ? 1 : 0);
        cg_text_put(sorted, list.elements[i].text.text, list.elements[i].text.length);
    }
    cg_text_add(sorted, "]");
    free(list.elements);
    return ok && !sorted->failed;
}

/* A set that is read once. */
struct sequence {
    struct json_walk walk;
    struct site_element now;
    bool more;
    bool sorted; /* so far */
};

static void advance(struct sequence *s)
{
    struct site_element before = s->now;
    struct cg_value value;
    s->more = json_walk_next(&s->walk, NULL, &value);
    if (s->more) {
        s->now = site_element(&value);
        s->sorted = !before.text.text || site_compare(&before, &s->now) <= 0;
    }
}

static void start(struct sequence *s, const struct cg_value *array)
{
    *s = (struct sequence){.sorted = true};
    json_walk_start(&s->walk, array, '[');
    advance(s);
}

/* Sets may have millions of elements: of sorted ones only two are looked at at a time.
 * @return whether both were sorted; else the text is of no use */
static bool unite_sorted(struct cg_text *out, const struct cg_value *x, const struct cg_value *y)
{
    struct sequence a, b;
    struct cg_value last = {0};
    start(&a, x);
    start(&b, y);
    cg_text_add(out, "[");
    while ((a.more || b.more) && a.sorted && b.sorted) {
        bool first = !b.more || (a.more && site_compare(&a.now, &b.now) <= 0);
        struct sequence *next = first ? &a : &b;
        if (!last.text || !json_same(&last, &next->now.text)) {
            cg_text_put(out, ",", last.text ? 1 : 0);
            last = next->now.text;
            cg_text_put(out, last.text, last.length);
        }
        advance(next);
    }
    cg_text_add(out, "]");
    return a.sorted && b.sorted;
}

/* White space does not distinguish elements. @return the set, or a copy in `copy`. */
static struct cg_value without_space(struct cg_text *copy, const struct cg_value *array)
{
    if (json_is_compact(array)) {
        return *array;
    }
    json_compact(copy, array);
    return (struct cg_value){copy->bytes, copy->length};
}

int strategy_unite(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                   struct cg_error *error)
{
    struct cg_text copies[4] = {{0}};
    struct cg_value x = without_space(&copies[0], a), y = without_space(&copies[1], b);
    size_t before = out->length;
    bool ok = !copies[0].failed && !copies[1].failed &&
              cg_grow(&out->bytes, &out->capacity, before + x.length + y.length, 1);
    if (ok && !unite_sorted(out, &x, &y)) { /* the result of an earlier union is sorted */
        ok = sort_array(&copies[2], &x) && sort_array(&copies[3], &y);
        x = (struct cg_value){copies[2].bytes, copies[2].length};
        y = (struct cg_value){copies[3].bytes, copies[3].length};
        out->length = before;
        ok = ok && unite_sorted(out, &x, &y);
    }
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        cg_text_free(&copies[i]);
    }
    return ok && !out->failed ? CG_OK : cg_fail_memory(error);
}
