/*
 * Types as text. Every file writes a type the same way.
 */
#ifndef CGCOLLECT_SOURCE_TYPE_SPELLING_H
#define CGCOLLECT_SOURCE_TYPE_SPELLING_H

#include <clang-c/Index.h>

#include "unit/unit.h"

/** @return a type as clang prints it, but with the graph's file names in types without a name; ""
 *  if there is none; a string of the unit, maybe not UTF-8. Printing is expensive, so each type is
 *  printed once. */
const char *type_spelling(struct unit *unit, CXType type);

/** @return the same, but NULL if it is empty or not UTF-8. */
const char *type_spelling_utf8(struct unit *unit, CXType type);

#endif
