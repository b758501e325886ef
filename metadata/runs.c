/* Results of recorded runs: calls and functions without a source, visits and metrics. */
#include "builtin.h"
#include "profile_parts.h"
#include "shape_check.h"
#include "values.h"

#include <libcg/validate.h>

#include <string.h>

CHECK_WORD(check_fold, "min", "max", "sum")
CHECK_WORD(check_of, "exclusive", "inclusive", "value")
CHECK_OBJECT(check_locations, {"bounds", check_boolean, true}, {"count", check_count, false},
             {"deviation", check_number, false}, {"max", check_number, false},
             {"maxAt", check_string, true}, {"mean", check_number, false},
             {"min", check_number, false}, {"minAt", check_string, true}, {"of", check_of, false},
             {"squares", check_number, false}, {"sum", check_number, false})

/* A metric that adds up from callees to callers has an inclusive value, other metrics have one
 * value. */
CHECK_OBJECT(check_adding, {"exclusive", check_number, true}, {"inclusive", check_number, false},
             {"locations", check_locations, true}, {"unit", check_string, true})
CHECK_OBJECT(check_single, {"fold", check_fold, false}, {"locations", check_locations, true},
             {"unit", check_string, true}, {"value", check_number, false})

static int check_metric(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    struct cg_value member;
    return cg_value_member(&member, value, "value") ? check_single(value, place, error)
                                                    : check_adding(value, place, error);
}

CHECK_VALUES(check_metrics, check_metric)
CHECK_OBJECT(check_profile, {"metrics", check_metrics, false}, {"visits", check_count, true})
/* A profile that counts no visits has none to record. */
CHECK_OBJECT(check_run, {"source", check_string, false}, {"visits", check_count, true})
CHECK_ELEMENTS(check_observed, check_run)
CHECK_OBJECT(check_base_profile, {"inclusiveRtInSeconds", check_number, false},
             {"numCalls", check_integer, false}, {"timeInSeconds", check_number, false})

const struct cg_metadata_kind metadata_runs[] = {
    {KIND(CG_KEY_PROFILE, CG_ON_NODE | CG_ON_EDGE, "custom", check_profile,
          "visits and metrics that recorded runs measured"),
     .merge = profile_merge_greatest, .sum = profile_merge_sum, .collector = "cgvalidate",
     .digits_alike = true},
    {KIND(CG_KEY_OBSERVED, CG_ON_NODE | CG_ON_EDGE, "union", check_observed,
          "recorded runs that showed a function or call without a source"),
     .collector = "cgvalidate", .digits_alike = true},
    {KIND(CG_KEY_BASE_PROFILE, CG_ON_NODE, "max", check_base_profile,
          "calls and times a profile measured (of PGIS)")},
    {0},
};

static bool profile_at(struct cg_value *out, const struct cg_graph *graph, enum cg_place place,
                       uint32_t number)
{
    const char *text = cg_metadata_get(graph, place, number, CG_KEY_PROFILE);
    *out = (struct cg_value){text, text ? strlen(text) : 0};
    return text;
}

int64_t cg_measured_visits(const struct cg_graph *graph, enum cg_place place, uint32_t number)
{
    struct cg_value value;
    int64_t visits;
    return profile_at(&value, graph, place, number) &&
                   value_member_integer(&visits, &value, "visits")
               ? visits
               : -1;
}

bool profile_number(double *out, const struct cg_value *object, const char *key)
{
    struct cg_value member;
    return cg_value_member(&member, object, key) && cg_value_number(out, &member);
}

static void read_locations(struct cg_measured *out, const struct cg_value *metric)
{
    struct cg_value locations, bounds;
    if (!cg_value_member(&locations, metric, "locations") ||
        check_locations(&locations, CG_ON_NODE, NULL) ||
        !value_member_integer(&out->locations, &locations, "count")) {
        return;
    }
    profile_number(&out->min, &locations, "min");
    profile_number(&out->max, &locations, "max");
    profile_number(&out->mean, &locations, "mean");
    profile_number(&out->deviation, &locations, "deviation");
    out->bounds = cg_value_member(&bounds, &locations, "bounds") && cg_value_is_true(&bounds);
}

bool cg_measured(struct cg_measured *out, const struct cg_graph *graph, enum cg_place place,
                 uint32_t number, const char *metric)
{
    struct cg_measured measured = {0};
    struct cg_value value, metrics, found;
    if (!profile_at(&value, graph, place, number) ||
        !cg_value_member(&metrics, &value, "metrics") ||
        !cg_value_member(&found, &metrics, metric)) {
        return false;
    }
    if (profile_number(&measured.exclusive, &found, "value")) {
        measured.inclusive = measured.exclusive;
    } else if (!profile_number(&measured.inclusive, &found, "inclusive")) {
        return false;
    } else {
        profile_number(&measured.exclusive, &found, "exclusive");
    }
    read_locations(&measured, &found);
    *out = measured;
    return true;
}

bool cg_base_profile(struct cg_base_profile *out, const struct cg_graph *graph, cg_node node)
{
    struct cg_value value;
    struct cg_base_profile profile;
    if (!value_at(&value, graph, node, CG_KEY_BASE_PROFILE) ||
        check_base_profile(&value, CG_ON_NODE, NULL) != CG_OK ||
        !value_member_integer(&profile.calls, &value, "numCalls") ||
        !profile_number(&profile.seconds, &value, "timeInSeconds") ||
        !profile_number(&profile.inclusive_seconds, &value, "inclusiveRtInSeconds")) {
        return false;
    }
    *out = profile;
    return true;
}
