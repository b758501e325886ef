/*
 * Removes what the graph does not need: of system headers it keeps only functions that other files
 * may call, or that the program leads to.
 */
#ifndef CGCOLLECT_JOIN_PRUNE_H
#define CGCOLLECT_JOIN_PRUNE_H

#include "unit/unit.h"

/**
 * Remove functions of system headers that no other file may call and nothing of the program
 * mentions, directly or indirectly; and mere names that no call, unresolved call, address or
 * override needs.
 *
 * The AST decides which files are system headers; without it, those below the usual header
 * directories are. Renumbers the functions.
 */
void prune_unit(struct unit *unit);

#endif
