#include "builtin.h"
#include "check.h"
#include "values.h"

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {{"inclusiveRtInSeconds", check_number, false},
                                                  {"numCalls", check_integer, false},
                                                  {"timeInSeconds", check_number, false},
                                                  {0}};
    (void)place;
    return check_object(value, members, error);
}

const struct cg_metadata_kind metadata_base_profile_data = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_BASE_PROFILE,
    .places = CG_ON_NODE,
    .strategy = "max",
    .check = check,
    .description = "calls and times a profile measured (of PGIS)",
};

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

bool cg_base_profile(struct cg_base_profile *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    json_t *json;
    if (!value_at(&value, graph, node, CG_KEY_BASE_PROFILE) ||
        check(&value, CG_ON_NODE, NULL) != CG_OK ||
        cg_metadata_json(&json, graph, CG_ON_NODE, node, CG_KEY_BASE_PROFILE, NULL) != CG_OK) {
        return false;
    }
    *out = (struct cg_base_profile){.calls = json_integer_value(json_object_get(json, "numCalls")),
                                    .seconds = number(json, "timeInSeconds"),
                                    .inclusive_seconds = number(json, "inclusiveRtInSeconds")};
    json_decref(json);
    return true;
}
