/*
 * Call contexts of sampled stacks: which functions a frame is, with those that are inlined there.
 */
#ifndef CGRECORD_SAMPLED_H
#define CGRECORD_SAMPLED_H

#include "paths/profile_frames.h"
#include "read/recordings.h"

/** What contexts are made of. */
struct sampled {
    struct cg_profile_builder *builder;
    struct symbols *symbols;
    const struct recording *recording;
    const cg_call_context *contexts; /**< by number of the node, of those above */
};

/** The innermost context of a node of CGR_NODE_SAMPLE or CGR_NODE_MARK. O(depth) */
cg_call_context sampled_context(const struct sampled *sampled, const struct cgr_node *node);

#endif
