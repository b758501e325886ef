#include "profile_text.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell(void *user, const struct cg_error *where)
{
    struct told *told = user;
    size_t used = strlen(told->text);
    told->warnings++;
    snprintf(told->text + used, sizeof told->text - used, "%s\n", where->text);
}

struct cg_profile *profile_from(const void *data, size_t length, const char *binary,
                                struct told *told)
{
    struct told own = {0};
    struct cg_profile *profile = NULL;
    struct cg_error error = {0};
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    if (told) {
        *told = own;
    }
    options.binary = binary;
    options.warn = tell;
    options.user = told ? told : &own;
    int status = cg_profile_read_memory(&profile, data, length, "input", &options, &error);
    ck_assert_msg(!status, "%s:%lu:%lu: %s", error.file, error.line, error.column, error.text);
    ck_assert_msg(!own.warnings, "%s", own.text);
    return profile;
}

int refusal(const void *data, size_t length, const char *binary, char *text, size_t room)
{
    struct cg_profile *profile = NULL;
    struct cg_error error = {0};
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    options.binary = binary;
    int status = cg_profile_read_memory(&profile, data, length, "input", &options, &error);
    ck_assert_int_ne(status, CG_OK);
    ck_assert_int_eq((int)error.status, status);
    cg_error_format(text, room, &error);
    return status;
}

/* Names from the root on, in a buffer that is filled from its end. */
static char *path_text(const struct cg_profile *profile, cg_call_context path, const char *values)
{
    size_t room = strlen(values) + 1;
    struct cg_call_context_info info;
    for (cg_call_context p = path; p != CG_NO_CONTEXT; p = info.parent) {
        cg_profile_context(profile, p, &info);
        room += strlen(cg_profile_frame_name(profile, info.frame)) + 1;
    }
    char *text = malloc(room);
    char *at = text + room - strlen(values) - 1;
    strcpy(at, values);
    for (cg_call_context p = path; p != CG_NO_CONTEXT; p = info.parent) {
        cg_profile_context(profile, p, &info);
        const char *name = cg_profile_frame_name(profile, info.frame);
        at -= strlen(name);
        memcpy(at, name, strlen(name));
        if (info.parent != CG_NO_CONTEXT) {
            *--at = ';';
        }
    }
    memmove(text, at, strlen(at) + 1);
    return text;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *profile_text(const struct cg_profile *profile)
{
    uint32_t count = 0;
    uint32_t metric = cg_profile_find_metric(profile, CG_METRIC_TIME);
    char **lines = calloc((size_t)cg_profile_context_count(profile) + 1, sizeof *lines);
    size_t length = 1;
    for (cg_call_context path = 0; path < cg_profile_context_count(profile); path++) {
        char values[64];
        struct cg_statistics time;
        uint64_t visits = cg_profile_visits(profile, path);
        cg_profile_statistics(profile, metric, path, &time);
        snprintf(values, sizeof values, " %llu %.0f\n", (unsigned long long)visits, time.sum * 1e9);
        if (visits || time.sum > 0) {
            lines[count] = path_text(profile, path, values);
            length += strlen(lines[count++]);
        }
    }
    qsort(lines, count, sizeof *lines, compare_texts);
    char *text = malloc(length);
    char *at = text;
    *at = '\0';
    for (uint32_t i = 0; i < count; i++) {
        at = stpcpy(at, lines[i]);
        free(lines[i]);
    }
    free(lines);
    return text;
}
