#include "builtin.h"
#include "check.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_escapes = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_ESCAPES,
    .places = CG_ON_NODE,
    .strategy = "greatest",
    .check = check_boolean,
    .description = "whether code that was not collected may call the function",
    .collector = "cgmerge",
};
