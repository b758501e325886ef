#include "builtin.h"
#include "check.h"

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"overriddenBy", check_strings, false}, {"overrides", check_strings, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

const struct cg_metadata_kind metadata_override_md = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_OVERRIDE_MD,
    .places = CG_ON_NODE,
    .strategy = "union",
    .check = check,
    .description = "which methods the method overrides, and by which it is overridden",
    .collector = "cgcollect",
    .structural = true,
};
