#include "builtin.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_pointer_facts = {
    .key = CG_KEY_POINTER_FACTS,
    .places = CG_ON_NODE | CG_ON_GRAPH,
    .merge = cg_merge_union,
    .description = "what pointers may point at, for closing open calls when linking",
};
