#include "builtin.h"

#include <libcg/site.h>

const struct cg_metadata_kind metadata_address_taken = {
    .key = CG_KEY_ADDRESS_TAKEN,
    .places = CG_ON_NODE,
    .merge = cg_merge_union,
    .description = "where the address of the function is taken",
};
