/* Ways to merge that metadata kinds share. */
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"
#include "link/site_order.h"

#include <stdlib.h>
#include <string.h>

static int put(struct cg_text *out, const struct cg_value *value, struct cg_error *error)
{
    return cg_text_append(out, value->text, value->length) ? cg_fail_memory(error) : CG_OK;
}

static const struct cg_value *greatest(const struct cg_value *a, const struct cg_value *b)
{
    if (a->length != b->length) {
        return a->length > b->length ? a : b;
    }
    return json_compare_bytes(a, b) >= 0 ? a : b;
}

int cg_merge_greatest(struct cg_text *out, const struct cg_meeting *m, struct cg_error *error)
{
    const struct cg_value *a = &m->a, *b = &m->b;
    return put(out, greatest(a, b), error);
}

/* A number of up to 63 characters; false for anything else. */
static bool parse_number(const struct cg_value *value, long double *number)
{
    char digits[64];
    if (value->length >= sizeof digits || !value->length ||
        !(value->text[0] == '-' || (value->text[0] >= '0' && value->text[0] <= '9'))) {
        return false;
    }
    memcpy(digits, value->text, value->length);
    digits[value->length] = 0;
    *number = strtold(digits, NULL);
    return true;
}

int cg_merge_max(struct cg_text *out, const struct cg_meeting *m, struct cg_error *error)
{
    const struct cg_value *a = &m->a, *b = &m->b;
    long double x, y;
    bool x_is = parse_number(a, &x), y_is = parse_number(b, &y);
    if (x_is != y_is) {
        return put(out, x_is ? a : b, error); /* what is a number beats what is none */
    }
    if (!x_is || x == y) {
        return put(out, greatest(a, b), error);
    }
    return put(out, x > y ? a : b, error);
}

/* Sets */

struct element_list {
    struct site_element *elements;
    size_t capacity;
    size_t count;
};

static bool add_elements(struct element_list *list, const struct cg_value *array)
{
    struct json_walk walk;
    struct cg_value value;
    if (!json_walk_start(&walk, array, '[')) {
        return true;
    }
    while (json_walk_next(&walk, NULL, &value)) {
        if (!cg_grow(&list->elements, &list->capacity, list->count + 1, sizeof *list->elements)) {
            return false;
        }
        list->elements[list->count++] = site_element(&value);
    }
    return true;
}

/* What was united before is in order already. */
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

static bool is_array(const struct cg_value *value)
{
    return value->length && value->text[0] == '[';
}

int cg_merge_union(struct cg_text *out, const struct cg_meeting *m, struct cg_error *error)
{
    const struct cg_value *a = &m->a, *b = &m->b;
    if (!is_array(a) || !is_array(b)) {
        bool neither = !is_array(a) && !is_array(b);
        return put(out, neither ? greatest(a, b) : is_array(a) ? a : b, error);
    }
    struct element_list list = {0};
    bool ok = add_elements(&list, a);
    size_t middle = list.count;
    ok = ok && add_elements(&list, b);
    if (ok && list.count) {
        put_elements(out, &list, middle);
    } else if (ok) {
        cg_text_add(out, "[]");
    }
    free(list.elements);
    return ok && !out->failed ? CG_OK : cg_fail_memory(error);
}

/* Objects member by member */

struct member {
    struct cg_value key;
    struct cg_value value;
};

struct member_list {
    struct member *members;
    size_t capacity;
    size_t count;
};

static bool add_members(struct member_list *list, const struct cg_value *object)
{
    struct json_walk walk;
    struct member member;
    json_walk_start(&walk, object, '{');
    while (json_walk_next(&walk, &member.key, &member.value)) {
        if (!cg_grow(&list->members, &list->capacity, list->count + 1, sizeof *list->members)) {
            return false;
        }
        list->members[list->count++] = member;
    }
    return true;
}

static int by_key(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    return json_compare_bytes(&x->key, &y->key);
}

static bool is_word(const struct cg_value *value, const char *word)
{
    return value->length == strlen(word) && memcmp(value->text, word, value->length) == 0;
}

/* `winner` is the boolean that wins over the other. */
static const struct cg_value *choose(const struct cg_value *a, const struct cg_value *b,
                                     const char *winner)
{
    bool a_is = is_word(a, "true") || is_word(a, "false");
    bool b_is = is_word(b, "true") || is_word(b, "false");
    if (a_is && b_is) {
        return is_word(a, winner) ? a : b;
    }
    return a_is == b_is ? greatest(a, b) : a_is ? a : b;
}

static void put_members(struct cg_text *out, struct member_list *list, const char *winner)
{
    if (list->count) {
        qsort(list->members, list->count, sizeof *list->members, by_key);
    }
    cg_text_add(out, "{");
    for (size_t i = 0; i < list->count;) {
        const struct member *member = &list->members[i];
        const struct cg_value *value = &member->value;
        cg_text_append(out, i ? "," : "", i ? 1 : 0);
        for (i++; i < list->count && json_same(&list->members[i].key, &member->key); i++) {
            value = choose(value, &list->members[i].value, winner);
        }
        cg_text_append(out, member->key.text, member->key.length);
        cg_text_add(out, ":");
        cg_text_append(out, value->text, value->length);
    }
    cg_text_add(out, "}");
}

static bool is_object(const struct cg_value *value)
{
    return value->length && value->text[0] == '{';
}

static int merge_members(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                         const char *winner, struct cg_error *error)
{
    if (!is_object(a) || !is_object(b)) {
        bool neither = !is_object(a) && !is_object(b);
        return put(out, neither ? greatest(a, b) : is_object(a) ? a : b, error);
    }
    struct member_list list = {0};
    bool ok = add_members(&list, a) && add_members(&list, b);
    if (ok) {
        put_members(out, &list, winner);
    }
    free(list.members);
    return ok && !out->failed ? CG_OK : cg_fail_memory(error);
}

int cg_merge_and(struct cg_text *out, const struct cg_meeting *m, struct cg_error *error)
{
    const struct cg_value *a = &m->a, *b = &m->b;
    return merge_members(out, a, b, "false", error);
}

int cg_merge_or(struct cg_text *out, const struct cg_meeting *m, struct cg_error *error)
{
    const struct cg_value *a = &m->a, *b = &m->b;
    return merge_members(out, a, b, "true", error);
}

/* Names */

static const struct cg_strategy strategies[] = {
    {"and", cg_merge_and, false, false, "booleans: true when all are; objects member by member"},
    {"greatest", cg_merge_greatest, false, false,
     "the longer text, of equally long ones the greater"},
    {"max", cg_merge_max, false, false, "the larger number; objects member by member"},
    {"or", cg_merge_or, false, false, "booleans: true when one is; objects member by member"},
    {"union", cg_merge_union, false, false, "arrays as sets, objects member by member"},
};

const struct cg_strategy *cg_strategy_at(size_t i)
{
    return i < sizeof strategies / sizeof *strategies ? &strategies[i] : NULL;
}

const struct cg_strategy *cg_strategy_find(const char *name)
{
    for (size_t i = 0; i < sizeof strategies / sizeof *strategies; i++) {
        if (strcmp(strategies[i].name, name) == 0) {
            return &strategies[i];
        }
    }
    return NULL;
}
