#include "builtin.h"
#include "check.h"
#include "values.h"

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"component", check_count, false}, {"size", check_count, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

const struct cg_metadata_kind metadata_recursion = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_RECURSION,
    .places = CG_ON_NODE,
    .strategy = "greatest",
    .check = check,
    .description = "the component of functions that call each other, and how many they are",
    .collector = "cgmerge",
};

bool cg_recursion(struct cg_recursion *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    struct cg_recursion recursion;
    bool ok = value_at(&value, graph, node, CG_KEY_RECURSION) &&
              value_member_integer(&recursion.component, &value, "component") &&
              value_member_integer(&recursion.size, &value, "size");
    if (ok) {
        *out = recursion;
    }
    return ok;
}
