/* gmon.out with the program that wrote it: on machines of any kind, and compared with gprof. */
#include "gmon.h"
#include "profile_text.h"
#include "support.h"

#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "test_gprof.program" /* in the directory of the test's run */

static const struct machine here = {true, false};

static void check(const struct gmon *gmon, const char *expected, const char *warning)
{
    struct told told;
    struct cg_profile *profile = profile_from(gmon->bytes, gmon->length, PROGRAM, &told);
    char *found = profile_text(profile);
    ck_assert_str_eq(found, expected);
    ck_assert_str_eq(cg_profile_format(profile), "gprof");
    ck_assert(cg_profile_loses_tail_callers(profile) && !cg_profile_is_sampled(profile));
    uint32_t time = cg_profile_find_metric(profile, CG_METRIC_TIME);
    ck_assert_int_eq(cg_profile_metric(profile, time)->kind, CG_METRIC_SIMPLE);
    if (warning) {
        ck_assert_msg(told.warnings == 1 && strstr(told.text, warning), "%s", told.text);
    } else {
        ck_assert_msg(!told.warnings, "%s", told.text);
    }
    free(found);
    cg_profile_free(profile);
}

static void make(const struct made_symbol *symbols, size_t count)
{
    const struct made_program program = {
        .machine = here, .symbols = symbols, .count = count, .code_begin = 0x1000};
    make_program(PROGRAM, &program);
}

static const struct made_symbol simple[] = {
    {"a.c", 0, 0, STB_LOCAL, STT_FILE},
    {"helper", 0x1100, 0x40, STB_LOCAL, STT_FUNC},
    {"table", 0x1140, 0x40, STB_LOCAL, STT_OBJECT},
    {"main", 0x1000, 0x100, STB_GLOBAL, STT_FUNC},
};

START_TEST(machines_of_all_kinds_are_read)
{
    for (unsigned kind = 0; kind < 4; kind++) {
        struct gmon gmon;
        const unsigned bins[] = {0, 300, 0, 65535};
        struct made_program program = {.machine = {kind & 1, kind & 2},
                                       .symbols = simple,
                                       .count = 4,
                                       .dynamic = kind == 1,
                                       .code_begin = 0x1000};
        make_program(PROGRAM, &program);
        gmon_start(&gmon, program.machine);
        gmon_histogram(&gmon, 0x1000, 0x1140, bins, 4);
        gmon_arc(&gmon, 0x1020, 0x1108, 7);
        gmon_arc(&gmon, 0x1080, 0x1108, 4000000000u);
        gmon_arc(&gmon, 0x1120, 0x1108, 2);
        /* the last bin, of 0x50 bytes, has 0x10 of main; ticks are hundredths */
        check(&gmon,
              "helper 0 524280000000\nhelper;helper 2 0\nmain 0 134070000000\n"
              "main;helper 4000000007 0\n",
              NULL);
    }
}
END_TEST

START_TEST(functions_are_pieces)
{
    struct gmon gmon;
    struct cg_call_context_info info;
    struct cg_frame_info frame;
    make(simple, 4);
    gmon_start(&gmon, here);
    gmon_arc(&gmon, 0x1020, 0x1108, 7);
    struct cg_profile *profile = profile_from(gmon.bytes, gmon.length, PROGRAM, NULL);
    ck_assert_uint_eq(cg_profile_context_count(profile), 3);
    for (cg_call_context path = 0; path < 2; path++) {
        cg_profile_context(profile, path, &info);
        ck_assert(info.parent == CG_NO_CONTEXT && info.flags == CG_CONTEXT_FRAGMENT);
    }
    cg_profile_frame(profile, info.frame, &frame);
    ck_assert_str_eq(frame.name, "helper");
    ck_assert_str_eq(frame.file, "a.c");
    cg_profile_context(profile, 2, &info);
    ck_assert(info.parent == 0 && info.flags == CG_CONTEXT_CALL);
    cg_profile_frame(profile, 0, &frame);
    ck_assert(!frame.file && frame.kind == CG_FRAME_FUNCTION);
    cg_profile_free(profile);
}
END_TEST

