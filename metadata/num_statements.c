#include "builtin.h"

const struct cg_metadata_kind metadata_num_statements = {
    .abi = CG_METADATA_ABI,
    .key = "numStatements",
    .places = CG_ON_NODE,
    .strategy = "max",
    .description = "number of statements in the function",
};
