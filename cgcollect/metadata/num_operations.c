#include <libcg/kinds.h>

#include "counts.h"
#include "values.h"

static void print(GString *out, const struct unit_body *body)
{
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

static int put(const struct rendering *r, struct cg_error *error)
{
    return write_texts(r, CG_KEY_NUM_OPERATIONS, print, error);
}

const struct collected_kind kind_num_operations = {
    .key = CG_KEY_NUM_OPERATIONS,
    .description = "operations in the body, by sort, unoptimised",
    .places = CG_ON_NODE,
    .write = put,
};
