/*
 * Regular expressions mean what the C library says, and none takes long.
 */
#include "strings/bounded_regex.h"

#include "support.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static bool matches(const regex_t *regex, const char *text)
{
    return regexec(regex, text, 0, NULL, 0) == 0;
}

/* More repetitions could take the C library forever. */
#define MOST_REPETITIONS 3

static void make_expression(char *out, struct random *random)
{
    static const char alphabet[] = "aab().|*?+^$";
    unsigned repetitions = 0, length = 1 + draw(random, 9);
    for (unsigned i = 0; i < length; i++) {
        char next = alphabet[draw(random, sizeof alphabet - 1)];
        repetitions += next == '+';
        bool interval = draw(random, 12) == 0;
        static const char *const intervals[] = {"{2}", "{0,1}", "{1,}", "{,2}", "{", "{,", "\\<"};
        if (interval) {
            out = stpcpy(out, intervals[draw(random, sizeof intervals / sizeof *intervals)]);
            repetitions++;
        } else if (next != '+' || repetitions <= MOST_REPETITIONS) {
            *out++ = next;
        }
        if (repetitions > MOST_REPETITIONS) {
            break;
        }
    }
    *out = '\0';
}

START_TEST(random_expressions_match_as_in_the_c_library)
{
    static const char *const texts[] = {"",   "a",  "b",   "aa",  "ab",    "ba",  "aab",
                                        "a{", "{,", "aba", "bab", "a b a", "aaa", "bbbb"};
    struct random random = {1};
    unsigned compared = 0;
    for (unsigned i = 0; i < 20000; i++) {
        char text[64];
        regex_t ours, theirs;
        make_expression(text, &random);
        if (regcomp(&theirs, text, REG_EXTENDED | REG_NOSUB)) {
            continue;
        }
        if (bounded_regex_compile(&ours, text, NULL) == CG_OK) {
            for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
                ck_assert_msg(matches(&ours, texts[k]) == matches(&theirs, texts[k]), "/%s/, '%s'",
                              text, texts[k]);
            }
            regfree(&ours);
            compared++;
        }
        regfree(&theirs);
    }
    ck_assert_uint_gt(compared, 5000);
}
END_TEST

START_TEST(nested_repetitions_do_not_take_long)
{
    static const struct {
        const char *text;
        int status;
    } cases[] = {
        {"^((((((.*)+)+)+)+)+)+x", CG_OK},
        {"^.*+++++++++x", CG_OK},
        {"((((((a?){1,}){1,}){1,}){1,}){1,}){1,}x", CG_OK},
        {"((((((a|)+)+)+)+)+)+x", CG_OK},
        {"((((((^)+)+)+)+)+)+x", CG_E_FORMAT},
        {"(\\b)+", CG_E_FORMAT},
        {"a++++++++++", CG_E_FORMAT}, /* 1,024 copies */
        {"(a{30}){40}", CG_E_FORMAT},
        {"^x********************************************************************************"
         "********************************************************************************y",
         CG_OK},
        {"^x*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*?*y",
         CG_OK},
        {"^x?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?+?y",
         CG_OK},
        {"^(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*y", CG_OK},
        {"^(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*"
         "(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*(x*)*y",
         CG_E_FORMAT},
        {"^(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*"
         "(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*(x|)*y",
         CG_E_FORMAT},
        {"^((x|)*){40}y", CG_E_FORMAT},
        {"^(((x|)*){6}){6}y", CG_E_FORMAT},
        {"^(x*){0,600}y", CG_E_FORMAT},
        {"(x|\\b){0,300}y", CG_E_FORMAT},
        {"\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b\\bx", CG_E_FORMAT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        regex_t regex;
        int status = bounded_regex_compile(&regex, cases[i].text, NULL);
        ck_assert_msg(status == cases[i].status, "/%s/: %d", cases[i].text, status);
        if (!status) {
            ck_assert(!matches(&regex, "_ZN1a1cIiEEvT_"));
            regfree(&regex);
        }
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        random_expressions_match_as_in_the_c_library,
        nested_repetitions_do_not_take_long,
        NULL,
    };
    return run_tests("regex", tests, 120);
}
