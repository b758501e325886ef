#include "builtin.h"
#include "check.h"

#include <libcg/link.h>

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {{0}};
    (void)place;
    return check_object(value, members, error);
}

const struct cg_metadata_kind metadata_linked = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_LINKED,
    .places = CG_ON_GRAPH,
    .strategy = "greatest",
    .check = check,
    .description = "how the graph was linked",
    .collector = "cgmerge",
};