START_TEST(files_of_linkers_are_no_sources)
{
    static const char *const files[] = {"b.cpp", "<artificial>", "cc1.ltrans0.o", ""};
    for (unsigned i = 0; i < 4; i++) {
        const struct made_symbol symbols[] = {
            {"a.c", 0, 0, STB_LOCAL, STT_FILE},
            {files[i], 0, 0, STB_LOCAL, STT_FILE},
            {"f", 0x1000, 0x10, STB_LOCAL, STT_FUNC},
        };
        struct gmon gmon;
        struct cg_frame_info frame;
        make(symbols, 3);
        gmon_start(&gmon, here);
        gmon_arc(&gmon, 0x1000, 0x1000, 1);
        struct cg_profile *profile = profile_from(gmon.bytes, gmon.length, PROGRAM, NULL);
        cg_profile_frame(profile, 0, &frame);
        ck_assert(i ? frame.file == NULL : strcmp(frame.file, files[i]) == 0);
        cg_profile_free(profile);
    }
}
END_TEST

START_TEST(symbols_are_chosen)
{
    static const struct made_symbol symbols[] = {
        {"<artificial>", 0, 0, STB_LOCAL, STT_FILE},
        {"alias", 0x1000, 0x10, STB_LOCAL, STT_FUNC},
        {"zeta", 0x1000, 0x20, STB_GLOBAL, STT_FUNC},
        {"eta", 0x1000, 0x10, STB_WEAK, STT_FUNC},
        {"unsized", 0x1040, 0, STB_GLOBAL, STT_FUNC},
        {"outer", 0x1080, 0x40, STB_GLOBAL, STT_FUNC},
        {"inner", 0x1090, 0x10, STB_GLOBAL, STT_FUNC},
        {"resolver", 0x10c0, 0x10, STB_GLOBAL, STT_GNU_IFUNC},
        {"beyond", 0x10f0, UINT64_MAX, STB_GLOBAL, STT_FUNC},
    };
    struct gmon gmon;
    make(symbols, 9);
    gmon_start(&gmon, here);
    gmon_arc(&gmon, 0x1018, 0x1079, 1);
    gmon_arc(&gmon, 0x1088, 0x1098, 2);
    gmon_arc(&gmon, 0x10a0, 0x10c8, 3);
    gmon_arc(&gmon, 0xffffffffffff0000u, 0x1088, 4);
    check(&gmon, "beyond;outer 4 0\neta;unsized 1 0\nouter;inner 2 0\nouter;resolver 3 0\n", NULL);
}
END_TEST

START_TEST(addresses_may_be_in_no_function)
{
    struct gmon gmon;
    const unsigned bins[] = {5};
    make(simple, 4);
    gmon_start(&gmon, here);
    gmon_arc(&gmon, 0x10, 0x1004, 1);
    gmon_arc(&gmon, 0xfff8, 0x1004, 1);
    gmon_histogram(&gmon, 0x2000, 0x2004, bins, 1);
    check(&gmon, "[unknown] 0 50000000\n[unknown];main 2 0\n", NULL);
    gmon_arc(&gmon, 0x1000, 0x1141, 1);
    check(&gmon, "[unknown] 0 50000000\n[unknown];main 2 0\nmain;[unknown] 1 0\n",
          "1 of 3 calls have addresses outside the functions of " PROGRAM);
}
END_TEST

START_TEST(bins_are_split)
{
    static const struct made_symbol symbols[] = {
        {"a", 0x1000, 2, STB_GLOBAL, STT_FUNC},
        {"b", 0x1002, 1, STB_GLOBAL, STT_FUNC},
        {"c", 0x1003, 1, STB_GLOBAL, STT_FUNC},
        {"d", 0x1008, 4, STB_GLOBAL, STT_FUNC},
    };
    const unsigned one[] = {8}, two[] = {0, 3, 4}, many[] = {1, 1, 1, 1};
    struct gmon gmon;
    make(symbols, 4);
    gmon_start(&gmon, here);
    gmon_histogram(&gmon, 0x1000, 0x1004, one, 1);  /* 4, 2, 2 */
    gmon_histogram(&gmon, 0x1000, 0x100c, two, 3);  /* a gap; d */
    gmon_histogram(&gmon, 0x1002, 0x1004, many, 4); /* more bins than bytes */
    gmon_histogram(&gmon, 0x1000, 0x1000, NULL, 0);
    check(&gmon, "[unknown] 0 30000000\na 0 40000000\nb 0 40000000\nc 0 40000000\nd 0 40000000\n",
          NULL);
}
END_TEST

