/*
 * Plug-ins: shared objects that provide kinds of metadata and their collectors.
 *
 * A plug-in exports one symbol, `cg_plugin`:
 *
 *     CG_PLUGIN_EXPORT const struct cg_plugin cg_plugin = {
 *         .abi = CG_PLUGIN_ABI, .name = "hotness", .version = "1.0", .kinds = kinds};
 *
 * Tools load the plug-ins named with --plugin and in CG_PLUGINS, paths separated by colons.
 * docs/metadata.md describes how to build one; examples/plugin is an example.
 *
 * A plug-in runs inside the tools, so load only those you trust. The library checks that its values
 * are JSON and that its description is consistent, and nothing else.
 */
#ifndef LIBCG_PLUGIN_H
#define LIBCG_PLUGIN_H

#include <libcg/common.h>
#include <libcg/metadata.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Version of struct cg_plugin and of struct cg_collector. Changes with them. */
#define CG_PLUGIN_ABI 1u
/** The oldest version this library accepts. */
#define CG_PLUGIN_ABI_OLDEST 1u

/** Name of the symbol that a plug-in exports. */
#define CG_PLUGIN_SYMBOL "cg_plugin"

#define CG_PLUGIN_EXPORT __attribute__((visibility("default")))

/** Collects a kind from source: libcg/collect.h. */
struct cg_collector;

/** The contents of a plug-in. */
struct cg_plugin {
    unsigned abi;     /**< CG_PLUGIN_ABI; stays the first member in all versions */
    const char *name; /**< short, for messages; not empty */
    const char *version;
    /** At least one, terminated by NULL. Their `structural` is false. */
    const struct cg_metadata_kind *const *kinds;
    /** Terminated by NULL. A kind names its collector (cg_metadata_kind.collector), and every
     *  collector is named by a kind. Collected kinds belong on nodes. NULL if there are no
     *  collectors. */
    const struct cg_collector *const *collectors;
};

/** A list of loaded plug-ins. */
struct cg_plugins;

/** Make an empty list; release it with cg_plugins_free. @return CG_OK or CG_E_MEMORY. */
CG_API int cg_plugins_new(struct cg_plugins **out, struct cg_error *error);

/**
 * Load a plug-in and register its kinds.
 *
 * @param registry receives the kinds; do not use it after the plug-ins are freed
 * @param path     of the shared object; without a slash it is relative to the current directory
 * @return CG_OK; CG_E_IO when it cannot be loaded; CG_E_FORMAT when it lacks the symbol, its ABI
 *         version is not supported or it is malformed; CG_E_CONFLICT when one of its keys is taken,
 *         or it is loaded already; or CG_E_MEMORY. On failure nothing is registered. `error->file`
 *         is the path.
 */
CG_API int cg_plugins_load(struct cg_plugins *plugins, struct cg_registry *registry,
                           const char *path, struct cg_error *error);

/** @return the number of loaded plug-ins. */
CG_API size_t cg_plugins_count(const struct cg_plugins *plugins);

/** @return plug-in number i in order of loading, or NULL past the last. */
CG_API const struct cg_plugin *cg_plugins_at(const struct cg_plugins *plugins, size_t i);

/** Unload all. NULL is allowed. */
CG_API void cg_plugins_free(struct cg_plugins *plugins);

#ifdef __cplusplus
}
#endif

#endif
