/* Which linkage names are names of one function. */
#include "text/mangled.h"
#include "text/mangled_type.h"

#include <glib.h>
#include <string.h>
#include <time.h>

#include "support.h"

/** A name, less its beginning for thunks. */
struct name {
    const char *name;
    const char *complete; /**< NULL: it is that already, or no constructor's or destructor's */
    bool special;
};

/* All but the first few made by clang from sources with the classes C2, D0, C1E, aSE, ... */
static const struct name names[] = {
    {"", NULL, false},
    {"_", NULL, false},
    {"_Z", NULL, false},
    {"_ZN", NULL, false},
    {"main", NULL, false},
    {"C2Ev", NULL, false},
    {"D0Ev", NULL, false},
    {"_ZN1AC", NULL, false},
    {"_ZN1AC2", NULL, false},
    {"_ZN1ACI", NULL, false},
    /* plain */
    {"_ZN1AC1Ev", NULL, true},
    {"_ZN1AC2Ev", "_ZN1AC1Ev", true},
    {"_ZN1AD0Ev", "_ZN1AD1Ev", true},
    {"_ZN1AD1Ev", NULL, true},
    {"_ZN1AD2Ev", "_ZN1AD1Ev", true},
    {"_ZN1AaSERKS_", NULL, true},
    {"_ZN12_GLOBAL__N_14AnonaSEOS0_", NULL, true},
    {"_ZN12_GLOBAL__N_14AnonC2Ev", "_ZN12_GLOBAL__N_14AnonC1Ev", true},
    {"_ZN3Inh5cloneEv", NULL, false},
    {"_ZdlPvm", NULL, false},
    {"_Znwm", NULL, false},
    /* no demangler takes it, and the number of a reference is no length */
    {"_ZN1AS12_C2EvZ", "_ZN1AS12_C1EvZ", true},
    /* classes, namespaces and functions named like variants */
    {"_ZN2C2C1Ei", NULL, true},
    {"_ZN2C2C2Ei", "_ZN2C2C1Ei", true},
    {"_ZN2C2D2Ev", "_ZN2C2D1Ev", true},
    {"_ZN2C22C1C2Ev", "_ZN2C22C1C1Ev", true},
    {"_ZN2C22C1D1Ev", NULL, true},
    {"_ZN2C22C11vEv", NULL, false},
    {"_ZN2C22D0Ev", NULL, false},
    {"_ZN2D02D1Ev", NULL, false},
    {"_ZN2D02D22C2Ev", NULL, false},
    {"_ZN2D02D2D0Ev", "_ZN2D02D2D1Ev", true},
    {"_ZN2D02D2D2Ev", "_ZN2D02D2D1Ev", true},
    {"_Z3D2EIN2C22C1EEvT_", NULL, false},
    {"_Z3D2EI3C1EILi2EEEvT_", NULL, false},
    {"_ZN3C1EILi2EEC2Ev", "_ZN3C1EILi2EEC1Ev", true},
    {"_ZN3aSE2aSC2Ev", "_ZN3aSE2aSC1Ev", true},
    {"_ZN3aSE2aSaSEi", NULL, true},
    {"_ZN3aSE2aS3aSEEv", NULL, false},
    /* templates */
    {"_ZN2T1IN2C22C1EEC2Ev", "_ZN2T1IN2C22C1EEC1Ev", true},
    {"_ZN2T1IN2C22C1EED2Ev", "_ZN2T1IN2C22C1EED1Ev", true},
    {"_ZN2T1IN2D02D2EEC2IiEET_", "_ZN2T1IN2D02D2EEC1IiEET_", true},
    {"_ZN2T1IN2D02D2EED2Ev", "_ZN2T1IN2D02D2EED1Ev", true},
    {"_ZN2T1IN2D02D2EEaSERKS2_", NULL, true},
    {"_ZN2T1IS_I2C2EEC2IS0_EET_", "_ZN2T1IS_I2C2EEC1IS0_EET_", true},
    {"_ZN3VarIJEEC2Ev", "_ZN3VarIJEEC1Ev", true},
    {"_ZN3VarIJi2C2EEC2EiS0_", "_ZN3VarIJi2C2EEC1EiS0_", true},
    {"_ZN4BaseC2IiEEPT_", "_ZN4BaseC1IiEEPT_", true},
    {"_ZN4BaseC2E2C2", "_ZN4BaseC1E2C2", true},
    {"_ZN4BaseC2Eiz", "_ZN4BaseC1Eiz", true},
    /* inherited constructors */
    {"_ZN3InhCI14BaseE2C2", NULL, true},
    {"_ZN3InhCI24BaseE2C2", "_ZN3InhCI14BaseE2C2", true},
    {"_ZN7DerivedCI24BaseEi", "_ZN7DerivedCI14BaseEi", true},
    /* which not every demangler knows */
    {"_ZN1ICI21BIiEEPT_", "_ZN1ICI11BIiEEPT_", true},
    {"_ZN2C2CI22D0IiEEPT_", "_ZN2C2CI12D0IiEEPT_", true},
    {"_ZN1TIJ2C2EEC2ILb1ETnNSt9enable_ifIXT_EbE4typeELb1EEEv",
     "_ZN1TIJ2C2EEC1ILb1ETnNSt9enable_ifIXT_EbE4typeELb1EEEv", true},
    /* tags */
    {"_ZN6TaggedB2t1C2Ev", "_ZN6TaggedB2t1C1Ev", true},
    {"_ZN6TaggedB2t1D1Ev", NULL, true},
    {"_ZN1AC2B2t1Ev", "_ZN1AC1B2t1Ev", true},
    {"_ZNK3Def1gB5cxx11Ev", NULL, false},
    /* lambdas and classes in constructors, destructors and members */
    {"_ZNK3Def1xMUlvE_clEv", NULL, false},
    {"_ZZN2C2D1EvEN5Local1fEv", NULL, false},
    {"_ZZN2C2D1EvEN5LocalC2Ev", "_ZZN2C2D1EvEN5LocalC1Ev", true},
    {"_ZZN2C2D1EvEN5LocalD2Ev", "_ZZN2C2D1EvEN5LocalD1Ev", true},
    {"_ZZN2T1IN2C22C1EEC1EvENKUlvE_clEv", NULL, false},
    {"_ZZN2T1IN2D02D2EED1EvENKUlT_E_clIiEEDaS3_", NULL, false},
    {"_ZZN2T1IS_I2C2EEC1IS0_EET_ENUlvE_D2Ev", "_ZZN2T1IS_I2C2EEC1IS0_EET_ENUlvE_D1Ev", false},
    {"_ZZZZN2C2D1EvEN5Local1fEvENKUlvE_clEvEN2InD0Ev",
     "_ZZZZN2C2D1EvEN5Local1fEvENKUlvE_clEvEN2InD1Ev", true},
    {"_ZZ4mainEN1XIiEC1ERKS0_", NULL, true},
    {"_ZZ1fvEN1LaSERKS_", NULL, true},
    {"_ZZ1fvENK1LcviEv", NULL, false},
    {"_ZZN1LC1EvENK3$_0clEv", NULL, false},
    {"_ZZ2vavENK3$_0clIiEEDa2C2T_", NULL, false},
};

