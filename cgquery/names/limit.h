/*
 * --include and --exclude: the functions that a verb asks about or shows.
 */
#ifndef CGQUERY_NAMES_LIMIT_H
#define CGQUERY_NAMES_LIMIT_H

#include "core/cgquery.h"

/** Whether a function is to be shown, according to --include. */
bool query_is_within(const struct query *query, cg_node node);

/** The functions of --include, by node; all if it was not given. @return an array to be released
 *  with g_free; NULL after reporting an error */
bool *query_take_in(struct query *query);

/** Limit a query to the functions of --include and of `selections` without those of --exclude. The
 *  selections then refer to the part; it is an error if nothing of one is left.
 *  @param out release with query_close, before `whole`
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int query_limit(struct query *out, struct query *whole);

#endif
