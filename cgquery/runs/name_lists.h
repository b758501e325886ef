/*
 * Lists of names, as @FILE reads them.
 */
#ifndef CGQUERY_RUNS_NAMES_H
#define CGQUERY_RUNS_NAMES_H

#include "core/cgquery.h"

/** Write the functions of a set, one a line in canonical order: the linkage name, with the file
 * where several functions share it; without those that a list cannot hold. @param set by node */
void names_write(FILE *out, const struct query *query, const bool *set);

/** @return whether a list can hold the name of a function: one that ends a line, is a comment or
 *  hides something cannot be read again */
bool names_can_hold(const struct query *query, cg_node node);

/** @return whether a word of --for means such a list */
bool names_are_read_by(const char *tool);

#endif