START_TEST(other_records_are_passed_over)
{
    struct gmon gmon;
    const unsigned bins[] = {5};
    make(simple, 4);
    gmon_start(&gmon, here);
    gmon_number(&gmon, 2, 1);
    gmon_number(&gmon, 2, 4);
    gmon.length += 2 * 16;
    gmon_arc(&gmon, 0x1000, 0x1100, 1);
    check(&gmon, "main;helper 1 0\n", "ignored counts of basic blocks: 2");
    gmon_start(&gmon, here);
    gmon_histogram(&gmon, 0x1000, 0x1004, bins, 1);
    memcpy(gmon.bytes + gmon.length - 2 - 16, "cycles\0\0\0\0\0\0\0\0\0c", 16);
    gmon_arc(&gmon, 0x1000, 0x1100, 1);
    check(&gmon, "main;helper 1 0\n", "ignored histograms that do not count seconds: 1");
}
END_TEST

/* glibc rounds where a call returns to down to 16 bytes: here from 0x1018 to before `tight`. */
START_TEST(rounded_callers_are_found_in_the_code)
{
    static const struct made_symbol symbols[] = {
        {"before", 0x1000, 0x11, STB_GLOBAL, STT_FUNC},
        {"tight", 0x1011, 0x1f, STB_GLOBAL, STT_FUNC},
        {"leaf", 0x1030, 0x10, STB_GLOBAL, STT_FUNC},
        {"stop", 0x1040, 0x10, STB_GLOBAL, STT_FUNC},
        {"next", 0x1050, 0x10, STB_GLOBAL, STT_FUNC},
        {"apart", 0x1066, 0xa, STB_GLOBAL, STT_FUNC},
    };
    unsigned char code[0x70] = {0};
    memcpy(code + 0x13, "\xe8\x18\0\0\0", 5);       /* tight, to 0x1018: leaf */
    memcpy(code + 0x4b, "\xe8\xe0\xff\xff\xff", 5); /* stop, to 0x1050: leaf; does not return */
    memcpy(code + 0x18, "\xe9\x23\0\0\0", 5);       /* tight: a jump to stop */
    const struct made_program program = {.machine = here,
                                         .symbols = symbols,
                                         .count = 6,
                                         .code_begin = 0x1000,
                                         .code = code,
                                         .code_length = sizeof code};
    struct gmon gmon;
    make_program(PROGRAM, &program);
    gmon_start(&gmon, here);
    gmon_arc(&gmon, 0x1010, 0x1035, 1);
    gmon_arc(&gmon, 0x1050, 0x1035, 2);
    gmon_arc(&gmon, 0x1010, 0x1045, 4); /* no such call is seen: the function the address is in */
    gmon_arc(&gmon, 0x1060, 0x1035, 8); /* between functions: the one behind */
    check(&gmon, "apart;leaf 8 0\nbefore;stop 4 0\nstop;leaf 2 0\ntight;leaf 1 0\n", NULL);
}
END_TEST

/* Refusals */

static void check_refusal(const struct gmon *gmon, const char *binary, int status,
                          const char *message)
{
    char text[1200];
    ck_assert_int_eq(refusal(gmon->bytes, gmon->length, binary, text, sizeof text), status);
    ck_assert_msg(strstr(text, message), "%s", text);
}

START_TEST(programs_must_fit)
{
    struct gmon gmon;
    make(simple, 4);
    gmon_start(&gmon, here);
    gmon_arc(&gmon, 0x1020, 0x1108, 7);
    check_refusal(&gmon, NULL, CG_E_FORMAT, "--binary FILE");
    check_refusal(&gmon, "no/such/program", CG_E_IO, "no/such/program: cannot open: ");
    check_refusal(&gmon, "/dev/null", CG_E_FORMAT, "/dev/null: is not an ELF file");
    check_refusal(&gmon, "/", CG_E_FORMAT, "/: is not an ELF file");
    gmon_start(&gmon, (struct machine){true, true});
    check_refusal(&gmon, PROGRAM, CG_E_FORMAT, "input: was written on a machine with another byte");
    gmon_start(&gmon, here);
    gmon.bytes[4] = 2;
    check_refusal(&gmon, PROGRAM, CG_E_FORMAT, "input: only version 1");
    make(simple, 1);
    check_refusal(&gmon, PROGRAM, CG_E_FORMAT, PROGRAM ": has no symbols of functions");
}
END_TEST

