/* callgrind.out, as its manual describes it. */
#include "profile_pieces.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

/* The contents of a file, or the error. */
struct outcome {
    int status;
    struct cg_error error;
    struct cg_profile *profile;
    char *text; /* profile_pieces, sorted */
    size_t warnings;
    struct cg_error warning; /* the last one */
};

static void keep_warning(void *user, const struct cg_error *where)
{
    struct outcome *outcome = user;
    outcome->warnings++;
    outcome->warning = *where;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sort the lines of a text; it is released. */
static char *sorted(char *text)
{
    char **lines = calloc(strlen(text) + 1, sizeof *lines);
    char *out = calloc(strlen(text) + 2, 1);
    size_t count = 0;
    ck_assert(lines && out);
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        lines[count++] = line;
    }
    qsort(lines, count, sizeof *lines, compare_lines);
    for (size_t i = 0; i < count; i++) {
        strcat(strcat(out, lines[i]), "\n");
    }
    free(lines);
    free(text);
    return out;
}

static struct outcome read_bytes(const char *bytes, size_t length)
{
    struct outcome outcome = {0};
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    size_t size;
    options.warn = keep_warning;
    options.user = &outcome;
    outcome.status = cg_profile_read_memory(&outcome.profile, bytes, length, "callgrind.out",
                                            &options, &outcome.error);
    if (!outcome.status) {
        FILE *out = open_memstream(&outcome.text, &size);
        ck_assert(out && profile_pieces(out, outcome.profile) && !fclose(out));
        outcome.text = sorted(outcome.text);
    }
    return outcome;
}

static void release(struct outcome *outcome)
{
    cg_profile_free(outcome->profile);
    free(outcome->text);
}

static void check_text(const char *bytes, size_t length, const char *expected)
{
    struct outcome outcome = read_bytes(bytes, length);
    ck_assert_msg(!outcome.status, "%lu: %s", outcome.error.line, outcome.error.text);
    char *wanted = sorted(strdup(expected));
    ck_assert_str_eq(outcome.text, wanted);
    ck_assert_uint_eq(outcome.warnings, 0);
    ck_assert_str_eq(cg_profile_format(outcome.profile), "callgrind");
    free(wanted);
    release(&outcome);
}

static void says(const char *text, const char *expected)
{
    check_text(text, strlen(text), expected);
}

/* Both in the same words: with bodies alone, behind a plain header. */
static void body_says(const char *body, const char *expected)
{
    char *text = NULL;
    ck_assert_int_gt(asprintf(&text, "events: Ir\n%s", body), 0);
    says(text, expected);
    free(text);
}

static void refuses(const char *text, enum cg_status status, unsigned long line, const char *why)
{
    struct outcome outcome = read_bytes(text, strlen(text));
    ck_assert_msg(outcome.status == (int)status, "%s: %d", text, outcome.status);
    ck_assert_str_eq(outcome.error.text, why);
    ck_assert_uint_eq(outcome.error.line, line);
    ck_assert_str_eq(outcome.error.file, "callgrind.out");
    release(&outcome);
}

/* --- what the manual shows ----------------------------------------------------------------- */

static const char extended[] = "self\t-\tfile1.c\tmain\tInstructions=20\n"
                               "call\t-\tfile1.c\tmain\t-\tfile1.c\tfunc1\tfile1.c\t16\t"
                               "Instructions=400\tvisits=1\n"
                               "call\t-\tfile1.c\tmain\t-\tfile2.c\tfunc2\tfile1.c\t16\t"
                               "Instructions=400\tvisits=3\n"
                               "self\t-\tfile1.c\tfunc1\tInstructions=100\n"
                               "call\t-\tfile1.c\tfunc1\t-\tfile2.c\tfunc2\tfile1.c\t51\t"
                               "Instructions=300\tvisits=2\n"
                               "self\t-\tfile2.c\tfunc2\tInstructions=700\n"
                               "edge\tmain\tfunc1\t1\nedge\tmain\tfunc2\t3\n"
                               "edge\tfunc1\tfunc2\t2\n";

