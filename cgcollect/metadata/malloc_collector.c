#include <libcg/kinds.h>

#include "counts.h"

static void print(GString *out, const struct unit_body *body)
{
    g_string_append(out, body->allocations ? body->allocations : "");
}

static int put(const struct rendering *r, struct cg_error *error)
{
    return write_texts(r, CG_KEY_MALLOC_COLLECTOR, print, error);
}

const struct collected_kind kind_malloc_collector = {
    .key = CG_KEY_MALLOC_COLLECTOR,
    .description = "memory allocated for variables outside functions",
    .places = CG_ON_NODE,
    .write = put,
};
