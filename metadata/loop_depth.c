#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_loop_depth = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_LOOP_DEPTH,
    .places = CG_ON_NODE,
    .strategy = "max",
    .check = check_integer,
    .description = "deepest nesting of loops",
    .collector = "cgcollect",
    .of_definition = true,
};

int64_t cg_loop_depth(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_LOOP_DEPTH);
}
