/* Output of `perf script` with any fields; random samples against a slow oracle. */
#include "profile_paths.h"
#include "profile_text.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES                                                                                     \
    "\t            118f leaf+0x25 (/x/demo)\n"                                                     \
    "\t            11c6 Sq::area+0xa (/x/demo)\n"                                                  \
    "\t            10a0 _start+0x20 (/x/demo)\n\n"
#define PATH "_start@/x/demo;Sq::area@/x/demo;leaf@/x/demo"

START_TEST(stacks_are_paths)
{
    check_paths("demo  9416   972.928583:    1001001 cpu-clock: \n" FRAMES
                "demo  9416   972.929663:    1001001 cpu-clock: \n" FRAMES
                "demo  9416   972.929664:         10 cpu-clock: \n"
                "\t            10a0 _start+0x20 (/x/demo)\n\n",
                "_start@/x/demo samples=1 cpu-clock=10\n" PATH " samples=2 cpu-clock=2002002\n",
                "");
}
END_TEST

START_TEST(headers_have_what_fields_there_are)
{
    static const struct {
        const char *header;
        const char *location;
        const char *metric;
    } cases[] = {
        {"demo  9416   972.928583:    1001001 cpu-clock: ", "demo - 0 9416\n", "cpu-clock=1001001"},
        {"demo  9416 [003]   972.928583:  5 cycles:ppp: ", "demo - 0 9416\n", "cycles:ppp=5"},
        {"demo  9416/9417 [003]   972.928583123:  5 cpu/event=0x3c/: ", "demo - 9416 9417\n",
         "cpu/event=0x3c/=5"},
        {"Web Content 3 12/13 [000] 1.000001: 7 cycles: ", "Web Content 3 - 12 13\n", "cycles=7"},
        {"demo 9416 U     972.928583:    5 cpu-clock: ", "demo - 0 9416\n", "cpu-clock=5"},
        {"demo 9416/9416    1001001 cpu-clock: ", "demo - 9416 9416\n", "cpu-clock=1001001"},
        {"demo 9416    1001001 cpu-clock: ", "demo - 0 9416\n", "cpu-clock=1001001"},
        {"demo 9416 cpu-clock: ", "demo - 0 9416\n", "samples:cpu-clock=1"},
        {"demo 9416 972.928583: cpu-clock: ", "demo - 0 9416\n", "samples:cpu-clock=1"},
        {"demo 9416 972.928583:     1001 ", "demo - 0 9416\n", "period=1001"},
        {"demo 9416 972.928583: ", "demo - 0 9416\n", ""},
        {"demo 9416 ", "demo - 0 9416\n", ""},
        {"13521 22990.989941:    1001 cpu-clock: ", "- - 0 13521\n", "cpu-clock=1001"},
        {"   52 22990.989941:    1001 cpu-clock: ", "- - 0 52\n", "cpu-clock=1001"},
        {"demo 22990.989941:    1001 cpu-clock: ", "demo - 0 0\n", "cpu-clock=1001"},
        {":-1    -1 [000] 1.000001: 7 cycles: ", ":-1 - 0 1\n", "cycles=7"},
        {"demo 9416 1.000001: 5 cpu-clock:                0", "demo - 0 9416\n", "cpu-clock=5"},
        {"demo 9416 1.000001: sched:sched_switch: prev_pid=1 ==> next_pid=2", "demo - 0 9416\n",
         "samples:sched:sched_switch=1"},
        {"demo 9416 1.000001: 3 probe:x: (401136) 12 ab", "demo - 0 9416\n", "probe:x=3"},
        {"demo 9416 1.000001: 3 time: ", "demo - 0 9416\n", "event:time=3"},
        {"demo ", "demo - 0 0\n", ""},
        {"my demo ", "my demo - 0 0\n", ""},
        {"cpu-clock: ", "- - 0 0\n", "samples:cpu-clock=1"},
        {"demo cpu-clock: ", "demo - 0 0\n", "samples:cpu-clock=1"},
        {"demo\t9416 [001] 1.000001: 3 cycles:", "demo - 0 9416\n", "cycles=3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char input[1000], expected[300];
        sprintf(input, "%s\n" FRAMES, cases[i].header);
        sprintf(expected, PATH " samples=1%s%s\n", *cases[i].metric ? " " : "", cases[i].metric);
        check_paths(input, expected, "");
        struct cg_profile *profile = profile_from(input, strlen(input), NULL, NULL);
        char *locations = locations_text(profile);
        ck_assert_msg(strcmp(locations, cases[i].location) == 0, "%s: %s", cases[i].header,
                      locations);
        free(locations);
        cg_profile_free(profile);
    }
}
END_TEST

START_TEST(symbols_are_spelled_in_many_ways)
{
    static const struct {
        const char *written;
        const char *frame;
    } cases[] = {
        {"118f f+0x25 (/x/demo)", "f@/x/demo"},
        {"118f f (/x/demo)", "f@/x/demo"},
        {"118f f", "f"},
        {"118f f+0x1", "f"},
        {"118f", "[unknown]%unknown"},
        {"118f (/x/demo)", "[unknown]@/x/demo%unknown"},
        {"118f [unknown] (/x/demo)", "[unknown]@/x/demo%unknown"},
        {"118f [unknown] ([unknown])", "[unknown]%unknown"},
        {"118f std::function<double (int)>::operator()+0x1 (/a b/c (d))",
         "std::function<double (int)>::operator()@/a b/c (d)"},
        {"118f std::function<double (int)>::operator()(int) const (/a b/c (d))",
         "std::function<double (int)>::operator()(int) const@/a b/c (d)"},
        {"118f A::operator()(int) const", "A::operator()(int) const"},
        {"118f apply<int>(int (*)(int), int)", "apply<int>(int (*)(int), int)"},
        {"118f (anonymous namespace)::f(int) (/x)", "(anonymous namespace)::f(int)@/x"},
        {"118f main::{lambda(int)#1}::operator()(int) const+0x3 (/x)",
         "main::{lambda(int)#1}::operator()(int) const@/x"},
        {"118f f+0x25 (/x/demo (deleted))", "f@/x/demo"},
        {"118f f (/x/demo+0x118f)", "f@/x/demo"},
        {"118f f+0x25 (/x/demo+0x118f)", "f@/x/demo"},
        {"118f f (memfd:x (deleted))", "f@memfd:x"},
        {"118f f+0x1 ([vdso])", "f@[vdso]"},
        {"ffffffffff600000 f+0x1 ([vsyscall])", "f@[vsyscall]"},
        {"ffffffff821f2fa7 exc_page_fault+0xd7 ([kernel.kallsyms])",
         "exc_page_fault@[kernel.kallsyms]%kernel"},
        {"ffffffffc0123456 nf+0xd7 ([nf_tables])", "nf@[nf_tables]%kernel"},
        {"c0123456 f ([kernel.kallsyms])", "f@[kernel.kallsyms]%kernel"},
        {"118f __libc_start_main@@GLIBC_2.34+0x84 (/l)", "__libc_start_main@@GLIBC_2.34@/l"},
        {"118f f+0x25 (inlined)", "f!"},
        {"118f f(int) (inlined)", "f(int)!"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char input[1000], expected[300];
        sprintf(input, "demo 9 1.000001: 3 cycles: \n\t    %s\n\t  12 named (/x)\n\n",
                cases[i].written);
        bool inlined = strchr(cases[i].frame, '!') != NULL;
        sprintf(expected, "named@/x;%.*s%s samples=1 cycles=3\n",
                (int)strlen(cases[i].frame) - inlined, cases[i].frame, inlined ? "@/x!" : "");
        check_paths(input, expected, "");
    }
}
END_TEST

START_TEST(frames_may_stand_without_headers)
{
    check_paths("\n\t  118f leaf\n\t  11be Sq::area (inlined)\n\t  10a0 _start\n\n\n\t  12 f\n\n",
                "_start;Sq::area!;leaf samples=1\nf samples=1\n", "");
    check_paths("\n\t  118f\n\t  11be\n\n", "[unknown]%unknown;[unknown]%unknown samples=1\n",
                "no frame has a name");
}
END_TEST

START_TEST(a_frame_may_stand_in_the_header)
{
    const char *path = "leaf@/tmp/demo~ samples=2 cpu-clock=2\n";
    check_paths("  demo 1 2.001971:    1 cpu-clock:      56012c05718b leaf+0x21 (/tmp/demo)\n"
                "  demo 1 2.001971:    1 cpu-clock:      56012c05718f leaf+0x25 (/tmp/demo)\n",
                path, "");
    check_paths("  demo 1 2.001971:    1 cpu-clock:     0 56012c05718b leaf+0x21 (/tmp/demo)\n"
                "  add  1 2.001971:    1 cpu-clock:     0 56012c05718b leaf (/tmp/demo)\n",
                path, "");
    check_paths("  demo 1    401136 leaf (/tmp/demo)\n  demo 1    40113f leaf (/tmp/demo)\n",
                "leaf@/tmp/demo~ samples=2\n", "");
    check_paths("  demo 1 2.001971: 1 branches:  5601 f+0x5 (/x) =>  4011 g+0x0 (/x)\n",
                "f@/x~ samples=1 branches=1\n", "");
    /* what looked like a frame is none where there is a stack */
    check_paths("demo 1 2.001971: 1 x: 12 ab c\n" FRAMES, PATH " samples=1 x=1\n", "");
}
END_TEST

START_TEST(lines_of_the_source_are_sites)
{
    check_paths("demo 9 1.000001: 3 cycles: \n"
                "\t  118f leaf+0x25\n  /a b/x.c:12 (inlined)\n"
                "\t  11be f+0x25 (/x)\n  y.c:20 (discriminator 3)\n"
                "\t  11bf g+0x25 (/x)\n  ??:0\n"
                "\t  12b5 main+0x59 (/x)\n  z.c:7\n\n",
                "main@/x;g@/x<z.c:7;f@/x;leaf@/x!<y.c:20 samples=1 cycles=3\n", "");
    /* the same frame is inlined in one stack and not in the next */
    check_paths("d 9 1.000001: 3 e: \n\t 1 f\n  x.c:1 (inlined)\n\t 2 m\n  x.c:2\n\n"
                "d 9 1.000002: 3 e: \n\t 1 f\n  x.c:1\n\t 2 m\n  x.c:2\n\n",
                "m;f!<x.c:2 samples=1 e=3\nm;f<x.c:2 samples=1 e=3\n", "");
}
END_TEST

START_TEST(other_lines_are_passed_over)
{
    check_paths(
        "# ========\n# captured on    : Sun\n# perf version : 6.1.187\n# ========\n#\n"
        "demo 1 1.000001: PERF_RECORD_MMAP2 1/1: [0x7f(0x2000) @ 0 00:00 0 0]: rw-p //anon\n"
        "demo 9 1.000001: 3 cycles: \n\t  118f f (/x)\n ABI:2    AX:0x0\n"
        "demo 9 1.000002: 3 cycles: \n\t  118f f (/x)\n\n|12   the source\n"
        "demo 1 1.000003: PERF_RECORD_EXIT(1:1):(1:1)\n",
        "f@/x samples=2 cycles=6\n", "");
    check_paths("demo 9 1.000001: 3 cycles: \n\t  118f f (/x)\n whatever\n\n",
                "f@/x samples=1 cycles=3\n", "are ignored");
    const char text[] = "# ========\n# perf version : 6.1\n# ========\n\n\t 12 f\n\n";
    struct cg_profile *profile = profile_from(text, sizeof text - 1, NULL, NULL);
    ck_assert_str_eq(cg_profile_creator(profile), "perf 6.1");
    cg_profile_free(profile);
}
END_TEST

START_TEST(frames_may_begin_with_blanks)
{
    check_paths("demo 12 cpu-clock: \n         118f f (/x)\n         12b5 main (/x)\n\n"
                "demo 12 cpu-clock: \n         12b5 main (/x)\n\n",
                "main@/x samples=1 samples:cpu-clock=1\n"
                "main@/x;f@/x samples=1 samples:cpu-clock=1\n",
                "");
}
END_TEST

START_TEST(inlined_frames_are_of_the_object_around)
{
    check_paths("d 9 1.000001: 3 e: \n\t 1 a (inlined)\n\t 1 b (inlined)\n\t 1 c (/x)\n\t 2 d "
                "(inlined)\n\t 2 m (/y)\n\n"
                "d 9 1.000001: 3 e: \n\t 1 a (inlined)\n\t 1 c (/x)\n\t 2 d (inlined)\n\t 2 m "
                "(/y)\n\n",
                "m@/y;d@/y!;c@/x;b@/x!;a@/x! samples=1 e=3\n"
                "m@/y;d@/y!;c@/x;a@/x! samples=1 e=3\n",
                "");
}
END_TEST

START_TEST(each_thread_is_a_location)
{
    static const char text[] = "a 1/2 1.000001: 3 e: \n" FRAMES "b 1/3 1.000001: 4 e: \n" FRAMES
                               "a 1/2 1.000001: 5 e: \n" FRAMES;
    struct cg_statistics values;
    struct cg_profile *profile = profile_from(text, sizeof text - 1, NULL, NULL);
    char *locations = locations_text(profile);
    ck_assert_str_eq(locations, "a - 1 2\nb - 1 3\n");
    cg_profile_statistics(profile, cg_profile_find_metric(profile, "e"), 2, &values);
    ck_assert_double_eq(values.min, 4);
    ck_assert_double_eq(values.max, 8);
    ck_assert_uint_eq(values.count, 12);
    free(locations);
    cg_profile_free(profile);
}
END_TEST

START_TEST(what_is_no_sample_is_refused)
{
    check_refused("demo 9 1.000001: 3 cycles: \n\t  118f f (/x)\n\nhello world\n",
                  "input:4:0: neither a sample nor a frame");
    check_refused("demo\n\t 118f f (/x)\n\nhello\nworld\n",
                  "input:4:0: neither a sample nor a frame");
    check_refused("demo\n\t 118f f (/x)\n\nhello\n\n", "input:4:0: neither a sample nor a frame");
    check_refused("demo\n\t 118f f (/x)\n\nhello", "input:4:0: neither a sample nor a frame");
    check_refused("demo 9 1.000001: 3 cycles: \n\t  hello\n\n", "input:2:0: a frame without");
    check_refused("demo 9 1.000001: 3 cycles: \n\t  11111111111111111 f\n\n", "input:2:0: a frame");
    check_refused("demo 9 1.000001: 3 cycles: \n\ndemo 9 1.000001: 3 cycles: \n\n",
                  "no sample has a frame");
}
END_TEST

START_TEST(input_that_is_cut_off)
{
    check_refused("demo 9 1.000001: 3 cycles: \n\t  12 f (/x)\n\t  118f mai",
                  "input:3:0: the input ends");
    check_refused("demo 9 1.000001: 3 cycles: \n\t  12 f (/x)\n\ndemo 9 1.0", "input:4:0: neither");
    check_refused("demo 9 1.000001: 3 cycles: \n\t  12 f (/x)\n\ndemo 9 1.000001:",
                  "input:4:0: the input ends");
    check_paths("demo 9 1.000001: 3 cycles: \n\t  12 f (/x)\n\t  118f main (/x)\n",
                "main@/x;f@/x samples=1 cycles=3\n", "no empty line at the end");
    check_paths("# ========\n# nothing\n", "", "there are no samples");
    check_paths("d 9 1.000001: 3 e: \n\t  12 f (/x)\n\nd 9 1.000002: 3 e: \n\n",
                "f@/x samples=1 e=3\n", "ignored samples without a frame: 1");
}
END_TEST

START_TEST(stacks_may_be_very_deep)
{
    enum { DEPTH = 1000000 };
    char *text = malloc(DEPTH * 12 + 200);
    char *at = stpcpy(text, "demo 9 1.000001: 3 cycles: \n");
    for (int i = 0; i < DEPTH; i++) {
        at = stpcpy(at, i % 3 ? "\t 1 f (/x)\n" : "\t 1 g (/x)\n");
    }
    at = stpcpy(at, "\n");
    struct cg_profile *profile = profile_from(text, (size_t)(at - text), NULL, NULL);
    ck_assert_uint_eq(cg_profile_context_count(profile), DEPTH);
    ck_assert_double_eq(cg_profile_inclusive(profile, 0, 0), 1);
    cg_profile_free(profile);
    free(text);
}
END_TEST

/* Random samples: each stack by itself, looked for in a list. */

enum { CASES = 3000, MOST_SAMPLES = 20 };

struct frame {
    const char *name;
    const char *object;
};

static const struct frame frames[] = {
    {"f", "/x"},      {"g", "/x"},
    {"f", "/y z"},    {"A::operator()(int) const", "/x"},
    {"ff", "[vdso]"}, {"std::map<int, char (*)(int)>::at", "/l (1)"}};

struct model {
    char stacks[MOST_SAMPLES][400];
    unsigned samples[MOST_SAMPLES];
    unsigned long periods[MOST_SAMPLES];
    int count;
};

static void add(struct model *model, const char *stack, unsigned long period)
{
    int i = 0;
    while (i < model->count && strcmp(model->stacks[i], stack) != 0) {
        i++;
    }
    if (i == model->count) {
        model->count++;
        strcpy(model->stacks[i], stack);
        model->samples[i] = 0;
        model->periods[i] = 0;
    }
    model->samples[i]++;
    model->periods[i] += period;
}

/* Inlined frames have no object; the outermost is never one. */
static void random_sample(struct model *model, char **at, bool offsets, struct random *random)
{
    uint32_t depth = 1 + draw(random, 6), chosen[6];
    unsigned long period = 1 + draw(random, 1000);
    bool inlined[6] = {false};
    char expected[400] = "";
    const char *object = "";
    *at += sprintf(*at, "%s 1.%06u: %8lu e: \n", chance(random, 50) ? "a b 12" : "c 12/13 [001]",
                   draw(random, 1000000), period);
    for (uint32_t i = 0; i < depth; i++) { /* from the outermost */
        chosen[i] = draw(random, sizeof frames / sizeof *frames);
        inlined[i] = i && chance(random, 30);
        object = inlined[i] ? object : frames[chosen[i]].object;
        sprintf(expected + strlen(expected), "%s%s@%s%s", i ? ";" : "", frames[chosen[i]].name,
                object, inlined[i] ? "!" : "");
    }
    for (uint32_t i = depth; i-- > 0;) {
        *at += sprintf(*at, "\t%16x %s", draw(random, 100000), frames[chosen[i]].name);
        *at += offsets ? sprintf(*at, "+0x%x", draw(random, 300)) : 0;
        *at += inlined[i] ? sprintf(*at, " (inlined)\n")
                          : sprintf(*at, " (%s)\n", frames[chosen[i]].object);
    }
    *at += sprintf(*at, "\n");
    add(model, expected, period);
}

static void check_model(const struct model *model, const struct cg_profile *profile)
{
    char *text = paths_text(profile);
    int lines = 0;
    for (char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
        lines++;
    }
    ck_assert_int_eq(lines, model->count);
    for (int i = 0; i < model->count; i++) {
        char line[500];
        sprintf(line, "%s samples=%u e=%lu\n", model->stacks[i], model->samples[i],
                model->periods[i]);
        const char *found = text;
        while ((found = strstr(found, line)) != NULL && found != text && found[-1] != '\n') {
            found++;
        }
        ck_assert_msg(found != NULL, "not there: %sin\n%s", line, text);
    }
    free(text);
}

START_TEST(random_samples)
{
    struct random random = {12};
    for (int i = 0; i < CASES; i++) {
        struct model model = {.count = 0};
        static char text[MOST_SAMPLES * 900];
        char *at = text;
        bool offsets = chance(&random, 70);
        for (uint32_t samples = 1 + draw(&random, MOST_SAMPLES); samples > 0; samples--) {
            random_sample(&model, &at, offsets, &random);
        }
        struct cg_profile *profile = profile_from(text, (size_t)(at - text), NULL, NULL);
        check_model(&model, profile);
        cg_profile_free(profile);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {stacks_are_paths,
                                  headers_have_what_fields_there_are,
                                  symbols_are_spelled_in_many_ways,
                                  frames_may_stand_without_headers,
                                  a_frame_may_stand_in_the_header,
                                  lines_of_the_source_are_sites,
                                  other_lines_are_passed_over,
                                  frames_may_begin_with_blanks,
                                  inlined_frames_are_of_the_object_around,
                                  each_thread_is_a_location,
                                  what_is_no_sample_is_refused,
                                  input_that_is_cut_off,
                                  stacks_may_be_very_deep,
                                  random_samples,
                                  NULL};
    return run_tests("perf", tests, 240);
}
