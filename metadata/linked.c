#include "builtin.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_linked = {
    .key = CG_KEY_LINKED,
    .places = CG_ON_GRAPH,
    .merge = cg_merge_greatest_text,
    .description = "how the graph was linked",
};
