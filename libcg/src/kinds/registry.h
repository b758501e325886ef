/*
 * Internal functions of registries.
 */
#ifndef KINDS_REGISTRY_H
#define KINDS_REGISTRY_H

#include <libcg/metadata.h>

/** Whether values of some kind are merged even if they are equal. O(1). */
bool registry_counts(const struct cg_registry *registry);

/** Remove a kind from a registry, if it is there: for kinds that were added before a later step
 *  failed. */
void registry_remove(struct cg_registry *registry, const char *key);

#endif
