/*
 * Which function has which body: the compiler knows the functions, the source the bodies, and both
 * know places.
 */
#ifndef CGCOLLECT_JOIN_BODY_OWNERS_H
#define CGCOLLECT_JOIN_BODY_OWNERS_H

#include "unit/unit.h"

/**
 * Give the compiler's functions that have no body the one they are made of, where the source showed
 * one: begun in the same line of the same file, and about their code. Of lambdas in one another the
 * innermost counts. Expected O(n log n) in functions and bodies.
 */
void body_owners_settle(struct unit *unit);

#endif
