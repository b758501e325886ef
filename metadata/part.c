#include "builtin.h"
#include "check.h"

#include <libcg/subgraph.h>

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"calls", check_count, false}, {"functions", check_count, false}, {0}};
    (void)place;
    return check_object(value, members, error);
}

const struct cg_metadata_kind metadata_part = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_PART,
    .places = CG_ON_GRAPH,
    .strategy = "max",
    .check = check,
    .description = "how much the graph has that this is a part of",
    .collector = "cgquery",
};
