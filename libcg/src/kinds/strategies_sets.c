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

/* The result of an earlier union is already sorted. */
static void sort_elements(struct site_element *elements, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (site_compare(&elements[i - 1], &elements[i]) > 0) {
            qsort(elements, count, sizeof *elements, site_compare);
            return;
        }
    }
}

/* The first `middle` elements are one set, the others another. */
static void put_elements(struct cg_text *out, struct element_list *list, size_t middle)
{
    const struct site_element *a = list->elements, *a_end = a + middle;
    const struct site_element *b = a_end, *b_end = list->elements + list->count;
    const struct site_element *last = NULL;
    sort_elements(list->elements, middle);
    sort_elements(list->elements + middle, list->count - middle);
    cg_text_add(out, "[");
    while (a < a_end || b < b_end) {
        bool first = b == b_end || (a < a_end && site_compare(a, b) <= 0);
        const struct site_element *next = first ? a++ : b++;
        if (!last || !json_same(&last->text, &next->text)) {
            cg_text_put(out, ",", last ? 1 : 0);
            cg_text_put(out, next->text.text, next->text.length);
            last = next;
        }
    }
    cg_text_add(out, "]");
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
    struct element_list list = {0};
    struct cg_text copies[2] = {{0}};
    const struct cg_value x = without_space(&copies[0], a), y = without_space(&copies[1], b);
    bool ok = !copies[0].failed && !copies[1].failed && add_elements(&list, &x);
    size_t middle = list.count;
    ok = ok && add_elements(&list, &y);
    if (ok && list.count) {
        put_elements(out, &list, middle);
    } else if (ok) {
        cg_text_add(out, "[]");
    }
    free(list.elements);
    cg_text_free(&copies[0]);
    cg_text_free(&copies[1]);
    return ok && !out->failed ? CG_OK : cg_fail_memory(error);
}
