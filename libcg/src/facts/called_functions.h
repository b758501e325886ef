/*
 * How the functions of a program are called by name, which shows those that were not collected.
 */
#ifndef FACTS_CALLED_FUNCTIONS_H
#define FACTS_CALLED_FUNCTIONS_H

#include "points_to/solved_program.h"

#define FUNCTION_CALLED 1u /**< by name */
#define FUNCTION_CALLED_IN_C 2u
#define FUNCTION_PASSED                                                                            \
    4u /**< some call passes it a pointer, or gets one to what may hold functions */
#define FUNCTION_VIRTUAL 8u
#define FUNCTION_UNUSED 16u /**< some call is never made, so that its callee need not exist */

/** Whether a function with a body has no pointer facts. */
bool function_is_unread(const struct cg_graph *graph, cg_node node);

/** By node: FUNCTION_* of all calls. A virtual call's callee is its static target. After facts were
 *  read. Release with free(). @return NULL when memory is exhausted. O(nodes + edges). */
unsigned char *called_functions(const struct program *program);

#endif
