/*
 * Arrays as sets. A set is read once, into a list of its elements in order, each after its length;
 * lists are united as often as need be, and one is written at the end.
 */
#include "kinds/strategies.h"

#include "base/error.h"
#include "base/memory.h"
#include "kinds/site_order.h"
#include "strings/text.h"

#include <stdlib.h>

/* Lists */

typedef uint32_t length_type;

static void put_element(struct cg_text *list, const struct cg_value *element)
{
    length_type length = (length_type)element->length;
    list->failed |= length != element->length;
    cg_text_put(list, (const char *)&length, sizeof length);
    cg_text_put(list, element->text, element->length);
}

/* A list that is read once. */
struct sequence {
    const char *at;
    const char *end;
    struct site_element now;
    bool more;
};

static void advance(struct sequence *s)
{
    length_type length;
    s->more = s->at < s->end;
    if (s->more) {
        memcpy(&length, s->at, sizeof length);
        s->now = site_element(&(struct cg_value){s->at + sizeof length, length});
        s->at += sizeof length + length;
        __builtin_prefetch(s->at); /* other lists may come first */
        __builtin_prefetch((const void *)((uintptr_t)s->at + 64));
    }
}

static void start(struct sequence *s, const struct cg_value *list)
{
    const char *text = list->length ? list->text : "";
    *s = (struct sequence){.at = text, .end = text + list->length};
    advance(s);
}

/* Reading */

/* Append elements as they come. @return whether they are in order */
static bool put_in_order(struct cg_text *list, const struct cg_value *array)
{
    struct json_walk walk;
    struct cg_value value;
    struct site_element before, now;
    json_walk_start(&walk, array, '[');
    for (bool first = true; json_walk_next(&walk, NULL, &value); first = false) {
        now = site_element(&value);
        if (!first && site_compare(&before, &now) > 0) {
            return false;
        }
        put_element(list, &value);
        before = now;
    }
    return true;
}

static void put_sorted(struct cg_text *list, const struct cg_value *array)
{
    struct site_element *elements = NULL;
    size_t capacity = 0, count = 0;
    struct json_walk walk;
    struct cg_value value;
    json_walk_start(&walk, array, '[');
    while (!list->failed && json_walk_next(&walk, NULL, &value)) {
        list->failed = !cg_grow(&elements, &capacity, count + 1, sizeof *elements);
        if (!list->failed) {
            elements[count++] = site_element(&value);
        }
    }
    if (count) {
        qsort(elements, count, sizeof *elements, site_compare);
    }
    for (size_t i = 0; i < count; i++) {
        put_element(list, &elements[i].text);
    }
    free(elements);
}

/* White space does not distinguish elements. */
void set_read(struct cg_text *list, const struct cg_value *array)
{
    struct cg_text copy = {0};
    struct cg_value compact = *array;
    size_t before = list->length;
    if (!json_is_compact(array)) {
        json_compact(&copy, array);
        compact = (struct cg_value){copy.bytes, copy.length};
    }
    if (copy.failed) {
        list->failed = true;
    } else if (!put_in_order(list, &compact)) {
        list->length = before;
        put_sorted(list, &compact);
    }
    cg_text_free(&copy);
}

/* Uniting */

static bool is_before(const struct sequence *a, const struct sequence *b)
{
    return a->more && (!b->more || site_compare(&a->now, &b->now) <= 0);
}

/* Lists play for which of them has the least element: a tree of matches, as a heap, with list i at
 * count + i. */
struct tournament {
    struct sequence *lists;
    size_t *losers; /**< by match, from 1 on; NOBODY while one of the two has to come */
    size_t count;
};

#define NOBODY SIZE_MAX

/* The winner of all matches, after a list came or moved on; NOBODY while some have to come. */
static size_t play(struct tournament *t, size_t list)
{
    size_t winner = list;
    for (size_t match = (t->count + list) / 2; match && winner != NOBODY; match /= 2) {
        size_t other = t->losers[match];
        if (other == NOBODY || !is_before(&t->lists[winner], &t->lists[other])) {
            t->losers[match] = winner;
            winner = other;
        }
    }
    return winner;
}

/** How the next element of a union is written. */
typedef void put_next(struct cg_text *out, const struct cg_value *element, bool is_first);

/* The first list, which may be larger than all others, plays against their winner only. */
static void put_union(struct cg_text *out, struct sequence *first, struct tournament *others,
                      put_next *put)
{
    struct cg_value last = {0};
    size_t least = NOBODY;
    for (size_t i = 0; i < others->count; i++) {
        least = play(others, i);
    }
    while (first->more || (least != NOBODY && others->lists[least].more)) {
        bool is_first = least == NOBODY || is_before(first, &others->lists[least]);
        struct sequence *from = is_first ? first : &others->lists[least];
        if (!last.text || !json_same(&last, &from->now.text)) {
            put(out, &from->now.text, !last.text);
            last = from->now.text;
        }
        advance(from);
        least = is_first ? least : play(others, least);
    }
}

/* Room is made for all, so that the text never moves. */
static void unite_lists(struct cg_text *out, const struct cg_value *lists, size_t count,
                        put_next *put)
{
    struct sequence *sequences = malloc(count * sizeof *sequences);
    size_t *losers = malloc(count * sizeof *losers);
    size_t needed = out->length;
    bool ok = sequences && losers;
    for (size_t i = 0; i < count && ok; i++) {
        needed += lists[i].length;
        losers[i] = NOBODY;
        start(&sequences[i], &lists[i]);
    }
    if (ok && cg_grow(&out->bytes, &out->capacity, needed, 1)) {
        struct tournament others = {sequences + 1, losers, count - 1};
        put_union(out, sequences, &others, put);
    } else {
        out->failed = true;
    }
    free(losers);
    free(sequences);
}

static void put_in_list(struct cg_text *list, const struct cg_value *element, bool is_first)
{
    (void)is_first;
    put_element(list, element);
}

void sets_unite(struct cg_text *list, const struct cg_value *lists, size_t count)
{
    unite_lists(list, lists, count, put_in_list);
}

static void put_in_array(struct cg_text *array, const struct cg_value *element, bool is_first)
{
    cg_text_put(array, ",", !is_first);
    cg_text_put(array, element->text, element->length);
}

void sets_write(struct cg_text *out, const struct cg_value *lists, size_t count)
{
    cg_text_add(out, "[");
    unite_lists(out, lists, count, put_in_array);
    cg_text_add(out, "]");
}

int strategy_unite(struct cg_text *out, const struct cg_value *a, const struct cg_value *b,
                   struct cg_error *error)
{
    struct cg_text x = {0}, y = {0};
    set_read(&x, a);
    set_read(&y, b);
    const struct cg_value both[] = {{x.bytes, x.length}, {y.bytes, y.length}};
    sets_write(out, both, 2);
    bool ok = !x.failed && !y.failed && !out->failed;
    cg_text_free(&x);
    cg_text_free(&y);
    return ok ? CG_OK : cg_fail_memory(error);
}
