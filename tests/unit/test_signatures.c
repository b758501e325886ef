/* Function types: which calls they are compatible with, which they work under, and how their text
 * is parsed. */
#include "points_to/signatures.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static struct cg_value value_of(const char *text)
{
    return (struct cg_value){text, strlen(text)};
}

/* Parameters */

static void check_parameters(const char *text, bool told, uint32_t count, bool variadic)
{
    struct cg_value signature = value_of(text);
    uint32_t counted = 0;
    bool more = false;
    bool is_told = signature_parameters(&signature, &counted, &more);
    ck_assert_msg(is_told == told, "%s: %d", text, is_told);
    ck_assert_msg(!told || counted == count, "%s: %u parameters", text, (unsigned)counted);
    ck_assert_msg(!told || more == variadic, "%s: variadic %d", text, more);
}

START_TEST(parameters_are_counted)
{
    check_parameters("FvE", true, 0, false);
    check_parameters("FviE", true, 1, false);
    check_parameters("FivE", true, 1, false); /* not written by cgcollect: void is no parameter */
    check_parameters("FiPKczE", true, 1, true);
    check_parameters("FvzE", true, 0, true);
    check_parameters("FPPFviEP1SE", true, 1, false);
    check_parameters("FvPFiPFvdEzEdE", true, 2, false);
    check_parameters("FvPA_PKcA_iE", true, 2, false);
    check_parameters("FvPVKjE", true, 1, false);
    check_parameters("~v()", true, 0, false);
    check_parameters("~p(ip.)", true, 2, true);
}
END_TEST

START_TEST(names_are_skipped_by_their_length)
{
    check_parameters("F4bothP4bothiE", true, 2, false);
    check_parameters("Fv1EP1EE", true, 2, false); /* a record called E */
    check_parameters("FvP5a.c:1iE", true, 2, false);
    check_parameters("Fv12@f.c:10:2abciE", true, 2, false);
    check_parameters("Fv1S_8_iE", true, 2, false); /* unnamed, at 8 in S */
    check_parameters("FvP1S_16_P1S_8_E", true, 2, false);
    check_parameters("Fvu14_Complex floatiE", true, 2, false);
}
END_TEST

START_TEST(what_is_not_told_has_no_parameters)
{
    const struct cg_value none = {NULL, 0}; /* UBSan of clang sees sums with such a text */
    uint32_t count;
    bool variadic;
    const struct cg_value some = value_of("FviE");
    ck_assert(!signature_parameters(&none, &count, &variadic));
    ck_assert(signature_of_source(&none).length == 0);
    ck_assert(signatures_fit(&none, &some) && signatures_fit(&some, &none));
    static const char *const texts[] = {"",       "?",     "F",       "Fv",  "Fvi", "FvP",
                                        "FvPFvE", "Fv9S",  "Fv1S_8E", "~",   "~v",  "~v(",
                                        "~v(?)",  "~v?p)", "v(p)",    "P1S", "FvA", "Fviz"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        check_parameters(texts[i], false, 0, false);
    }
}
END_TEST

START_TEST(more_parameters_than_any_has_are_not_told)
{
    char text[80] = "Fv";
    memset(text + 2, 'i', 65);
    memcpy(text + 66, "E", 2);
    check_parameters(text, true, 64, false);
    memcpy(text + 66, "iE", 3);
    check_parameters(text, false, 0, false);
}
END_TEST

/* Two types */

/** What a call of the first type and a function of the second are to each other. */
struct pair {
    const char *call, *function;
    bool fit;   /**< compatible */
    bool bear;  /**< the function works under the type of the call */
    bool alike; /**< the call passes just what the function takes */
    bool match; /**< a guess by types takes them for one another */
};

