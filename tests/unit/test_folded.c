/* Folded stacks: every way they are written, random ones against a slow oracle. */
#include "profile_paths.h"
#include "profile_text.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

START_TEST(stacks_are_paths)
{
    check_paths("main 5083\nmain;f 3\nmain;f;g 10\nmain;f 4\n",
                "main weight=5083\nmain;f weight=7\nmain;f;g weight=10\n", "");
    check_paths("main;f 3\r\n\r\nmain;g 4\r\n", "main;f weight=3\nmain;g weight=4\n", "");
    check_paths("main;operator new(unsigned long) 3\nmain;f(int, long) const 4\n",
                "main;operator new(unsigned long) weight=3\nmain;f(int, long) const weight=4\n",
                "");
    check_paths("a;b 3\na;bc 4\na;b;c 5\na 1\n",
                "a weight=1\na;b weight=3\na;bc weight=4\na;b;c weight=5\n", "");
    check_paths("main\t12\n", "main weight=12\n", "");
}
END_TEST

START_TEST(weights_may_be_fractions)
{
    check_paths("a;b 1.5\na;b 2e1\na;c 0.1\n", "a;b weight=21.5\na;c weight=0.1\n", "");
    check_paths("a;b; 40\na;b;  2\n", "a;b weight=42\n", "");
    check_paths("a;b 0.12345678901234567890e1\n", "a;b weight=1.23456789012\n", "");
    check_paths("a;b 9007199254740993000\n", "a;b weight=9.00719925474e+18\n", "");
}
END_TEST

START_TEST(whole_weights_are_counted)
{
    struct cg_statistics values;
    struct cg_profile *profile = profile_from("a 7\na;b 3\n", 10, NULL, NULL);
    ck_assert(cg_profile_metric(profile, 0)->integral);
    ck_assert(cg_profile_is_sampled(profile));
    ck_assert(cg_profile_loses_tail_callers(profile));
    ck_assert_double_eq(cg_profile_inclusive(profile, 0, 0), 10);
    cg_profile_statistics(profile, 0, 0, &values);
    ck_assert_uint_eq(values.count, 7);
    cg_profile_free(profile);
    profile = profile_from("a 7\na;b 3.5\n", 12, NULL, NULL);
    ck_assert(!cg_profile_metric(profile, 0)->integral);
    cg_profile_free(profile);
}
END_TEST

START_TEST(frames_have_marks)
{
    check_paths("main;read_[k] 1\nmain;f_[i];g_[j] 2\nmain;h (inlined) 3\n",
                "main;read%kernel weight=1\nmain;f!;g weight=2\nmain;h! weight=3\n", "");
    check_paths("main;f [libc.so.6] 1\nmain;g [/usr/lib/my lib.so]_[i] 2\n",
                "main;f@libc.so.6 weight=1\nmain;g@/usr/lib/my lib.so! weight=2\n", "");
    check_paths("main;libc.so.6`f+0x12 1\nmain;g+31 2\nmain;h+ 3\n",
                "main;f@libc.so.6 weight=1\nmain;g weight=2\nmain;h+ weight=3\n", "");
    check_paths("main;f() [clone .part.0] 1\nmain;g() [with T = int] 2\nmain;operator+ 3\n",
                "main;f() [clone .part.0] weight=1\nmain;g() [with T = int] weight=2\n"
                "main;operator+ weight=3\n",
                "");
    check_paths("main;f [kernel.kallsyms] 1\nmain;[kernel.kallsyms] 2\n",
                "main;f@kernel.kallsyms%kernel weight=1\n"
                "main;[kernel.kallsyms]@kernel.kallsyms%kernel weight=2\n",
                "");
}
END_TEST

START_TEST(code_without_a_name)
{
    check_paths("main;[unknown] 1\nmain;[libc.so.6] 2\nmain;0x401136 3\nmain;;f 4\n",
                "main;[unknown]%unknown weight=1\nmain;[libc.so.6]@libc.so.6%unknown weight=2\n"
                "main;0x401136%unknown weight=3\nmain;[unknown]%unknown;f weight=4\n",
                "");
    check_paths("main;unknown [libc.so.6] 1\n", "main;[unknown]@libc.so.6%unknown weight=1\n", "");
}
END_TEST

