#include "unite/pending.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "kinds/merge_values.h"
#include "json/json_walk.h"

#include <stdlib.h>

/* The number of a key, which is one past the last if it is new; CG_NO_STRING when memory is
 * exhausted. A key next to `meta` differs by a byte that occurs in no UTF-8. */
static uint32_t number_of(struct pending *pending, const char *name, bool outside)
{
    struct cg_text text = {0};
    cg_text_add(&text, name);
    cg_text_add(&text, outside ? "\xff" : "");
    bool ready = !text.failed && (pending->names.slots || cg_pool_init(&pending->names));
    uint32_t number =
        ready ? cg_pool_intern(&pending->names, text.bytes ? text.bytes : "", text.length)
              : CG_NO_STRING;
    cg_text_free(&text);
    return number;
}

/* The pending values of a key. */
static struct pending_key *key_of(struct pending *pending, const char *name, bool outside,
                                  const struct cg_strategy *strategy)
{
    uint32_t number = number_of(pending, name, outside);
    if (number == CG_NO_STRING || number < pending->count) {
        return number == CG_NO_STRING ? NULL : &pending->keys[number];
    }
    char *copy =
        cg_grow(&pending->keys, &pending->capacity, pending->count + 1, sizeof *pending->keys)
            ? strdup(name)
            : NULL;
    if (!copy) {
        return NULL;
    }
    pending->keys[pending->count] =
        (struct pending_key){.name = copy, .outside = outside, .strategy = strategy};
    return &pending->keys[pending->count++];
}

static bool push(struct pending_key *key, const struct cg_value *value)
{
    char *text = cg_grow(&key->values, &key->capacity, key->count + 1, sizeof *key->values)
                     ? malloc(value->length + 1)
                     : NULL;
    if (!text) {
        return false;
    }
    memcpy(text, value->text, value->length);
    key->values[key->count++] = (struct pending_value){text, value->length, 0};
    return true;
}

/* Unite the last two values. */
static int carry(struct pending_key *key, struct cg_error *error)
{
    struct pending_value *a = &key->values[key->count - 2];
    struct pending_value *b = &key->values[key->count - 1];
    const struct cg_merge_input input = {
        .a = {a->text, a->length}, .b = {b->text, b->length}, .place = CG_ON_GRAPH};
    if (key->strategy->counts || !json_same(&input.a, &input.b)) {
        struct cg_text both = {0};
        int status = merge_values(&both, key->strategy, &input, key->name, error);
        if (status) {
            cg_text_free(&both);
            return status;
        }
        free(a->text);
        char *kept = realloc(both.bytes, both.length); /* room was made for both */
        a->text = kept ? kept : both.bytes;
        a->length = both.length;
    }
    a->carries++;
    free(b->text);
    key->count--;
    return CG_OK;
}

int pending_add(struct pending *pending, const char *name, bool outside,
                const struct cg_strategy *strategy, const struct cg_value *value,
                struct cg_error *error)
{
    struct pending_key *key = key_of(pending, name, outside, strategy);
    if (!key || !push(key, value)) {
        return cg_fail_memory(error);
    }
    int status = CG_OK;
    while (!status && key->count > 1 &&
           (strategy->ordered ||
            key->values[key->count - 1].carries == key->values[key->count - 2].carries)) {
        status = carry(key, error);
    }
    return status;
}

int pending_finish(struct pending *pending, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < pending->count; i++) {
        while (!status && pending->keys[i].count > 1) {
            status = carry(&pending->keys[i], error);
        }
    }
    return status;
}

void pending_free(struct pending *pending)
{
    for (size_t i = 0; i < pending->count; i++) {
        struct pending_key *key = &pending->keys[i];
        for (size_t k = 0; k < key->count; k++) {
            free(key->values[k].text);
        }
        free(key->values);
        free(key->name);
    }
    free(pending->keys);
    if (pending->names.slots) {
        cg_pool_free(&pending->names);
    }
    *pending = (struct pending){0};
}