START_TEST(broken_records_are_refused)
{
    struct gmon gmon;
    make(simple, 4);
    gmon_start(&gmon, here);
    gmon_number(&gmon, 3, 1);
    check_refusal(&gmon, PROGRAM, CG_E_FORMAT, "unknown kind 3");
    static const uint64_t headers[][4] = {
        {2, 1, 1, 100}, /* backwards */
        {UINT64_MAX, 0, 1, 100},
        {0, 1, 0x80000000u, 100}, /* bins below 0 */
        {0, 100000, 1, 100},      /* bins too wide */
        {0, 1, 1, 0},             /* no rate */
        {0, 1, 0, 0x80000000u},
        {0, UINT64_MAX, 0, 100},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        gmon_start(&gmon, here);
        gmon_histogram(&gmon, headers[i][0], headers[i][1], NULL, 0);
        gmon.length -= 24;
        gmon_number(&gmon, headers[i][2], 4);
        gmon_number(&gmon, headers[i][3], 4);
        gmon.length += 16;
        check_refusal(&gmon, PROGRAM, CG_E_FORMAT, "the header of a histogram is malformed");
    }
    gmon_start(&gmon, here);
    gmon_histogram(&gmon, 0, 0x7fffffff, NULL, 0);
    gmon.length -= 24;
    gmon_number(&gmon, 0x7fffffff, 4);
    gmon.length += 20;
    check_refusal(&gmon, PROGRAM, CG_E_FORMAT, "the file ends within a record");
    gmon_start(&gmon, here);
    gmon_number(&gmon, 2, 1);
    gmon_number(&gmon, 0xffffffff, 4);
    check_refusal(&gmon, PROGRAM, CG_E_FORMAT, "the file ends within a record");
}
END_TEST

START_TEST(cut_files_are_refused_within_records)
{
    struct gmon gmon;
    const unsigned bins[] = {1, 2, 3};
    unsigned whole = 0;
    make(simple, 4);
    gmon_start(&gmon, here);
    gmon_histogram(&gmon, 0x1000, 0x1006, bins, 3);
    gmon_arc(&gmon, 0x1020, 0x1108, 7);
    gmon_arc(&gmon, 0x1120, 0x1108, 7);
    for (size_t length = 4; length <= gmon.length; length++) {
        struct cg_profile *profile = NULL;
        struct cg_error error = {0};
        struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
        options.binary = PROGRAM;
        unsigned char *copy = malloc(length);
        memcpy(copy, gmon.bytes, length);
        int status = cg_profile_read_memory(&profile, copy, length, "input", &options, &error);
        ck_assert(status == CG_OK || status == CG_E_FORMAT);
        whole += !status;
        cg_profile_free(profile);
        free(copy);
    }
    ck_assert_uint_eq(whole, 4);
}
END_TEST

/* A program recorded here, if possible, against gprof's output. */

static const char source[] =
    "#include <stdlib.h>\n"
    "#define OUTSIDE __attribute__((noinline)) \n"
    "static volatile int sink;\n"
    "OUTSIDE void leaf(int n) { for (int i = 0; i < n; i++) sink += i; }\n"
    "static OUTSIDE void twice(int n) { leaf(n); leaf(n); sink++; }\n"
    "OUTSIDE int down(int n) { int r = n < 2 ? 1 : n * down(n - 1); sink = r; return r; }\n"
    "OUTSIDE int pong(int n);\n"
    "OUTSIDE int ping(int n) { int r = n ? pong(n - 1) : 0; sink = r; return r; }\n"
    "OUTSIDE int pong(int n) { int r = n ? ping(n - 1) : 1; sink = r; return r; }\n"
    "int compare(const void *a, const void *b) { leaf(1); return *(int *)a - *(int *)b; }\n"
    "int main(void) { int a[64]; for (int i = 0; i < 64; i++) { a[i] = i * 37 % 64; twice(i); }\n"
    "  qsort(a, 64, sizeof *a, compare); return !(down(6) + ping(9)); }\n";

