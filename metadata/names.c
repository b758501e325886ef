#include "builtin.h"

const struct cg_metadata_kind metadata_names = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_NAMES,
    .places = CG_ON_NODE,
    .strategy = "union",
    .description = "other linkage names of the function",
};
