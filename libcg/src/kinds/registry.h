/*
 * What the library does with registries beside the public interface.
 */
#ifndef KINDS_REGISTRY_H
#define KINDS_REGISTRY_H

#include <libcg/metadata.h>

/** Whether values of some kind meet even when they are equal. O(1). */
bool registry_counts(const struct cg_registry *registry);

/** Take a kind out of a registry, if it is there: for kinds that were added and must not stay, as
 *  something else failed. */
void registry_remove(struct cg_registry *registry, const char *key);

#endif
