/*
 * Assigns bodies to functions by place: the compiler shows the functions, the source the bodies.
 */
#ifndef CGCOLLECT_JOIN_BODY_OWNERS_H
#define CGCOLLECT_JOIN_BODY_OWNERS_H

#include "unit/unit.h"

/**
 * Give each function of the compiler without a body the body it is made from, if the source shows
 * one: begun on the same line of the same file, and around the function's code. Of nested lambdas
 * the innermost counts. Expected O(n log n) in functions and bodies.
 */
void body_owners_settle(struct unit *unit);

#endif
