#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_result_type = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_RESULT_TYPE,
    .places = CG_ON_NODE,
    .strategy = "definition",
    .check = check_string,
    .description = "type of what the function gives back",
    .collector = "cgcollect",
};

int cg_result_type(char **out, const struct cg_graph *graph, cg_node node, struct cg_error *error)
{
    return value_string(out, graph, node, CG_KEY_RESULT_TYPE, error);
}
