/*
 * Fitting the pointer facts of the compiler's IR to what join.h settles.
 */
#ifndef CGCOLLECT_JOIN_JOIN_FACTS_H
#define CGCOLLECT_JOIN_JOIN_FACTS_H

#include "unit/unit.h"

/**
 * Fit pointer facts to the joined evidence of a unit whose facts come from the IR.
 *
 * Calls through pointers go to where the source has them open, if the IR has them elsewhere on the
 * line. It is told who knows the records that are mentioned. Functions that the compiler does not
 * emit count as read: what they do, they do in other files.
 */
void join_facts(struct unit *unit);

#endif
