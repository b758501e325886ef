/*
 * The verb `top`: functions by a number that each has.
 */
#ifndef CGQUERY_VERBS_TOP_TOP_H
#define CGQUERY_VERBS_TOP_TOP_H

#include "core/query.h"

/** A number of each function. */
struct top_values {
    const char *key;
    double *values; /**< by node: 0 where there is none */
    bool *has;      /**< by node */
    bool inclusive; /**< it is over several functions as it is */
    double total;   /**< over all functions; of what is inclusive, how many these are */
};

/**
 * Read what a word asks for: a measure of the graph, or metadata as cg_metadata_at finds them, in
 * which true counts 1 and an array its elements.
 *
 * @param out release with top_values_clear in either case
 * @return CLI_OK or CLI_TROUBLE, told: no function has such a number
 */
int top_values_read(struct top_values *out, struct query *query, const char *key);

void top_values_clear(struct top_values *values);

/** Tell, as an error, that no function has such a number, and of some that there are. @param
 *  measures that are no metadata, ended by NULL */
void top_tell_absent(struct query *query, const char *key, const char *const *measures);

#endif
