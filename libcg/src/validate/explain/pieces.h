/*
 * The callers of what a library called, in profiles that record calls but not paths: the functions
 * of the program from which recorded calls lead there through library code only.
 */
#ifndef VALIDATE_EXPLAIN_PIECES_H
#define VALIDATE_EXPLAIN_PIECES_H

#include "validate/common/run.h"

struct pieces {
    const struct run *run;
    uint32_t profile;
    uint32_t *starts; /**< by frame of the profile: first of its callers */
    cg_frame *callers;
    uint32_t *seen; /**< by frame: number of the last query that visited it */
    uint32_t question;
    cg_frame *queue;
    uint32_t *found; /**< functions of the program, by name */
    size_t found_count;
    uint32_t *passed; /**< visited functions of libraries */
    size_t passed_count;
    cg_frame asked; /**< the frame of `found` and `passed`, or NONE */
};

/** Set up an empty struct for a profile, releasing the data of another. @return false when memory
 *  is exhausted. O(pairs of frames). */
bool pieces_begin(struct pieces *pieces, const struct run *run, uint32_t profile);

/** Find the functions that call a frame. O(pairs of frames). */
void pieces_find(struct pieces *pieces, cg_frame frame);

void pieces_free(struct pieces *pieces);

#endif
