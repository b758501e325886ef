#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_num_conditional_branches = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CONDITIONAL_BRANCHES,
    .places = CG_ON_NODE,
    .strategy = "max",
    .metacg = value_merge_sum_unless_equal,
    .check = check_integer,
    .description = "number of branches: if, switch, loops, ?:",
    .collector = "cgcollect",
    .of_definition = true,
};

int64_t cg_num_conditional_branches(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_CONDITIONAL_BRANCHES);
}
