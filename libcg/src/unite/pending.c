#include "unite/pending.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "kinds/merge_values.h"
#include "json/json.h"

#include <stdlib.h>

static struct pending_key *find(const struct pending *pending, const char *name, bool outside)
{
    for (size_t i = 0; i < pending->count; i++) {
        struct pending_key *key = &pending->keys[i];
        if (key->outside == outside && strcmp(key->name, name) == 0) {
            return key;
        }
    }
    return NULL;
}

static struct pending_key *add_key(struct pending *pending, const char *name, bool outside,
                                   const struct cg_strategy *strategy)
{
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
        a->text = both.bytes;
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
    struct pending_key *key = find(pending, name, outside);
    key = key ? key : add_key(pending, name, outside, strategy);
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
    *pending = (struct pending){0};
}
