/*
 * Symbols that code without a graph refers to by name.
 */
#ifndef CGMERGE_SYMBOL_FACTS_H
#define CGMERGE_SYMBOL_FACTS_H

#include <glib.h>

#include <libcg/graph.h>

/** Add facts of the symbols that code without a graph refers to: it may call these functions, hand
 * on their addresses, and access these variables.
 *  @param names        set of char *, which objects refer to; NULL: none, nor do libraries
 *  @param by_libraries by char *: which shared libraries refer to it, the word of the fact
 *  @return CG_OK or an error */
int named_symbols_add(struct cg_graph *whole, GHashTable *names, GHashTable *by_libraries,
                      struct cg_error *error);

#endif
