#include "builtin.h"

#include <libcg/site.h>

const struct cg_metadata_kind metadata_open_calls = {
    .key = CG_KEY_OPEN_CALLS,
    .places = CG_ON_NODE,
    .merge = cg_merge_union,
    .description = "calls whose callee is not known: where, of what type, why",
};
