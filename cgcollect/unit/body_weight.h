/*
 * Estimates how often places in bodies run, from the loops, branches and handlers around them.
 */
#ifndef CGCOLLECT_UNIT_BODY_WEIGHT_H
#define CGCOLLECT_UNIT_BODY_WEIGHT_H

#include "unit/unit.h"

/** How often a place of a body runs. */
struct body_weight {
    uint32_t loops; /**< loops around it */
    double times;   /**< estimate for one run of the body */
};

/** @return how often a place in a function runs: once and in no loop if nothing is known.
 *  Logarithmic in the body's regions, and linear in how many are around the place. */
struct body_weight body_weight_at(const struct unit *unit, unit_id function,
                                  const struct unit_place *place);

#endif
