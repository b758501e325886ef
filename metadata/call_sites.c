#include "builtin.h"
#include "check.h"

#include <libcg/site.h>

const struct cg_metadata_kind metadata_call_sites = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CALL_SITES,
    .places = CG_ON_EDGE,
    .strategy = "union",
    .check = check_array,
    .description = "where the call is written",
    .collector = "cgcollect",
};
