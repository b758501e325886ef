/*
 * Numbers of functions, for several verbs.
 */
#ifndef CGQUERY_VALUES_FUNCTION_VALUES_H
#define CGQUERY_VALUES_FUNCTION_VALUES_H

#include "core/cgquery.h"

/** A number for each function. */
struct values {
    const char *key;
    double *values; /**< by node: 0 if there is none */
    bool *has;      /**< by node */
    bool inclusive; /**< the value itself covers several functions */
    double total;   /**< what shares refer to: for reached and reaches the number of functions, for
                         metadata cg_metadata_whole, else the sum; NAN: the values do not add up */
};

/**
 * Read the numbers that a word names: a measure of the graph, or metadata at a path for
 * cg_metadata_at, where true counts as 1 and an array as its length.
 *
 * @param out release with values_clear in either case
 * @return CLI_OK, or CLI_TROUBLE after reporting that no function has such a number
 */
int values_read(struct values *out, struct query *query, const char *key);

void values_clear(struct values *values);

/** The unit of a number (cg_metadata_unit); to release with g_free, NULL: it is a count. */
char *query_unit(const struct query *query, enum cg_place place, const char *path);

/** Report that no function has such a number, and which numbers exist.
 *  @param measures names of measures of the graph, ended by NULL */
void values_report_absent(struct query *query, const char *key, const char *const *measures);

#endif
