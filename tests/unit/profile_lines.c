/*
 * profile-lines FILE: what a profile of pieces says, a line each, for tests that read it otherwise.
 *
 *     self  OBJECT  FILE  NAME  METRIC=VALUE ...
 *     call  OBJECT  FILE  NAME  OBJECT  FILE  NAME  SITE-FILE  SITE-LINE  METRIC=VALUE ...
 *     edge  NAME  NAME  VISITS
 *
 * separated by tabs, "-" for what is not known. Callers that a piece is under stand behind its
 * name, each after a "'". Metrics without a value are left out.
 */
#include <libcg/profile.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *or_none(const char *text)
{
    return text && *text ? text : "-";
}

static void print_function(const struct cg_profile *profile, cg_path path)
{
    struct cg_path_info info;
    struct cg_frame_info frame;
    cg_profile_path(profile, path, &info);
    cg_profile_frame(profile, info.frame, &frame);
    printf("\t%s\t%s\t%s", or_none(frame.object), or_none(frame.file), frame.name);
}

static void print_callers(const struct cg_profile *profile, cg_path path)
{
    struct cg_path_info info;
    struct cg_frame_info frame;
    cg_profile_path(profile, path, &info);
    while (info.parent != CG_NO_PATH) {
        cg_profile_path(profile, info.parent, &info);
        cg_profile_frame(profile, info.frame, &frame);
        printf("'%s", frame.name);
    }
}

static void print_values(const struct cg_profile *profile, cg_path path)
{
    for (uint32_t m = 0; m < cg_profile_metric_count(profile); m++) {
        struct cg_statistics values;
        cg_profile_statistics(profile, m, path, &values);
        if (values.sum != 0) {
            printf("\t%s=%.17g", cg_profile_metric(profile, m)->name, values.sum);
        }
    }
    putchar('\n');
}

/* A path of calls that has others below says only who the callers of those are. */
static void print_path(const struct cg_profile *profile, cg_path path, bool is_leaf)
{
    struct cg_path_info info;
    cg_profile_path(profile, path, &info);
    if (!(info.flags & CG_PATH_CALL)) {
        fputs("self", stdout);
        print_function(profile, path);
        print_callers(profile, path);
        print_values(profile, path);
    } else if (is_leaf) {
        fputs("call", stdout);
        print_function(profile, info.parent);
        print_callers(profile, info.parent);
        print_function(profile, path);
        printf("\t%s\t%" PRIu32, or_none(info.site_file), info.site_line);
        print_values(profile, path);
    }
}

static bool print_paths(const struct cg_profile *profile)
{
    uint32_t count = cg_profile_path_count(profile);
    bool *is_parent = calloc((size_t)count + 1, sizeof *is_parent);
    struct cg_path_info info;
    for (cg_path path = 0; is_parent && path < count; path++) {
        cg_profile_path(profile, path, &info);
        is_parent[info.parent == CG_NO_PATH ? count : info.parent] = true;
    }
    for (cg_path path = 0; is_parent && path < count; path++) {
        print_path(profile, path, !is_parent[path]);
    }
    bool ok = is_parent != NULL;
    free(is_parent);
    return ok;
}

static bool print_calls(const struct cg_profile *profile)
{
    struct cg_recorded_call *calls;
    size_t count;
    if (cg_profile_calls(&calls, &count, profile, NULL, NULL)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        printf("edge\t%s\t%s\t%" PRIu64 "\n",
               calls[i].caller == CG_NO_PATH ? "-"
                                             : cg_profile_frame_name(profile, calls[i].caller),
               cg_profile_frame_name(profile, calls[i].callee), calls[i].visits);
    }
    free(calls);
    return true;
}

static void warn(void *user, const struct cg_error *where)
{
    (void)user;
    fprintf(stderr, "%s:%lu: warning: %s\n", where->file, where->line, where->text);
}

int main(int argc, char **argv)
{
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    struct cg_profile *profile;
    struct cg_error error = {0};
    char text[1200];
    options.warn = warn;
    if (argc != 2 || cg_profile_read_file(&profile, argv[1], &options, &error)) {
        cg_error_format(text, sizeof text, &error);
        fprintf(stderr, "profile-lines: error: %s\n", argc == 2 ? text : "one file is wanted");
        return 2;
    }
    bool ok = print_paths(profile) && print_calls(profile);
    cg_profile_free(profile);
    return ok ? 0 : 2;
}
