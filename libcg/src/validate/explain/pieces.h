/*
 * Who called what a library called, in profiles that record calls but not paths: those functions of
 * the program from which recorded calls lead to it through library code alone.
 */
#ifndef VALIDATE_EXPLAIN_PIECES_H
#define VALIDATE_EXPLAIN_PIECES_H

#include "validate/common/run.h"

struct pieces {
    const struct run *run;
    uint32_t profile;
    uint32_t *starts; /**< by frame of the profile: first of its callers */
    cg_frame *callers;
    uint32_t *seen; /**< by frame: number of the question that came to it last */
    uint32_t question;
    cg_frame *queue;
    uint32_t *found; /**< functions of the program, by name */
    size_t found_count;
    uint32_t *passed; /**< functions of libraries that were passed */
    size_t passed_count;
    cg_frame asked; /**< what `found` and `passed` answer, or NONE */
};

/** Set up an empty struct for a profile, releasing what another needed. @return false when memory
 * is out. O(pairs of frames). */
bool pieces_begin(struct pieces *pieces, const struct run *run, uint32_t profile);

/** Find those that call a frame. O(pairs of frames). */
void pieces_find(struct pieces *pieces, cg_frame frame);

void pieces_free(struct pieces *pieces);

#endif
