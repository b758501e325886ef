#include <libcg/kinds.h>

#include "counts.h"
#include "values.h"

static void print(GString *out, const struct unit_body *body)
{
    g_string_append_c(out, '{');
    value_add_member(out, "numVars", body->variables);
    g_string_append_c(out, '}');
}

static int put(const struct rendering *r, struct cg_error *error)
{
    return write_texts(r, CG_KEY_CODE_STATISTICS, print, error);
}

const struct collected_kind kind_code_statistics = {
    .key = CG_KEY_CODE_STATISTICS,
    .description = "variables declared in the body",
    .places = CG_ON_NODE,
    .write = put,
};
