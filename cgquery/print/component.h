/*
 * Prints strongly connected components for several verbs.
 */
#ifndef CGQUERY_PRINT_COMPONENT_H
#define CGQUERY_PRINT_COMPONENT_H

#include "core/cgquery.h"

#include <libcg/condense.h>

/** The functions of a component in canonical order. Release with g_free. */
cg_node *component_members(const struct query *query, const struct cg_condensation *condensation,
                           uint32_t component, size_t *count);

/** The number of items to show, according to --max.
 *  @param most the default; 0: all */
size_t query_limit_count(const struct query *query, size_t count, size_t most);

/** Print "cycle of N: NAME, NAME..." with up to 10 names, or as many as --max has. */
void component_print(struct query *query, const cg_node *nodes, size_t count);

#endif
