#include "builtin.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_closed_calls = {
    .key = CG_KEY_CLOSED_CALLS,
    .places = CG_ON_NODE,
    .merge = cg_merge_union,
    .description = "open calls that were closed when linking: all their callees are edges",
};
