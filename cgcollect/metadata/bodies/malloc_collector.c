/*
 * The kind `mallocCollector`: allocations kept in variables outside functions, as text from
 * ast/measure/allocations.c.
 */
#include "metadata/bodies/body_kinds.h"

#include "metadata/common/node_values.h"

static void append_value(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_body *body = unit_body_of(r->unit, function);
    if (body && body->allocations) {
        g_string_append(out, body->allocations);
    }
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_values(r, CG_KEY_MALLOC_COLLECTOR, append_value, error);
}

const struct collected_kind kind_malloc_collector = {
    .key = CG_KEY_MALLOC_COLLECTOR,
    .description = "memory allocated for variables outside functions",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_kind,
};
