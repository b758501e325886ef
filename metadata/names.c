#include "builtin.h"

const struct cg_metadata_kind metadata_names = {
    .key = CG_KEY_NAMES,
    .places = CG_ON_NODE,
    .merge = cg_merge_union,
    .description = "other linkage names of the function",
};