START_TEST(variants_have_one_name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        char *complete = mangled_complete(names[i].name);
        const char *expected = names[i].complete;
        ck_assert_msg(g_strcmp0(complete, expected) == 0, "%s: %s, not %s", names[i].name,
                      complete ? complete : "-", expected ? expected : "-");
        g_free(complete);
    }
}
END_TEST

START_TEST(special_members_are_told_from_their_likes)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        ck_assert_msg(mangled_is_special_member(names[i].name) == names[i].special, "%s",
                      names[i].name);
    }
}
END_TEST

START_TEST(thunks_tell_whose_they_are)
{
    static const char *const thunks[][2] = {
        {"_ZThn16_N1A3runEv", "N1A3runEv"},
        {"_ZTh8_N1A3runEv", "N1A3runEv"},
        {"_ZThn16_N1AD0Ev", "N1AD0Ev"},
        {"_ZTv0_n24_N3InhD0Ev", "N3InhD0Ev"},
        {"_ZTv0_n40_N3Inh3runEz", "N3Inh3runEz"},
        {"_ZTcv0_n32_v0_n24_N3Inh5cloneEv", "N3Inh5cloneEv"},
        {"_ZTchn16_h16_N4Both5cloneEv", "N4Both5cloneEv"},
        {"_ZTch0_v0_n24_N1A1fEv", "N1A1fEv"},
        {"_ZN1A3runEv", NULL},
        {"_ZTV1A", NULL},
        {"_ZTI1A", NULL},
        {"_ZTSN1AE", NULL},
        {"_ZTW4pool", NULL},
        {"_ZTH4pool", NULL},
        {"_ZTh", NULL},
        {"_ZTh_", NULL},
        {"_ZThn_", NULL},
        {"_ZThn16", NULL},
        {"_ZTv0_", NULL},
        {"_ZTv0_N1A1fEv", NULL},
        {"_ZTc", NULL},
        {"_ZTch0_", NULL},
        {"_ZTcx", NULL},
        {"_ZT", NULL},
        {"ZThn16_", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(thunks); i++) {
        const char *target = mangled_thunk_target(thunks[i][0]);
        ck_assert_msg(g_strcmp0(target, thunks[i][1]) == 0, "%s: %s", thunks[i][0],
                      target ? target : "-");
    }
}
END_TEST

START_TEST(destructors_are_known)
{
    static const char *const are[] = {"_ZN1AD0Ev",
                                      "_ZN1AD2Ev",
                                      "_ZThn16_N1AD0Ev",
                                      "_ZN2T1IN2C22C1EED2Ev",
                                      "_ZN12_GLOBAL__N_15FirstD0Ev",
                                      "_ZZN2C2D1EvEN5LocalD2Ev",
                                      "_ZN6TaggedB2t1D1Ev"};
    static const char *const are_not[] = {"_ZN1AC1Ev",
                                          "_ZN2C22D0Ev",
                                          "_ZN2D02D1Ev",
                                          "_ZZN2C2D1EvEN5Local1fEv",
                                          "_ZZN2C2D1EvENKUlvE_clEv",
                                          "__cxa_pure_virtual",
                                          "D0Ev",
                                          ""};
    for (size_t i = 0; i < G_N_ELEMENTS(are); i++) {
        ck_assert_msg(mangled_is_destructor(are[i]), "%s", are[i]);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(are_not); i++) {
        ck_assert_msg(!mangled_is_destructor(are_not[i]), "%s", are_not[i]);
    }
}
END_TEST

/** Look at a name in all ways. What is complete stays so. */
static void hold(const char *name)
{
    char *complete = mangled_complete(name);
    const char *target = mangled_thunk_target(name);
    ck_assert(!target || (target > name && target <= name + strlen(name)));
    mangled_is_special_member(name);
    mangled_is_destructor(name);
    mangled_is_lambda(name);
    mangled_is_of_lambda(name);
    g_free(mangled_closure(name));
    if (complete) {
        ck_assert_uint_eq(strlen(complete), strlen(name));
        ck_assert_str_ne(complete, name);
        char *again = mangled_complete(complete);
        ck_assert_msg(!again, "%s: %s, then %s", name, complete, again ? again : "-");
    }
    g_free(complete);
}

START_TEST(what_is_complete_stays_so)
{
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        hold(names[i].name);
    }
}
END_TEST

