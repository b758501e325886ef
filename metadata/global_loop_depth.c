#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_global_loop_depth = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_GLOBAL_LOOP_DEPTH,
    .places = CG_ON_NODE,
    .strategy = "max",
    .check = check_integer,
    .description = "loops around a call along the chain of callers from where the program starts",
    .collector = "cgmerge",
};

int64_t cg_global_loop_depth(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_GLOBAL_LOOP_DEPTH);
}
