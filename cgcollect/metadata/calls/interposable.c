/*
 * The kind `interposable`: a call of the function may reach another definition of its name, because
 * the code may be in a shared library. A file that defines `main` is not.
 */
#include "metadata/calls/call_kinds.h"

#include <libcg/merge.h>

static bool is_interposable(const struct unit_function *function)
{
    return function->defined && function->linkage == CG_LINKAGE_EXTERNAL && !function->hidden;
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    unit_id main = unit_find(r->unit, "main");
    bool program = main != UNIT_NONE && unit_function_at(r->unit, main)->defined;
    int status = CG_OK;
    for (unit_id i = 0; i < r->unit->functions->len && r->unit->interposable && !program && !status;
         i++) {
        if (is_interposable(unit_function_at(r->unit, i))) {
            status = cg_metadata_set(r->graph, CG_ON_NODE, r->nodes[i], CG_KEY_INTERPOSABLE,
                                     &(struct cg_value){"true", 4}, error);
        }
    }
    return status;
}

const struct collected_kind kind_interposable = {
    .key = CG_KEY_INTERPOSABLE,
    .description = "whether calls may reach another definition, as in shared libraries",
    .places = CG_ON_NODE,
    .always = true,
    .write = write_kind,
};
