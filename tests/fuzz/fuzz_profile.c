/*
 * A profile is refused with a reason, or it is a tree: callers come before what they call,
 * statistics are of its locations, and united with itself it has the same paths, entered twice as
 * often.
 *
 * Input: a profile of any format.
 */
#include "fuzz.h"

#include <libcg/profile.h>

#include <math.h>
#include <stdlib.h>

static void look_at_warning(void *user, const struct cg_error *where)
{
    (void)user;
    FUZZ_CHECK(where->text[0] && where->file[0]);
}

static struct cg_profile *read_profile(const uint8_t *data, size_t size)
{
    struct cg_profile *profile = NULL;
    struct cg_error error = {0};
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    options.binary = PROFILED;
    options.warn = look_at_warning;
    int status = cg_profile_read_memory(&profile, data, size, "input", &options, &error);
    FUZZ_CHECK((status == CG_OK) == (profile != NULL));
    FUZZ_CHECK(!status || (error.status == (enum cg_status)status && error.text[0]));
    FUZZ_CHECK(status != CG_E_ARGUMENT && status != CG_E_STATE && status != CG_E_MEMORY);
    return profile;
}

static void check_paths(const struct cg_profile *profile)
{
    uint32_t frames = cg_profile_frame_count(profile);
    for (cg_call_context path = 0; path < cg_profile_context_count(profile); path++) {
        struct cg_call_context_info info;
        cg_profile_context(profile, path, &info);
        FUZZ_CHECK(info.parent == CG_NO_CONTEXT || info.parent < path);
        FUZZ_CHECK(info.frame < frames && (!info.site_line || info.site_file));
        FUZZ_CHECK(!(info.flags & CG_CONTEXT_FRAGMENT) || info.parent == CG_NO_CONTEXT);
        FUZZ_CHECK(!(info.flags & CG_CONTEXT_CALL) || info.flags & CG_CONTEXT_FRAGMENT ||
                   info.parent != CG_NO_CONTEXT);
    }
    for (cg_frame frame = 0; frame < frames; frame++) {
        struct cg_frame_info info;
        cg_profile_frame(profile, frame, &info);
        FUZZ_CHECK(info.name && cg_profile_frame_name(profile, frame));
    }
}

static void check_metric(const struct cg_profile *profile, uint32_t metric)
{
    uint32_t locations = cg_profile_location_count(profile);
    for (cg_call_context path = 0; path < cg_profile_context_count(profile); path++) {
        struct cg_statistics statistics;
        cg_profile_statistics(profile, metric, path, &statistics);
        FUZZ_CHECK(statistics.min_at < locations && statistics.max_at < locations);
        FUZZ_CHECK(!(statistics.min > statistics.max) && !(statistics.deviation < 0));
    }
    struct cg_flat_entry *entries;
    size_t count;
    FUZZ_CHECK(cg_profile_flat(&entries, &count, profile, metric, NULL) == CG_OK);
    FUZZ_CHECK(count == cg_profile_frame_count(profile));
    free(entries);
}

static void check_calls(const struct cg_profile *profile)
{
    struct cg_recorded_call *calls;
    size_t count;
    FUZZ_CHECK(cg_profile_calls(&calls, &count, profile, NULL, NULL) == CG_OK);
    for (size_t i = 0; i < count; i++) {
        struct cg_call_context_info info;
        FUZZ_CHECK(calls[i].context < cg_profile_context_count(profile));
        cg_profile_context(profile, calls[i].context, &info);
        FUZZ_CHECK(info.frame == calls[i].callee);
    }
    free(calls);
}

/* Twice the same run has the same paths, and whole numbers are twice as many. */
static void check_twice(struct cg_profile *profile, const struct cg_profile *same)
{
    uint32_t paths = cg_profile_context_count(profile);
    FUZZ_CHECK(cg_profile_merge(profile, same, NULL) == CG_OK);
    FUZZ_CHECK(cg_profile_context_count(profile) == paths);
    for (cg_call_context path = 0; path < paths; path++) {
        uint64_t once = cg_profile_visits(same, path);
        FUZZ_CHECK(once > UINT64_MAX / 2 || once > 1ull << 52 ||
                   cg_profile_visits(profile, path) == 2 * once);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cg_profile *profile = read_profile(data, size);
    if (profile) {
        struct cg_profile *same = read_profile(data, size);
        FUZZ_CHECK(same != NULL);
        check_paths(profile);
        for (uint32_t metric = 0; metric < cg_profile_metric_count(profile); metric++) {
            check_metric(profile, metric);
        }
        check_calls(profile);
        check_twice(profile, same);
        cg_profile_free(same);
        cg_profile_free(profile);
    }
    return 0;
}
