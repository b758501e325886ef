/* Loading plug-ins. */
#include <libcg/plugin.h>

#include "base/error.h"
#include "base/memory.h"
#include "kinds/registry.h"
#include "plugin/shared_object.h"

#include <stdlib.h>
#include <string.h>

/** A loaded plug-in. */
struct loaded {
    struct object *object;
    const struct cg_plugin *plugin;
    char *path;
};

struct cg_plugins {
    struct loaded *items;
    size_t capacity;
    size_t count;
};

int cg_plugins_new(struct cg_plugins **out, struct cg_error *error)
{
    struct cg_plugins *plugins = calloc(1, sizeof *plugins);
    if (!plugins) {
        return cg_fail_memory(error);
    }
    *out = plugins;
    return CG_OK;
}

static void unload(struct loaded *loaded)
{
    object_close(loaded->object);
    free(loaded->path);
}

void cg_plugins_free(struct cg_plugins *plugins)
{
    if (plugins) {
        while (plugins->count) {
            unload(&plugins->items[--plugins->count]);
        }
        free(plugins->items);
        free(plugins);
    }
}

size_t cg_plugins_count(const struct cg_plugins *plugins)
{
    return plugins->count;
}

const struct cg_plugin *cg_plugins_at(const struct cg_plugins *plugins, size_t i)
{
    return i < plugins->count ? plugins->items[i].plugin : NULL;
}

static int fail_memory(const char *path, struct cg_error *error)
{
    return cg_fail_at(error, CG_E_MEMORY, path, 0, 0, "out of memory");
}

static int malformed(const struct loaded *loaded, const char *what, struct cg_error *error)
{
    return cg_fail_at(error, CG_E_FORMAT, loaded->path, 0, 0, "the plug-in %s", what);
}

/* Checking that it is a plug-in */

static int check_abi(const struct loaded *loaded, struct cg_error *error)
{
    unsigned abi = loaded->plugin->abi;
    if (abi >= CG_PLUGIN_ABI_OLDEST && abi <= CG_PLUGIN_ABI) {
        return CG_OK;
    }
    bool newer = abi > CG_PLUGIN_ABI;
    return cg_fail_at(error, CG_E_FORMAT, loaded->path, 0, 0,
                      "the plug-in has ABI version %u, %s than this libcg supports (%u to %u): %s",
                      abi, newer ? "newer" : "older", CG_PLUGIN_ABI_OLDEST, CG_PLUGIN_ABI,
                      newer ? "use a newer libcg, or build it with the headers of this one"
                            : "build it with the headers of this libcg");
}

static int find_plugin(struct loaded *loaded, struct cg_error *error)
{
    loaded->plugin = object_symbol(loaded->object, CG_PLUGIN_SYMBOL);
    if (!loaded->plugin) {
        return cg_fail_at(error, CG_E_FORMAT, loaded->path, 0, 0,
                          "not a plug-in: it has no symbol \"" CG_PLUGIN_SYMBOL
                          "\" (is it declared CG_PLUGIN_EXPORT, in C++ extern \"C\"?)");
    }
    int status = check_abi(loaded, error);
    if (!status && (!loaded->plugin->name || !*loaded->plugin->name || !loaded->plugin->version)) {
        status = malformed(loaded, "lacks its name or its version", error);
    }
    if (!status && (!loaded->plugin->kinds || !loaded->plugin->kinds[0])) {
        status = malformed(loaded, "has no kinds", error);
    }
    return status;
}

/* A collector: the library has no headers of libclang, and reads only the first member. */

static const char *collector_name(const struct cg_collector *collector)
{
    return *(const char *const *)(const void *)collector;
}

static const struct cg_collector *collector_at(const struct cg_plugin *plugin, size_t i)
{
    return plugin->collectors ? plugin->collectors[i] : NULL;
}

static size_t count_collectors(const struct cg_plugin *plugin, const char *name)
{
    size_t count = 0;
    const struct cg_collector *collector;
    for (size_t i = 0; (collector = collector_at(plugin, i)); i++) {
        const char *own = collector_name(collector);
        count += own && strcmp(own, name) == 0;
    }
    return count;
}

static bool collects_something(const struct cg_plugin *plugin, const char *name)
{
    for (size_t i = 0; plugin->kinds[i]; i++) {
        const char *collector = plugin->kinds[i]->collector;
        if (collector && strcmp(collector, name) == 0) {
            return true;
        }
    }
    return false;
}

/** Why a kind's collector is invalid, or NULL. */
static const char *collecting_fault(const struct cg_plugin *plugin,
                                    const struct cg_metadata_kind *kind)
{
    if (!kind->collector) {
        return NULL;
    }
    if (count_collectors(plugin, kind->collector) == 0) {
        return "which the plug-in does not have";
    }
    if (count_collectors(plugin, kind->collector) > 1) {
        return "of which the plug-in has several";
    }
    if (!(kind->places & CG_ON_NODE)) {
        return "but does not belong on nodes";
    }
    return NULL;
}

