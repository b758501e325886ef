/* The list of metadata kinds a program knows. */
#include "base/error.h"
#include "base/memory.h"

#include <libcg/metadata.h>

#include <stdlib.h>
#include <string.h>

struct cg_registry {
    const struct cg_metadata_kind **kinds;
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
        free(registry->kinds);
        free(registry);
    }
}

int cg_registry_add(struct cg_registry *registry, const struct cg_metadata_kind *kind,
                    struct cg_error *error)
{
    if (!kind->key || !*kind->key || !kind->merge) {
        return cg_fail(error, CG_E_ARGUMENT, "a metadata kind lacks its key or its merge");
    }
    if (cg_registry_find(registry, kind->key)) {
        return cg_fail(error, CG_E_CONFLICT, "metadata kind \"%s\" is registered already",
                       kind->key);
    }
    if (!cg_grow(&registry->kinds, &registry->capacity, registry->count + 1,
                 sizeof *registry->kinds)) {
        return cg_fail_memory(error);
    }
    registry->kinds[registry->count++] = kind;
    return CG_OK;
}

const struct cg_metadata_kind *cg_registry_find(const struct cg_registry *registry, const char *key)
{
    for (size_t i = 0; i < registry->count; i++) {
        if (strcmp(registry->kinds[i]->key, key) == 0) {
            return registry->kinds[i];
        }
    }
    return NULL;
}

const struct cg_metadata_kind *cg_registry_at(const struct cg_registry *registry, size_t i)
{
    return i < registry->count ? registry->kinds[i] : NULL;
}
