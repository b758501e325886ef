#include "builtin.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_linked = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_LINKED,
    .places = CG_ON_GRAPH,
    .strategy = "greatest",
    .description = "how the graph was linked",
};
