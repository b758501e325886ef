#include "builtin.h"
#include "check.h"

const struct cg_metadata_kind metadata_names = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_NAMES,
    .places = CG_ON_NODE,
    .strategy = "union",
    .check = check_strings,
    .description = "other linkage names of the function",
    .collector = "cgcollect",
};
