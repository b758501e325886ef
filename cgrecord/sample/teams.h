/*
 * Teams of OpenMP: the workers of a parallel region are below the path that started it. Its code is
 * a function that both the thread that started it and the workers call from OpenMP's runtime; where
 * the former was seen in it, the latter belong.
 */
#ifndef CGRECORD_TEAMS_H
#define CGRECORD_TEAMS_H

#include "sampled_process.h"

struct teams;

struct teams *teams_new(void);
/** NULL is allowed. */
void teams_free(struct teams *teams);

/** Whether a file is a runtime of OpenMP. */
bool teams_is_runtime(const char *path);

/** Nodes that were seen so far must not be used again. */
void teams_forget(struct teams *teams);

/**
 * Leave out the frames that begin a worker if it is known which path started its region.
 *
 * @param path struct cgr_node from the outside in, of which outer frames are removed
 * @return the node that the path is below; 0: the beginning of its thread. O(frames)
 */
uint32_t teams_place(struct teams *teams, struct space *space, GArray *path);

/** A path whose nodes are known. */
struct placed_path {
    const struct branch *branch; /**< of the thread that it is of */
    const GArray *path;          /**< struct cgr_node from the outside in */
    const uint32_t *nodes;       /**< by number in the path */
    guint count;                 /**< how many are known */
};

/** Nodes of a path below OpenMP's runtime are where regions are started; workers that could not be
 *  placed before are put there. */
void teams_note(struct teams *teams, struct space *space, struct tree *tree,
                const struct placed_path *placed);

#endif
