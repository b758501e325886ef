#include "builtin.h"

const struct cg_metadata_kind metadata_evidence = {
    .key = CG_KEY_EVIDENCE,
    .places = CG_ON_NODE | CG_ON_EDGE,
    .merge = cg_merge_union,
    .description = "what the body, or the call, is known from",
};
