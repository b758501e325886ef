#include "builtin.h"

static const struct cg_metadata_kind *const kinds[] = {
    &metadata_address_taken,
    &metadata_attributes,
    &metadata_base_profile_data,
    &metadata_call_kinds,
    &metadata_call_sites,
    &metadata_call_type,
    &metadata_calls_back,
    &metadata_classes,
    &metadata_closed_calls,
    &metadata_code_statistics,
    &metadata_context,
    &metadata_cyclomatic_complexity,
    &metadata_defined_in,
    &metadata_entry_function,
    &metadata_escapes,
    &metadata_estimate_call_count,
    &metadata_evidence,
    &metadata_file_properties,
    &metadata_global_loop_depth,
    &metadata_inline_info,
    &metadata_linkage,
    &metadata_linked,
    &metadata_loop_call_depth,
    &metadata_loop_depth,
    &metadata_malloc_collector,
    &metadata_names,
    &metadata_never_made,
    &metadata_no_code,
    &metadata_num_conditional_branches,
    &metadata_num_operations,
    &metadata_num_statements,
    &metadata_observed,
    &metadata_open_calls,
    &metadata_outlined,
    &metadata_override_md,
    &metadata_parameters,
    &metadata_part,
    &metadata_pointer_facts,
    &metadata_profile,
    &metadata_pure_virtual,
    &metadata_recursion,
    &metadata_result_type,
    &metadata_signature,
    &metadata_source_range,
    &metadata_stack_size,
    &metadata_unique_types,
    &metadata_unresolved_causes,
};

int cg_registry_add_builtin(struct cg_registry *registry, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !status; i++) {
        status = cg_registry_add(registry, kinds[i], error);
    }
    return status;
}
