/*
 * Leaving out what the graph does not need: of system headers only those functions count that
 * other files may call, or that something of the program leads to.
 */
#ifndef CGCOLLECT_JOIN_PRUNE_H
#define CGCOLLECT_JOIN_PRUNE_H

#include "unit/unit.h"

/**
 * Leave out functions: of system headers when no other file may call them and nothing of the
 * program mentions them, directly or through others; and mere names that no call, unresolved call,
 * address or override needs.
 *
 * Which files are system headers the AST has told; without it, files below the usual directories of
 * headers are. Functions are numbered anew.
 */
void prune_unit(struct unit *unit);

#endif
