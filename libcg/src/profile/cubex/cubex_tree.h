/*
 * Frames and paths from the regions and cnodes of a Cube 4 file, and the orders in which its
 * metrics number the cnodes.
 */
#ifndef PROFILE_CUBEX_CUBEX_TREE_H
#define PROFILE_CUBEX_CUBEX_TREE_H

#include "profile/cubex/cubex_anchor.h"

struct cubex_tree {
    uint32_t count;         /**< number of cnodes, which are in the order of the document */
    cg_call_context *paths; /**< by cnode */
    uint32_t *next; /**< by cnode: another one of the same path, the last links to the first; NULL:
                       no path has two */
    uint32_t *wide; /**< by position */
    uint32_t *ascending; /**< by position */
};

/**
 * Make frames and paths of all cnodes.
 *
 * A region is a function if its role says so; without a role, as in old files, unless its paradigm
 * rules it out. Regions for programs or threads are CG_FRAME_ROOT. A cnode with parameters, in the
 * same region as its parent, is a part of the parent's calls with its own frame ("region
 * (key=value)"). Calls of a function that differ only in parameters are one path.
 *
 * @return false after a failure; release in either case. O(regions log regions + cnodes log cnodes)
 */
bool cubex_tree_make(struct cubex_tree *tree, struct builder *b, struct source *s,
                     const struct cubex_anchor *anchor);

/**
 * The order in which rows of a metric number the cnodes.
 *
 * CUBEX_EXCLUSIVE: depth-first. CUBEX_INCLUSIVE: a root, then for each cnode, depth-first, all its
 * children. CUBEX_SIMPLE: by id.
 *
 * @return cnodes by position; NULL: unchanged order
 */
const uint32_t *cubex_tree_order(const struct cubex_tree *tree, enum cubex_order order);

void cubex_tree_free(struct cubex_tree *tree);

#endif
