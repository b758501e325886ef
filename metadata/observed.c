#include "builtin.h"
#include "check.h"

#include <libcg/validate.h>

/* A profile that counts no visits has none to tell. */
static int check_run(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"source", check_string, false}, {"visits", check_count, true}, {0}};
    (void)place;
    return check_object(value, members, error);
}

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return check_elements(value, check_run, error);
}

const struct cg_metadata_kind metadata_observed = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_OBSERVED,
    .places = CG_ON_NODE | CG_ON_EDGE,
    .strategy = "union",
    .check = check,
    .description = "in which recorded runs the function or call was seen that no source shows",
    .collector = "cgvalidate",
    .digits_alike = true,
};
