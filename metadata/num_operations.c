#include "builtin.h"
#include "check.h"
#include "values.h"

static const char *const keys[] = {"numberOfControlFlowOps", "numberOfFloatOps", "numberOfIntOps",
                                   "numberOfMemoryAccesses", NULL};

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {{"numberOfControlFlowOps", check_integer, false},
                                                  {"numberOfFloatOps", check_integer, false},
                                                  {"numberOfIntOps", check_integer, false},
                                                  {"numberOfMemoryAccesses", check_integer, false},
                                                  {0}};
    (void)place;
    return check_object(value, members, error);
}

static int sum(struct cg_text *out, const struct cg_meeting *meeting, struct cg_error *error)
{
    return value_merge_sum_members(out, meeting, keys, error);
}

const struct cg_metadata_kind metadata_num_operations = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_NUM_OPERATIONS,
    .places = CG_ON_NODE,
    .strategy = "max",
    .metacg = sum,
    .check = check,
    .description = "operations on integers, floats, memory and control flow, a rough measure",
    .collector = "cgcollect",
    .digits_alike = true,
};

bool cg_num_operations(struct cg_num_operations *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    int64_t numbers[4];
    bool ok = value_at(&value, graph, node, CG_KEY_NUM_OPERATIONS);
    for (int i = 0; i < 4 && ok; i++) {
        ok = value_member_integer(&numbers[i], &value, keys[i]);
    }
    if (ok) {
        *out = (struct cg_num_operations){.control_flow = numbers[0],
                                          .on_floats = numbers[1],
                                          .on_integers = numbers[2],
                                          .memory_accesses = numbers[3]};
    }
    return ok;
}
