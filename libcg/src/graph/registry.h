/*
 * What is done to registries inside the library only.
 */
#ifndef GRAPH_REGISTRY_H
#define GRAPH_REGISTRY_H

#include <libcg/metadata.h>

/** Take a kind out of a registry, if it is there: for kinds that were added and must not stay, as
 *  something else failed. */
void registry_remove(struct cg_registry *registry, const char *key);

#endif
