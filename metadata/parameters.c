#include "builtin.h"
#include "check.h"
#include "values.h"

static int check_parameter(const struct cg_value *value, enum cg_place place,
                           struct cg_error *error)
{
    static const struct check_member members[] = {
        {"name", check_string, false}, {"type", check_string, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return check_elements(value, check_parameter, error);
}

const struct cg_metadata_kind metadata_parameters = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_PARAMETERS,
    .places = CG_ON_NODE,
    .strategy = "definition",
    .check = check,
    .description = "names and types of the parameters",
    .collector = "cgcollect",
};

int64_t cg_num_parameters(const struct cg_graph *graph, cg_node node)
{
    struct cg_value value, parameter;
    struct cg_value_walk walk;
    int64_t count = 0;
    if (!value_at(&value, graph, node, CG_KEY_PARAMETERS) ||
        check_array(&value, CG_ON_NODE, NULL) != CG_OK) {
        return -1;
    }
    cg_value_walk_start(&walk, &value);
    while (cg_value_walk_next(&walk, NULL, &parameter)) {
        count++;
    }
    return count;
}
