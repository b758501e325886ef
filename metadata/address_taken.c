#include "builtin.h"
#include "check.h"

#include <libcg/site.h>

const struct cg_metadata_kind metadata_address_taken = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_ADDRESS_TAKEN,
    .places = CG_ON_NODE,
    .strategy = "union",
    .check = check_array,
    .description = "where the address of the function is taken",
    .collector = "cgcollect",
};
