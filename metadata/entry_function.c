#include "builtin.h"
#include "check.h"

const struct cg_metadata_kind metadata_entry_function = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_ENTRY_FUNCTION,
    .places = CG_ON_GRAPH,
    .strategy = "min",
    .check = check_string,
    .description = "where the program starts; of two, the function whose name comes first",
    .collector = "cgcollect",
    .structural = true,
};