START_TEST(manual_simple)
{
    says("events: Cycles Instructions Flops\nfl=file.f\nfn=main\n15 90 14 2\n16 20 12\n",
         "self\t-\tfile.f\tmain\tCycles=110\tInstructions=26\tFlops=2\n");
}
END_TEST

START_TEST(manual_extended)
{
    says("# callgrind format\nevents: Instructions\n\nfl=file1.c\nfn=main\n16 20\ncfn=func1\n"
         "calls=1 50\n16 400\ncfi=file2.c\ncfn=func2\ncalls=3 20\n16 400\n\nfn=func1\n51 100\n"
         "cfi=file2.c\ncfn=func2\ncalls=2 20\n51 300\n\nfl=file2.c\nfn=func2\n20 700\n",
         extended);
}
END_TEST

START_TEST(manual_names)
{
    says("# callgrind format\nevents: Instructions\n\nfl=(1) file1.c\nfn=(1) main\n16 20\n"
         "cfn=(2) func1\ncalls=1 50\n16 400\ncfi=(2) file2.c\ncfn=(3) func2\ncalls=3 20\n16 400\n\n"
         "fn=(2)\n51 100\ncfi=(2)\ncfn=(3)\ncalls=2 20\n51 300\n\nfl=(2)\nfn=(3)\n20 700\n",
         extended);
}
END_TEST

START_TEST(manual_names_first)
{
    says(
        "events: Instructions\r\nfl=(1) file1.c\r\nfl=(2) file2.c\r\nfn=(1) main\r\n"
        "fn=(2) func1\r\nfn=(3) func2\r\n\r\nfl=(1)\r\nfn=(1)\r\n16 20\r\ncfn=(2)\r\n"
        "calls=1 50\r\n16 400\r\ncfi=(2)\r\ncfn=(3)\r\ncalls=3 20\r\n16 400\r\nfn=(2)\r\n51 100\r\n"
        "cfl=(2)\r\ncfn=(3)\r\ncalls=2 20\r\n51 300\r\nfl=(2)\r\nfn=(3)\r\n20 700\r\n",
        extended);
}
END_TEST

START_TEST(manual_positions)
{
    const char *const same = "self\t-\ta.c\tfunc\tticks=12\n"
                             "call\t-\ta.c\tfunc\t-\ta.c\tg\ta.c\t91\tticks=3\tvisits=2\n"
                             "edge\tfunc\tg\t2\n";
    says("positions: instr line\nevents: ticks\nfl=a.c\nfn=func\n0x80001234 90 1\n0x80001237 90 5\n"
         "0x80001238 91 6\ncfn=g\ncalls=2 0x80002000 7\n0x80001238 91 3\n",
         same);
    says("positions: instr line\nevents: ticks\nfl=a.c\nfn=func\n0x80001234 90 1\n+3 * 5\n+1 +1 6\n"
         "cfn=g\ncalls=2 +0x100 -84\n* * 3\n",
         same);
}
END_TEST

/* --- positions ----------------------------------------------------------------------------- */

START_TEST(target_moves_nothing)
{
    body_says("fl=a.c\nfn=f\n10 1\ncfn=g\ncalls=1 -9\n+1 5\ncfn=g\ncalls=1 +100\n+2 5\n",
              "self\t-\ta.c\tf\tIr=1\n"
              "call\t-\ta.c\tf\t-\ta.c\tg\ta.c\t11\tIr=5\tvisits=1\n"
              "call\t-\ta.c\tf\t-\ta.c\tg\ta.c\t13\tIr=5\tvisits=1\nedge\tf\tg\t2\n");
}
END_TEST

START_TEST(jumps_cost_nothing)
{
    body_says("fl=a.c\nfn=(1) f\n10 1\njfi=(7) b.c\njfn=(9) g\njump=5 +4\n* 77\njcnd=1/2 -3\n*\n"
              "fi=(7)\n+1 2\ncfn=(9)\ncalls=3 1\n* 4\n",
              "self\t-\ta.c\tf\tIr=3\ncall\t-\ta.c\tf\t-\tb.c\tg\tb.c\t11\tIr=4\tvisits=3\n"
              "edge\tf\tg\t3\n");
}
END_TEST

