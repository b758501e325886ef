#include "builtin.h"

const struct cg_metadata_kind metadata_call_sites = {
    .key = "callSites",
    .places = CG_ON_EDGE,
    .merge = cg_merge_union,
    .description = "where the call is written",
};
