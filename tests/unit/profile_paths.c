#include "profile_paths.h"

#include "profile_text.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_frame(FILE *out, const struct cg_profile *profile,
                        const struct cg_call_context_info *path)
{
    static const char *const kinds[] = {"", "%region", "%root", "%unknown", "%kernel"};
    struct cg_frame_info frame;
    cg_profile_frame(profile, path->frame, &frame);
    fputs(frame.name, out);
    if (frame.file) {
        fprintf(out, "(%s:%" PRIu32 ")", frame.file, frame.line);
    }
    fprintf(out, "%s%s%s", frame.object ? "@" : "", frame.object ? frame.object : "",
            kinds[frame.kind]);
    if (frame.group) {
        fprintf(out, "{%s}", frame.group);
    }
    fprintf(out, "%s%s%s", path->flags & CG_CONTEXT_INLINED ? "!" : "",
            path->flags & CG_CONTEXT_FRAGMENT ? "~" : "", path->flags & CG_CONTEXT_CALL ? "^" : "");
    if (path->site_line) {
        fprintf(out, "<%s:%" PRIu32, path->site_file, path->site_line);
    }
}

static void print_path(FILE *out, const struct cg_profile *profile, cg_call_context path)
{
    struct cg_call_context_info infos[32];
    int depth = 0;
    for (cg_call_context p = path; p != CG_NO_CONTEXT; p = infos[depth++].parent) {
        ck_assert_int_lt(depth, 32);
        cg_profile_context(profile, p, &infos[depth]);
    }
    while (depth-- > 0) {
        print_frame(out, profile, &infos[depth]);
        fputs(depth ? ";" : "", out);
    }
}

char *paths_text(const struct cg_profile *profile)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (cg_call_context path = 0; path < cg_profile_context_count(profile); path++) {
        bool any = false;
        for (uint32_t m = 0; m < cg_profile_metric_count(profile); m++) {
            struct cg_statistics values;
            cg_profile_statistics(profile, m, path, &values);
            if (values.sum == 0) {
                continue;
            }
            if (!any) {
                print_path(out, profile, path);
            }
            any = true;
            fprintf(out, " %s=%.12g", cg_profile_metric(profile, m)->name, values.sum);
        }
        fputs(any ? "\n" : "", out);
    }
    fclose(out);
    return text;
}

char *locations_text(const struct cg_profile *profile)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (uint32_t i = 0; i < cg_profile_location_count(profile); i++) {
        struct cg_location at;
        cg_profile_location(profile, i, &at);
        fprintf(out, "%s %s %" PRIu64 " %" PRIu64 "\n", at.name ? at.name : "-",
                at.group ? at.group : "-", at.rank, at.thread);
    }
    fclose(out);
    return text;
}

void check_paths(const char *input, const char *paths, const char *warning)
{
    struct told told;
    struct cg_profile *profile = profile_from(input, strlen(input), NULL, *warning ? &told : NULL);
    char *text = paths_text(profile);
    ck_assert_str_eq(text, paths);
    ck_assert_msg(!*warning || strstr(told.text, warning), "warnings: %s", told.text);
    free(text);
    cg_profile_free(profile);
}

void check_refused(const char *input, const char *message)
{
    char text[1200];
    ck_assert_int_eq(refusal(input, strlen(input), NULL, text, sizeof text), CG_E_FORMAT);
    ck_assert_msg(strstr(text, message) != NULL, "not \"%s\": %s", message, text);
}
