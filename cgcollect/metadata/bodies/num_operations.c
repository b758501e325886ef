/*
 * The kind `numOperations`: the number of operations of each type in a body.
 */
#include "metadata/bodies/body_kinds.h"

#include "metadata/common/node_values.h"

static void append_value(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_body *body = unit_body_of(r->unit, function);
    if (!body) {
        return;
    }
    g_string_append_c(out, '{');
    value_add_member(out, "numberOfControlFlowOps", body->control_operations);
    g_string_append_c(out, ',');
    value_add_member(out, "numberOfFloatOps", body->float_operations);
    g_string_append_c(out, ',');
    value_add_member(out, "numberOfIntOps", body->integer_operations);
    g_string_append_c(out, ',');
    value_add_member(out, "numberOfMemoryAccesses", body->memory_accesses);
    g_string_append_c(out, '}');
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_values(r, CG_KEY_NUM_OPERATIONS, append_value, error);
}

const struct collected_kind kind_num_operations = {
    .key = CG_KEY_NUM_OPERATIONS,
    .description = "operations in the body by type, before optimisation",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_kind,
};
