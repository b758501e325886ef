/* The list of metadata kinds a program knows. */
#include "graph/registry.h"
#include "base/error.h"
#include "base/memory.h"

#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

/** A kind, and how its values meet. */
struct entry {
    const struct cg_metadata_kind *kind;
    struct cg_strategy strategy;
};

struct cg_registry {
    struct entry *entries;
    size_t capacity;
    size_t count;
};

int cg_registry_new(struct cg_registry **out, struct cg_error *error)
{
    *out = calloc(1, sizeof **out);
    return *out ? CG_OK : cg_fail_memory(error);
}

void cg_registry_free(struct cg_registry *registry)
{
    if (registry) {
        free(registry->entries);
        free(registry);
    }
}

static struct entry *find(const struct cg_registry *registry, const char *key)
{
    for (size_t i = 0; i < registry->count; i++) {
        if (strcmp(registry->entries[i].kind->key, key) == 0) {
            return &registry->entries[i];
        }
    }
    return NULL;
}

/* What a name of a strategy means for a kind. @return false when it means nothing. */
static bool choose(struct cg_strategy *out, const struct cg_metadata_kind *kind, const char *name)
{
    const struct cg_strategy *common = cg_strategy_find(name);
    cg_metadata_merge *own = strcmp(name, "custom") == 0   ? kind->merge
                             : strcmp(name, "metacg") == 0 ? kind->metacg
                                                           : NULL;
    if (common) {
        *out = *common;
    } else if (own) {
        *out = (struct cg_strategy){.name = name, .merge = own};
    }
    return common || own;
}

int cg_registry_add(struct cg_registry *registry, const struct cg_metadata_kind *kind,
                    struct cg_error *error)
{
    struct entry entry = {.kind = kind};
    if (kind->abi < CG_METADATA_ABI_OLDEST || kind->abi > CG_METADATA_ABI) {
        return cg_fail(error, CG_E_ARGUMENT,
                       "a metadata kind of ABI version %u: %u to %u are known", kind->abi,
                       CG_METADATA_ABI_OLDEST, CG_METADATA_ABI);
    }
    if (!kind->key || !*kind->key || !kind->strategy ||
        !choose(&entry.strategy, kind, kind->strategy)) {
        return cg_fail(error, CG_E_ARGUMENT, "a metadata kind lacks its key or its strategy");
    }
    if (find(registry, kind->key)) {
        return cg_fail(error, CG_E_CONFLICT, "metadata kind \"%s\" is registered already",
                       kind->key);
    }
    if (!cg_grow(&registry->entries, &registry->capacity, registry->count + 1,
                 sizeof *registry->entries)) {
        return cg_fail_memory(error);
    }
    registry->entries[registry->count++] = entry;
    return CG_OK;
}

void registry_remove(struct cg_registry *registry, const char *key)
{
    struct entry *entry = find(registry, key);
    if (entry) {
        size_t behind = (size_t)(&registry->entries[--registry->count] - entry);
        memmove(entry, entry + 1, behind * sizeof *entry);
    }
}

const struct cg_metadata_kind *cg_registry_find(const struct cg_registry *registry, const char *key)
{
    const struct entry *entry = find(registry, key);
    return entry ? entry->kind : NULL;
}

const struct cg_metadata_kind *cg_registry_at(const struct cg_registry *registry, size_t i)
{
    return i < registry->count ? registry->entries[i].kind : NULL;
}

const struct cg_strategy *cg_registry_strategy(const struct cg_registry *registry, const char *key)
{
    const struct entry *entry = find(registry, key);
    return entry ? &entry->strategy : cg_strategy_find("greatest");
}
