/*
 * Writes folded stacks, as the library does. What it adds is to say when the paths of a format that
 * has none are made of its calls.
 */
#include "dump.h"

#include <libcg/profile_write.h>

static bool is_piece(const struct cg_profile *profile, cg_call_context path)
{
    struct cg_call_context_info info;
    cg_profile_context(profile, path, &info);
    return info.flags & (CG_CONTEXT_FRAGMENT | CG_CONTEXT_CALL);
}

static bool has_pieces(const struct cg_profile *profile)
{
    cg_call_context path = 0;
    while (path < cg_profile_context_count(profile) && !is_piece(profile, path)) {
        path++;
    }
    return path < cg_profile_context_count(profile);
}

/* Whether the profile distinguishes functions by caller. */
static bool has_callers(const struct cg_profile *profile)
{
    const unsigned both = CG_CONTEXT_FRAGMENT | CG_CONTEXT_CALL;
    struct cg_call_context_info info = {0};
    for (cg_call_context path = 0;
         path < cg_profile_context_count(profile) && (info.flags & both) != both; path++) {
        cg_profile_context(profile, path, &info);
    }
    return (info.flags & both) == both;
}

static bool write_bytes(void *user, const void *bytes, size_t length)
{
    return fwrite(bytes, 1, length, user) == length;
}

int dump_folded(struct dump *dump, struct cg_error *error)
{
    struct cg_profile_write_options options = CG_PROFILE_WRITE_OPTIONS_INIT;
    options.format = "folded";
    options.metric = dump->metric;
    if (has_pieces(dump->profile)) {
        cli_note("this format records calls but no call paths: the stacks are %s",
                 has_callers(dump->profile)
                     ? "the recorded callers of each function and its callees"
                     : "caller-callee pairs");
        if (!dump->settings->metric && dump_has(dump, CG_METRIC_VISITS)) {
            options.metric = cg_profile_find_metric(dump->profile, CG_METRIC_VISITS);
        }
    }
    return cg_profile_write(dump->profile, write_bytes, dump->out, &options, error);
}
