#include "builtin.h"
#include "check.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_pointer_facts = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_POINTER_FACTS,
    .places = CG_ON_NODE | CG_ON_GRAPH,
    .strategy = "union",
    .check = check_array,
    .description = "what pointers may point at, for closing open calls when linking",
    .collector = "cgcollect",
};