START_TEST(any_bytes_do)
{
    static const char letters[] = "_ZNTCDIELBSchv0123459n\xff";
    struct random random = {1};
    for (unsigned round = 0; round < 20000; round++) {
        char name[64] = "_ZN";
        size_t length = 3 + draw(&random, sizeof name - 4);
        for (size_t i = chance(&random, 90) ? 3 : 0; i < length; i++) {
            bool any = chance(&random, 5);
            name[i] =
                any ? (char)(1 + draw(&random, 255)) : letters[draw(&random, sizeof letters - 1)];
        }
        hold(name);
    }
}
END_TEST

START_TEST(any_change_does)
{
    struct random random = {2};
    for (unsigned round = 0; round < 20000; round++) {
        char *name = g_strdup(names[draw(&random, G_N_ELEMENTS(names))].name);
        size_t length = strlen(name);
        for (unsigned i = 0; length > 0 && i < 3; i++) {
            name[draw(&random, (uint32_t)length)] = "CDI012E_9T"[draw(&random, 10)];
        }
        hold(name);
        g_free(name);
    }
}
END_TEST

START_TEST(long_names_do)
{
    GString *name = g_string_new("_ZN");
    for (unsigned i = 0; i < 20000; i++) {
        g_string_append(name, "2C2");
    }
    g_string_append(name, "C2Ev");
    hold(name->str);
    char *complete = mangled_complete(name->str);
    ck_assert_msg(g_str_has_suffix(complete, "2C22C2C1Ev"), "%s", complete + name->len - 16);
    g_free(complete);
    g_string_assign(name, "_ZN99999999999999999999999C2Ev");
    hold(name->str);
    g_string_free(name, TRUE);
}
END_TEST

