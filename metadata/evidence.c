#include "builtin.h"
#include "check.h"

const struct cg_metadata_kind metadata_evidence = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_EVIDENCE,
    .places = CG_ON_NODE | CG_ON_EDGE,
    .strategy = "union",
    .check = check_strings,
    .description = "what the body, or the call, is known from",
    .collector = "cgcollect",
};
