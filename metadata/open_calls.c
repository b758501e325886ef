#include "builtin.h"

const struct cg_metadata_kind metadata_open_calls = {
    .key = "openCalls",
    .places = CG_ON_NODE,
    .merge = cg_merge_union,
    .description = "calls whose callee is not known: where, of what type, why",
};
