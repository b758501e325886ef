/*
 * What is computed of all names of a graph, while a query asks it.
 */
#ifndef CGQUERY_NAMES_PREPARED_NAMES_H
#define CGQUERY_NAMES_PREPARED_NAMES_H

#include "core/cgquery.h"

/** Prepare the ranks and names of a graph that was read. */
void query_prepare_names(struct query *query);

/** Release what query_prepare_names allocated, and what was computed for the graph's functions. */
void query_forget_names(struct query *query);

#endif
