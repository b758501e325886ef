/* Filters: what others wrote, and that what is written reads back. */
#include "reach_sample.h"

#include <libcg/filter.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM_GRAPHS 400

/* Demangling, of a few names. */
static const struct name {
    const char *linkage, *readable, *file;
} names[] = {
    {"main", NULL, "src/main.c"},
    {"act", NULL, "src/act.c"},
    {"fact", NULL, "src/fact.c"},
    {"twice", NULL, "src/act.c"},
    {"twice", NULL, "src/fact.c"},
    {"_ZN2ns1fEi", "ns::f(int)", "src/f.cc"},
    {"_ZN2ns1fEl", "ns::f(long)", "src/f.cc"},
    {"_ZN12_GLOBAL__N_14hideEv", "(anonymous namespace)::hide()", "src/f.cc"},
    {"_ZZN2ns1gEvENK3$_0clEi", "ns::g()::$_0::operator()(int) const", "src/g.cc"},
    {"_Z5applyIlET_S0_", "long apply<long>(long)", "src/g.cc"},
    {"_Z5applyIdET_S0_", "double apply<double>(double)", "src/g.cc"},
    {"odd.name", NULL, "src/odd#.c"},
};
#define NAMES (sizeof names / sizeof *names)

static char *demangle(const char *linkage)
{
    for (size_t i = 0; i < NAMES; i++) {
        if (names[i].readable && strcmp(names[i].linkage, linkage) == 0) {
            return strdup(names[i].readable);
        }
    }
    return NULL;
}

static const struct cg_filter_options options = {CG_FILTER_OPTIONS_VERSION, demangle, "f"};

static struct cg_graph *make_graph(void)
{
    struct cg_graph *graph = new_graph();
    for (size_t i = 0; i < NAMES; i++) {
        add_node(graph, names[i].linkage, names[i].file, true, CG_LINKAGE_EXTERNAL);
    }
    add_node(graph, "printf", NULL, false, CG_LINKAGE_EXTERNAL);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    return graph;
}

/* What others wrote: the text, and the functions that it instruments, by number. */
static const struct written {
    const char *format, *text, *expected;
} written[] = {
    {"scorep",
     "SCOREP_REGION_NAMES_BEGIN\nEXCLUDE *\nINCLUDE MANGLED act _ZN2ns*\n"
     "SCOREP_REGION_NAMES_END\n",
     ".x...xx....."},
    {"scorep",
     "SCOREP_REGION_NAMES_BEGIN EXCLUDE *act # all\n INCLUDE fact\n"
     "SCOREP_REGION_NAMES_END",
     "x.xxxxxxxxxx"},
    {"scorep",
     "SCOREP_REGION_NAMES_BEGIN\nEXCLUDE MANGLED * INCLUDE ns::f(int) long\\ apply*\n"
     "SCOREP_REGION_NAMES_END",
     ".....x...x.."},
    {"scorep",
     "SCOREP_FILE_NAMES_BEGIN\nEXCLUDE *.cc */odd\\#.c\nSCOREP_FILE_NAMES_END\n"
     "SCOREP_REGION_NAMES_BEGIN EXCLUDE twice SCOREP_REGION_NAMES_END",
     "xxx........."},
    {"tau", "BEGIN_EXCLUDE_LIST\ntwice\n\"#act\"\nEND_EXCLUDE_LIST\n", "x....xxxxxxx"},
    {"tau",
     "# a comment\nBEGIN_INCLUDE_LIST\n  ns::f(#)\n\"#apply<double>#\"\nEND_INCLUDE_LIST\n"
     "BEGIN_EXCLUDE_LIST\nns::?(long)\nEND_EXCLUDE_LIST\n",
     ".....x....x."},
    {"tau", "BEGIN_FILE_INCLUDE_LIST\nf*.c\nEND_FILE_INCLUDE_LIST\n", "..x.x......."},
    {"gcc", "-finstrument-functions -finstrument-functions-exclude-function-list=act,hide",
     "x..xxxx.xxxx"},
    {"gcc",
     "'-finstrument-functions-exclude-function-list={anonymous},<lambda(int)>'\n"
     "-finstrument-functions-exclude-file-list=src/a,odd",
     "x.x.xxx..xx."},
    {"xray", "[always]\nfun:act\nfun:_ZN2ns*\n[never]\nfun:*\n", ".x...xx....."},
    {"xray", "# mine\n[never]\nfun:*act\nsrc:src/f\\.cc\n", "x..xx...xxxx"},
    {"xray", "[always]\nfun:_ZZN2ns1gEvENK3\\$_0clEi=arg1\n", "........x..."},
    {"clang-profile", "fun:*act\nfun:odd\\.name\n", ".xx........x"},
    {"clang-profile", "!fun:*act\n!src:*.cc\n", "x..xx......x"},
    {"clang-profile", "[clang]\ndefault:skip\nfunction:act=allow\nfunction:fact=skip\n",
     ".x.........."},
    {"clang-profile", "[clang]\ndefault:skip\nfunction:act=allowed\nfunction:fact=allow\n",
     "..x........."},
    {"uftrace", "-P act\n-P ns::f@libf.so\n-P ^apply\n", ".x...xx....."},
    {"uftrace", "-N twice -U act", "x.x..xxxxxxx"},
    {"perf",
     "#!/bin/sh\nperf probe -x \"$1\" --no-demangle --add 'act' --add 'act%return'\n"
     "perf probe -x \"$1\" --add ev=fact\n",
     ".xx........."},
    {"callgrind", "--demangle=no\n--callgrind:fn-skip=*act\n--fn-skip=twice\n", "x....xxxxxxx"},
    {"callgrind", "--toggle-collect=ns::f", ".....xx....."},
};

