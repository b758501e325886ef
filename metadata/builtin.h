/*
 * The kinds of metadata that come with libcg.
 *
 * A kind is one file that defines one struct cg_metadata_kind, and one line in builtin.c.
 */
#ifndef METADATA_BUILTIN_H
#define METADATA_BUILTIN_H

#include <libcg/kinds.h>

extern const struct cg_metadata_kind metadata_address_taken;
extern const struct cg_metadata_kind metadata_attributes;
extern const struct cg_metadata_kind metadata_base_profile_data;
extern const struct cg_metadata_kind metadata_call_kinds;
extern const struct cg_metadata_kind metadata_call_sites;
extern const struct cg_metadata_kind metadata_call_type;
extern const struct cg_metadata_kind metadata_calls_back;
extern const struct cg_metadata_kind metadata_classes;
extern const struct cg_metadata_kind metadata_closed_calls;
extern const struct cg_metadata_kind metadata_code_statistics;
extern const struct cg_metadata_kind metadata_context;
extern const struct cg_metadata_kind metadata_cyclomatic_complexity;
extern const struct cg_metadata_kind metadata_defined_in;
extern const struct cg_metadata_kind metadata_entry_function;
extern const struct cg_metadata_kind metadata_escapes;
extern const struct cg_metadata_kind metadata_estimate_call_count;
extern const struct cg_metadata_kind metadata_evidence;
extern const struct cg_metadata_kind metadata_file_properties;
extern const struct cg_metadata_kind metadata_global_loop_depth;
extern const struct cg_metadata_kind metadata_inline_info;
extern const struct cg_metadata_kind metadata_linkage;
extern const struct cg_metadata_kind metadata_linked;
extern const struct cg_metadata_kind metadata_loop_call_depth;
extern const struct cg_metadata_kind metadata_loop_depth;
extern const struct cg_metadata_kind metadata_malloc_collector;
extern const struct cg_metadata_kind metadata_names;
extern const struct cg_metadata_kind metadata_never_made;
extern const struct cg_metadata_kind metadata_no_code;
extern const struct cg_metadata_kind metadata_num_conditional_branches;
extern const struct cg_metadata_kind metadata_num_operations;
extern const struct cg_metadata_kind metadata_num_statements;
extern const struct cg_metadata_kind metadata_observed;
extern const struct cg_metadata_kind metadata_open_calls;
extern const struct cg_metadata_kind metadata_outlined;
extern const struct cg_metadata_kind metadata_override_md;
extern const struct cg_metadata_kind metadata_parameters;
extern const struct cg_metadata_kind metadata_part;
extern const struct cg_metadata_kind metadata_pointer_facts;
extern const struct cg_metadata_kind metadata_profile;
extern const struct cg_metadata_kind metadata_pure_virtual;
extern const struct cg_metadata_kind metadata_recursion;
extern const struct cg_metadata_kind metadata_result_type;
extern const struct cg_metadata_kind metadata_signature;
extern const struct cg_metadata_kind metadata_source_range;
extern const struct cg_metadata_kind metadata_stack_size;
extern const struct cg_metadata_kind metadata_unique_types;
extern const struct cg_metadata_kind metadata_unresolved_causes;

#endif
