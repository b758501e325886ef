/*
 * A habit knows its key as written and which habit came next last time: the next member is compared
 * with that spelling first.
 */
#include "file/read_habits.h"

#include "base/memory.h"
#include "file/graph_reader.h"

#include <stdlib.h>
#include <string.h>

void habits_free(struct habits *habits)
{
    for (uint32_t i = 0; i < habits->count; i++) {
        free(habits->items[i].member);
        cg_text_free(&habits->items[i].fact);
    }
    free(habits->items);
    free(habits->by_key);
}

/* A new habit; its number, 0 when memory is exhausted. */
static uint32_t add_habit(struct habits *habits, uint32_t key)
{
    if (!cg_grow(&habits->items, &habits->capacity, (size_t)habits->count + 2,
                 sizeof *habits->items)) {
        return 0;
    }
    if (!habits->count) {
        habits->items[habits->count++] = (struct habit){.key = CG_NO_STRING};
    }
    habits->items[habits->count] = (struct habit){.key = key, .value = CG_NO_STRING};
    return habits->count++;
}

/* Keys with escapes have more than one spelling: those are not guessed. */
static bool spell(struct reader *r, struct habit *habit)
{
    const char *key = graph_string(r->graph, habit->key);
    struct cg_text text = {0};
    cg_text_add_json_string(&text, key, strlen(key));
    cg_text_add(&text, ":");
    if (text.failed) {
        free(text.bytes);
        return reader_out_of_memory(r);
    }
    habit->member = text.bytes;
    habit->member_length = (uint32_t)text.length;
    return true;
}

static bool make_room(struct habits *habits, uint32_t key)
{
    size_t before = habits->by_key_capacity;
    if (key < before) {
        return true;
    }
    if (!cg_grow(&habits->by_key, &habits->by_key_capacity, (size_t)key + 1,
                 sizeof *habits->by_key)) {
        return false;
    }
    memset(habits->by_key + before, 0, (habits->by_key_capacity - before) * sizeof *habits->by_key);
    return true;
}

/* The habit of a key, made if it is new; 0 after failing. */
static uint32_t find_habit(struct reader *r, struct habits *habits, enum cg_place place,
                           const struct slice *name)
{
    if (!name->length) {
        scanner_fail(&r->scan, CG_E_FORMAT, "an empty metadata key");
        return 0;
    }
    uint32_t key = reader_intern(r, name->text, name->length);
    if (key == CG_NO_STRING) {
        return 0;
    }
    if (!make_room(habits, key)) {
        reader_out_of_memory(r);
        return 0;
    }
    if (!habits->by_key[key]) {
        uint32_t habit = add_habit(habits, key);
        if (!habit) {
            reader_out_of_memory(r);
            return 0;
        }
        habits->items[habit].held = reader_held(r, place, name);
        if (!spell(r, &habits->items[habit])) {
            return 0;
        }
        habits->by_key[key] = habit;
    }
    return habits->by_key[key];
}

/* Which key follows which. */
static void learn(struct reader *r, struct habits *habits, uint32_t before, uint32_t found)
{
    struct habit *previous = &habits->items[before];
    previous->next = found + 1;
    previous->ordered = before && strcmp(graph_string(r->graph, previous->key),
                                         graph_string(r->graph, habits->items[found].key)) < 0;
    r->in_order = r->in_order && (!before || previous->ordered);
}

/* The member that followed last time, if it follows again. */
static bool guess(struct reader *r, const struct habits *habits, bool first, uint32_t *before)
{
    uint32_t next = *before < habits->count ? habits->items[*before].next : 0;
    struct scanner *s = &r->scan;
    if (!next || (!first && *s->at != ',')) {
        return false;
    }
    const struct habit *habit = &habits->items[next - 1];
    s->at += !first;
    if (!scanner_take(s, habit->member, habit->member_length)) {
        s->at -= !first;
        return false;
    }
    r->in_order = r->in_order && (first || habits->items[*before].ordered);
    *before = next - 1;
    return true;
}

bool habits_next(struct reader *r, struct habits *habits, enum cg_place place, bool *first,
                 uint32_t *before)
{
    struct slice key;
    if (guess(r, habits, *first, before)) {
        *first = false;
        return true;
    }
    if (!scanner_next_key(&r->scan, first, &r->scratch, &key)) {
        return false;
    }
    uint32_t found = find_habit(r, habits, place, &key);
    if (!found) {
        return false;
    }
    learn(r, habits, *before, found);
    *before = found;
    return true;
}
