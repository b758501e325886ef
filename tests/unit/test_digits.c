/* Reading numbers: how far, and up to which (strings/digits.h). */
#include "strings/digits.h"
#include "support.h"

#include <inttypes.h>
#include <string.h>

static void expect(const char *text, uint64_t limit, size_t count, uint64_t number, bool fits)
{
    uint64_t read = 7;
    bool does = !fits;
    size_t length = cg_take_digits(&read, &does, text, strlen(text), limit);
    ck_assert_msg(length == count && read == number && does == fits,
                  "'%s' up to %" PRIu64 ": %zu, %" PRIu64 ", %d", text, limit, length, read, does);
    ck_assert_uint_eq(cg_take_digits(&read, NULL, text, strlen(text), limit), count);
    read = 7;
    bool whole = cg_read_digits(&read, text, strlen(text), limit);
    ck_assert_msg(whole == (fits && count && count == strlen(text)), "'%s'", text);
    ck_assert_uint_eq(read, whole ? number : 7); /* unchanged where it is none */
}

START_TEST(numbers_end_where_digits_do)
{
    expect("", 9, 0, 0, true);
    expect("x1", 9, 0, 0, true);
    expect("-1", 9, 0, 0, true);
    expect(" 1", 9, 0, 0, true);
    expect("12a3", 100, 2, 12, true);
    expect("1/", 100, 1, 1, true);
    expect("1:", 100, 1, 1, true);
    expect("007", 7, 3, 7, true);
    uint64_t number;
    ck_assert_uint_eq(cg_take_digits(&number, NULL, "1234", 2, 100), 2);
    ck_assert_uint_eq(number, 12);
}
END_TEST

START_TEST(larger_numbers_are_the_limit)
{
    expect("100", 100, 3, 100, true);
    expect("101", 100, 3, 100, false);
    expect("0", 0, 1, 0, true);
    expect("1", 0, 1, 0, false);
    expect("4294967296", UINT32_MAX, 10, UINT32_MAX, false);
}
END_TEST

START_TEST(numbers_of_more_than_64_bits_do_not_wrap)
{
    expect("18446744073709551615", UINT64_MAX, 20, UINT64_MAX, true);
    expect("18446744073709551616", UINT64_MAX, 20, UINT64_MAX, false);
    expect("18446744073709551620", UINT64_MAX, 20, UINT64_MAX, false);
    expect("184467440737095516150", UINT64_MAX, 21, UINT64_MAX, false);
    expect("36893488147419103233", 5, 20, 5, false); /* 2^65 + 1 */
    expect("00000000000000000000000000042", UINT64_MAX, 29, 42, true);
    expect("10000000000000000000", UINT64_MAX, 20, UINT64_C(10000000000000000000), true);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {numbers_end_where_digits_do, larger_numbers_are_the_limit,
                                  numbers_of_more_than_64_bits_do_not_wrap, NULL};
    return run_tests("digits", tests, 10);
}