static const struct pair pairs[] = {
    {"FviE", "FviE", true, true, true, true},
    /* Types differ, and are passed in the same way. */
    {"FviE", "FvjE", false, true, true, false},
    {"FviE", "FvPvE", false, true, true, false},
    {"FvP1SE", "FvP1TE", false, true, true, false},
    {"FvPKcE", "FvPcE", false, true, true, false},
    {"FviE", "FiiE", false, true, true, false},
    {"FvfE", "FvdE", false, true, true, false},
    /* They are passed otherwise. */
    {"FviE", "FvdE", false, false, false, false},
    {"FvidE", "FvddE", false, false, false, false},
    /* A function may receive more arguments than it takes, not fewer. */
    {"FviiE", "FviE", false, true, false, false},
    {"FviE", "FvE", false, true, false, false},
    {"FviE", "FviiE", false, false, false, false},
    {"FvdiE", "FviE", false, false, false, false},
    /* How records are passed is unknown. */
    {"Fv1SE", "FviE", false, true, true, false},
    {"Fv1SE", "FvdE", false, true, true, false},
    {"Fv1SE", "FvE", false, true, false, false},
    /* Variadic calls may hand over any number. */
    {"FvizE", "FviiE", false, true, false, false},
    {"FvizE", "FviE", false, true, false, false},
    {"FviE", "FvizE", false, true, false, false},
    {"FvizE", "FvdE", false, false, false, false},
    /* No prototype, no type, or an incomplete one: compares number and class of parameters. */
    {"?", "FviE", true, true, true, true},
    {"FviE", "?", true, true, true, true},
    {"FviE", "", true, true, true, true},
    {"FvPFi?EE", "FvPFidEE", true, true, true, true},
    {"FvPFidEE", "FvPFi?EE", true, true, true, true},
    {"FvPFi?EE", "FvdE", false, false, false, false},
    {"FvPFi?EE", "FvPFidEiE", false, false, false, false},
    {"FvPFi?EE", "FvPFidEzE", false, true, false, false},
    {"FvPFidEE", "FvPFiiEE", false, true, true, false},
    /* The calling convention does not affect types in the source; a guess counts. */
    {"~v(p)", "FviE", true, true, true, true},
    {"FviiE", "~v(p)", true, true, true, false},
    {"~v(p)", "~v(i)", true, true, true, true},
    {"~v(p)", "~v(pp)", true, true, true, false},
    {"~v(f)", "~v(p)", true, true, true, false},
    {"Fv1SE", "~v(ii)", true, true, true, true},
    /* Behind it is the type of the source, where the compiler says it. */
    {"~v(p)FvP1SE", "~v(p)FvP1SE", true, true, true, true},
    {"~v(p)FvP1SE", "~v(p)FvP1TE", false, true, true, true},
    {"~v(p)FvP1SE", "~v(p)", true, true, true, true},
    {"~v(p)", "~v(p)FvP1SE", true, true, true, true},
    {"~v(p)FvP1SE", "~v(pp)FvP1SP1SE", false, true, true, false},
    {"FvP1SE", "~v(p)FvP1SE", true, true, true, true},
    {"FvP1SE", "~v(p)FvP1TE", false, true, true, true},
    {"~v(pi)FvP1SiE", "FvP1SiE", true, true, true, true},
    /* An enumeration is an integer in C, and a name in C++. */
    {"FvjE", "~v(i)Fv6colourE", true, true, true, true},
    {"FvjE", "~v(i)FvN2ns6colourEE", true, true, true, true},
    {"~v(i)Fv6colourE", "FviE", true, true, true, true},
    {"~v(i)Fv6colourE", "~v(i)FviE", false, true, true, true},
    {"~v(i)Fv6colourE", "FvdE", false, true, true, false},
    {"FvjiE", "~v(ii)Fv6colourcE", false, true, true, true},
    /* No pointer to a function points at a method. */
    {"~v(p)FvP1SE", "~v(p)M", false, true, true, true},
    {"FvP1SE", "~v(p)M", false, true, true, true},
    {"~v(p)", "~v(p)M", true, true, true, true},
};

static void check(bool got, bool expected, const struct pair *pair, const char *what)
{
    ck_assert_msg(got == expected, "%s under %s: %s is %d", pair->function, pair->call, what, got);
}

