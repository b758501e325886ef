#include "builtin.h"
#include "check.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_calls_back = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CALLS_BACK,
    .places = CG_ON_NODE,
    .strategy = "greatest",
    .check = check_boolean,
    .description = "whether a library function calls more of the program than what it is handed",
    .collector = "cgmerge",
};
