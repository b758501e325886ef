/*
 * What merging asks of registries beside the public interface.
 */
#ifndef GRAPH_REGISTRY_H
#define GRAPH_REGISTRY_H

#include <libcg/metadata.h>

/** Whether values of some kind meet even when they are equal. O(1). */
bool registry_counts(const struct cg_registry *registry);

#endif
