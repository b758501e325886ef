/*
 * Filling in the caller's error record.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <libcg/common.h>

/**
 * Record a failure without a place.
 *
 * @param error may be NULL
 * @return status, so that `return cg_fail(...)` reads well
 */
__attribute__((format(printf, 3, 4))) int cg_fail(struct cg_error *error, enum cg_status status,
                                                  const char *format, ...);

/** As cg_fail, at a place in a file; 0 for an unknown line or column. */
__attribute__((format(printf, 6, 7))) int cg_fail_at(struct cg_error *error, enum cg_status status,
                                                     const char *file, unsigned long line,
                                                     unsigned long column, const char *format, ...);

/** "out of memory" */
int cg_fail_memory(struct cg_error *error);

#endif
