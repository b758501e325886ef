#include "builtin.h"
#include "check.h"

#include <libcg/link.h>

static int check_cause(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {{"cause", check_string, false},
                                                  {"only", check_count, false},
                                                  {"reason", check_string, false},
                                                  {"sites", check_count, false},
                                                  {0}};
    (void)place;
    return check_object(value, members, error);
}

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return check_elements(value, check_cause, error);
}

const struct cg_metadata_kind metadata_unresolved_causes = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_UNRESOLVED_CAUSES,
    .places = CG_ON_GRAPH,
    .strategy = "greatest",
    .check = check,
    .description = "what keeps most calls through pointers open",
    .collector = "cgmerge",
};
