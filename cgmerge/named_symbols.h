/*
 * Functions that code without a graph calls by name.
 */
#ifndef CGMERGE_NAMED_SYMBOLS_H
#define CGMERGE_NAMED_SYMBOLS_H

#include <glib.h>

#include <libcg/graph.h>

/** Mark the functions that code without a graph refers to as used: it may call them, and hand on
 *  their addresses. @param names set of char *, or NULL. @return CG_OK or an error */
int named_symbols_mark(struct cg_graph *whole, GHashTable *names, struct cg_error *error);

#endif
