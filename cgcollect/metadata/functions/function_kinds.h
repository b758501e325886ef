/*
 * The metadata kinds of functions and their declarations, one file each.
 */
#ifndef CGCOLLECT_METADATA_FUNCTIONS_FUNCTION_KINDS_H
#define CGCOLLECT_METADATA_FUNCTIONS_FUNCTION_KINDS_H

#include "metadata/common/kind.h"

extern const struct collected_kind kind_attributes;
extern const struct collected_kind kind_defined_in;
extern const struct collected_kind kind_entry_function;
extern const struct collected_kind kind_evidence;
extern const struct collected_kind kind_file_properties;
extern const struct collected_kind kind_incomplete;
extern const struct collected_kind kind_inline_info;
extern const struct collected_kind kind_linkage;
extern const struct collected_kind kind_made_by;
extern const struct collected_kind kind_names;
extern const struct collected_kind kind_no_code;
extern const struct collected_kind kind_outlined;
extern const struct collected_kind kind_overrides;
extern const struct collected_kind kind_parameters;
extern const struct collected_kind kind_pure_virtual;
extern const struct collected_kind kind_result_type;
extern const struct collected_kind kind_signature;
extern const struct collected_kind kind_source_range;
extern const struct collected_kind kind_sources;
extern const struct collected_kind kind_stack_size;
extern const struct collected_kind kind_uses;

#endif
