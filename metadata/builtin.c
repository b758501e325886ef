#include "builtin.h"

static const struct cg_metadata_kind *const kinds[] = {
    &metadata_address_taken,   &metadata_call_sites, &metadata_classes,
    &metadata_closed_calls,    &metadata_escapes,    &metadata_evidence,
    &metadata_file_properties, &metadata_linked,     &metadata_names,
    &metadata_num_statements,  &metadata_open_calls, &metadata_outlined,
    &metadata_pointer_facts,
};

int cg_registry_add_builtin(struct cg_registry *registry, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !status; i++) {
        status = cg_registry_add(registry, kinds[i], error);
    }
    return status;
}
