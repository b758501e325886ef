#include <libcg/kinds.h>

#include "counts.h"

static void print(GString *out, const struct unit_body *body)
{
    g_string_printf(out, "{\"numVars\":%" G_GINT64_FORMAT "}", body->variables);
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
