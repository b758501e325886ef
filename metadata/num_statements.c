#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_num_statements = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_NUM_STATEMENTS,
    .places = CG_ON_NODE,
    .strategy = "max",
    .check = check_integer,
    .description = "number of statements",
    .collector = "cgcollect",
    .of_definition = true,
};

int64_t cg_num_statements(const struct cg_graph *graph, cg_node node)
{
    return value_integer(graph, node, CG_KEY_NUM_STATEMENTS);
}
