/*
 * What a condensation is, for code of the library that walks all of it.
 */
#ifndef QUERY_COMMON_CONDENSATION_H
#define QUERY_COMMON_CONDENSATION_H

#include <libcg/condense.h>

/** Rows are in compressed form: those of component c are x[x_start[c]] up to, but not including,
 *  x[x_start[c + 1]]. */
struct cg_condensation {
    uint32_t count;
    uint32_t *component; /**< by node */
    uint32_t *member_start;
    cg_node *members;
    uint32_t *callee_start;
    uint32_t *callees;
    uint32_t *caller_start;
    uint32_t *callers;
};

#endif
