/*
 * Names in drawings.
 */
#ifndef CGQUERY_PRINT_DRAWING_DRAWN_NAME_H
#define CGQUERY_PRINT_DRAWING_DRAWN_NAME_H

#include "core/cgquery.h"

/** The name of a function without result and parameters, whole. Release with g_free. */
char *drawn_base_name(struct query *query, cg_node node);

/** Take a name down to what a box has room for: of long ones arguments of templates are left out,
 *  and the rest is cut. @param name released @return to be released with g_free */
char *drawn_short(char *name);

/** What is shown where the mouse is: the whole name and the place. Release with g_free. */
char *drawn_tooltip(struct query *query, cg_node node);

#endif
