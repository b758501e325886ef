#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_cyclomatic_complexity = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CYCLOMATIC_COMPLEXITY,
    .places = CG_ON_NODE,
    .strategy = "max",
    .check = check_count,
    .description = "McCabe's number: one more than there are decisions",
    .collector = "cgcollect",
    .of_definition = true,
};

int64_t cg_cyclomatic_complexity(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_CYCLOMATIC_COMPLEXITY);
}
