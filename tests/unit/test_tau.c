/* Profiles of TAU: trees, fragments, names, directories. */
#include "profile_paths.h"
#include "profile_text.h"
#include "support.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD                                                                                       \
    " templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls # <metadata>"      \
    "<attribute><name>TAU Version</name><value>2.33</value></attribute></metadata>\n"
#define TAIL "0 aggregates\n0 userevents\n"

START_TEST(whole_paths_are_a_tree)
{
    check_paths("6" HEAD "\".TAU application\" 1 1 1000000 60000000 0 GROUP=\"TAU_DEFAULT\"\n"
                "\"main\" 1 2 10000000 59000000 0 GROUP=\"TAU_USER\"\n"
                "\"f(int)\" 3 0 49000000 49000000 0 GROUP=\"TAU_USER\"\n"
                "\".TAU application => main  \" 1 2 10000000 59000000 0 "
                "GROUP=\"TAU_CALLPATH | TAU_USER\"\n"
                "\".TAU application => main  => f(int)\" 2 0 40000000 48000000 0 "
                "GROUP=\"TAU_USER | TAU_CALLPATH\"\n"
                "\".TAU application => main => f(int) => f(int)\" 1 0 9000000 8000000 0 "
                "GROUP=\"TAU_CALLPATH\"\n" TAIL,
                ".TAU application%root{TAU_DEFAULT} visits=1 time=1 time:inclusive=60\n"
                ".TAU application%root{TAU_DEFAULT};main{TAU_USER} visits=1 time=10 "
                "time:inclusive=59\n"
                ".TAU application%root{TAU_DEFAULT};main{TAU_USER};f(int){TAU_USER} visits=2 "
                "time=40 time:inclusive=48\n"
                ".TAU application%root{TAU_DEFAULT};main{TAU_USER};f(int){TAU_USER};"
                "f(int){TAU_USER} visits=1 time=9 time:inclusive=8\n",
                "");
}
END_TEST

START_TEST(cut_paths_are_pieces)
{
    const char *text = "6" HEAD "\".TAU application\" 1 1 1e6 60e6 0 GROUP=\"T\"\n"
                       "\"main\" 1 2 10e6 59e6 0 GROUP=\"T\"\n"
                       "\"f\" 5 0 49e6 49e6 0 GROUP=\"T\"\n"
                       "\".TAU application => main\" 1 2 10e6 59e6 0 GROUP=\"T\"\n"
                       "\"main => f\" 2 0 40e6 48e6 0 GROUP=\"T\"\n"
                       "\"f => f\" 1 0 9e6 8e6 0 GROUP=\"T\"\n" TAIL;
    check_paths(text,
                ".TAU application%root{T}~ visits=1 time=1 time:inclusive=60\n"
                "main{T}~ time=10 time:inclusive=59\n"
                "f{T}~ visits=2 time=49 time:inclusive=49\n"
                ".TAU application%root{T}~;main{T}^ visits=1 time=59 time:inclusive=59\n"
                "main{T}~;f{T}^ visits=2 time=48 time:inclusive=48\n"
                "f{T}~;f{T}^ visits=1 time=8 time:inclusive=8\n",
                "");
}
END_TEST

START_TEST(of_deeper_pieces_the_last_call_counts)
{
    check_paths(
        "5" HEAD "\"a\" 1 0 1e6 9e6 0 GROUP=\"\"\n\"b\" 2 0 2e6 8e6 0 GROUP=\"\"\n"
        "\"c\" 3 0 3e6 3e6 0 GROUP=\"\"\n"
        "\"b => a => c\" 2 0 2e6 2e6 0 GROUP=\"\"\n\"x => a => c\" 1 0 1e6 1e6 0 GROUP=\"\"\n" TAIL,
        "a~ visits=1 time=1 time:inclusive=9\nb~ visits=2 time=2 time:inclusive=8\n"
        "c~ time=3 time:inclusive=3\na~;c^ visits=3 time=3 time:inclusive=3\n",
        "");
}
END_TEST

START_TEST(functions_alone_are_pieces)
{
    check_paths("2" HEAD "\"a\" 1 0 1e6 9e6 0 GROUP=\"A | B\"\n"
                "\"b\" 2 0 -2e6 8.5e6 0 GROUP=\"B|TAU_CALLPATH\"\n" TAIL,
                "a{A | B}~ visits=1 time=1 time:inclusive=9\n"
                "b{B}~ visits=2 time=-2 time:inclusive=8.5\n",
                "");
}
END_TEST

