/*
 * Combines cgcollect's own metadata kinds and those of plug-ins for the options.
 */
#include "metadata/collectable_kinds.h"

#include <string.h>

#include <libcg/collect.h>

#include "metadata/own_kinds.h"

static const struct cg_collector *find_collector(const struct cg_plugin *plugin, const char *name)
{
    for (size_t i = 0;; i++) { /* cg_plugins_load has checked that one is there */
        if (strcmp(plugin->collectors[i]->name, name) == 0) {
            return plugin->collectors[i];
        }
    }
}

static void add_plugin(GArray *kinds, const struct cg_plugin *plugin)
{
    for (size_t i = 0; plugin->kinds[i]; i++) {
        const struct cg_metadata_kind *kind = plugin->kinds[i];
        if (kind->collector) {
            struct collected_kind collected = {
                .key = kind->key,
                .description = kind->description,
                .places = CG_ON_NODE,
                .collector = find_collector(plugin, kind->collector),
                .check = kind->check,
            };
            g_array_append_val(kinds, collected);
        }
    }
}

static gint by_key(gconstpointer a, gconstpointer b)
{
    const struct collected_kind *const *x = a, *const *y = b;
    return strcmp((*x)->key, (*y)->key);
}

/** @return an error text, or NULL. */
static char *find_fault(const struct collected_kind *const *all)
{
    for (size_t i = 0; all[i]; i++) {
        if (all[i]->collector && !all[i]->collector->collect) {
            return g_strdup_printf("a plug-in's collector \"%s\" has no collect function",
                                   all[i]->collector->name);
        }
    }
    return NULL;
}

bool collectable_kinds_init(struct collectable_kinds *out, const struct cg_plugins *plugins,
                            char **wrong)
{
    GArray *plugged = g_array_new(FALSE, FALSE, sizeof(struct collected_kind));
    GPtrArray *all = g_ptr_array_new();
    const struct cg_plugin *plugin;
    for (size_t i = 0; (plugin = cg_plugins_at(plugins, i)); i++) {
        add_plugin(plugged, plugin);
    }
    for (guint i = 0; i < plugged->len; i++) {
        g_ptr_array_add(all, &g_array_index(plugged, struct collected_kind, i));
    }
    for (const struct collected_kind *const *own = collected_kinds(); *own; own++) {
        g_ptr_array_add(all, (struct collected_kind *)*own);
    }
    g_ptr_array_sort(all, by_key);
    g_ptr_array_add(all, NULL);
    out->plugged = (struct collected_kind *)(void *)g_array_free(plugged, FALSE);
    out->all = (const struct collected_kind **)g_ptr_array_free(all, FALSE);
    *wrong = find_fault(out->all);
    return !*wrong;
}

void collectable_kinds_clear(struct collectable_kinds *kinds)
{
    g_free(kinds->all);
    g_free(kinds->plugged);
    *kinds = (struct collectable_kinds){0};
}
