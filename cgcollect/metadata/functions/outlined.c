/*
 * The kind `outlined`: the parts of a function that are functions of their own.
 */
#include "metadata/functions/function_kinds.h"

#include "metadata/common/sites.h"

static int write_outlined(const struct rendering *r, struct cg_error *error)
{
    return write_places(r, CG_KEY_OUTLINED, r->unit->outlined, error);
}

const struct collected_kind kind_outlined = {
    .key = CG_KEY_OUTLINED,
    .description = "OpenMP regions that the compiler turns into functions",
    .places = CG_ON_NODE,
    .always = true,
    .write = write_outlined,
};