START_TEST(positions_without_lines)
{
    says("positions: instr\nevents: Ir\nfl=a.c\nfn=f\n0x10 1\ncfn=g\ncalls=1 0x99\n+0x10 2\n",
         "self\t-\ta.c\tf\tIr=1\ncall\t-\ta.c\tf\t-\ta.c\tg\ta.c\t0\tIr=2\tvisits=1\n"
         "edge\tf\tg\t1\n");
}
END_TEST

/* --- files and objects --------------------------------------------------------------------- */

START_TEST(inlined_code)
{
    /* The call is in code inlined from b.h; functions without a name are there too. */
    body_says("ob=prog\nfl=a.c\nfn=f\n1 1\nfi=b.h\n20 1\ncfn=g\ncalls=1 3\n21 5\nfe=a.c\n2 1\n"
              "cob=lib\ncfi=c.c\ncfn=h\ncalls=1 1\n3 7\ncfn=h\ncalls=1 1\n4 7\nfi=b.h\n30 1\n\n"
              "fn=g\n1 5\n",
              "self\tprog\ta.c\tf\tIr=4\n"
              "call\tprog\ta.c\tf\tprog\tb.h\tg\tb.h\t21\tIr=5\tvisits=1\n"
              "call\tprog\ta.c\tf\tlib\tc.c\th\ta.c\t3\tIr=7\tvisits=1\n"
              "call\tprog\ta.c\tf\tprog\ta.c\th\ta.c\t4\tIr=7\tvisits=1\n"
              "self\tprog\ta.c\tg\tIr=5\n"
              "edge\tf\tg\t1\nedge\tf\th\t1\nedge\tf\th\t1\n");
}
END_TEST

START_TEST(file_right_before_function)
{
    body_says("fi=a.py\nfn=f\n1 1\n\nfi=b.py\nfn=g\n1 2\n\nfn=h\n1 3\n",
              "self\t-\ta.py\tf\tIr=1\nself\t-\tb.py\tg\tIr=2\nself\t-\tb.py\th\tIr=3\n");
}
END_TEST

START_TEST(three_spaces_of_numbers)
{
    body_says("ob=(1) prog\nfl=(1) a.c\nfn=(1) f\n1 1\ncob=(2) lib\ncfi=(2) b.c\ncfn=(2) g\n"
              "calls=4 0\n1 2\n\nob=(2)\nfl=(2)\nfn=(2)\n9 2\n",
              "self\tprog\ta.c\tf\tIr=1\ncall\tprog\ta.c\tf\tlib\tb.c\tg\ta.c\t1\tIr=2\tvisits=4\n"
              "self\tlib\tb.c\tg\tIr=2\nedge\tf\tg\t4\n");
}
END_TEST

START_TEST(numbers_of_any_size)
{
    body_says("fn=(18446744073709551615) f\n1 1\nfn=(70000) g\n1 2\nfn=(0) h\n1 4\n"
              "fn=(18446744073709551615)\n1 8\nfn=(70000)\n1 16\nfn=(0)\n1 32\nfn=(0x11170)\n1 64\n"
              "fn=(70000) k\n1 128\nfn=(70000)\n1 256\n",
              "self\t-\t-\tf\tIr=9\nself\t-\t-\tg\tIr=82\nself\t-\t-\th\tIr=36\n"
              "self\t-\t-\tk\tIr=384\n");
}
END_TEST

START_TEST(unknown_names)
{
    struct cg_frame_info frame;
    const char text[] = "events: Ir\n1 4\nob=???\nfl=???\nfn=0x0000000000001090\n0 1\ncfn=(1) ???\n"
                        "calls=1 0\n0 2\nfn=(below main)\n1 1\ncfn=main\ncalls=1 0\n1 1\nfn=0xyz\n"
                        "1 1\n";
    static const enum cg_frame_kind kinds[] = {CG_FRAME_UNKNOWN, CG_FRAME_UNKNOWN, CG_FRAME_ROOT,
                                               CG_FRAME_FUNCTION, CG_FRAME_FUNCTION};
    struct outcome outcome = read_bytes(text, strlen(text));
    ck_assert_int_eq(outcome.status, CG_OK);
    ck_assert_uint_eq(cg_profile_frame_count(outcome.profile), 5);
    for (cg_frame i = 0; i < 5; i++) {
        cg_profile_frame(outcome.profile, i, &frame);
        ck_assert_msg(frame.kind == kinds[i], "%s", frame.name);
        ck_assert(!frame.file && !frame.object);
    }
    ck_assert(strstr(outcome.text, "edge\t-\tmain\t1\n"));
    release(&outcome);
}
END_TEST

