#include "builtin.h"
#include "check.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_classes = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CLASSES,
    .places = CG_ON_GRAPH | CG_ON_NODE,
    .strategy = "union",
    .check = check_array,
    .description = "virtual tables, and which functions make objects of their classes",
    .collector = "cgcollect",
};
