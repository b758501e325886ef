#include "profile_pieces.h"

#include <inttypes.h>
#include <stdlib.h>

static const char *or_none(const char *text)
{
    return text && *text ? text : "-";
}

static void print_function(FILE *out, const struct cg_profile *profile, cg_call_context path)
{
    struct cg_call_context_info info;
    struct cg_frame_info frame;
    cg_profile_context(profile, path, &info);
    cg_profile_frame(profile, info.frame, &frame);
    fprintf(out, "\t%s\t%s\t%s%s", or_none(frame.object), or_none(frame.file), frame.name,
            info.flags & CG_CONTEXT_RECURSIVE ? "'2" : "");
}

static void print_callers(FILE *out, const struct cg_profile *profile, cg_call_context path)
{
    struct cg_call_context_info info;
    struct cg_frame_info frame;
    cg_profile_context(profile, path, &info);
    while (info.parent != CG_NO_CONTEXT) {
        cg_profile_context(profile, info.parent, &info);
        cg_profile_frame(profile, info.frame, &frame);
        fprintf(out, "'%s", frame.name);
    }
}

static void print_values(FILE *out, const struct cg_profile *profile, cg_call_context path)
{
    for (uint32_t m = 0; m < cg_profile_metric_count(profile); m++) {
        struct cg_statistics values;
        cg_profile_statistics(profile, m, path, &values);
        if (values.sum != 0) {
            fprintf(out, "\t%s=%.17g", cg_profile_metric(profile, m)->name, values.sum);
        }
    }
    fputc('\n', out);
}

/* A path of calls with others below it only names their callers. */
static void print_path(FILE *out, const struct cg_profile *profile, cg_call_context path,
                       bool is_leaf)
{
    struct cg_call_context_info info;
    cg_profile_context(profile, path, &info);
    if (!(info.flags & CG_CONTEXT_CALL)) {
        fputs("self", out);
        print_function(out, profile, path);
        print_callers(out, profile, path);
        print_values(out, profile, path);
    } else if (is_leaf) {
        fputs("call", out);
        print_function(out, profile, info.parent);
        print_callers(out, profile, info.parent);
        print_function(out, profile, path);
        fprintf(out, "\t%s\t%" PRIu32, or_none(info.site_file), info.site_line);
        print_values(out, profile, path);
    }
}

static bool print_paths(FILE *out, const struct cg_profile *profile)
{
    uint32_t count = cg_profile_context_count(profile);
    bool *is_parent = calloc((size_t)count + 1, sizeof *is_parent);
    struct cg_call_context_info info;
    for (cg_call_context path = 0; is_parent && path < count; path++) {
        cg_profile_context(profile, path, &info);
        is_parent[info.parent == CG_NO_CONTEXT ? count : info.parent] = true;
    }
    for (cg_call_context path = 0; is_parent && path < count; path++) {
        print_path(out, profile, path, !is_parent[path]);
    }
    bool ok = is_parent != NULL;
    free(is_parent);
    return ok;
}

static bool print_calls(FILE *out, const struct cg_profile *profile)
{
    struct cg_recorded_call *calls;
    size_t count;
    if (cg_profile_calls(&calls, &count, profile, NULL, NULL)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "edge\t%s\t%s\t%" PRIu64 "\n",
                calls[i].caller == CG_NO_CONTEXT ? "-"
                                                 : cg_profile_frame_name(profile, calls[i].caller),
                cg_profile_frame_name(profile, calls[i].callee), calls[i].visits);
    }
    free(calls);
    return true;
}

bool profile_pieces(FILE *out, const struct cg_profile *profile)
{
    return print_paths(out, profile) && print_calls(out, profile);
}
