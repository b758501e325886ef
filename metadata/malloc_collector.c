#include "builtin.h"
#include "check.h"

static int check_entry(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"allocStmt", check_string, false}, {"global", check_string, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return check_elements(value, check_entry, error);
}

const struct cg_metadata_kind metadata_malloc_collector = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_MALLOC_COLLECTOR,
    .places = CG_ON_NODE,
    .strategy = "union",
    .metacg = cg_merge_first,
    .check = check,
    .description = "global variables that are given allocated memory, and by what statements",
    .collector = "cgcollect",
    .of_definition = true,
};
