#include "builtin.h"
#include "check.h"

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const char *const words[] = {"DIRECT", "INDIRECT", "VIRTUAL", NULL};
    (void)place;
    return check_word(value, words, error);
}

const struct cg_metadata_kind metadata_call_type = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CALL_TYPE,
    .places = CG_ON_EDGE,
    .strategy = "union",
    .check = check,
    .description = "MetaCG's word for how the call is made",
    .collector = "cgcollect",
    .structural = true,
};
