/*
 * Plug-ins: shared objects that bring kinds of metadata of their own, and what collects them.
 *
 * A plug-in exports one symbol, `cg_plugin`:
 *
 *     CG_PLUGIN_EXPORT const struct cg_plugin cg_plugin = {
 *         .abi = CG_PLUGIN_ABI, .name = "hotness", .version = "1.0", .kinds = kinds};
 *
 * Tools load those named with --plugin and in CG_PLUGINS, paths separated by colons. How to build
 * one is told in docs/metadata.md; examples/plugin is one.
 *
 * A plug-in is code that runs in the tools: loading one is trusting it. What it writes is checked
 * to be JSON, what it says of itself to make sense; everything else is up to it.
 */
#ifndef LIBCG_PLUGIN_H
#define LIBCG_PLUGIN_H

#include <libcg/common.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Version of struct cg_plugin and of struct cg_collector. Grows when they change. */
#define CG_PLUGIN_ABI 1u
/** The oldest version this library still loads. */
#define CG_PLUGIN_ABI_OLDEST 1u

/** Name of the symbol a plug-in exports. */
#define CG_PLUGIN_SYMBOL "cg_plugin"

#define CG_PLUGIN_EXPORT __attribute__((visibility("default")))

/** What collects a kind from source: libcg/collect.h. */
struct cg_collector;

/** What a plug-in brings. */
struct cg_plugin {
    unsigned abi;     /**< CG_PLUGIN_ABI; stays the first member in all versions */
    const char *name; /**< short, for messages; not empty */
    const char *version;
    /** At least one, ended by NULL. Their `structural` is false. */
    const struct cg_metadata_kind *const *kinds;
    /** Ended by NULL; a kind names the one that collects it (cg_metadata_kind.collector), each of
     *  them is named by some kind. A collected kind hangs on nodes. NULL when nothing collects. */
    const struct cg_collector *const *collectors;
};

/** Plug-ins that are loaded. */
struct cg_plugins;

/** Make an empty list; release it with cg_plugins_free. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_plugins_new(struct cg_plugins **out, struct cg_error *error);

/**
 * Load a plug-in and register its kinds.
 *
 * @param registry receives the kinds; must not be used once the plug-ins are freed
 * @param path     of the shared object; without a slash it is taken from the current directory
 * @return CG_OK; CG_E_IO when it cannot be loaded; CG_E_FORMAT when it lacks the symbol, its ABI
 *         version is out of range or it is malformed; CG_E_CONFLICT when one of its keys is taken,
 *         or it is loaded already; or CG_E_MEMORY. On failure nothing of it is registered.
 *         `error->file` is the path.
 */
CG_API int cg_plugins_load(struct cg_plugins *plugins, struct cg_registry *registry,
                           const char *path, struct cg_error *error);

/** @return how many plug-ins are loaded. */
CG_API size_t cg_plugins_count(const struct cg_plugins *plugins);

/** @return plug-in number i in order of loading, or NULL past the last. */
CG_API const struct cg_plugin *cg_plugins_at(const struct cg_plugins *plugins, size_t i);

/** Unload all. NULL is allowed. */
CG_API void cg_plugins_free(struct cg_plugins *plugins);

#ifdef __cplusplus
}
#endif

#endif
