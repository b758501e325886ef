/*
 * The kind `linkage` of a function.
 */
#include "metadata/functions/function_kinds.h"

static int write_linkage(const struct rendering *r, struct cg_error *error)
{
    (void)error;
    for (unit_id i = 0; i < r->unit->functions->len; i++) {
        const struct unit_function *function = unit_function_at(r->unit, i);
        cg_node_set_linkage(r->graph, r->nodes[i], function->linkage);
    }
    return CG_OK;
}

const struct collected_kind kind_linkage = {
    .key = CG_KEY_LINKAGE,
    .description = "external, weak or internal; decides how merging matches the function",
    .places = CG_ON_NODE,
    .always = true,
    .write = write_linkage,
};
