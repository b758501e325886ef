#include "builtin.h"
#include "check.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_closed_calls = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CLOSED_CALLS,
    .places = CG_ON_NODE,
    .strategy = "union",
    .check = check_array,
    .description = "open calls that were closed when linking: all their callees are edges",
    .collector = "cgmerge",
};