START_TEST(what_is_no_function)
{
    check_paths("demo-123/124;main;f 1\ndemo-?/12;f 2\nmy demo-9;f 2\n",
                "demo-123/124%root;main;f weight=1\ndemo-?/12%root;f weight=2\n"
                "my demo-9%root;f weight=2\n",
                "");
    check_paths("thread_7672;a 1\nthread_1;a 2\nThread 123;a 3\n1234;a 4\n[x tid=1];a 5\n",
                "thread_7672%root;a weight=1\nthread_1;a weight=2\nThread 123%root;a weight=3\n"
                "1234%root;a weight=4\n[x tid=1]%root;a weight=5\n",
                "");
    check_paths("a;-;k_[k] 1\na;--;b 2\n", "a;-%region;k%kernel weight=1\na;--%root;b weight=2\n",
                "");
}
END_TEST

START_TEST(stacks_may_begin_with_the_process)
{
    check_paths("demo;_start;main;f 3\ndemo;g 4\nperf;clone3;h 2\n",
                "demo%root;_start;main;f weight=3\ndemo%root;g weight=4\n"
                "perf%root;clone3;h weight=2\n",
                "");
    /* functions that begin a process come first: then others may call them */
    check_paths("_start;main;f 3\nf;main 4\n", "_start;main;f weight=3\nf;main weight=4\n", "");
    check_paths("main;demo;f 3\ndemo;f 2\n", "main;demo;f weight=3\ndemo;f weight=2\n", "");
    /* whatever the other stacks begin with */
    check_paths("main;_start;main;f 3\nmain;g 4\n[unknown];g 5\nx;k 7\n",
                "main%root;_start;main;f weight=3\nmain%root;g weight=4\n"
                "[unknown]%unknown;g weight=5\nx%root;k weight=7\n",
                "");
    check_paths("main;g 4\nx;_start;main;f 3\nx;k 7\n",
                "main;g weight=4\nx%root;_start;main;f weight=3\nx%root;k weight=7\n", "");
    check_paths("main;f 1\ndemo;main;f 2\ng;h 3\n",
                "main;f weight=1\ndemo%root;main;f weight=2\ng;h weight=3\n", "");
    check_paths("demo;f 1\n_start;main 2\ndemo;clone3;f 3\ndemo;main 4\n",
                "demo;f weight=1\n_start;main weight=2\ndemo%root;clone3;f weight=3\n"
                "demo;main weight=4\n",
                "");
    check_paths("main;_start [ld.so];f 1\n", "main%root;_start@ld.so;f weight=1\n", "");
    /* a function is not the process of the same name */
    check_paths("demo;main;demo 3\n", "demo%root;main;demo weight=3\n", "");
}
END_TEST

START_TEST(what_else_there_may_be)
{
    check_paths("# recorded by x\nmain;f 3\n#\n# more 7\n#a;g 1\n",
                "main;f weight=3\n#a;g weight=1\n", "");
    check_paths("\xef\xbb\xbfmain;f 3\n", "main;f weight=3\n", "");
    check_paths("main;f -3\nmain;g 5\nmain;g -1.5\n", "main;f weight=-3\nmain;g weight=3.5\n", "");
    check_paths("a;\x1b[1m\x01"
                "b 3\n",
                "a;\x1b[1m\x01"
                "b weight=3\n",
                "");
}
END_TEST

START_TEST(nearly_all_lines_are_stacks)
{
    check_refused("a;b 1\na;c 2\na;d\na;e 4\n",
                  "input:3:0: the line does not end in a blank and a");
    check_refused("some text\na;b 1\na;c\n", "unknown profile format");
}
END_TEST

START_TEST(what_is_no_stack_is_refused)
{
    check_refused("main;f 3\nmain;g\n", "unknown profile format");
    check_refused("hello world\n", "unknown profile format");
    check_refused("one two 3\n", "unknown profile format");
    check_refused("(;\"a\": 3\n)\n", "unknown profile format");
    check_refused("a;b --3\n", "unknown profile format");
    check_refused("a;b 1e400\n", "unknown profile format");
    check_refused("a;b nan\n", "unknown profile format");
    check_refused("a;b 0x1p3\n", "unknown profile format");
    check_refused("a;b 1 2\na;c 3 4\n", "input:2:0: two weights");
    check_paths("a;b 3", "a;b weight=3\n", "the last line has no end");
    check_paths("a;b 12 3\na;c 4\n", "a;b 12 weight=3\na;c weight=4\n", "");
}
END_TEST