static int check_kinds(const struct loaded *loaded, struct cg_error *error)
{
    const struct cg_plugin *plugin = loaded->plugin;
    for (size_t i = 0; plugin->kinds[i]; i++) {
        const struct cg_metadata_kind *kind = plugin->kinds[i];
        if (kind->structural) {
            return cg_fail_at(
                error, CG_E_FORMAT, loaded->path, 0, 0,
                "metadata kind \"%s\" must not be structural: the graph does not hold it",
                kind->key);
        }
        const char *fault = collecting_fault(plugin, kind);
        if (fault) {
            return cg_fail_at(error, CG_E_FORMAT, loaded->path, 0, 0,
                              "metadata kind \"%s\" is collected by \"%s\", %s", kind->key,
                              kind->collector, fault);
        }
    }
    return CG_OK;
}

static int check_collectors(const struct loaded *loaded, struct cg_error *error)
{
    const struct cg_plugin *plugin = loaded->plugin;
    const struct cg_collector *collector;
    for (size_t i = 0; (collector = collector_at(plugin, i)); i++) {
        const char *name = collector_name(collector);
        if (!name || !collects_something(plugin, name)) {
            return cg_fail_at(error, CG_E_FORMAT, loaded->path, 0, 0,
                              "collector \"%s\" collects no kind of the plug-in", name ? name : "");
        }
    }
    return CG_OK;
}

/* Registering */

static const struct loaded *owner_of(const struct cg_plugins *plugins,
                                     const struct cg_metadata_kind *kind)
{
    for (size_t i = 0; i < plugins->count; i++) {
        const struct loaded *loaded = &plugins->items[i];
        for (size_t k = 0; loaded->plugin->kinds[k]; k++) {
            if (loaded->plugin->kinds[k] == kind) {
                return loaded;
            }
        }
    }
    return NULL;
}

static int fail_taken(const struct cg_plugins *plugins, const struct cg_registry *registry,
                      const struct loaded *loaded, const char *key, struct cg_error *error)
{
    const struct cg_metadata_kind *there = cg_registry_find(registry, key);
    const struct loaded *owner = owner_of(plugins, there);
    if (owner) {
        return cg_fail_at(error, CG_E_CONFLICT, loaded->path, 0, 0,
                          "metadata kind \"%s\" is taken by plug-in \"%s\" (%s)", key,
                          owner->plugin->name, owner->path);
    }
    for (size_t i = 0; loaded->plugin->kinds[i]; i++) {
        if (loaded->plugin->kinds[i] == there) {
            return cg_fail_at(error, CG_E_FORMAT, loaded->path, 0, 0,
                              "the plug-in has metadata kind \"%s\" twice", key);
        }
    }
    return cg_fail_at(error, CG_E_CONFLICT, loaded->path, 0, 0,
                      "metadata kind \"%s\" is taken: it is built in", key);
}

static int register_kind(const struct cg_plugins *plugins, struct cg_registry *registry,
                         const struct loaded *loaded, size_t i, struct cg_error *error)
{
    struct cg_error why;
    const struct cg_metadata_kind *kind = loaded->plugin->kinds[i];
    int status = cg_registry_add(registry, kind, &why);
    switch (status) {
    case CG_OK:
        return CG_OK;
    case CG_E_CONFLICT:
        return fail_taken(plugins, registry, loaded, kind->key, error);
    case CG_E_ARGUMENT:
        return cg_fail_at(error, CG_E_FORMAT, loaded->path, 0, 0, "kind %zu of the plug-in: %s",
                          i + 1, why.text);
    default:
        return cg_fail_at(error, status, loaded->path, 0, 0, "%s", why.text);
    }
}

static int register_kinds(const struct cg_plugins *plugins, struct cg_registry *registry,
                          const struct loaded *loaded, struct cg_error *error)
{
    const struct cg_metadata_kind *const *kinds = loaded->plugin->kinds;
    size_t count = 0;
    int status = CG_OK;
    while (kinds[count] && !status) {
        status = register_kind(plugins, registry, loaded, count, error);
        count += status == CG_OK;
    }
    /* The other members may be read once the ABI version is known to be supported. */
    status = status ? status : check_kinds(loaded, error);
    status = status ? status : check_collectors(loaded, error);
    while (status && count) {
        registry_remove(registry, kinds[--count]->key);
    }
    return status;
}

static int check_new(const struct cg_plugins *plugins, const struct loaded *loaded,
                     struct cg_error *error)
{
    for (size_t i = 0; i < plugins->count; i++) {
        if (object_same(plugins->items[i].object, loaded->object)) {
            return cg_fail_at(error, CG_E_CONFLICT, loaded->path, 0, 0,
                              "the plug-in is loaded already, as %s", plugins->items[i].path);
        }
    }
    return CG_OK;
}

int cg_plugins_load(struct cg_plugins *plugins, struct cg_registry *registry, const char *path,
                    struct cg_error *error)
{
    struct loaded loaded = {.path = strdup(path)};
    if (!loaded.path ||
        !cg_grow(&plugins->items, &plugins->capacity, plugins->count + 1, sizeof *plugins->items)) {
        free(loaded.path);
        return fail_memory(path, error);
    }
    int status = object_open(&loaded.object, path, error);
    status = status ? status : check_new(plugins, &loaded, error);
    status = status ? status : find_plugin(&loaded, error);
    status = status ? status : register_kinds(plugins, registry, &loaded, error);
    if (status) {
        unload(&loaded);
        return status;
    }
    plugins->items[plugins->count++] = loaded;
    return CG_OK;
}
