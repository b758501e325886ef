#include "builtin.h"
#include "check.h"

#include <libcg/link.h>

const struct cg_metadata_kind metadata_never_made = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_NEVER_MADE,
    .places = CG_ON_NODE,
    .strategy = "greatest",
    .check = check_boolean,
    .description = "whether a virtual method is one of classes alone that nothing makes objects of",
    .collector = "cgmerge",
};