START_TEST(filters_of_others_are_sets)
{
    struct cg_graph *graph = make_graph();
    const struct written *w = &written[_i];
    bool selected[NAMES + 1];
    char found[NAMES + 1] = "";
    ck_assert_str_eq(cg_filter_recognise(w->text), w->format);
    ck_assert_int_eq(cg_filter_read(selected, graph, w->text, NULL, &options, NULL), CG_OK);
    for (size_t i = 0; i < NAMES; i++) {
        found[i] = selected[i] ? 'x' : '.';
    }
    ck_assert_msg(strcmp(found, w->expected) == 0, "%s\n%s is not %s", w->text, found, w->expected);
    ck_assert(!selected[NAMES]);
    cg_graph_free(graph);
}
END_TEST

/* No tool separates functions that share a name. */
static bool shares_name(size_t i)
{
    return strcmp(names[i].linkage, "twice") == 0;
}

/* A list of patterns is what they are one by one, however they are found. */
START_TEST(patterns_of_tau_are_a_union)
{
    static const char *const pieces[] = {"#", "?", "act", "ns::", "f", "(", ")", "twi", "int", "e"};
    struct cg_graph *graph = make_graph();
    struct random random = {.state = 9};
    for (int round = 0; round < 400; round++) {
        char text[2000] = "BEGIN_INCLUDE_LIST\n";
        bool all[NAMES + 1] = {false}, selected[NAMES + 1];
        for (uint32_t patterns = 1 + draw(&random, 8); patterns > 0; patterns--) {
            char pattern[60] = "", one[160];
            for (uint32_t n = 1 + draw(&random, 5); n > 0; n--) {
                strcat(pattern, pieces[draw(&random, sizeof pieces / sizeof *pieces)]);
            }
            snprintf(one, sizeof one, "BEGIN_INCLUDE_LIST\n\"%s\"\nEND_INCLUDE_LIST\n", pattern);
            ck_assert_int_eq(cg_filter_read(selected, graph, one, "tau", &options, NULL), CG_OK);
            for (size_t i = 0; i < NAMES; i++) {
                all[i] = all[i] || selected[i];
            }
            snprintf(text + strlen(text), sizeof text - strlen(text), "\"%s\"\n", pattern);
        }
        strcat(text, "END_INCLUDE_LIST\n");
        ck_assert_int_eq(cg_filter_read(selected, graph, text, "tau", &options, NULL), CG_OK);
        for (size_t i = 0; i < NAMES; i++) {
            ck_assert_msg(selected[i] == all[i], "function %zu: %s", i, text);
        }
    }
    cg_graph_free(graph);
}
END_TEST

