#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_unique_types = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_UNIQUE_TYPES,
    .places = CG_ON_NODE,
    .strategy = "max",
    .metacg = value_merge_sum_unless_equal,
    .check = check_integer,
    .description = "number of different types of parameters, variables and result",
    .collector = "cgcollect",
};

int64_t cg_num_unique_types(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_UNIQUE_TYPES);
}