/** @return processor time, in seconds, of looking at a part many times after "_ZN" */
static double time_of(const char *part, unsigned count)
{
    GString *name = g_string_new("_ZN");
    for (unsigned i = 0; i < count; i++) {
        g_string_append(name, part);
    }
    clock_t begin = clock();
    hold(name->str);
    g_string_free(name, TRUE);
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

/* A square of the length is seconds to minutes. */
START_TEST(long_names_take_little_time)
{
    static const char *const parts[] = {"C2E", "2C2", "C2E2C2", "S",    "T",   "S1",
                                        "Li",  "D0I", "CI2",    "clcv", "$_0", "UlvE_cl"};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        double seconds = time_of(parts[i], 20000);
        ck_assert_msg(seconds < 5, "%s: %.1f s", parts[i], seconds);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) { /* as long as are demangled */
        double seconds = time_of(parts[i], (unsigned)(4000 / strlen(parts[i])));
        ck_assert_msg(seconds < 1, "%s: %.1f s", parts[i], seconds);
    }
}
END_TEST

START_TEST(lambdas_of_a_file_are_told_from_those_of_functions)
{
    static const struct {
        const char *name;
        bool of_file;
    } cases[] = {
        {"_ZNK3$_0clEi", true},
        {"_ZNK5named3$_1clEv", true},
        {"_Z2apI3$_0EiT_", true},
        {"_ZZ4mainENK3$_0clEv", false},
        {"_ZZ4mainEN4$_128__invokeEi", false},
        {"_Z2apIZ4mainE3$_0EiT_", false},
        {"_Z2apIZ4mainE3$_0EiT_3$_1", true},
        {"_Z1fv", false},
        {"$_", true},
        {"", false},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        ck_assert_msg(mangled_has_file_lambda(cases[i].name) == cases[i].of_file, "%s",
                      cases[i].name);
    }
}
END_TEST

