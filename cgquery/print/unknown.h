/*
 * What may change an answer: unresolved calls.
 */
#ifndef CGQUERY_PRINT_UNKNOWN_H
#define CGQUERY_PRINT_UNKNOWN_H

#include "core/cgquery.h"
#include "print/graph_json.h"

#include <libcg/query.h>

/** How much is unknown about some functions. */
struct unknown {
    size_t calls;      /**< unresolved calls */
    size_t functions;  /**< that have unresolved calls */
    size_t unrecorded; /**< that have a body and do not record whether all their calls are known */
};

/** Count.
 *  @param walked by node: which functions count; NULL: all */
struct unknown unknown_count(struct query *query, const bool *walked);

/** @return the exit code where nothing was found: CLI_NO, or CLI_UNKNOWN if there are such calls */
int unknown_exit(const struct unknown *unknown);

/** @return the exit code where no known call of `from` leads to `to`: CLI_NO if there can be none,
 *  else CLI_UNKNOWN; CLI_TROUBLE after reporting an error */
int unknown_exit_of_reach(struct query *query, const struct cg_function_set *from,
                          const struct cg_function_set *to);

/** Print "N unresolved calls in M functions WHAT", and the same for unrecorded functions; nothing
 *  for 0.
 *  @param what such as "may close more cycles" */
void unknown_print(const struct unknown *unknown, const char *what);

/** The same, as "unresolvedCalls": {"calls", "functions", "unrecorded"}. */
void unknown_json(struct json *json, const struct unknown *unknown);

#endif
