/*
 * Kinds that count something in the body (ast/measure/measure.h).
 */
#ifndef CGCOLLECT_METADATA_COMMON_COUNTS_H
#define CGCOLLECT_METADATA_COMMON_COUNTS_H

#include "metadata/common/kind.h"

/**
 * Write a number to every function with a measured body.
 *
 * @param count returns the number for a body
 * @return an enum cg_status
 */
int write_counts(const struct rendering *r, const char *key,
                 int64_t (*count)(const struct unit_body *body), struct cg_error *error);

#endif
