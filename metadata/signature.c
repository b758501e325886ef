#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_signature = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_SIGNATURE,
    .places = CG_ON_NODE,
    .strategy = "greatest",
    .check = check_string,
    .description = "type of the function",
    .collector = "cgcollect",
};

int cg_signature(char **out, const struct cg_graph *graph, cg_node node, struct cg_error *error)
{
    return value_string(out, graph, node, CG_KEY_SIGNATURE, error);
}
