/*
 * Operands of `impact` that name lines: FILE:LINE and FILE:FIRST-LAST.
 */
#ifndef CGQUERY_VERBS_IMPACT_LINE_OPERANDS_H
#define CGQUERY_VERBS_IMPACT_LINE_OPERANDS_H

#include "core/cgquery.h"

/** Move the operands that name lines of the graph's files to query->lines. As verb.prepare.
 *  @return CLI_OK */
int line_operands_take(struct query *query, char **arguments);

/** @return the lines as changes, an array of struct file_change without text; release with
 *  g_array_unref. */
GArray *line_operands_read(const struct query *query);

#endif
