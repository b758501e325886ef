#include "builtin.h"

const struct cg_metadata_kind metadata_file_properties = {
    .abi = CG_METADATA_ABI,
    .key = "fileProperties",
    .places = CG_ON_NODE,
    .strategy = "and",
    .description = "whether the function comes from a system header",
};