START_TEST(what_is_written_reads_back)
{
    struct cg_graph *graph = make_graph();
    struct random random = {7};
    uint64_t same = 0;
    for (int round = 0; round < RANDOM_GRAPHS; round++) {
        bool set[NAMES + 1] = {false}, read[NAMES + 1];
        for (size_t i = 0; i < NAMES; i++) {
            set[i] = round > 0 && chance(&random, 40);
        }
        for (size_t f = 0; cg_filter_format_at(f); f++) {
            const char *format = cg_filter_format_at(f);
            bool exact = strcmp(format, "gcc") != 0;
            bool plain = strcmp(format, "uftrace") == 0;
            char *text;
            ck_assert_int_eq(cg_filter_write(&text, graph, set, format, &options, NULL), CG_OK);
            ck_assert_int_eq(cg_filter_read(read, graph, text, format, &options, NULL), CG_OK);
            for (size_t i = 0; i < NAMES; i++) {
                bool odd = plain && strpbrk(names[i].linkage, ".$");
                ck_assert_msg(!set[i] || read[i] || odd, "%s lacks %s:\n%s", format,
                              names[i].linkage, text);
                ck_assert_msg(set[i] || !read[i] || !exact || shares_name(i) ||
                                  strstr(names[i].linkage, "name"),
                              "%s has %s:\n%s", format, names[i].linkage, text);
                same += set[i] == read[i];
            }
            free(text);
        }
    }
    ck_assert_uint_gt(same, (uint64_t)RANDOM_GRAPHS * 8 * NAMES * 9 / 10);
    cg_graph_free(graph);
}
END_TEST

START_TEST(files_tell_functions_of_one_name_apart)
{
    struct cg_graph *graph = make_graph();
    bool set[NAMES + 1] = {false}, read[NAMES + 1];
    char *text;
    set[3] = true;
    for (size_t i = 0; i < 2; i++) {
        const char *format = i ? "scorep" : "gcc";
        ck_assert_int_eq(cg_filter_write(&text, graph, set, format, &options, NULL), CG_OK);
        ck_assert_int_eq(cg_filter_read(read, graph, text, format, &options, NULL), CG_OK);
        ck_assert(read[3] && !read[4]);
        free(text);
    }
    cg_graph_free(graph);
}
END_TEST

/* Names that end lines, hide what follows or are words of formats. */
static const char *const hostile[] = {"f\n--log-file=x",   "g\033[2J", "h\xe2\x80\xae",
                                      "i\n\"-fplugin=x\"", "j\rk",     "\xc2\x9bl",
                                      "END_INCLUDE_LIST",  "INCLUDE",  "SCOREP_REGION_NAMES_END",
                                      "MANGLED",           "m",        "n=o"};
#define HOSTILE (sizeof hostile / sizeof *hostile)
#define ORDINARY 6 /* from here on a line holds them */

static void check_hostile(const struct cg_graph *graph, const bool *set, const char *format)
{
    bool read[HOSTILE];
    char *text;
    ck_assert_int_eq(cg_filter_write(&text, graph, set, format, &options, NULL), CG_OK);
    ck_assert_int_eq(cg_filter_read(read, graph, text, format, &options, NULL), CG_OK);
    for (const char *at = text; *at; at++) {
        ck_assert_msg(*at == '\n' || (*at >= ' ' && *at <= '~'), "%s has %d", format, *at);
    }
    ck_assert_msg(!strstr(text, "log-file") && !strstr(text, "plugin"), "%s: %s", format, text);
    for (size_t i = ORDINARY; i < HOSTILE; i++) {
        bool can = !strchr(hostile[i], '=');
        ck_assert_msg(read[i] == set[i] || !can, "%s: %s\n%s", format, hostile[i], text);
    }
    free(text);
}

