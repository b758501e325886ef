#include <libcg/kinds.h>

#include "counts.h"

static void print(GString *out, const struct unit_body *body)
{
    g_string_printf(
        out,
        "{\"numberOfControlFlowOps\":%" G_GINT64_FORMAT ",\"numberOfFloatOps\":%" G_GINT64_FORMAT
        ",\"numberOfIntOps\":%" G_GINT64_FORMAT ",\"numberOfMemoryAccesses\":%" G_GINT64_FORMAT "}",
        body->control_operations, body->float_operations, body->integer_operations,
        body->memory_accesses);
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