START_TEST(linkage_names)
{
    const char text[] =
        "events: Ir\nfn=_ZN1A1fEv\n1 1\nfn=_RNvC1a1b\n1 1\nfn=_Read\n1 1\nfn=f(int)\n"
        "1 1\nfn=_\n1 1\n";
    struct outcome outcome = read_bytes(text, strlen(text));
    struct cg_frame_info frame;
    ck_assert_int_eq(outcome.status, CG_OK);
    for (cg_frame i = 0; i < 5; i++) {
        cg_profile_frame(outcome.profile, i, &frame);
        ck_assert_msg(i < 2 ? frame.linkage_name != NULL : !frame.linkage_name, "%s", frame.name);
    }
    release(&outcome);
}
END_TEST

START_TEST(names_are_text)
{
    static const char text[] = "events: Ir\nfn=a\xff"
                               "b\0c\n1 1\nfn=\xc3\xa4\n1 1\nfn=\xc3\n1 1\n";
    check_text(text, sizeof text - 1,
               "self\t-\t-\ta\xef\xbf\xbd"
               "b\xef\xbf\xbd"
               "c\tIr=1\nself\t-\t-\t\xc3\xa4\tIr=1\n"
               "self\t-\t-\t\xef\xbf\xbd\tIr=1\n");
}
END_TEST

/* --- names that say more ------------------------------------------------------------------- */

START_TEST(recursion)
{
    body_says("fn=f\n1 1\ncfn=f'2\ncalls=1 0\n2 9\nfn=f'2\n1 2\ncfn=f'2\ncalls=7 0\n2 5\n",
              "self\t-\t-\tf\tIr=1\nself\t-\t-\tf'2\tIr=2\n"
              "call\t-\t-\tf\t-\t-\tf'2\t-\t0\tIr=9\tvisits=1\n"
              "call\t-\t-\tf'2\t-\t-\tf'2\t-\t0\tIr=5\tvisits=7\nedge\tf\tf\t8\n");
}
END_TEST

/* Blanks at the end of a name are none of it. */
START_TEST(blanks_behind_names)
{
    body_says("fl=a.c \t\nfn=(1) f  \n1 1\nfn=(1) \n1 2\nfn=f \n1 4\n", "self\t-\ta.c\tf\tIr=7\n");
}
END_TEST

START_TEST(callers)
{
    /* b comes behind what it calls, and has a file; there are two called c, and so none is meant.
     */
    body_says("fl=a.c\nfn=f'b'main\n1 1\ncfn=g'f'b\ncalls=3 0\n2 9\n\nfn=f'2'c'main\n1 2\n\n"
              "fl=b.c\nfn=b'main\n1 4\nfn=b\n1 16\nfl=1.c\nfn=c\n1 1\nfl=2.c\nfn=c\n1 "
              "1\n\nfl=m.c\nfn=main\n1 8\n",
              "self\t-\ta.c\tf'b'main\tIr=1\n"
              "call\t-\ta.c\tf'b'main\t-\ta.c\tg\ta.c\t2\tIr=9\tvisits=3\n"
              "self\t-\ta.c\tf'2'c'main\tIr=2\nself\t-\tb.c\tb'main\tIr=4\nself\t-\tb.c\tb\tIr="
              "16\nself\t-\t1.c\tc\tIr=1\n"
              "self\t-\t2.c\tc\tIr=1\nself\t-\tm.c\tmain\tIr=8\n"
              "edge\tf\tg\t3\nedge\tb\tf\t0\nedge\tmain\tb\t0\nedge\tc\tf\t0\nedge\tmain\tc\t0\n");
}
END_TEST

