/*
 * Settling what the AST and the compiler's IR disagree about, and what the graph needs.
 *
 * The compiler is right about what can run: copies that are elided, builtins that are folded, calls
 * bound statically though written virtual, all that happens implicitly. The source is right about
 * what was written: calls the compiler dropped as dead, functions it does not emit, the kinds and
 * types of calls. Rules, for a function whose body both saw:
 *
 *   both saw the call       one call, as the source has its kind, at the compiler's places
 *   only the compiler       implicit
 *   only the source         kept, unless virtual and bound statically, or of a special member
 *                           function or builtin
 *   unresolved calls              those the compiler has; types of pointers from the source
 *
 * Inline functions that nothing in the file uses are not emitted; what the source says of them
 * stays. Of functions in system headers only the compiler is asked.
 */
#ifndef CGCOLLECT_JOIN_JOIN_H
#define CGCOLLECT_JOIN_JOIN_H

#include "unit/unit.h"

/** Settle what both sources of evidence said. For units that the compiler has spoken about. */
void join_evidence(struct unit *unit);

#endif
