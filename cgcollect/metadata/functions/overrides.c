/*
 * The kind `overrideMD`: which methods are virtual, and which methods each overrides.
 */
#include "metadata/functions/function_kinds.h"

static int add_overrides(const struct rendering *r, struct cg_error *error)
{
    for (unit_id i = 0; i < r->unit->functions->len; i++) {
        bool is_virtual = unit_function_at(r->unit, i)->is_virtual;
        cg_node_set_virtual(r->graph, r->nodes[i], is_virtual);
    }
    for (guint i = 0; i < r->unit->overrides->len; i++) {
        const struct unit_override *o = &g_array_index(r->unit->overrides, struct unit_override, i);
        int status =
            cg_graph_add_override(r->graph, r->nodes[o->derived], r->nodes[o->base], error);
        if (status) {
            return status;
        }
    }
    return CG_OK;
}

const struct collected_kind kind_overrides = {
    .key = CG_KEY_OVERRIDE_MD,
    .description = "virtual methods it overrides and is overridden by",
    .places = CG_ON_NODE,
    .always = true,
    .write = add_overrides,
};