START_TEST(types_are_compared)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct pair *pair = &pairs[i];
        struct cg_value call = value_of(pair->call), function = value_of(pair->function);
        /* Equal texts are at one place. */
        function = strcmp(pair->call, pair->function) == 0 ? call : function;
        check(signatures_fit(&call, &function), pair->fit, pair, "fit");
        check(signatures_fit(&function, &call), pair->fit, pair, "fit, the other way");
        check(signatures_bear(&call, &function), pair->bear, pair, "bear");
        check(signatures_pass_alike(&call, &function), pair->alike, pair, "alike");
        check(signatures_pass_alike(&function, &call), pair->alike, pair, "alike, the other way");
        check(signatures_match(&call, &function), pair->match, pair, "match");
    }
}
END_TEST

START_TEST(shapes_are_compared)
{
    static const struct {
        const char *call;
        const char *function;
        bool same;
    } shapes[] = {
        {"FiPvPvE", "FiP1SPKcE", true}, {"FiPvPvE", "FiP1SmE", false},
        {"FiPvPvE", "FiP1SiE", false},  {"FiPvmE", "FiP1SlE", true},
        {"FiPvjE", "FiP1SbE", true},    {"FiPvE", "FPvPvE", false},
        {"FvPvE", "FPvPvE", true},      {"FiPvE", "FvPvE", true},
        {"FiPvE", "FiPvS_E", false},    {"FiPFvvEE", "FiPvE", true},
        {"FiA_KcE", "FiPvE", true},     {"FvKiE", "FvjE", true},
        {"Fv1SE", "Fv1SE", true},       {"Fv1SE", "Fv1TE", false},
        {"Fv1SE", "FviE", false},       {"FiPvE", "?", true},
        {"FiE", "?FiE", true},          {"FiPvE", "?FiE", false},
        {"?", "FiPvE", true},           {"FiPvE", "Fi?E", true},
        {"FiPvE", "~i(p)", true},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct cg_value call = value_of(shapes[i].call), function = value_of(shapes[i].function);
        ck_assert_msg(signatures_have_one_shape(&call, &function) == shapes[i].same, "%s under %s",
                      shapes[i].function, shapes[i].call);
    }
}
END_TEST

/* Parameters are compared where both types are from the IR; results are not. */
START_TEST(calling_conventions_are_compared)
{
    static const struct {
        const char *call;
        const char *function;
        bool alike;
    } pairs_of_ir[] = {
        {"~v(p)", "~v(p)", true},   {"~v(p)", "~i(p)", true}, {"~v(p)", "~v(i)", false},
        {"~v(p)", "~v(pp)", false}, {"~v(p)", "FviE", true},  {"FviE", "~v(p)", true},
        {"FviE", "FvdE", true},     {"", "~v(p)", true},      {"~v(p)", "", true},
    };
    for (size_t i = 0; i < sizeof pairs_of_ir / sizeof *pairs_of_ir; i++) {
        struct cg_value call = value_of(pairs_of_ir[i].call);
        struct cg_value function = value_of(pairs_of_ir[i].function);
        ck_assert_msg(signatures_lower_alike(&call, &function) == pairs_of_ir[i].alike,
                      "%s under %s", pairs_of_ir[i].function, pairs_of_ir[i].call);
    }
}
END_TEST

/* Texts cut off anywhere are not read beyond their end (run with a sanitizer), and allow nothing
 * that the whole text does not. */
START_TEST(texts_may_be_cut_anywhere)
{
    static const char whole[] = "F1S_8_PKA_PFvPVjzEu5ab cdP2TUzE";
    for (size_t length = 0; length < sizeof whole - 1; length++) {
        char *text = malloc(length + 1);
        memcpy(text, whole, length);
        struct cg_value value = {text, length};
        uint32_t count;
        bool variadic;
        ck_assert(!signature_parameters(&value, &count, &variadic));
        ck_assert(signatures_have_one_shape(&value, &value));
        free(text);
    }
    check_parameters(whole, true, 3, true);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {parameters_are_counted,
                                  names_are_skipped_by_their_length,
                                  what_is_not_told_has_no_parameters,
                                  more_parameters_than_any_has_are_not_told,
                                  types_are_compared,
                                  shapes_are_compared,
                                  calling_conventions_are_compared,
                                  texts_may_be_cut_anywhere,
                                  NULL};
    return run_tests("signatures", tests, 60);
}
