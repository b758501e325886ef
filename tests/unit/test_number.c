/* Numbers as tools print them: cli_double, cli_double_rounded and cli_quantity. */
#include <check.h>
#include <cli.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void expect(double value, const char *text)
{
    char out[CLI_DOUBLE_LENGTH];
    ck_assert(cli_double(out, value));
    ck_assert_str_eq(out, text);
}

START_TEST(short_texts)
{
    expect(0, "0");
    expect(1, "1");
    expect(-1, "-1");
    expect(10, "10");
    expect(100, "100");
    expect(12.5, "12.5");
    expect(0.1, "0.1");
    expect(-0.25, "-0.25");
    expect(0.001234, "0.001234");
    expect(1e-7, "0.0000001");
    expect(1e21, "1000000000000000000000");
    expect(9007199254740993.0, "9007199254740992");
}
END_TEST

START_TEST(rounded_texts)
{
    char out[CLI_DOUBLE_LENGTH];
    ck_assert(cli_double_rounded(out, 0.000012999999999999998, 12));
    ck_assert_str_eq(out, "0.000013");
    ck_assert(cli_double_rounded(out, 2.0 / 3, 3));
    ck_assert_str_eq(out, "0.667");
    ck_assert(cli_double_rounded(out, 99.96, 3));
    ck_assert_str_eq(out, "100");
    ck_assert(cli_double_rounded(out, 123456, 2));
    ck_assert_str_eq(out, "120000");
}
END_TEST

START_TEST(what_is_no_number)
{
    char out[CLI_DOUBLE_LENGTH];
    ck_assert(!cli_double(out, NAN));
    ck_assert_str_eq(out, "nan");
    ck_assert(!cli_double(out, INFINITY));
    ck_assert_str_eq(out, "inf");
    ck_assert(!cli_double(out, -INFINITY));
    ck_assert_str_eq(out, "-inf");
}
END_TEST

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void check_reads_back(double value)
{
    char out[CLI_DOUBLE_LENGTH];
    if (cli_double(out, value)) {
        ck_assert_uint_lt(strlen(out), sizeof out);
        ck_assert_ptr_null(strpbrk(out, "eE"));
        ck_assert_msg(strtod(out, NULL) == value, "%a is written %s", value, out);
    }
}

START_TEST(all_read_back)
{
    uint64_t state = 88172645463325252u;
    double extremes[] = {5e-324,  2.2250738585072014e-308, 1.7976931348623157e308, -5e-324,
                         1.0 / 3, 9007199254740991.0};
    for (size_t i = 0; i < G_N_ELEMENTS(extremes); i++) {
        check_reads_back(extremes[i]);
    }
    for (int i = 0; i < 5000; i++) {
        double value;
        uint64_t bits = next_random(&state);
        memcpy(&value, &bits, sizeof value);
        check_reads_back(value);
        check_reads_back((double)(bits % 1000000007) / 1e9);
    }
}
END_TEST

START_TEST(quantities_have_units)
{
    static const struct {
        double value;
        const char *unit;
        const char *text;
    } cases[] = {
        {0, "sec", "0 s"},
        {1.25, "sec", "1.25 s"},
        {0.034, "sec", "34 ms"},
        {0.00099996, "sec", "1 ms"},
        {0.0000123456, "s", "12.3 \xc2\xb5s"},
        {3e-9, "sec", "3 ns"},
        {1e-12, "sec", "0.001 ns"},
        {-1.5, "sec", "-1.5 s"},
        {119.4, "sec", "119 s"},
        {1234, "sec", "20 min 34 s"},
        {119.99 * 60, "sec", "119 min 59 s"},
        {3 * 3600 + 62, "sec", "3 h 1 min"},
        {1, "bytes", "1 byte"},
        {999, "bytes", "999 bytes"},
        {4096, "bytes", "4.1 kB"},
        {12345678, "bytes", "12.3 MB"},
        {999999, "bytes", "1 MB"},
        {5e15, "bytes", "5000 TB"},
        {0, NULL, "0"},
        {99999, NULL, "99999"},
        {100000, "", "100 k"},
        {4512345, "occ", "4.51 M"},
        {2.5, NULL, "2.5"},
        {1234567.25, "#", "1.23 M"},
        {12, "J", "12 J"},
        {-2e9, NULL, "-2 G"},
        {NAN, "sec", "nan"},
        {-INFINITY, "sec", "-inf"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char *text = cli_quantity(cases[i].value, cases[i].unit);
        ck_assert_str_eq(text, cases[i].text);
        g_free(text);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("number");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, short_texts);
    tcase_add_test(tests, rounded_texts);
    tcase_add_test(tests, what_is_no_number);
    tcase_add_test(tests, all_read_back);
    tcase_add_test(tests, quantities_have_units);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