START_TEST(callers_cost_once)
{
    struct cg_flat_entry *entries;
    size_t count;
    const char text[] = "events: Ir\nfn=g'f'main\n1 100\nfn=f'main\n1 10\ncfn=g'f'main\ncalls=1 0\n"
                        "1 100\nfn=main\n1 1\ncfn=f'main\ncalls=1 0\n1 110\n";
    struct outcome outcome = read_bytes(text, strlen(text));
    ck_assert_int_eq(outcome.status, CG_OK);
    ck_assert_int_eq(cg_profile_flat(&entries, &count, outcome.profile, 0, NULL), CG_OK);
    ck_assert_uint_eq(count, 3);
    for (size_t i = 0; i < count; i++) {
        static const double exclusive[] = {100, 10, 1};
        static const double inclusive[] = {100, 110, 111};
        ck_assert_double_eq(entries[i].exclusive, exclusive[i]);
        ck_assert_double_eq(entries[i].inclusive, inclusive[i]);
    }
    free(entries);
    release(&outcome);
}
END_TEST

START_TEST(numbers_in_names)
{
    body_says(
        "fn=(1) f\nfn=(2) (1)'2\n1 1\nfn=(3) main\nfn=(4) (1)'(3)\n1 2\nfn=(1)\n1 4\n",
        "self\t-\t-\tf'2\tIr=1\nself\t-\t-\tf\tIr=4\nself\t-\t-\tf'main\tIr=2\nedge\tmain\tf\t0\n");
}
END_TEST

START_TEST(quotes_that_divide_nothing)
{
    static const char *const whole[] = {
        "main::'lambda'(int)::operator()(int) const",
        "'unnamed'::f()",
        "f'",
        "core::ptr::drop<&'a str>",
        "void g<(char)'x'>(int)",
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        char *body = NULL;
        char *expected = NULL;
        ck_assert_int_gt(asprintf(&body, "fn=%s\n1 1\n", whole[i]), 0);
        ck_assert_int_gt(asprintf(&expected, "self\t-\t-\t%s\tIr=1\n", whole[i]), 0);
        body_says(body, expected);
        free(body);
        free(expected);
    }
}
END_TEST

START_TEST(quotes_behind_brackets)
{
    static const char *const names[] = {
        "bool operator< <int>(A<int>, A<int>)",
        "bool operator< <A<(char)'x'> >(int)",
        "A::operator->() const",
        "operator<<(A, B)",
        "A::operator()(int)",
        "f(fn() -> int)",
        "Integer#<",
        "operator>",
        "a->b",
        "myoperator<int>",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *body = NULL;
        char *expected = NULL;
        ck_assert_int_gt(asprintf(&body, "fn=%s'2\n1 1\nfn=%s\n1 2\n", names[i], names[i]), 0);
        ck_assert_int_gt(asprintf(&expected, "self\t-\t-\t%s'2\tIr=1\nself\t-\t-\t%s\tIr=2\n",
                                  names[i], names[i]),
                         0);
        body_says(body, expected);
        free(body);
        free(expected);
    }
}
END_TEST

/* --- headers ------------------------------------------------------------------------------- */

START_TEST(header_lines)
{
    const char text[] =
        "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 4056\n"
        "cmd:  ./demo -x\npart: 1\nthread: 3\n\ndesc: I1 cache: \n"
        "event: Ir : Instruction Fetch\nevent: Sum = Ir + Dr\npositions: line\n"
        "events: Ir Dr time visits\nsummary: 3 4\n\nfn=f\n1 3 4 5 6\n\ntotals: 3 4\n";
    struct outcome outcome = read_bytes(text, strlen(text));
    struct cg_location location;
    ck_assert_int_eq(outcome.status, CG_OK);
    ck_assert_uint_eq(outcome.warnings, 0);
    ck_assert_str_eq(cg_profile_creator(outcome.profile), "callgrind-3.19.0");
    ck_assert_uint_eq(cg_profile_location_count(outcome.profile), 1);
    cg_profile_location(outcome.profile, 0, &location);
    ck_assert_uint_eq(location.rank, 4056);
    ck_assert_uint_eq(location.thread, 3);
    ck_assert_str_eq(location.group, "./demo -x");
    ck_assert_str_eq(cg_profile_metric(outcome.profile, 0)->label, "Instruction Fetch");
    ck_assert(cg_profile_metric(outcome.profile, 0)->integral);
    ck_assert_str_eq(outcome.text, "self\t-\t-\tf\tIr=3\tDr=4\ttime (event)=5\tvisits (event)=6\n");
    ck_assert(!cg_profile_is_sampled(outcome.profile));
    release(&outcome);
}
END_TEST

