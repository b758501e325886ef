/*
 * The list of all metadata kinds, and the one place that lets them look at a function.
 */
#include "metadata/own_kinds.h"

#include "metadata/bodies/body_kinds.h"
#include "metadata/calls/call_kinds.h"
#include "metadata/functions/function_kinds.h"
#include "metadata/plugged.h"

static const struct collected_kind *const kinds[] = {
    &kind_address_taken,
    &kind_attributes,
    &kind_call_sites,
    &kind_call_type,
    &kind_classes,
    &kind_code_statistics,
    &kind_cyclomatic_complexity,
    &kind_defined_in,
    &kind_entry_function,
    &kind_estimate_call_count,
    &kind_evidence,
    &kind_file_properties,
    &kind_incomplete,
    &kind_inline_info,
    &kind_interposable,
    &kind_linkage,
    &kind_loop_call_depth,
    &kind_loop_depth,
    &kind_made_by,
    &kind_malloc_collector,
    &kind_names,
    &kind_no_code,
    &kind_conditional_branches,
    &kind_num_operations,
    &kind_num_statements,
    &kind_unresolved_calls,
    &kind_outlined,
    &kind_overrides,
    &kind_parameters,
    &kind_pointer_facts,
    &kind_pure_virtual,
    &kind_result_type,
    &kind_signature,
    &kind_source_range,
    &kind_sources,
    &kind_stack_size,
    &kind_unique_types,
    &kind_uses,
    NULL,
};

const struct collected_kind *const *collected_kinds(void)
{
    return kinds;
}

void collected_kinds_look(struct unit *unit, struct unit_function *function,
                          const struct seen_declaration *seen)
{
    for (size_t i = 0; unit->kinds[i]; i++) {
        const struct collected_kind *kind = unit->kinds[i];
        if (kind->look) {
            kind->look(unit, function, seen);
        }
        if (kind->collector) {
            plugged_look(unit, function, kind, seen);
        }
    }
}
