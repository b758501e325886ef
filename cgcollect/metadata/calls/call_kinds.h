/*
 * The metadata kinds of calls and possible callees, one file each.
 */
#ifndef CGCOLLECT_METADATA_CALLS_CALL_KINDS_H
#define CGCOLLECT_METADATA_CALLS_CALL_KINDS_H

#include "metadata/common/kind.h"

extern const struct collected_kind kind_address_taken;
extern const struct collected_kind kind_call_sites;
extern const struct collected_kind kind_call_type;
extern const struct collected_kind kind_classes;
extern const struct collected_kind kind_estimate_call_count;
extern const struct collected_kind kind_interposable;
extern const struct collected_kind kind_loop_call_depth;
extern const struct collected_kind kind_unresolved_calls;
extern const struct collected_kind kind_pointer_facts;

#endif
