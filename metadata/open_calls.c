#include "builtin.h"
#include "check.h"

#include <libcg/site.h>

const struct cg_metadata_kind metadata_open_calls = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_OPEN_CALLS,
    .places = CG_ON_NODE,
    .strategy = "union",
    .check = check_array,
    .description = "calls whose callee is not known: where, of what type, why",
    .collector = "cgcollect",
};
