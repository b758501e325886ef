/*
 * Adapts the pointer facts of the compiler's IR to the result of join.h.
 */
#ifndef CGCOLLECT_JOIN_JOIN_FACTS_H
#define CGCOLLECT_JOIN_JOIN_FACTS_H

#include "unit/unit.h"

/**
 * Adapt pointer facts to the joined evidence of a unit whose facts come from the IR.
 *
 * Calls through pointers move to the source's unresolved calls, if the IR has them elsewhere on the
 * line. Adds who knows the mentioned records. Functions that the compiler does not emit count as
 * read: they have an effect only through other files.
 */
void join_facts(struct unit *unit);

#endif
