/*
 * Collects evidence from machine code: what an assembler made of a source, for which there is no
 * compiler's IR. Calls by name are edges, and calls of what a register or memory holds are
 * unresolved calls with facts.
 *
 * Dependencies go one way: machine.c (functions and their facts) -> code.c (where control goes) ->
 * instructions.c, source_lines.c, object.c.
 */
#ifndef CGCOLLECT_MACHINE_MACHINE_H
#define CGCOLLECT_MACHINE_MACHINE_H

#include <stdbool.h>

#include "unit/unit.h"

/** What is collected. */
struct machine_input {
    const char *file;      /**< the source, an absolute path */
    const char *root;      /**< names files below it relative to it */
    const char *directory; /**< the assembler's */
};

/**
 * Add the code of an object file to the unit.
 *
 * @param descriptor of the object, the caller's
 * @param why        receives the reason of a failure, static; when it was read, why lines are
 *                   missing, or NULL
 * @return whether it was read. O(n log n) in its size
 */
bool machine_collect(struct unit *unit, const struct machine_input *input, int descriptor,
                     const char **why);

#endif
