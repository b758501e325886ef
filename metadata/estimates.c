/* How often each callee is called, estimated from loops and branches. */
#include "builtin.h"
#include "shape_check.h"
#include "values.h"

static int check_call(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    struct cg_value_walk walk;
    struct cg_value count, region, more;
    cg_value_walk_start(&walk, value);
    bool two = cg_value_type(value) == CG_VALUE_ARRAY && cg_value_walk_next(&walk, NULL, &count) &&
               cg_value_walk_next(&walk, NULL, &region) && !cg_value_walk_next(&walk, NULL, &more);
    return two && !check_number(&count, place, NULL) && !check_string(&region, place, NULL)
               ? CG_OK
               : check_fail(error, "is not a pair of a number and a string");
}

CHECK_ELEMENTS(check_calls, check_call)
CHECK_VALUES(check_callees, check_calls)
CHECK_OBJECT(check_region, {"functions", check_strings, false}, {"parent", check_string, false},
             {"parentCalls", check_number, false})
CHECK_VALUES(check_regions, check_region)
CHECK_OBJECT(check, {"calls", check_callees, false}, {"codeRegions", check_regions, false})

const struct cg_metadata_kind metadata_estimates[] = {
    {KIND(CG_KEY_ESTIMATE_CALL_COUNT, CG_ON_NODE, "union", check,
          "how often each callee may be called, estimated from loops and branches"),
     .collector = "cgcollect", .digits_alike = true},
    {0},
};

/* Pairs for the body itself have no region. */
static double sum_counts(const struct cg_value *calls)
{
    struct cg_value_walk walk, pair;
    struct cg_value call, count, region;
    double sum = 0, number;
    cg_value_walk_start(&walk, calls);
    while (cg_value_walk_next(&walk, NULL, &call)) {
        cg_value_walk_start(&pair, &call);
        cg_value_walk_next(&pair, NULL, &count);
        cg_value_walk_next(&pair, NULL, &region);
        sum += cg_value_is_string(&region, "", 0) && cg_value_number(&number, &count) ? number : 0;
    }
    return sum;
}

double cg_estimated_calls(const struct cg_graph *graph, cg_node caller, cg_node callee)
{
    struct cg_value value, calls, key, member;
    struct cg_value_walk walk;
    double sum = 0;
    bool found = false;
    if (!value_at(&value, graph, caller, CG_KEY_ESTIMATE_CALL_COUNT) ||
        check(&value, CG_ON_NODE, NULL) != CG_OK || !cg_value_member(&calls, &value, "calls")) {
        return -1;
    }
    cg_value_walk_start(&walk, &calls);
    while (cg_value_walk_next(&walk, &key, &member)) {
        if (value_names_node(&key, graph, callee)) {
            sum += sum_counts(&member);
            found = true;
        }
    }
    return found ? sum : -1;
}
