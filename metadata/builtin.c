/* Adds the tables of all topics to a registry. */
#include "builtin.h"

static const struct cg_metadata_kind *const tables[] = {
    metadata_structure, metadata_calls, metadata_declarations, metadata_bodies, metadata_estimates,
    metadata_graphs,    metadata_stack, metadata_runs,         metadata_uses,
};

int cg_registry_add_builtin(struct cg_registry *registry, struct cg_error *error)
{
    int status = CG_OK;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const struct cg_metadata_kind *kind = tables[i]; kind->key && !status; kind++) {
            status = cg_registry_add(registry, kind, error);
        }
    }
    return status;
}
