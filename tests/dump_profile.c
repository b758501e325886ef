/*
 * Prints a profile as the expected dumps of the samples do: dump_profile tree|edges FILE
 */
#include <libcg/profile.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void warn(void *user, const struct cg_error *where)
{
    char text[1024];
    (void)user;
    cg_error_format(text, sizeof text, where);
    fprintf(stderr, "%s\n", text);
}

static void print_tree(const struct cg_profile *p)
{
    uint32_t visits = cg_profile_find_metric(p, CG_METRIC_VISITS);
    uint32_t time = cg_profile_find_metric(p, CG_METRIC_TIME);
    uint32_t count = cg_profile_context_count(p);
    uint32_t *depths = calloc((size_t)count + 1, sizeof *depths);
    for (cg_call_context path = 0; depths && path < count; path++) {
        struct cg_call_context_info info;
        cg_profile_context(p, path, &info);
        depths[path] = info.parent == CG_NO_CONTEXT ? 0 : depths[info.parent] + 1;
        printf("%*s%s  ", 2 + 2 * (int)depths[path], "", cg_profile_frame_name(p, info.frame));
        if (visits == UINT32_MAX) {
            printf("visits=? ");
        } else {
            printf("visits=%" PRIu64 " ", cg_profile_visits(p, path));
        }
        if (time == UINT32_MAX) {
            printf("time=? excl=?\n");
        } else {
            printf("time=%.9g excl=%.9g\n", cg_profile_inclusive(p, time, path),
                   cg_profile_exclusive(p, time, path));
        }
    }
    free(depths);
}

static int print_edges(const struct cg_profile *p)
{
    struct cg_recorded_call *calls;
    size_t count;
    if (cg_profile_calls(&calls, &count, p, NULL, NULL)) {
        return 2;
    }
    for (size_t i = 0; i < count; i++) {
        const char *caller =
            calls[i].caller == CG_NO_CONTEXT ? "<root>" : cg_profile_frame_name(p, calls[i].caller);
        printf("  edge %s -> %s calls=%" PRIu64 "\n", caller,
               cg_profile_frame_name(p, calls[i].callee), calls[i].visits);
    }
    free(calls);
    return 0;
}

int main(int argc, char **argv)
{
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    struct cg_profile *profile;
    struct cg_error error;
    int status = 0;
    options.warn = warn;
    if (argc != 3 || (strcmp(argv[1], "tree") != 0 && strcmp(argv[1], "edges") != 0)) {
        fprintf(stderr, "usage: dump_profile tree|edges FILE\n");
        return 2;
    }
    if (cg_profile_read_file(&profile, argv[2], &options, &error)) {
        warn(NULL, &error);
        return 2;
    }
    if (strcmp(argv[1], "tree") == 0) {
        print_tree(profile);
    } else {
        status = print_edges(profile);
    }
    cg_profile_free(profile);
    return status;
}
