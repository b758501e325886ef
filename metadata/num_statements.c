#include "builtin.h"

const struct cg_metadata_kind metadata_num_statements = {
    .key = "numStatements",
    .places = CG_ON_NODE,
    .merge = cg_merge_max,
    .description = "number of statements in the function",
};