START_TEST(bad_lines_behind_the_head_have_a_place)
{
    char *text = malloc(8000);
    char *at = text;
    for (int i = 0; i < 700; i++) {
        at = stpcpy(at, "main;f 1\n");
    }
    strcpy(at, "main;g\n");
    check_refused(text, "input:701:0: the line does not end in a blank and a weight");
    free(text);
}
END_TEST

START_TEST(stacks_may_be_very_deep)
{
    enum { DEPTH = 1000000 };
    char *text = malloc(2 * DEPTH * 2 + 100);
    char *at = text;
    for (int line = 0; line < 2; line++) {
        for (int i = 0; i < DEPTH; i++) {
            *at++ = i % 3 ? 'a' : 'b';
            *at++ = ';';
        }
        at = stpcpy(at, line ? "d 1\n" : "c 1\n");
    }
    struct cg_profile *profile = profile_from(text, (size_t)(at - text), NULL, NULL);
    ck_assert_uint_eq(cg_profile_context_count(profile), DEPTH + 2);
    ck_assert_double_eq(cg_profile_inclusive(profile, 0, 0), 2);
    cg_profile_free(profile);
    free(text);
}
END_TEST

/* Random stacks: each line by itself, looked for in a list. */

enum { CASES = 3000, MOST_LINES = 30 };

static const char *const words[] = {"f", "g", "ff", "f(int, long)", "a b", "operator<", "f", ""};

struct model {
    char stacks[MOST_LINES][200];
    double weights[MOST_LINES];
    int count;
};

static void add(struct model *model, const char *stack, double weight)
{
    for (int i = 0; i < model->count; i++) {
        if (strcmp(model->stacks[i], stack) == 0) {
            model->weights[i] += weight;
            return;
        }
    }
    strcpy(model->stacks[model->count], stack);
    model->weights[model->count++] = weight;
}

static void random_line(struct model *model, char **at, struct random *random)
{
    char expected[200] = "", written[200] = "";
    uint32_t depth = 1 + draw(random, 6), weight = 1 + draw(random, 1000);
    for (uint32_t i = 0; i < depth; i++) {
        /* a last frame without a name is none, as XRay writes it */
        const char *word = words[draw(random, i + 1 == depth ? 7 : 8)];
        sprintf(expected + strlen(expected), "%s%s", i ? ";" : "",
                *word ? word : "[unknown]%unknown");
        sprintf(written + strlen(written), "%s%s", i ? ";" : "", word);
    }
    *at += sprintf(*at, chance(random, 20) ? "%s; %u\n" : "%s %u\n", written, weight);
    add(model, expected, weight);
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
        char line[300];
        sprintf(line, "%s weight=%.12g\n", model->stacks[i], model->weights[i]);
        const char *found = text;
        while ((found = strstr(found, line)) != NULL && found != text && found[-1] != '\n') {
            found++;
        }
        ck_assert_msg(found != NULL, "not there: %sin\n%s", line, text);
    }
    free(text);
}

START_TEST(stacks_have_a_most_depth)
{
    const size_t frames = (1u << 22) + 1;
    char *input = malloc(frames * 2 + 2);
    for (size_t i = 0; i < frames; i++) {
        input[2 * i] = 'a';
        input[2 * i + 1] = ';';
    }
    char text[1200];
    memcpy(input + 2 * frames - 1, " 1\n", 3);
    ck_assert_int_eq(refusal(input, 2 * frames + 2, NULL, text, sizeof text), CG_E_LIMIT);
    ck_assert_msg(strstr(text, ":1:0: the stack has more than 4194304 frames"), "%s", text);
    free(input);
}
END_TEST

START_TEST(random_stacks)
{
    struct random random = {11};
    for (int i = 0; i < CASES; i++) {
        struct model model = {.count = 0};
        char text[MOST_LINES * 220] = "main;main;begin 1\n";
        char *at = text + strlen(text);
        add(&model, "main;main;begin", 1);
        for (uint32_t lines = draw(&random, MOST_LINES - 1); lines > 0; lines--) {
            random_line(&model, &at, &random);
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
                                  weights_may_be_fractions,
                                  whole_weights_are_counted,
                                  frames_have_marks,
                                  code_without_a_name,
                                  what_is_no_function,
                                  stacks_may_begin_with_the_process,
                                  what_else_there_may_be,
                                  nearly_all_lines_are_stacks,
                                  what_is_no_stack_is_refused,
                                  bad_lines_behind_the_head_have_a_place,
                                  stacks_may_be_very_deep,
                                  stacks_have_a_most_depth,
                                  random_stacks,
                                  NULL};
    return run_tests("folded", tests, 240);
}
