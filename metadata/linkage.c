#include "builtin.h"
#include "check.h"

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const char *const words[] = {"external", "weak", "internal", NULL};
    (void)place;
    return check_word(value, words, error);
}

const struct cg_metadata_kind metadata_linkage = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_LINKAGE,
    .places = CG_ON_NODE,
    .strategy = "definition",
    .check = check,
    .description = "linkage: external, weak or internal",
    .collector = "cgcollect",
    .structural = true,
};