START_TEST(parts_and_threads)
{
    const char text[] = "version: 1\npid: 7\npart: 1\nthread: 1\nevents: Ir Dr\nfn=(1) f\n1 1 10\n"
                        "totals: 1 10\npart: 1\nthread: 2\nevents: Dr Ir\nfn=(1)\n1 20 2\n"
                        "totals: 20 2\npart: 2\nthread: 1\nevents: Ir\nfn=(1)\n1 4\ntotals: 4\n"
                        "part: 3\nevents: Ir\nfn=(1)\n1 8\ntotals: 8\n";
    struct outcome outcome = read_bytes(text, strlen(text));
    struct cg_statistics values;
    ck_assert_int_eq(outcome.status, CG_OK);
    ck_assert_uint_eq(outcome.warnings, 0);
    ck_assert_str_eq(outcome.text, "self\t-\t-\tf\tIr=15\tDr=30\n");
    ck_assert_uint_eq(cg_profile_location_count(outcome.profile), 3);
    cg_profile_statistics(outcome.profile, 0, 0, &values);
    ck_assert_double_eq(values.max, 8);
    ck_assert_uint_eq(values.max_at, 2);
    ck_assert_double_eq(values.min, 2);
    ck_assert_uint_eq(values.min_at, 1);
    ck_assert_uint_eq(values.count, 15);
    release(&outcome);
}
END_TEST

START_TEST(costs_of_other_tools)
{
    const char text[] = "events: Time Mem\nfn=f\n1 1.5 -20\n2 2e1 0x10\n";
    struct outcome outcome = read_bytes(text, strlen(text));
    ck_assert_int_eq(outcome.status, CG_OK);
    ck_assert_str_eq(outcome.text, "self\t-\t-\tf\tTime=21.5\tMem=-4\n");
    ck_assert(!cg_profile_metric(outcome.profile, 0)->integral);
    release(&outcome);
}
END_TEST

START_TEST(calls_without_counts)
{
    const char text[] = "positions: instr line\nevents: cpu(ms)\n\nob=(1) x\nfl=(1) a.c\nfn=(1) f\n"
                        "0x10 3 5\ncfl=(2) b.c\ncfn=(2) g\ncalls=0 0x20 9\n* * 7\n";
    struct outcome outcome = read_bytes(text, strlen(text));
    ck_assert_int_eq(outcome.status, CG_OK);
    ck_assert(cg_profile_is_sampled(outcome.profile));
    ck_assert(strstr(outcome.text, "edge\tf\tg\t0\n"));
    release(&outcome);
}
END_TEST

