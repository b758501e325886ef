#include "builtin.h"
#include "check.h"

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const char *const words[] = {"builtin", "trivial", NULL};
    (void)place;
    return check_word(value, words, error);
}

const struct cg_metadata_kind metadata_no_code = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_NO_CODE,
    .places = CG_ON_NODE,
    .strategy = "greatest",
    .check = check,
    .description = "why only the source calls it: trivial (it does nothing), builtin",
    .collector = "cgcollect",
};
