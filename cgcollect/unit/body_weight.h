/*
 * How often places in bodies run, by the loops, branches and handlers around them.
 */
#ifndef CGCOLLECT_UNIT_BODY_WEIGHT_H
#define CGCOLLECT_UNIT_BODY_WEIGHT_H

#include "unit/unit.h"

/** How often a place of a body runs. */
struct body_weight {
    uint32_t loops; /**< loops around it */
    double times;   /**< estimated, for once that the body runs */
};

/** @return how often a place in a function runs: once in no loop where nothing is known.
 * Logarithmic in the body's regions, and linear in how many are around the place. */
struct body_weight body_weight_at(const struct unit *unit, unit_id function,
                                  const struct unit_place *place);

#endif
