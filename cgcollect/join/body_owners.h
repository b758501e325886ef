/*
 * Bodies and the calls in them, told by places.
 */
#ifndef CGCOLLECT_BODIES_H
#define CGCOLLECT_BODIES_H

#include "unit/unit.h"

/** How often a place of a body runs. */
struct body_weight {
    uint32_t loops; /**< loops around it */
    double times;   /**< estimated, for once that the body runs */
};

/**
 * Give the compiler's functions that have no body the one they are made of, where the source showed
 * one: begun in the same line of the same file, and about their code. Of lambdas in one another the
 * innermost counts. Expected O(n log n) in functions and bodies.
 */
void bodies_settle(struct unit *unit);

/** @return how often a place in a function runs: once in no loop where nothing is known.
 * Logarithmic in the body's regions, and linear in how many are around the place. */
struct body_weight body_weight_at(const struct unit *unit, unit_id function,
                                  const struct unit_place *place);

#endif
