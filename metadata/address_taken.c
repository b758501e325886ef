#include "builtin.h"

const struct cg_metadata_kind metadata_address_taken = {
    .key = "addressTaken",
    .places = CG_ON_NODE,
    .merge = cg_merge_union,
    .description = "where the address of the function is taken",
};