START_TEST(warnings)
{
    static const struct {
        const char *text;
        const char *warning;
    } cases[] = {
        {"creator: callgrind-3\nevents: Ir\nfn=f\n1 1\n",
         "the file ends without 'totals:', it may be cut off"},
        {"events: Ir\nfn=f\n1 1\n2 1\ntotals: 3\n",
         "the costs add up to 2, not to 3 as in 'totals:'"},
        {"events: Ir\nfn=f\nnew-key=7\nother=8\n1 1\n", "unknown key 'new-key=' ignored"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct outcome outcome = read_bytes(cases[i].text, strlen(cases[i].text));
        ck_assert_int_eq(outcome.status, CG_OK);
        ck_assert_uint_eq(outcome.warnings, 1);
        ck_assert_str_eq(outcome.warning.text, cases[i].warning);
        release(&outcome);
    }
}
END_TEST

/* --- what is refused ----------------------------------------------------------------------- */

START_TEST(refused)
{
    refuses("events: Ir\nfn=(7)\n1 1\n", CG_E_FORMAT, 2, "(7) has no name");
    refuses("events: Ir\nfl=(7) a.c\nfn=f\n1 1\ncfi=(8)\n", CG_E_FORMAT, 5, "(8) has no name");
    refuses("events: Ir\nfn=(1) (2)'2\n", CG_E_FORMAT, 2, "(2) has no name");
    refuses("events: Ir\nfn=(1 f\n", CG_E_FORMAT, 2, "')' is missing after the number of a name");
    refuses("events: Ir\nfn=(99999999999999999999) f\n", CG_E_LIMIT, 2,
            "a number has more than 64 bits");
    refuses("events: Ir\nfn=f\n1 18446744073709551616\n", CG_E_LIMIT, 3,
            "a number has more than 64 bits");
    refuses("events: Ir\nfn=f\n1 0x10000000000000000\n", CG_E_LIMIT, 3,
            "a number has more than 64 bits");
    refuses("events: Ir\nfn=f\ncfn=g\ncalls=18446744073709551616 1\n1 1\n", CG_E_LIMIT, 4,
            "a number has more than 64 bits");
    refuses("events: Ir\nfn=f\n1 1e999\n", CG_E_FORMAT, 3, "not a number: '1e999'");
    refuses("events: Ir\nfn=f\n1 inf\n", CG_E_FORMAT, 3, "not a number: 'inf'");
    refuses("events: Ir\nfn=f\n1 -x\n", CG_E_FORMAT, 3, "not a number: '-x'");
    refuses("events: Ir\nfn=f\n1 1 2\n", CG_E_FORMAT, 3, "more costs than the 1 of 'events:'");
    refuses("events: Ir\nfn=f\n-1 1\n", CG_E_FORMAT, 3, "the position is before 0 or beyond 2^64");
    refuses("events: Ir\nfn=f\n4294967296 1\n", CG_E_LIMIT, 3,
            "the line number has more than 32 bits");
    refuses("events: Ir\nfn=f\n1x 1\n", CG_E_FORMAT, 3, "not a number: 'x'");
    refuses("events: Ir\nfn=f\ncfn=g\ncalls=1 1\nfn=h\n", CG_E_FORMAT, 5,
            "a cost line is missing after 'calls='");
    refuses("events: Ir\nfn=f\ncfn=g\ncalls=1 1\n", CG_E_FORMAT, 4,
            "the file ends within a call or a jump");
    refuses("events: Ir\nfn=f\ncalls=1 1\n1 1\n", CG_E_FORMAT, 3,
            "a call without a callee: 'cfn=' is missing");
    refuses("events: Ir Dr Ir\n", CG_E_FORMAT, 1, "the event 'Ir' is named twice");
    refuses("events: Ir\nwhat is this\n", CG_E_FORMAT, 2,
            "this is not a line of callgrind's format");
    refuses("version: 1\ncreator: x\n", CG_E_FORMAT, 2, "there is no 'events:' line");
    refuses("version: 2\n", CG_E_FORMAT, 1, "unsupported version 2: only 1 is supported");
    refuses("positions: instr bb line more\n", CG_E_FORMAT, 1, "more than 3 positions");
    refuses("version: 1\npositions:\n", CG_E_FORMAT, 2, "'positions:' is empty");
}
END_TEST

static const char all_of_it[] =
    "# callgrind format\nversion: 1\ncreator: x\npid: 4\ncmd: a\npart: 1\n"
    "positions: instr line\nevents: Ir Dr\n\nob=(1) o\nfl=(2) a.c\nfn=(3) f'g\n0x10 1 1 2\n"
    "fi=(3) b.h\ncob=(2) p\ncfi=(4) c.c\ncfn=(5) h'f\ncalls=2 +3 -1\n* * 5 6\njcnd=1/2 +1 +1\n"
    "* *\n+1 +2 0.5\n\nfn=(5)\n0x20 7 1\n\ntotals: 1 2\n";

/* Wherever a file ends, it is read or refused; the sanitizers see the rest. */
START_TEST(cut_anywhere)
{
    for (size_t length = 0; length < sizeof all_of_it; length++) {
        struct outcome outcome = read_bytes(all_of_it, length);
        ck_assert(outcome.status || outcome.text);
        release(&outcome);
    }
}
END_TEST

START_TEST(changed_anywhere)
{
    static const char bytes[] = {'\0', '\n', ' ', '0', '9', '(',  ')',   '=',
                                 ':',  '*',  '-', '+', 'x', '\'', '\xff'};
    for (size_t i = 0; i < sizeof all_of_it; i++) {
        for (size_t k = 0; k < sizeof bytes; k++) {
            char text[sizeof all_of_it];
            memcpy(text, all_of_it, sizeof text);
            text[i] = bytes[k];
            struct outcome outcome = read_bytes(text, sizeof text - 1);
            ck_assert(outcome.status || outcome.text);
            release(&outcome);
        }
    }
}
END_TEST

/* A name of a million callers, and one that changes its file again and again. */
START_TEST(deep_callers)
{
    enum { DEPTH = 1000000 };
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fputs("events: Ir\nfn=(1) f", out);
    for (int i = 0; i < DEPTH; i++) {
        fputs(i % 2 ? "'a" : "'b", out);
    }
    fputs("\n1 1\n", out);
    for (int i = 0; i < 10000; i++) {
        fprintf(out, "fl=%d\nfn=(1)\n1 1\n", i % 2);
    }
    fclose(out);
    struct cg_profile *profile;
    struct cg_error error;
    ck_assert_int_eq(cg_profile_read_memory(&profile, text, length, "deep", NULL, &error), CG_OK);
    ck_assert_uint_eq(cg_profile_context_count(profile), DEPTH + 3);
    ck_assert_double_eq(cg_profile_inclusive(profile, 0, DEPTH - 1), 10001);
    ck_assert_double_eq(cg_profile_inclusive(profile, 0, 0), 0);
    cg_profile_free(profile);
    free(text);
}
END_TEST

/* Brackets and quotes that would have to be looked at again for each part. */
START_TEST(long_names)
{
    static const char *const units[] = {"'a", "<'", "<'>", "a<", "operator", "(", "'1", "::'"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char *text = NULL;
        size_t length;
        FILE *out = open_memstream(&text, &length);
        fputs("events: Ir\nfn=f", out);
        for (int k = 0; k < 1000000; k++) {
            fputs(units[i], out);
        }
        fputs("\n1 1\n", out);
        fclose(out);
        struct outcome outcome = read_bytes(text, length);
        ck_assert(!outcome.status || outcome.status == CG_E_LIMIT);
        release(&outcome);
        free(text);
    }
}
END_TEST

START_TEST(many_events)
{
    char text[4096] = "events:";
    for (int i = 0; i < 65; i++) {
        sprintf(text + strlen(text), " E%d", i);
    }
    refuses(text, CG_E_LIMIT, 1, "more than 64 events");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {manual_simple,
                                  manual_extended,
                                  manual_names,
                                  manual_names_first,
                                  manual_positions,
                                  target_moves_nothing,
                                  jumps_cost_nothing,
                                  positions_without_lines,
                                  inlined_code,
                                  file_right_before_function,
                                  three_spaces_of_numbers,
                                  numbers_of_any_size,
                                  unknown_names,
                                  linkage_names,
                                  names_are_text,
                                  recursion,
                                  blanks_behind_names,
                                  callers,
                                  callers_cost_once,
                                  numbers_in_names,
                                  quotes_that_divide_nothing,
                                  quotes_behind_brackets,
                                  header_lines,
                                  parts_and_threads,
                                  costs_of_other_tools,
                                  calls_without_counts,
                                  warnings,
                                  refused,
                                  cut_anywhere,
                                  changed_anywhere,
                                  deep_callers,
                                  long_names,
                                  many_events,
                                  NULL};
    return run_tests("callgrind", tests, 240);
}