START_TEST(names_are_decorated)
{
    static const struct {
        const char *written;
        const char *group;
        const char *frame;
    } cases[] = {
        {"f  ", "T", "f{T}"},
        {"f C", "T", "f{T}"},
        {"int main(int, char **) C", "T", "int main(int, char **){T}"},
        {"f [{/a b/x.c} {12,1}-{30,2}]", "T", "f(/a b/x.c:12){T}"},
        {"f C [{x.c} {12}]", "T", "f(x.c:12){T}"},
        {"f [{x.c}]", "T", "f(x.c:0){T}"},
        {"operator[](int) [{x.c} {1,2}]", "T", "operator[](int)(x.c:1){T}"},
        {"say(\"hi\") \"", "T", "say(\"hi\") \"{T}"},
        {"MPI_Send()", "MPI", "MPI_Send{MPI}"},
        {"f()", "TAU_USER", "f(){TAU_USER}"},
        {"OpenMP_Implicit_Task f [{x.c} {3}]", "T", "OpenMP_Implicit_Task f(x.c:3)%region{T}"},
        {"parallel fork/join", "TAU_OPENMP", "parallel fork/join%region{TAU_OPENMP}"},
        {"Loop: f [{x.c} {3,1}-{4,1}]", "T", "Loop: f(x.c:3)%region{T}"},
        {"Iteration 3", "TAU_PHASE", "Iteration 3%region{TAU_PHASE}"},
        {"f(int)", "TAU_PHASE", "f(int){TAU_PHASE}"},
        {"UNRESOLVED /lib/x", "T", "UNRESOLVED /lib/x%unknown{T}"},
        {"addr=<0x401136>", "T", "addr=<0x401136>%unknown{T}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char input[1000], expected[300];
        sprintf(input, "1" HEAD "\"%s\" 1 0 1e6 1e6 0 GROUP=\"%s\"\n" TAIL, cases[i].written,
                cases[i].group);
        sprintf(expected, "%s~ visits=1 time=1 time:inclusive=1\n", cases[i].frame);
        check_paths(input, expected, "");
    }
}
END_TEST

START_TEST(samples_are_no_calls)
{
    const char *text =
        "5" HEAD "\"main\" 1 0 1e6 9e6 0 GROUP=\"T\"\n"
        "\"main => [CONTEXT] main\" 8 0 0 8e6 0 GROUP=\"TAU_SAMPLE_CONTEXT\"\n"
        "\"main => [CONTEXT] main => [SUMMARY] f [{x.c}]\" 8 0 0 8e6 0 GROUP=\"TAU_SAMPLE\"\n"
        "\"main => [CONTEXT] main => [SUMMARY] f [{x.c}] => [SAMPLE] f [{x.c} {12}]\" 5 0 5e6 5e6 "
        "0 GROUP=\"TAU_SAMPLE\"\n"
        "\"main => [CONTEXT] main => [SUMMARY] f [{x.c}] => [SAMPLE] f [{x.c} {13}]\" 3 0 3e6 3e6 "
        "0 GROUP=\"TAU_SAMPLE\"\n" TAIL;
    struct cg_profile *profile = profile_from(text, strlen(text), NULL, NULL);
    struct cg_recorded_call *calls;
    size_t count;
    uint32_t samples = cg_profile_find_metric(profile, CG_METRIC_SAMPLES);
    ck_assert(cg_profile_is_sampled(profile));
    ck_assert_double_eq(cg_profile_inclusive(profile, samples, 0), 8);
    ck_assert_uint_eq(cg_profile_visits(profile, 0), 1);
    ck_assert_int_eq(cg_profile_calls(&calls, &count, profile, NULL, NULL), CG_OK);
    for (size_t i = 0; i < count; i++) { /* who called what was seen is not known */
        ck_assert_uint_eq(calls[i].caller, CG_NO_CONTEXT);
    }
    free(calls);
    cg_profile_free(profile);
}
END_TEST

START_TEST(what_follows_functions_is_skipped)
{
    check_paths("1 templated_functions\n# Name\n\"a\" 1 0 1e6 1e6 2 GROUP=\"T\"\n1 2\n3 4\n"
                "1 aggregates\nwhatever\n1 userevents\n# eventname\n\"size\" 1 8 8 8 64\n",
                "a{T}~ visits=1 time=1 time:inclusive=1\n", "");
    check_paths("1 templated_functions_MULTI_PAPI_TOT_CYC\n# Name\n\"a\" 1 0 7 9 0 GROUP=\"T\"\n"
                "0 aggregates\n",
                "a{T}~ visits=1 PAPI_TOT_CYC=7 PAPI_TOT_CYC:inclusive=9\n", "");
}
END_TEST

START_TEST(broken_files_are_refused)
{
    static const char whole[] = "2" HEAD "\"a\" 1 0 1 1 1 GROUP=\"T\"\n1 2\n\"b\" 1 0 1 1 0 "
                                "GROUP=\"T\"\n1 aggregates\nx\n1 userevents\n# e\n\"size\" 1\n";
    check_refused("1" HEAD "\"a\" 1 0 x 1 0 GROUP=\"T\"\n" TAIL, "input:3:0: not \"NAME\"");
    check_refused("1" HEAD "a 1 0 1 1 0 GROUP=\"T\"\n" TAIL, "input:3:0: not \"NAME\"");
    check_refused("1" HEAD "\"a\" 1 0 1 1 0\n" TAIL, "input:3:0: not \"NAME\"");
    check_refused("1" HEAD "\"a\" 1 0 1 1 0 GROUP=\"T\"\nx aggregates\n", "aggregates");
    check_refused("1" HEAD "\"a\" 1 0 1 1 0 GROUP=\"T\"\n0 aggregates\nx\n", "user events");
    check_refused("99999999999999" HEAD TAIL, "input:3:0: not \"NAME\"");
    check_refused("1" HEAD "\"a\" 1 0 1 1 999999999999 GROUP=\"T\"\n" TAIL, "cut off");
    /* every missing line is an error, except that user events may be absent */
    for (size_t length = sizeof whole - 2; length-- > sizeof HEAD;) {
        char text[sizeof whole] = "";
        memcpy(text, whole, length);
        if (text[length - 1] == '\n' && !strstr(text + length - 4, "\nx\n")) {
            check_refused(text, "the profile is cut off");
        }
    }
}
END_TEST

static void write_file(const char *directory, const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    for (char *slash = path + strlen(directory) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        ck_assert(mkdir(path, 0777) == 0 || errno == EEXIST);
        *slash = '/';
    }
    FILE *out = fopen(path, "w");
    ck_assert(out != NULL);
    fputs(text, out);
    fclose(out);
}

static void one_function(char *text, const char *metric, int calls, const char *value)
{
    sprintf(text, "1 templated_functions_MULTI_%s\n# Name\n\"a\" %d 0 %s %s 0 GROUP=\"T\"\n" TAIL,
            metric, calls, value, value);
}

static void remove_directory(const char *directory)
{
    char command[300];
    snprintf(command, sizeof command, "rm -r '%s'", directory);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(directories_are_one_profile)
{
    char directory[] = "/tmp/test-tau-XXXXXX", text[300];
    struct cg_profile *profile = NULL;
    ck_assert(mkdtemp(directory) != NULL);
    one_function(text, "TIME", 1, "1e6");
    write_file(directory, "profile.0.0.0", text);
    one_function(text, "TIME", 2, "2e6");
    write_file(directory, "profile.10.0.1", text);
    write_file(directory, "profile.2.0.0", text);
    write_file(directory, "profile.2.0", "not a profile");
    ck_assert_int_eq(cg_profile_read_file(&profile, directory, NULL, NULL), CG_OK);
    char *paths = paths_text(profile);
    char *locations = locations_text(profile);
    ck_assert_str_eq(paths, "a{T}~ visits=5 time=5 time:inclusive=5\n");
    ck_assert_str_eq(locations, "0.0.0 - 0 0\n2.0.0 - 2 0\n10.0.1 - 10 1\n");
    free(paths);
    free(locations);
    cg_profile_free(profile);
    remove_directory(directory);
}
END_TEST

static void tell(void *user, const struct cg_error *where)
{
    snprintf(user, sizeof where->text, "%s", where->text);
}

START_TEST(metrics_have_directories)
{
    char directory[] = "/tmp/test-tau-XXXXXX", text[300];
    struct cg_profile *profile = NULL;
    ck_assert(mkdtemp(directory) != NULL);
    one_function(text, "TIME", 3, "1e6");
    write_file(directory, "MULTI__TIME/profile.0.0.0", text);
    write_file(directory, "MULTI__TIME/profile.1.0.0", text);
    one_function(text, "PAPI_L1_DCM", 3, "70");
    write_file(directory, "MULTI__PAPI_L1_DCM/profile.0.0.0", text);
    write_file(directory, "MULTI__PAPI_L1_DCM/profile.1.0.0", text);
    ck_assert_int_eq(cg_profile_read_file(&profile, directory, NULL, NULL), CG_OK);
    char *paths = paths_text(profile);
    ck_assert_str_eq(paths, "a{T}~ visits=6 PAPI_L1_DCM=140 PAPI_L1_DCM:inclusive=140 time=2 "
                            "time:inclusive=2\n");
    ck_assert_uint_eq(cg_profile_location_count(profile), 2);
    free(paths);
    cg_profile_free(profile);
    /* of each thread */
    char told[1200] = "";
    const struct cg_profile_options options = {CG_PROFILE_OPTIONS_VERSION, .warn = tell,
                                               .user = told};
    ck_assert_int_eq(cg_profile_read_file(&profile, directory, &options, NULL), CG_OK);
    ck_assert_str_eq(told, "");
    cg_profile_free(profile);
    write_file(directory, "MULTI__TIME/profile.2.0.0", text);
    ck_assert_int_eq(cg_profile_read_file(&profile, directory, &options, NULL), CG_OK);
    ck_assert_msg(strstr(told, "each of the 2 metrics: some of profile.2.0.0 are missing"), "%s",
                  told);
    cg_profile_free(profile);
    remove_directory(directory);
}
END_TEST

START_TEST(other_directories_are_refused)
{
    static const struct {
        const char *file;
        const char *message;
    } cases[] = {{"task.txt", "uftrace dump --chrome"},
                 {"experiment.xml", "HPCToolkit"},
                 {"profile.cubex", "read profile.cubex"},
                 {"x", "without TAU profiles"},
                 {"profile.0.0.0", "profile.0.0.0: not a TAU profile"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char directory[] = "/tmp/test-tau-XXXXXX", text[1200];
        struct cg_profile *profile = NULL;
        struct cg_error error = {0};
        ck_assert(mkdtemp(directory) != NULL);
        write_file(directory, cases[i].file, "x");
        ck_assert_int_eq(cg_profile_read_file(&profile, directory, NULL, &error), CG_E_FORMAT);
        snprintf(text, sizeof text, "%s: %s", error.file, error.text);
        ck_assert_msg(strstr(text, cases[i].message) != NULL, "%s", text);
        remove_directory(directory);
    }
}
END_TEST

START_TEST(paths_may_be_very_deep)
{
    enum { DEPTH = 300000 };
    char *text = malloc(DEPTH * 5 + 500);
    char *at = stpcpy(text, "1" HEAD "\"");
    for (int i = 0; i < DEPTH; i++) {
        at = stpcpy(at, i ? (i % 3 ? " => a" : " => b") : "m");
    }
    at = stpcpy(at, "\" 1 0 1 1 0 GROUP=\"TAU_CALLPATH\"\n" TAIL);
    struct cg_profile *profile = profile_from(text, (size_t)(at - text), NULL, NULL);
    ck_assert_uint_eq(cg_profile_context_count(profile), 4); /* roots, and the call that was cut */
    cg_profile_free(profile);
    free(text);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {whole_paths_are_a_tree,
                                  cut_paths_are_pieces,
                                  of_deeper_pieces_the_last_call_counts,
                                  functions_alone_are_pieces,
                                  names_are_decorated,
                                  samples_are_no_calls,
                                  what_follows_functions_is_skipped,
                                  broken_files_are_refused,
                                  directories_are_one_profile,
                                  metrics_have_directories,
                                  other_directories_are_refused,
                                  paths_may_be_very_deep,
                                  NULL};
    return run_tests("tau", tests, 240);
}
