/*
 * A recorded run of several files, attached to the graph of a query.
 */
#ifndef CGQUERY_RUNS_ATTACHED_H
#define CGQUERY_RUNS_ATTACHED_H

#include "core/cgquery.h"

#include <libcg/profile.h>
#include <libcg/validate.h>

/** Read profiles as one run: several files are its processes.
 *  @param out receives it, NULL if there are no paths; release with cg_profile_free
 *  @param paths ended by NULL
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int attached_read(struct cg_profile **out, struct query *query, char **paths);

/** Attach a run to the functions and calls of the graph. Notes how many functions the graph lacks.
 *  @param out NULL, or receives the validation; release with cg_validation_free before the run
 *  @return CLI_OK, or CLI_TROUBLE after reporting an error */
int attached_make(struct cg_validation **out, struct query *query, const struct cg_profile *run);

/** Attach the run of --profile, which stays in the query; fits verb.prepare. */
int attached_prepare(struct query *query, char **arguments);

#endif
