#include "builtin.h"
#include "check.h"
#include "values.h"

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {{"numVars", check_integer, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

static int sum(struct cg_text *out, const struct cg_meeting *meeting, struct cg_error *error)
{
    static const char *const keys[] = {"numVars", NULL};
    return value_merge_sum_members(out, meeting, keys, error);
}

const struct cg_metadata_kind metadata_code_statistics = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CODE_STATISTICS,
    .places = CG_ON_NODE,
    .strategy = "max",
    .metacg = sum,
    .check = check,
    .description = "number of variables",
    .collector = "cgcollect",
    .of_definition = true,
    .digits_alike = true,
};

int64_t cg_num_variables(const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    int64_t number;
    return value_at(&value, graph, node, CG_KEY_CODE_STATISTICS) &&
                   value_member_integer(&number, &value, "numVars")
               ? number
               : -1;
}
