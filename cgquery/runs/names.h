/*
 * Lists of names, as @FILE reads them.
 */
#ifndef CGQUERY_RUNS_NAMES_H
#define CGQUERY_RUNS_NAMES_H

#include "core/query.h"

/** Write the functions of a set, one a line in canonical order: the linkage name, with the file
 * where several functions share it. @param set by node */
void names_write(FILE *out, const struct query *query, const bool *set);

/** @return whether a word of --for means such a list */
bool names_are_read_by(const char *tool);

#endif
