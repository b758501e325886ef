#include "builtin.h"
#include "check.h"

const struct cg_metadata_kind metadata_call_kinds = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CALL_KINDS,
    .places = CG_ON_EDGE,
    .strategy = "union",
    .check = check_strings,
    .description = "how the call is made, where MetaCG's word does not tell all",
    .collector = "cgcollect",
    .structural = true,
};
