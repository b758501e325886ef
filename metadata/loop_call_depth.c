#include "builtin.h"
#include "check.h"
#include "values.h"

const struct cg_metadata_kind metadata_loop_call_depth = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_LOOP_CALL_DEPTH,
    .places = CG_ON_NODE,
    .strategy = "max",
    .check = check_counts,
    .description = "for each callee by name, the most loops around a call of it",
    .collector = "cgcollect",
    .of_definition = true,
    .digits_alike = true,
};

int64_t cg_loop_call_depth(const struct cg_graph *graph, cg_node caller, cg_node callee)
{
    struct cg_value value, key, member;
    struct cg_value_walk walk;
    int64_t deepest = -1;
    if (!value_at(&value, graph, caller, CG_KEY_LOOP_CALL_DEPTH) ||
        check_counts(&value, CG_ON_NODE, NULL) != CG_OK) {
        return -1;
    }
    cg_value_walk_start(&walk, &value);
    while (cg_value_walk_next(&walk, &key, &member)) {
        int64_t depth;
        if (cg_value_integer(&depth, &member) && depth > deepest &&
            value_names_node(&key, graph, callee)) {
            deepest = depth;
        }
    }
    return deepest;
}
