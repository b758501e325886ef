#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_pure_virtual = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_PURE_VIRTUAL,
    .places = CG_ON_NODE,
    .strategy = "greatest",
    .check = check_boolean,
    .description = "whether the method is declared pure virtual: no virtual table has it",
    .collector = "cgcollect",
};
