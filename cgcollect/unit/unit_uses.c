/*
 * Stores the entities that a unit mentions. Equal strings of a unit are the same pointer, so
 * pointers identify names.
 */
#include "unit/unit_uses.h"

static guint hash_entity(gconstpointer data)
{
    const struct entity *entity = data;
    return g_direct_hash(entity->name) * 31 + g_direct_hash(entity->file);
}

static gboolean equal_entities(gconstpointer a, gconstpointer b)
{
    const struct entity *x = a;
    const struct entity *y = b;
    return x->name == y->name && x->file == y->file;
}

struct uses *uses_new(void)
{
    struct uses *uses = g_new0(struct uses, 1);
    uses->entities = g_array_new(FALSE, FALSE, sizeof(struct entity));
    uses->places = g_array_new(FALSE, FALSE, sizeof(struct entity_place));
    uses->mentions = g_array_new(FALSE, FALSE, sizeof(struct entity_use));
    uses->needs = g_array_new(FALSE, FALSE, sizeof(struct entity_need));
    uses->by_name = g_hash_table_new_full(hash_entity, equal_entities, g_free, NULL);
    return uses;
}

void uses_free(struct uses *uses)
{
    if (uses) {
        g_array_free(uses->entities, TRUE);
        g_array_free(uses->places, TRUE);
        g_array_free(uses->mentions, TRUE);
        g_array_free(uses->needs, TRUE);
        g_hash_table_destroy(uses->by_name);
        g_free(uses);
    }
}

entity_id uses_entity(struct uses *uses, const char *file, const char *name)
{
    const struct entity entity = {file, name, ENTITY_NONE};
    void *known = g_hash_table_lookup(uses->by_name, &entity);
    if (known) {
        return GPOINTER_TO_UINT(known) - 1;
    }
    struct entity *key = g_new(struct entity, 1);
    *key = entity;
    g_array_append_val(uses->entities, entity);
    g_hash_table_insert(uses->by_name, key, GUINT_TO_POINTER(uses->entities->len));
    return uses->entities->len - 1;
}
