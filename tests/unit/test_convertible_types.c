/* Which types of functions the source converts to which, in the way the source and the compiler
 * write them. */
#include "points_to/convertible_types.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static struct cg_value value_of(const char *text)
{
    return (struct cg_value){text, strlen(text)};
}

static void add(struct program *program, const char *from, const char *to)
{
    struct cg_value source = value_of(from), target = value_of(to);
    ck_assert_int_eq(convertible_add(program, &source, &target, NULL), CG_OK);
}

static bool leads(const struct program *program, const char *own, const char *type)
{
    struct cg_value function = value_of(own), call = value_of(type);
    return convertible_leads(program, &function, &call);
}

START_TEST(nothing_leads_anywhere_without_conversions)
{
    struct program program = {0};
    ck_assert(!leads(&program, "~v(i)FviE", "~v(p)FvPvE"));
    ck_assert(!leads(&program, "~v(i)FviE", "~v(i)FviE"));
    convertible_free(&program);
}
END_TEST

START_TEST(conversions_lead_on_but_not_back)
{
    struct program program = {0};
    add(&program, "FviE", "FvE");
    add(&program, "FvE", "FvPcE");
    add(&program, "FvlE", "");
    add(&program, "", "FvdE");
    add(&program, "M", "FvPvE");
    for (int again = 0; again < 2; again++) { /* the second time from what is kept */
        ck_assert(leads(&program, "~v(i)FviE", "~v()FvE"));
        ck_assert(leads(&program, "~v(i)FviE", "FvPcE"));
        ck_assert(!leads(&program, "~v()FvE", "~v(i)FviE"));
        ck_assert(!leads(&program, "FvPcE", "FvE"));
        ck_assert(leads(&program, "FvlE", "FvdE"));
        ck_assert(!leads(&program, "FviE", "FvdE"));
        ck_assert(leads(&program, "~v(p)M", "~v(p)FvPvE"));
        ck_assert(!leads(&program, "~v(p)M", "FvdE"));
        ck_assert(!leads(&program, "FvfE", "FvE"));
    }
    convertible_free(&program);
}
END_TEST

/** A type as facts have it, and by the last names alone. */
struct names {
    const char *full, *own;
};

START_TEST(names_are_compared_without_what_is_around_them)
{
    static const struct names cases[] = {
        {"FvP1SE", "FvP1SE"},
        {"~v(p)FvPN2ns1SEE", "FvP1SE"},
        {"FvPN12_GLOBAL__N_11SEiE", "FvP1SiE"},
        {"FvSt6vectorIiSaIiEEiE", "Fv6vectoriE"},
        {"FvRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEcE", "FvRK12basic_stringcE"},
        {"FvRKSsSaIcESiE", "FvRK12basic_string9allocator13basic_istreamE"},
        {"FvN3boxIiE5innerE3boxIN1a1bEEE", "Fv5inner3boxE"},
        {"Fv3boxILi5ELb1EEiE", "Fv3boxiE"},
        {"Fv4packIJicPFvN1a1bEEEEiE", "Fv4packiE"},
        {"Fv3boxIPFvP1SEEdE", "Fv3boxdE"},
        {"Fv3fooB5cxx11iE", "Fv3fooiE"},
        {"FvPFvN1a1bEEA_KcE", "FvPFv1bEA_KcE"},
        {"Fv1S_8_iE", "Fv1SiE"},
        {"Fv1E1IE", "Fv1E1IE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct program program = {0};
        add(&program, cases[i].own, "FvE");
        add(&program, "FvlE", cases[i].own);
        ck_assert_msg(leads(&program, cases[i].full, "FvE"), "%s", cases[i].full);
        ck_assert_msg(leads(&program, "FvlE", cases[i].full), "%s", cases[i].full);
        convertible_free(&program);
    }
}
END_TEST

/* Any beginning of a type: no read is behind its end (valgrind, sanitizers). */
START_TEST(any_text_does)
{
    static const char text[] = "FvN3boxIJLi5EPFvSaIcEEEE5innerESt6vectorIN1a1bEE1S_8_E";
    struct program program = {0};
    add(&program, "FviE", "FvE");
    for (size_t length = 1; length <= strlen(text); length++) {
        char *copy = strndup(text, length);
        struct cg_value own = {copy, length}, type = value_of("FvE");
        convertible_leads(&program, &own, &type);
        free(copy);
    }
    convertible_free(&program);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        nothing_leads_anywhere_without_conversions,
        conversions_lead_on_but_not_back,
        names_are_compared_without_what_is_around_them,
        any_text_does,
        NULL,
    };
    return run_tests("convertible_types", tests, 60);
}
