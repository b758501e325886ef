/*
 * Appends an object's members to a list and sorts them unless they are written in order; members of
 * one key stay as they are written.
 */
#include "json/members.h"

#include "base/memory.h"

#include <stdlib.h>

int member_compare(const struct member *a, const struct member *b)
{
    return json_compare_strings(&a->key, &b->key);
}

/* Members with the same key keep the order in which they are written. */
static int by_key_and_place(const void *a, const void *b)
{
    const struct member *x = a, *y = b;
    int order = member_compare(x, y);
    return order ? order : (x->key.text > y->key.text) - (x->key.text < y->key.text);
}

static void sort(struct member *members, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (by_key_and_place(&members[i - 1], &members[i]) > 0) {
            qsort(members, count, sizeof *members, by_key_and_place);
            return;
        }
    }
}

bool members_append(struct member_list *list, const struct cg_value *object)
{
    struct json_walk walk;
    struct member member;
    size_t first = list->count;
    json_walk_start(&walk, object, '{');
    while (json_walk_next(&walk, &member.key, &member.value)) {
        if (!cg_grow(&list->members, &list->capacity, list->count + 1, sizeof *list->members)) {
            return false;
        }
        list->members[list->count++] = member;
    }
    if (list->count > first) {
        sort(list->members + first, list->count - first);
    }
    return true;
}
