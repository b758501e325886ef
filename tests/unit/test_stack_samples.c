/*
 * Recordings of one program by perf, uftrace and XRay, which are not part of the project: without
 * them this tests nothing.
 */
#include "profile_paths.h"
#include "profile_text.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SAMPLES SOURCE_DIRECTORY "/../shared/data/profiles/"

static struct cg_profile *read_sample(const char *name)
{
    char path[1000];
    struct cg_profile *profile = NULL;
    struct cg_error error = {0};
    snprintf(path, sizeof path, SAMPLES "%s", name);
    int status = cg_profile_read_file(&profile, path, NULL, &error);
    ck_assert_msg(!status, "%s:%lu: %s", error.file, error.line, error.text);
    return profile;
}

/* Whether a profile has a call; libraries and kernel apart, which only some recordings show. */
static bool has_call(const struct cg_profile *profile, const char *caller, const char *callee)
{
    struct cg_recorded_call *calls;
    size_t count;
    bool found = false;
    ck_assert_int_eq(cg_profile_calls(&calls, &count, profile, NULL, NULL), CG_OK);
    for (size_t i = 0; i < count; i++) {
        found = found || (calls[i].caller != CG_NO_CONTEXT &&
                          strcmp(cg_profile_frame_name(profile, calls[i].caller), caller) == 0 &&
                          strcmp(cg_profile_frame_name(profile, calls[i].callee), callee) == 0);
    }
    free(calls);
    return found;
}

/* The stacks of a file of perf script, folded line by line. */
static char *fold(const char *name)
{
    char path[1000], line[1000], *text;
    char stack[64][300];
    int depth = 0;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    snprintf(path, sizeof path, SAMPLES "%s", name);
    FILE *in = fopen(path, "r");
    ck_assert(in != NULL);
    while (fgets(line, sizeof line, in)) {
        if (*line == '\t' &&
            sscanf(line, "%*s %299[^+]", stack[depth]) == 1) { /* of all, there is an offset */
            strcat(stack[depth++], strstr(line, "[kernel") ? "_[k]" : "");
        } else if (*line == '\n') {
            while (depth > 0) {
                depth--;
                fprintf(out, "%s%s", stack[depth], depth ? ";" : " 1\n");
            }
        }
    }
    fclose(in);
    fclose(out);
    return text;
}

static void check_same_calls(const struct cg_profile *a, const struct cg_profile *b)
{
    struct cg_recorded_call *calls;
    size_t count;
    ck_assert_int_eq(cg_profile_calls(&calls, &count, a, NULL, NULL), CG_OK);
    for (size_t i = 0; i < count; i++) {
        const char *callee = cg_profile_frame_name(a, calls[i].callee);
        if (calls[i].caller != CG_NO_CONTEXT) {
            const char *caller = cg_profile_frame_name(a, calls[i].caller);
            ck_assert_msg(has_call(b, caller, callee), "%s -> %s", caller, callee);
        }
    }
    free(calls);
}

START_TEST(perf_and_folded_say_the_same)
{
    static const char *const names[] = {"demo.perfscript.txt", "demo.perfscript_fp.txt"};
    for (size_t i = 0; i < 2; i++) {
        char *text = fold(names[i]);
        struct cg_profile *perf = read_sample(names[i]);
        struct cg_profile *folded = profile_from(text, strlen(text), NULL, NULL);
        uint32_t samples = cg_profile_find_metric(perf, CG_METRIC_SAMPLES);
        double total = 0, weight = 0;
        check_same_calls(perf, folded);
        check_same_calls(folded, perf);
        for (cg_call_context p = 0; p < cg_profile_context_count(perf); p++) {
            total += cg_profile_exclusive(perf, samples, p);
        }
        for (cg_call_context p = 0; p < cg_profile_context_count(folded); p++) {
            weight += cg_profile_exclusive(folded, 0, p);
        }
        ck_assert_double_eq(total, 12);
        ck_assert_double_eq(weight, 12);
        cg_profile_free(perf);
        cg_profile_free(folded);
        free(text);
    }
}
END_TEST

START_TEST(sampled_calls_are_among_the_traced)
{
    struct cg_profile *traced = read_sample("demo.folded");
    struct cg_profile *sampled = read_sample("demo.perfscript.txt");
    struct cg_profile *pointers = read_sample("demo.perfscript_fp.txt");
    static const char *const calls[][2] = {
        {"main", "_ZNK2Sq4areaEi"},
        {"_ZNK2Sq4areaEi", "_ZL4leafi"},
        {"main", "_ZNK2Ci4areaEi"},
        {"_ZNK2Ci4areaEi", "_ZN12_GLOBAL__N_111anon_helperEi"},
        {"_ZN12_GLOBAL__N_111anon_helperEi", "_ZL4leafi"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        ck_assert(has_call(traced, calls[i][0], calls[i][1]));
        ck_assert(has_call(sampled, calls[i][0], calls[i][1]));
    }
    /* stacks that go by frame pointers skip who called a function without a frame */
    ck_assert(!has_call(traced, "main", "_ZL4leafi"));
    ck_assert(!has_call(sampled, "main", "_ZL4leafi"));
    ck_assert(has_call(pointers, "main", "_ZL4leafi"));
    ck_assert(has_call(traced, "qsort", "cmp"));
    cg_profile_free(traced);
    cg_profile_free(sampled);
    cg_profile_free(pointers);
}
END_TEST

/* Traces of uftrace and of XRay, of one program. */
START_TEST(traces_are_read)
{
    struct cg_profile *uftrace = read_sample("demo.chrome.json");
    struct cg_profile *xray = read_sample("demo.xray.chrome.json");
    char *text = profile_text(uftrace);
    ck_assert(strstr(text, "main;_ZNK2Sq4areaEi;_ZL4leafi 40 "));
    ck_assert(strstr(text, "main;qsort;cmp 318 "));
    free(text);
    text = profile_text(xray);
    ck_assert(strstr(text, "main 1 1425250\n"));
    ck_assert(strstr(text, "main;_ZNK2Ci4areaEi;_ZN12_GLOBAL__N_111anon_helperEi;_ZL4leafi 40 "));
    ck_assert(cg_profile_loses_tail_callers(xray));
    free(text);
    cg_profile_free(uftrace);
    cg_profile_free(xray);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {perf_and_folded_say_the_same, sampled_calls_are_among_the_traced,
                                  traces_are_read, NULL};
    return access(SAMPLES "demo.folded", R_OK) ? 77 : run_tests("stack_samples", tests, 60);
}
