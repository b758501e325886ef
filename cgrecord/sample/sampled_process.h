/*
 * The recording of one sampled process: the tool writes the file that the runtime library writes in
 * processes that it is loaded into.
 */
#ifndef CGRECORD_TREE_H
#define CGRECORD_TREE_H

#include "../recording/recording.h"
#include "space.h"

#include <stdbool.h>

/** What all recordings of a run have in common. */
struct tree_settings {
    const char *directory;
    uint64_t memory;    /**< most bytes of a file */
    uint32_t recursion; /**< how often a call site may be on a path; 0: any number */
};

/** Whose recording it is. */
struct tree_process {
    uint32_t pid;
    uint32_t parent_pid;
    const char *program; /**< its executable as far as its mappings say; "": they do not */
};

struct tree;

/** A thread's place in the file. */
struct branch {
    uint32_t thread; /**< number of its struct cgr_thread; 0: there is no memory */
    uint32_t root;
    struct cgr_chunk *nodes; /**< where new nodes go */
};

/** Make the file of a process. @return NULL when that fails */
struct tree *tree_new(const struct tree_settings *settings, const struct tree_process *process);
/** Close the file, which stays. NULL is allowed. */
void tree_free(struct tree *tree);

/** The file; borrowed. */
const char *tree_path(const struct tree *tree);

/** Begin a thread. */
void tree_thread(struct tree *tree, struct branch *branch, uint32_t tid);
/** Name a thread. */
void tree_name(struct tree *tree, const struct branch *branch, const char *name);

/** Write that a file is mapped. Nodes from now on refer to what is mapped now.
 *  @param instead whether it takes the place of another */
void tree_map(struct tree *tree, const struct mapping *mapping, bool instead);

/** The child of a node for a frame, found, folded or made. @param wanted its kind, callee and site
 *  @return 0 when memory is exhausted. O(1), but O(depth) when made */
uint32_t tree_child(struct tree *tree, struct branch *branch, uint32_t parent,
                    const struct cgr_node *wanted);

/** Put a node of a thread below another node. @param site where it was called, anew */
void tree_move(struct tree *tree, const struct branch *branch, uint32_t node, uint32_t parent,
               uint64_t site);

/** Add to a node; to 0: to what is lost. */
void tree_add(struct tree *tree, uint32_t node, uint64_t samples, uint64_t nanoseconds);

#endif