/* "caller callee count" of each call in gprof's output: callers are above the line of each
 * function, with their part of its calls. */
static const char listing[] =
    "gprof -b -q --no-demangle ./test_gprof.real test_gprof.gmon | awk '"
    "function name() { return $(NF - 1) ~ /^[0-9]+>$/ ? $(NF - 3) : $(NF - 1) }"
    "/^-|^index/ { n = 0; above = 1; next } /^Index/ { exit }"
    "/^\\[/ { for (i = 0; i < n && !/whole>/; i++) print caller[i], name(), count[i];"
    " above = 0; next }"
    "above && NF > 2 { caller[n] = name(); i = /\\./ ? $3 : $1; sub(/\\/.*/, \"\", i);"
    " count[n++] = i }' | LC_ALL=C sort";

static char *output_of(const char *command)
{
    FILE *pipe = popen(command, "r");
    char *text = calloc(1, 1 << 16);
    ck_assert(pipe && text);
    text[fread(text, 1, (1 << 16) - 1, pipe)] = '\0';
    pclose(pipe);
    return text;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

static char *calls_text(const struct cg_profile *profile)
{
    struct cg_recorded_call *calls;
    size_t count;
    ck_assert_int_eq(cg_profile_calls(&calls, &count, profile, NULL, NULL), CG_OK);
    char(*lines)[256] = calloc(count + 1, sizeof *lines);
    char *text = calloc(count + 1, sizeof *lines);
    for (size_t i = 0; i < count; i++) {
        snprintf(lines[i], sizeof *lines, "%s %s %llu\n",
                 cg_profile_frame_name(profile, calls[i].caller),
                 cg_profile_frame_name(profile, calls[i].callee),
                 (unsigned long long)calls[i].visits);
    }
    qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 0; i < count; i++) {
        strcat(text, lines[i]);
    }
    free(lines);
    free(calls);
    return text;
}

START_TEST(real_programs_are_as_gprof_says)
{
    static const char *const flags[] = {"-O2 -no-pie", "-O0 -no-pie", "-O1 -fPIE -pie"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        char command[512];
        struct cg_profile *profile = NULL;
        struct cg_error error;
        struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
        FILE *file = fopen("test_gprof.c", "w");
        fputs(source, file);
        fclose(file);
        snprintf(command, sizeof command,
                 "{ command -v gprof && cc -pg -fno-optimize-sibling-calls %s test_gprof.c -o "
                 "test_gprof.real && ./test_gprof.real && mv gmon.out test_gprof.gmon; } "
                 ">/dev/null 2>&1",
                 flags[i]);
        if (system(command) != 0) {
            return; /* no gprof, or no library to record with */
        }
        options.binary = "test_gprof.real";
        ck_assert_int_eq(cg_profile_read_file(&profile, "test_gprof.gmon", &options, &error),
                         CG_OK);
        char *expected = output_of(listing);
        char *found = calls_text(profile);
        ck_assert(strstr(found, "main twice 64\n") && strstr(found, "down down 5\n"));
        ck_assert_str_eq(found, expected);
        free(expected);
        free(found);
        cg_profile_free(profile);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {machines_of_all_kinds_are_read,
                                  functions_are_pieces,
                                  files_of_linkers_are_no_sources,
                                  symbols_are_chosen,
                                  addresses_may_be_in_no_function,
                                  bins_are_split,
                                  other_records_are_passed_over,
                                  rounded_callers_are_found_in_the_code,
                                  programs_must_fit,
                                  broken_records_are_refused,
                                  cut_files_are_refused_within_records,
                                  real_programs_are_as_gprof_says,
                                  NULL};
    char directory[] = "/tmp/test_gprof.XXXXXX";
    if (!mkdtemp(directory) || chdir(directory)) {
        return EXIT_FAILURE;
    }
    int status = run_tests("gprof", tests, 240);
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", directory);
    return system(command) ? EXIT_FAILURE : status;
}
