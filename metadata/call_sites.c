#include "builtin.h"

#include <libcg/site.h>

const struct cg_metadata_kind metadata_call_sites = {
    .key = CG_KEY_CALL_SITES,
    .places = CG_ON_EDGE,
    .merge = cg_merge_union,
    .description = "where the call is written",
};