START_TEST(what_is_added_to_lambdas_is_told_from_their_own)
{
    static const struct {
        const char *name;
        bool of_lambda;
    } cases[] = {
        {"_ZZ9convertedvEN3$_08__invokeEi", true},
        {"_ZZ9convertedvENK3$_10cvPFiiEEv", true},
        {"_ZZ9convertedvENK3$_0clEi", false},
        {"_ZZ1fvENUlT_E_8__invokeIiEEDaS_", true},
        {"_ZZ1fvENKUlvE0_cvPFvvEEv", true},
        {"_ZZ5givenIiEiT_PFivEENK3$_0cvS2_Ev", true},
        {"_ZN3ab0cvPFvvEEv", false},
        {"_ZN1A8__invokeEv", false},
        {"8__invoke", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(mangled_is_of_lambda(cases[i].name) == cases[i].of_lambda, "%s",
                      cases[i].name);
    }
}
END_TEST

START_TEST(call_operators_of_lambdas_are_told_from_what_is_in_them)
{
    static const struct {
        const char *name;
        bool is_lambda;
    } cases[] = {
        {"_ZNK3$_0clEi", true},
        {"_ZZ4mainENK4$_12clEv", true},
        {"_ZZ5twiceIiEvT_ENKUliE0_clEi", true},
        {"_ZZ7genericIiEDaT_ENKUlS0_E_clIiEEDaS0_", true},
        {"_ZZZ1fvENKUlvE_clEvENKUlvE_clEv", true},
        {"_ZZ4varyPFvvEENKUlDpT_E_clIJEEEDaS2_", true}, /* GCC 12 cannot demangle it */
        {"_ZNK6member1mMUlvE_clEv", true},
        {"_ZZZ1fvENKUlvE_clEvEN1L1mEv", false},
        {"_ZZ1fvENKUlvE0_cvPFvvEEv", false},
        {"_ZN7functorclEi", false},
        {"_ZN2a_clEi", false},
        {"_Z1fv", false},
        {"UlvE_cl", false},
        {"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(mangled_is_lambda(cases[i].name) == cases[i].is_lambda, "%s", cases[i].name);
    }
}
END_TEST

/** The name of a function type, and how facts write it; NULL: they do not. */
struct function_type {
    const char *name;
    const char *signature;
};

/* All but the hostile ones are from clang. */
static const struct function_type function_types[] = {
    {"_ZTSFvvE", "FvE"},
    {"_ZTSFviE", "FviE"},
    {"_ZTSFivzE", "FivzE"},
    {"_ZTSFi1ERK1SPS0_S0_E", "Fi1ERK1SP1S1SE"},
    {"_ZTSFvPFvP1SPcES0_PvE", "FvPFvP1SPcEP1SPvE"},
    {"_ZTSFvN2ns1SERKS0_NS_1TEE", "FvN2ns1SERKN2ns1SEN2ns1TEE"},
    {"_ZTSFvSt6vectorIiSaIiEERKS1_E", "FvSt6vectorIiSaIiEERKSt6vectorIiSaIiEEE"},
    {"_ZTSFvRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEES6_E",
     "FvRKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKNSt7__cxx1112basic_string"
     "IcSt11char_traitsIcESaIcEEEE"},
    {"_ZTSFSsRKSsS0_E", "FSsRKSsRKSsE"},
    {"_ZTSFvSaIcES_E", "FvSaIcESaIcEE"},
    {"_ZTSFvPA10_iRA_KcE", "FvPA_iRA_KcE"},
    {"_ZTSFvPrKcPrVcE", "FvPKcPVcE"},
    {"_ZTSFvPDoFvvEDnE", "FvPFvEDnE"},
    {"_ZTSDoFvvE", "FvE"},
    {"_ZTSFv3boxILi5ELb1EES0_E", "Fv3boxILi5ELb1EE3boxILi5ELb1EEE"},
    {"_ZTSFv4packIJicdEES0_E", "Fv4packIJicdEE4packIJicdEEE"},
    {"_ZTSFv3boxILN2ns1EE1EEE", "Fv3boxILN2ns1EE1EEE"},
    {"_ZTSFvN3boxIiE5innerES0_E", "FvN3boxIiE5innerE3boxIiEE"},
    {"_ZTSFvDsDuE", "FvDsDuE"},
    {"_ZTSFvDv4_fE", NULL},     /* vectors */
    {"_ZTSFvM1SiE", NULL},      /* pointers to members */
    {"_ZTSFvZ4mainE1SE", NULL}, /* a local class */
    {"_ZTSFvUlvE_E", NULL},     /* a closure */
    {"_ZTSFv3boxIXadL_Z1fvEEEE", NULL},
    {"_ZTSFviE.generalized", NULL},
    {"_ZTS1S", NULL},
    {"_ZTSM1SFvvE", NULL},
    {"_ZTSF", NULL},
    {"_ZTSFv", NULL},
    {"_ZTSFvS_E", NULL},
    {"_ZTSFvS9_E", NULL},
    {"_ZTSFvSZZZZZZZZZZZZZZZZ_E", NULL},
    {"_ZTSFv99999999999999999999SE", NULL},
    {"_ZTSFv9SE", NULL},
    {"_ZTSFv0E", NULL},
    {"_ZTSFvNE", NULL},
    {"_ZTSFvNEE", NULL},
    {"_ZTSFvIiEE", NULL},
    {"_ZTSFvrvE", NULL}, /* a parameter of type void */
    {"_ZTSFvivE", NULL},
    {"_ZTSFvN1aIiE", NULL},
    {"", NULL},
};

START_TEST(types_of_functions_are_written_out)
{
    for (size_t i = 0; i < G_N_ELEMENTS(function_types); i++) {
        const struct function_type *type = &function_types[i];
        char *signature = mangled_function_type(type->name);
        ck_assert_msg(g_strcmp0(signature, type->signature) == 0, "%s: %s", type->name, signature);
        g_free(signature);
    }
}
END_TEST

/* Substitutions of substitutions, and depth without end. */
START_TEST(hostile_types_end)
{
    GString *name = g_string_new("_ZTSFv1aIiE");
    for (int i = 0; i < 60; i++) {
        g_string_append_printf(name, "1aIS%c_S%c_E", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % 36],
                               "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % 36]);
    }
    g_string_append_c(name, 'E');
    char *signature = mangled_function_type(name->str);
    ck_assert(!signature || strlen(signature) < 100000);
    g_free(signature);
    g_string_assign(name, "_ZTSFv");
    for (int i = 0; i < 100000; i++) {
        g_string_append_c(name, 'P');
    }
    ck_assert_ptr_null(mangled_function_type(name->str));
    g_string_assign(name, "_ZTSFv1TI");
    for (int i = 0; i < 1000000; i++) {
        g_string_append_c(name, 'J'); /* packs in packs */
    }
    ck_assert_ptr_null(mangled_function_type(name->str));
    g_string_assign(name, "_ZTSFvN");
    for (int i = 0; i < 100000; i++) {
        g_string_append(name, "1a"); /* each part is remembered with those before it */
    }
    ck_assert_ptr_null(mangled_function_type(name->str));
    g_string_free(name, TRUE);
}
END_TEST

/* Any beginning of a name, and any name with one byte changed. */
START_TEST(any_types_do)
{
    for (size_t i = 0; i < G_N_ELEMENTS(function_types); i++) {
        char *name = g_strdup(function_types[i].name);
        for (size_t at = strlen(name); at > 0; at--) {
            char kept = name[at - 1];
            for (int byte = 1; byte < 128; byte++) {
                name[at - 1] = (char)byte;
                g_free(mangled_function_type(name));
            }
            name[at - 1] = kept;
            char *begin = g_strndup(name, at - 1);
            g_free(mangled_function_type(begin));
            g_free(begin);
        }
        g_free(name);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        variants_have_one_name,
        special_members_are_told_from_their_likes,
        thunks_tell_whose_they_are,
        destructors_are_known,
        lambdas_of_a_file_are_told_from_those_of_functions,
        what_is_added_to_lambdas_is_told_from_their_own,
        call_operators_of_lambdas_are_told_from_what_is_in_them,
        what_is_complete_stays_so,
        any_bytes_do,
        any_change_does,
        long_names_do,
        long_names_take_little_time,
        types_of_functions_are_written_out,
        hostile_types_end,
        any_types_do,
        NULL,
    };
    return run_tests("mangled", tests, 120);
}
