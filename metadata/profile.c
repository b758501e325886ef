#include "profile.h"
#include "builtin.h"
#include "check.h"
#include "values.h"

#include <libcg/validate.h>

#include <string.h>

static int check_fold(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const char *const words[] = {"min", "max", "sum", NULL};
    (void)place;
    return check_word(value, words, error);
}

static int check_of(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const char *const words[] = {"exclusive", "inclusive", "value", NULL};
    (void)place;
    return check_word(value, words, error);
}

static int check_locations(const struct cg_value *value, enum cg_place place,
                           struct cg_error *error)
{
    static const struct check_member members[] = {{"bounds", check_boolean, true},
                                                  {"count", check_count, false},
                                                  {"deviation", check_number, false},
                                                  {"max", check_number, false},
                                                  {"maxAt", check_string, true},
                                                  {"mean", check_number, false},
                                                  {"min", check_number, false},
                                                  {"minAt", check_string, true},
                                                  {"of", check_of, false},
                                                  {"squares", check_number, false},
                                                  {"sum", check_number, false},
                                                  {0}};
    (void)place;
    return check_object(value, members, error);
}

static int check_metric(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member adding[] = {{"exclusive", check_number, true},
                                                 {"inclusive", check_number, false},
                                                 {"locations", check_locations, true},
                                                 {"unit", check_string, true},
                                                 {0}};
    static const struct check_member single[] = {{"fold", check_fold, false},
                                                 {"locations", check_locations, true},
                                                 {"unit", check_string, true},
                                                 {"value", check_number, false},
                                                 {0}};
    struct cg_value member;
    (void)place;
    return check_object(value, cg_value_member(&member, value, "value") ? single : adding, error);
}

static int check_metrics(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    (void)place;
    return check_values(value, check_metric, error);
}

static int check(const struct cg_value *value, enum cg_place place, struct cg_error *error)
{
    static const struct check_member members[] = {
        {"metrics", check_metrics, false}, {"visits", check_count, true}, {0}};
    (void)place;
    return check_object(value, members, error);
}

const struct cg_metadata_kind metadata_profile = {
    .abi = CG_METADATA_ABI,
    .key = CG_KEY_PROFILE,
    .places = CG_ON_NODE | CG_ON_EDGE,
    .strategy = "custom",
    .merge = profile_merge_greatest,
    .sum = profile_merge_sum,
    .check = check,
    .description = "visits and metrics that recorded runs measured",
    .collector = "cgvalidate",
    .digits_alike = true,
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
