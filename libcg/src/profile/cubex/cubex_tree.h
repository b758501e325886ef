/*
 * Frames and paths from the regions and cnodes of a Cube 4 file, and the orders in which its
 * metrics number the cnodes.
 */
#ifndef PROFILE_CUBEX_CUBEX_TREE_H
#define PROFILE_CUBEX_CUBEX_TREE_H

#include "profile/cubex/cubex_anchor.h"

struct cubex_tree {
    uint32_t count;      /**< of cnodes; they go by number, in the order of the document */
    cg_path *paths;      /**< by cnode */
    uint32_t *next;      /**< by cnode: another one of the same path, the last leads to the first;
                              NULL: no path has two */
    uint32_t *wide;      /**< by position */
    uint32_t *ascending; /**< by position */
};

/**
 * Make frames and paths of all cnodes.
 *
 * A region is a function when its role says so; where there is none, as in old files, when its
 * paradigm does not speak against it. Regions that stand for programs or threads are CG_FRAME_ROOT.
 * A cnode with parameters is a part of the calls of its parent when both have one region, it then
 * has a frame of its own ("region (key=value)"). Calls of a function that are only told apart by
 * parameters are one path.
 *
 * @return false after a failure; release in either case. O(regions log regions + cnodes log cnodes)
 */
bool cubex_tree_make(struct cubex_tree *tree, struct builder *b, struct source *s,
                     const struct cubex_anchor *anchor);

/**
 * In which order rows of a metric number the cnodes.
 *
 * CUBEX_EXCLUSIVE: depth-first. CUBEX_INCLUSIVE: a root, then for each cnode, depth-first, all its
 * children. CUBEX_SIMPLE: by id.
 *
 * @return cnodes by position; NULL: they are as they stand
 */
const uint32_t *cubex_tree_order(const struct cubex_tree *tree, enum cubex_order order);

void cubex_tree_free(struct cubex_tree *tree);

#endif
