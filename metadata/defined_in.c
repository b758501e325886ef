#include "builtin.h"
#include "check.h"

const struct cg_metadata_kind metadata_defined_in = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_DEFINED_IN,
    .places = CG_ON_NODE,
    .strategy = "union",
    .check = check_places,
    .description = "where the function is defined: all places, when there are several",
    .collector = "cgcollect",
    .digits_alike = true,
};
