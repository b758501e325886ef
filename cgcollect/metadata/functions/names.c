/*
 * The kind `names`: the other linkage names of a function.
 */
#include "metadata/functions/function_kinds.h"

static int write_names(const struct rendering *r, struct cg_error *error)
{
    int status = CG_OK;
    for (guint i = 0; i < r->unit->names->len && !status; i++) {
        const struct unit_name *n = &g_array_index(r->unit->names, struct unit_name, i);
        status = cg_node_add_name(r->graph, r->nodes[n->function], n->name, error);
    }
    return status;
}

const struct collected_kind kind_names = {
    .key = CG_KEY_NAMES,
    .description = "its other linkage names: variants of constructors and destructors, thunks",
    .places = CG_ON_NODE,
    .always = true,
    .write = write_names,
};
