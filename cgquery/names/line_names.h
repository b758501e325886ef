/*
 * Makes FILE:LINE a name of the function around a line.
 */
#ifndef CGQUERY_NAMES_LINE_NAMES_H
#define CGQUERY_NAMES_LINE_NAMES_H

#include "core/cgquery.h"

/** Append the functions that "FILE:LINE" or "FILE:LINE:COLUMN" means to an array of cg_node: the
 *  innermost around the line. */
void line_find(GArray *nodes, struct query *query, const char *name);

/** The error text for such a name that means nothing, with the nearest functions. Release with
 *  g_free; NULL if it is no such name, or the graph has no functions in the file. */
char *line_not_found(struct query *query, const char *name);

#endif
