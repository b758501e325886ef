/*
 * A number that each function has.
 */
#ifndef CGQUERY_CORE_VALUES_H
#define CGQUERY_CORE_VALUES_H

#include "core/query.h"

/** A number of each function. */
struct values {
    const char *key;
    double *values; /**< by node: 0 where there is none */
    bool *has;      /**< by node */
    bool inclusive; /**< it is over several functions as it is */
    double total;   /**< over all functions: the whole of which values are shares. Of reached and
                         reaches, how many functions there are; of a metric of a profile, the run
                         (cg_metadata_whole); else the sum. */
};

/**
 * Read what a word asks for: a measure of the graph, or metadata as cg_metadata_at finds them, in
 * which true counts 1 and an array its elements.
 *
 * @param out release with values_clear in either case
 * @return CLI_OK or CLI_TROUBLE, told: no function has such a number
 */
int values_read(struct values *out, struct query *query, const char *key);

void values_clear(struct values *values);

/** Tell, as an error, that no function has such a number, and of some that there are. @param
 *  measures that are no metadata, ended by NULL */
void values_tell_absent(struct query *query, const char *key, const char *const *measures);

#endif
