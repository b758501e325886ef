/*
 * Reconciles the AST with the compiler's IR, where they disagree.
 *
 * The compiler is right about what can run: elided copies, folded builtins, calls bound statically
 * though written virtual, everything implicit. The source is right about what was written: calls
 * that the compiler dropped as dead, functions it does not emit, the kinds and types of calls.
 * Rules for a function whose body both show:
 *
 *   both have the call      one call, with the source's kind and the compiler's places
 *   only the compiler       implicit
 *   only the source         kept, unless virtual and bound statically, or of a special member
 *                           function or builtin; but compilers differ about copies of returned
 *                           variables (ast/walk/walk_returns.c), so these are kept
 *   unresolved calls        those of the compiler; types of pointers from the source
 *
 * The compiler does not emit inline functions that the file does not use; the source's evidence for
 * them stays. For functions in system headers only the compiler counts.
 */
#ifndef CGCOLLECT_JOIN_JOIN_H
#define CGCOLLECT_JOIN_JOIN_H

#include "unit/unit.h"

/** Reconcile both sources of evidence, in a unit that has the compiler's. */
void join_evidence(struct unit *unit);

#endif
