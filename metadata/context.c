#include "builtin.h"
#include "check.h"

#include <libcg/link.h>

static int check_numbers(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return check_elements(value, check_count, error);
}

static int check_argument(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {{"forwards", check_numbers, false},
                                                  {"parameter", check_count, false},
                                                  {"values", check_numbers, false},
                                                  {0}};
    (void)place;
    return check_object(value, members, error);
}

static int check_arguments(const struct cg_value *value, enum cg_place place,
                           struct cg_error *error)
{
    (void)place;
    return check_elements(value, check_argument, error);
}

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {{"arguments", check_arguments, true},
                                                  {"parameters", check_numbers, true},
                                                  {"value", check_count, true},
                                                  {0}};
    (void)place;
    return check_object(value, members, error);
}

const struct cg_metadata_kind metadata_context = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_CONTEXT,
    .places = CG_ON_EDGE,
    .strategy = "union",
    .check = check,
    .description = "which parameters the call calls, or what it hands over as such",
    .collector = "cgmerge",
};
