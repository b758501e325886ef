/*
 * A counter of values for each key: a carry unites two of equal weight. Sets wait in a list with
 * the largest first.
 */
#include "unite/pending.h"

#include "base/error.h"
#include "base/memory.h"
#include "kinds/merge_values.h"
#include "kinds/strategies.h"
#include "strings/text.h"
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

/* Add a text, which this takes over. */
static int add_pending_text(struct pending_key *key, struct cg_text *text, struct cg_error *error)
{
    if (text->failed ||
        !cg_grow(&key->values, &key->capacity, key->count + 1, sizeof *key->values)) {
        cg_text_free(text);
        return cg_fail_memory(error);
    }
    key->values[key->count++] = (struct pending_value){text->bytes, text->length, 0};
    return CG_OK;
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

static int add_value(struct pending_key *key, const struct cg_value *value, struct cg_error *error)
{
    struct cg_text copy = {0};
    cg_text_put(&copy, value->text, value->length);
    int status = add_pending_text(key, &copy, error);
    while (!status && key->count > 1 &&
           (key->strategy->ordered ||
            key->values[key->count - 1].carries == key->values[key->count - 2].carries)) {
        status = carry(key, error);
    }
    return status;
}

/* Sets */

/** So many bytes of sets wait. */
#define FEW_BYTES ((size_t)16 << 20)

static struct cg_value value_of(const struct cg_text *text)
{
    return (struct cg_value){text->bytes, text->length};
}

/* Unite all sets, as a list or as an array. */
static int unite_sets(struct cg_text *out, struct pending_key *key, sets_union *unite,
                      struct cg_error *error)
{
    size_t count = (size_t)key->added.count + 1;
    struct cg_value *lists = malloc(count * sizeof *lists);
    if (!lists) {
        return cg_fail_memory(error);
    }
    lists[0] = value_of(&key->united); /* the largest */
    for (uint32_t i = 0; i < key->added.count; i++) {
        lists[i + 1] =
            (struct cg_value){cg_pool_string(&key->added, i), cg_pool_length(&key->added, i)};
    }
    unite(out, lists, count);
    free(lists);
    return out->failed ? cg_fail_memory(error) : CG_OK;
}

static void free_pool(struct cg_pool *pool)
{
    if (pool->slots) {
        cg_pool_free(pool);
        *pool = (struct cg_pool){0};
    }
}

static void free_sets(struct pending_key *key)
{
    cg_text_free(&key->alone);
    cg_text_free(&key->united);
    free_pool(&key->added);
}

static int unite_added(struct pending_key *key, struct cg_error *error)
{
    struct cg_text united = {0};
    int status = unite_sets(&united, key, sets_unite, error);
    free_sets(key);
    key->united = united;
    return status || !cg_pool_init(&key->added) ? cg_fail_memory(error) : CG_OK;
}

/* Keep the text of the first set while there is no other. */
static bool keep_alone(struct pending_key *key, const struct cg_value *set)
{
    const struct cg_value alone = value_of(&key->alone);
    if (!key->added.slots) {
        cg_text_put(&key->alone, set->text, set->length);
    } else if (alone.length && !json_same(&alone, set)) {
        cg_text_free(&key->alone);
    }
    return !key->alone.failed && (key->added.slots || cg_pool_init(&key->added));
}

static int add_set(struct pending *pending, struct pending_key *key, const struct cg_value *set,
                   struct cg_error *error)
{
    struct cg_text *list = &pending->list;
    cg_text_clear(list);
    set_read(list, set);
    if (!keep_alone(key, set) || list->failed ||
        cg_pool_intern(&key->added, list->bytes ? list->bytes : "", list->length) == CG_NO_STRING) {
        return cg_fail_memory(error);
    }
    bool many = key->added.bytes > FEW_BYTES && key->added.bytes > key->united.length;
    return many ? unite_added(key, error) : CG_OK;
}

int pending_add(struct pending *pending, const char *name, bool outside,
                const struct cg_strategy *strategy, const struct cg_value *value,
                struct cg_error *error)
{
    struct pending_key *key = key_of(pending, name, outside, strategy);
    if (!key) {
        return cg_fail_memory(error);
    }
    bool is_set = strategy->merge == cg_merge_union && value->text[0] == '[';
    return is_set ? add_set(pending, key, value, error) : add_value(key, value, error);
}

/* The union becomes one of the values. */
static int finish_sets(struct pending_key *key, struct cg_error *error)
{
    struct cg_text set = key->alone;
    key->alone = (struct cg_text){0};
    int status = set.length ? CG_OK : unite_sets(&set, key, sets_write, error);
    free_sets(key);
    return status ? status : add_pending_text(key, &set, error);
}

static int finish_key(struct pending_key *key, struct cg_error *error)
{
    int status = key->added.slots ? finish_sets(key, error) : CG_OK;
    while (!status && key->count > 1) {
        status = carry(key, error);
    }
    return status;
}

int pending_finish(struct pending *pending, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < pending->count && !status; i++) {
        status = finish_key(&pending->keys[i], error);
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
        free_sets(key);
    }
    free(pending->keys);
    free_pool(&pending->names);
    cg_text_free(&pending->list);
    *pending = (struct pending){0};
}