START_TEST(names_that_no_line_holds_are_left_out)
{
    struct cg_graph *graph = new_graph();
    bool set[HOSTILE];
    for (size_t i = 0; i < HOSTILE; i++) {
        add_node(graph, hostile[i], i == 0 ? "a\n-fplugin=x.c" : "a.c", true, CG_LINKAGE_EXTERNAL);
    }
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    for (size_t f = 0; cg_filter_format_at(f); f++) {
        for (unsigned which = 0; which < 4; which++) {
            for (size_t i = 0; i < HOSTILE; i++) {
                set[i] =
                    which == 0 || (which == 1 && i < ORDINARY) || (which == 2 && i >= ORDINARY);
            }
            check_hostile(graph, set, cg_filter_format_at(f));
        }
    }
    cg_graph_free(graph);
}
END_TEST

static const struct wrong {
    const char *text;
    uint32_t line;
} wrong[] = {
    {"SCOREP_REGION_NAMES_BEGIN\nact\nSCOREP_REGION_NAMES_END\n", 2},
    {"SCOREP_REGION_NAMES_BEGIN\nEXCLUDE act\n", 3},
    {"SCOREP_REGION_NAMES_BEGIN\nSCOREP_FILE_NAMES_END\n", 2},
    {"SCOREP_REGION_NAMES_BEGIN\nEXCLUDE a\\\n", 2},
    {"SCOREP_REGION_NAMES_BEGIN SCOREP_REGION_NAMES_END\nEXCLUDE a\n", 2},
    {"BEGIN_INCLUDE_LIST\nact\n", 2},
    {"BEGIN_INCLUDE_LIST\nEND_EXCLUDE_LIST\n", 2},
    {"act\nBEGIN_INCLUDE_LIST\nEND_INCLUDE_LIST\n", 1},
    {"[always]\nact\n", 2},
    {"fun:act\nact\n", 2},
    {"[always]\nfun:(\n", 2},
    {"act\n", 0},
    {"", 0},
};

START_TEST(faults_have_a_place)
{
    struct cg_graph *graph = make_graph();
    bool selected[NAMES + 1];
    struct cg_error error = {0};
    ck_assert_int_eq(cg_filter_read(selected, graph, wrong[_i].text, NULL, &options, &error),
                     CG_E_FORMAT);
    ck_assert_uint_eq(error.line, wrong[_i].line);
    cg_graph_free(graph);
}
END_TEST

START_TEST(misuse_is_an_error)
{
    struct cg_graph *graph = new_graph();
    bool set[1];
    char *text;
    ck_assert_int_eq(cg_filter_write(&text, graph, set, "scorep", NULL, NULL), CG_E_STATE);
    ck_assert_int_eq(cg_graph_freeze(graph, NULL), CG_OK);
    ck_assert_int_eq(cg_filter_write(&text, graph, set, "vampir", NULL, NULL), CG_E_ARGUMENT);
    ck_assert_int_eq(cg_filter_read(set, graph, "", "vampir", NULL, NULL), CG_E_ARGUMENT);
    ck_assert_ptr_null(cg_filter_recognise("main\nact\n"));
    ck_assert(cg_filter_loses_inlined("xray") && !cg_filter_loses_inlined("gcc"));
    cg_graph_free(graph);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("filter");
    TCase *tests = tcase_create("filter");
    tcase_add_loop_test(tests, filters_of_others_are_sets, 0, sizeof written / sizeof *written);
    tcase_add_test(tests, patterns_of_tau_are_a_union);
    tcase_add_test(tests, what_is_written_reads_back);
    tcase_add_test(tests, files_tell_functions_of_one_name_apart);
    tcase_add_test(tests, names_that_no_line_holds_are_left_out);
    tcase_add_loop_test(tests, faults_have_a_place, 0, sizeof wrong / sizeof *wrong);
    tcase_add_test(tests, misuse_is_an_error);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
