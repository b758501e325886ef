/*
 * The metadata kinds that are measured in bodies.
 */
#ifndef CGCOLLECT_METADATA_BODIES_BODY_KINDS_H
#define CGCOLLECT_METADATA_BODIES_BODY_KINDS_H

#include "metadata/common/kind.h"

extern const struct collected_kind kind_code_statistics;
extern const struct collected_kind kind_conditional_branches;
extern const struct collected_kind kind_cyclomatic_complexity;
extern const struct collected_kind kind_loop_depth;
extern const struct collected_kind kind_malloc_collector;
extern const struct collected_kind kind_num_operations;
extern const struct collected_kind kind_num_statements;
extern const struct collected_kind kind_unique_types;

#endif
