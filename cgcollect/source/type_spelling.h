/*
 * Types as text. Every file that has a type spells it the same.
 */
#ifndef CGCOLLECT_SOURCE_TYPE_SPELLING_H
#define CGCOLLECT_SOURCE_TYPE_SPELLING_H

#include <clang-c/Index.h>

#include "unit/unit.h"

/** @return a type as clang prints it, but with files named as the graph names them: those of types
 *  without a name; "" if there is none; a string of the unit, maybe not UTF-8. Printing is dear, so
 *  each type is printed once. */
const char *type_spelling(struct unit *unit, CXType type);

/** @return the same, but NULL if it is empty or not UTF-8. */
const char *type_spelling_utf8(struct unit *unit, CXType type);

#endif
