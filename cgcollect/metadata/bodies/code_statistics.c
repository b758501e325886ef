/*
 * The kind `codeStatistics`: how many variables a body has.
 */
#include "metadata/bodies/body_kinds.h"

#include "metadata/common/node_values.h"

static void append_value(GString *out, const struct rendering *r, unit_id function)
{
    const struct unit_body *body = unit_body_of(r->unit, function);
    if (body) {
        g_string_append_c(out, '{');
        value_add_member(out, "numVars", body->variables);
        g_string_append_c(out, '}');
    }
}

static int write_kind(const struct rendering *r, struct cg_error *error)
{
    return write_values(r, CG_KEY_CODE_STATISTICS, append_value, error);
}

const struct collected_kind kind_code_statistics = {
    .key = CG_KEY_CODE_STATISTICS,
    .description = "variables declared in the body",
    .places = CG_ON_NODE,
    .of_bodies = true,
    .write = write_kind,
};
