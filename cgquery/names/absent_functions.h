/*
 * Functions that the graph does not have, as targets of questions about absence.
 */
#ifndef CGQUERY_NAMES_ABSENT_FUNCTIONS_H
#define CGQUERY_NAMES_ABSENT_FUNCTIONS_H

#include "names/chosen_functions.h"

/** Find the functions that the last word of a query means. If the graph has none of that name, or
 * of all the names in a set, add them to it with nothing but their names, so that the same rules
 * decide what leads there. @return CLI_OK, or CLI_TROUBLE after reporting an error */
int query_select_target(struct selection *out, struct query *query, const char *pattern);

/** Add the absent names of all sets worked out so far to the graph, as functions of which it knows
 * nothing else. Sets have to be worked out again. @return CLI_OK or CLI_TROUBLE, reported */
int query_add_absent(struct query *query);

/** Print that nothing declares a target. */
void print_absent_note(const struct selection *target);

#endif
