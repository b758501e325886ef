/*
 * FILE:LINE as the name of the function around a line.
 */
#ifndef CGQUERY_CORE_LINE_NAMES_H
#define CGQUERY_CORE_LINE_NAMES_H

#include "core/query.h"

/** Add the functions that "FILE:LINE" or "FILE:LINE:COLUMN" means to an array of cg_node: the
 *  innermost around the line. */
void line_find(GArray *nodes, struct query *query, const char *name);

/** What to say of such a name that means nothing, the nearest functions included. Release with
 *  g_free; NULL: it is no such name, or the graph has no functions of the file. */
char *line_not_found(struct query *query, const char *name);

#endif
