#include "builtin.h"
#include "check.h"

#include <libcg/site.h>

const struct cg_metadata_kind metadata_outlined = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_OUTLINED,
    .places = CG_ON_NODE,
    .strategy = "union",
    .check = check_array,
    .description = "where the compiler made a part of the function a function of its own",
    .collector = "cgcollect",
};
