/*
 * What a recorded callee may be called as in the graph.
 */
#ifndef VALIDATE_TARGETS_H
#define VALIDATE_TARGETS_H

#include "validate/run.h"

struct targets {
    struct run *run;
    uint32_t *marks; /**< by node: number of the last question it answered */
    uint32_t question;
    cg_node *nodes; /**< the candidates of the callee; its variants; what they override, or what a
                         compiler makes calls of them */
    size_t capacity;
    size_t count;
};

/** Set up. @return false when memory is out; to be freed anyway */
bool targets_init(struct targets *t, struct run *run);

void targets_free(struct targets *t);

/** Find those of a function. @return false when memory is out. O(what it overrides). */
bool targets_find(struct targets *t, uint32_t callee);

#endif
