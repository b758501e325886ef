/* Reading members of values. */
#include "support.h"

#include <libcg/value.h>

#include <locale.h>
#include <stdlib.h>
#include <string.h>

static struct cg_value value_of(const char *text)
{
    return (struct cg_value){text, strlen(text)};
}

START_TEST(types_are_told)
{
    static const struct {
        const char *text;
        enum cg_value_type type;
    } cases[] = {{"null", CG_VALUE_NULL},     {"true", CG_VALUE_BOOLEAN},
                 {"false", CG_VALUE_BOOLEAN}, {"-0", CG_VALUE_INTEGER},
                 {"7", CG_VALUE_INTEGER},     {"1.0", CG_VALUE_REAL},
                 {"1E5", CG_VALUE_REAL},      {"\"1\"", CG_VALUE_STRING},
                 {"[1]", CG_VALUE_ARRAY},     {"{\"a\":1}", CG_VALUE_OBJECT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_value value = value_of(cases[i].text);
        ck_assert_int_eq(cg_value_type(&value), cases[i].type);
        ck_assert_int_eq(cg_value_is_true(&value), i == 1);
    }
}
END_TEST

START_TEST(integers_that_fit_are_read)
{
    static const struct {
        const char *text;
        bool fits;
        int64_t number;
    } cases[] = {{"0", true, 0},
                 {"-12", true, -12},
                 {"9223372036854775807", true, INT64_MAX},
                 {"-9223372036854775808", true, INT64_MIN},
                 {"9223372036854775808", false, 0},
                 {"-9223372036854775809", false, 0},
                 {"1.0", false, 0},
                 {"\"1\"", false, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_value value = value_of(cases[i].text);
        int64_t number = 0;
        ck_assert_int_eq(cg_value_integer(&number, &value), cases[i].fits);
        ck_assert_int_eq(number, cases[i].number);
    }
}
END_TEST

START_TEST(walks_see_every_part_as_written)
{
    struct cg_value value =
        value_of("{ \"a\" : [ 1 , {\"]\":\"}\"} ] , \"b\\u0062\":1e400,\"c\":{}}");
    static const char *const expected[] = {
        "\"a\"", "[ 1 , {\"]\":\"}\"} ]", "\"b\\u0062\"", "1e400", "\"c\"", "{}"};
    struct cg_value_walk walk;
    struct cg_value key, part;
    cg_value_walk_start(&walk, &value);
    for (int i = 0; i < 6; i += 2) {
        ck_assert(cg_value_walk_next(&walk, &key, &part));
        ck_assert_uint_eq(key.length, strlen(expected[i]));
        ck_assert_mem_eq(key.text, expected[i], key.length);
        ck_assert_uint_eq(part.length, strlen(expected[i + 1]));
        ck_assert_mem_eq(part.text, expected[i + 1], part.length);
    }
    ck_assert(!cg_value_walk_next(&walk, NULL, &part));
    ck_assert(cg_value_member(&part, &value, "c") && part.length == 2);
    ck_assert(!cg_value_member(&part, &value, "]"));
    value = value_of("\"[1]\"");
    cg_value_walk_start(&walk, &value);
    ck_assert(!cg_value_walk_next(&walk, NULL, &part));
    ck_assert(!cg_value_member(&part, &value, "c"));
}
END_TEST

START_TEST(strings_are_compared_by_what_they_say)
{
    static const struct {
        const char *text;
        const char *says;
    } same[] = {{"\"abc\"", "abc"},
                {"\"\\u0061b\\u0063\"", "abc"},
                {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
                {"\"\\u00e9\\u20AC\\ud83d\\ude00\"", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
                {"\"\"", ""}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct cg_value value = value_of(same[i].text);
        size_t length = strlen(same[i].says);
        ck_assert(cg_value_is_string(&value, same[i].says, length));
        ck_assert(!cg_value_is_string(&value, "abcd", 4));
        ck_assert(length == 0 || !cg_value_is_string(&value, same[i].says, length - 1));
    }
    struct cg_value value = value_of("\"a\\u0000b\""), number = value_of("12");
    ck_assert(cg_value_is_string(&value, "a\0b", 3));
    ck_assert(!cg_value_is_string(&number, "12", 2));
    ck_assert(!cg_value_is_string(&number, "", 0));
}
END_TEST

START_TEST(paths_lead_to_parts)
{
    static const struct {
        const char *text;
        const char *path;
        const char *part; /* NULL: none */
    } cases[] = {{"7", NULL, "7"},
                 {"7", "", "7"},
                 {"7", "a", NULL},
                 {"{\"a\": {\"b\": 1}}", "a.b", "1"},
                 {"{\"a\": {\"b\": 1}}", "a", "{\"b\": 1}"},
                 {"{\"a\": {\"b\": 1}}", "b", NULL},
                 {"{\"a\": {\"b\": 1}}", "a.b.c", NULL},
                 {"{\"a\": {\"b\": 1}, \"a.b\": 2}", "a.b", "2"},
                 {"{\"a\": {\"b.c\": 1, \"b\": {\"c\": 2}}}", "a.b.c", "1"},
                 {"{\"\\u0061\": 3}", "a", "3"},
                 {"{\"a\": 1, \"a\": 2}", "a", "2"},
                 {"[{\"a\": 1}]", "a", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_value value = value_of(cases[i].text);
        struct cg_value part = {NULL, 0};
        ck_assert_int_eq(cg_value_at(&part, &value, cases[i].path), cases[i].part != NULL);
        if (cases[i].part) {
            ck_assert_uint_eq(part.length, strlen(cases[i].part));
            ck_assert_mem_eq(part.text, cases[i].part, part.length);
        } else {
            ck_assert_ptr_null(part.text);
        }
    }
}
END_TEST

START_TEST(members_are_found_however_they_are_spelled)
{
    static const char text[] = "{\"a\":1,\"\\u0061\":2,\"b\":{\"a\":3},\"a\":4,\"ab\":5}";
    const struct cg_value object = {text, sizeof text - 1};
    struct cg_value by_member, by_path;
    ck_assert(cg_value_member(&by_member, &object, "a") && cg_value_at(&by_path, &object, "a"));
    ck_assert(by_member.text == by_path.text && by_member.text[0] == '4');
    static const char once[] = "{\"\\u0061\":2}";
    const struct cg_value escaped = {once, sizeof once - 1};
    ck_assert(cg_value_member(&by_member, &escaped, "a") && by_member.text[0] == '2');
    ck_assert(!cg_value_member(&by_member, &escaped, "u0061"));
}
END_TEST

START_TEST(paths_lead_into_metadata)
{
    struct cg_graph *graph = new_graph();
    cg_node node = add_node(graph, "f", NULL, true, CG_LINKAGE_EXTERNAL);
    char *buffer = NULL;
    struct cg_value part = {NULL, 0};
    set(graph, CG_ON_NODE, node, "stackSize", "{\"bytes\":48}");
    set(graph, CG_ON_NODE, node, "x.y", "5");
    ck_assert(cg_metadata_at(&part, graph, CG_ON_NODE, node, "stackSize.bytes", &buffer));
    ck_assert_mem_eq(part.text, "48", part.length);
    ck_assert(cg_metadata_at(&part, graph, CG_ON_NODE, node, "x.y", &buffer));
    ck_assert_mem_eq(part.text, "5", part.length);
    ck_assert(!cg_metadata_at(&part, graph, CG_ON_NODE, node, "x", &buffer));
    ck_assert(!cg_metadata_at(&part, graph, CG_ON_NODE, node, "stackSize.kind", &buffer));
    ck_assert(!cg_metadata_at(&part, graph, CG_ON_NODE, 1, "x.y", &buffer));
    set(graph, CG_ON_NODE, node, "names", "[ \"a\" ]");
    ck_assert(cg_metadata_at(&part, graph, CG_ON_NODE, node, "names", &buffer));
    ck_assert_mem_eq(part.text, "[\"a\"]", part.length);
    free(buffer);
    cg_graph_free(graph);
}
END_TEST

START_TEST(numbers_are_read_in_any_locale)
{
    static const struct {
        const char *text;
        double number;
    } numbers[] = {{"0", 0},       {"-12", -12},     {"1.5", 1.5},    {"0.1", 0.1},
                   {"1e-7", 1e-7}, {"2.5E+3", 2500}, {"1e308", 1e308}};
    static const char *const none[] = {"1e309", "-1e999", "\"1\"", "null", "true", "[1]"};
    double number = 7;
    for (int french = 0; french < 2; french++) { /* where there is the locale, or else once more */
        locale_t other = newlocale(LC_ALL_MASK, "fr_FR.UTF-8", (locale_t)0);
        locale_t before = french && other ? uselocale(other) : (locale_t)0;
        for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            struct cg_value value = value_of(numbers[i].text);
            ck_assert(cg_value_number(&number, &value) && number == numbers[i].number);
        }
        number = 7;
        for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
            struct cg_value value = value_of(none[i]);
            ck_assert(!cg_value_number(&number, &value) && number == 7);
        }
        if (before) {
            uselocale(before);
        }
        if (other) {
            freelocale(other);
        }
    }
}
END_TEST

static char digits[2000];

START_TEST(long_numbers_are_read_or_refused)
{
    double number;
    memset(digits, '1', 1000);
    memcpy(digits, "0.", 2);
    struct cg_value value = {digits, 1000};
    ck_assert(cg_value_number(&number, &value) && number > 0.11 && number < 0.112);
    digits[1000] = '1';
    value.length = 1001;
    ck_assert(!cg_value_number(&number, &value));
}
END_TEST

START_TEST(texts_of_strings_have_no_escapes)
{
    static const struct {
        const char *value, *text;
        size_t length;
    } cases[] = {{"\"\"", "", 0},
                 {"\"plain\"", "plain", 5},
                 {"\"a\\\"b\\\\\\/\"", "a\"b\\/", 5},
                 {"\"\\b\\f\\n\\r\\t\"", "\b\f\n\r\t", 5},
                 {"\"x\\u0041y\"", "xAy", 3},
                 {"\"\\u00e9\\u20AC\\ud83d\\ude00\"", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9},
                 {"\"a\\u0000b\"", "a\0b", 3},
                 {"7", "", 0},
                 {"[\"a\"]", "", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cg_value value = value_of(cases[i].value);
        char *text = malloc(value.length); /* exactly, for AddressSanitizer */
        ck_assert_uint_eq(cg_value_text(text, &value), cases[i].length);
        ck_assert_mem_eq(text, cases[i].text, cases[i].length + 1);
        free(text);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        types_are_told,
        integers_that_fit_are_read,
        walks_see_every_part_as_written,
        strings_are_compared_by_what_they_say,
        texts_of_strings_have_no_escapes,
        paths_lead_to_parts,
        members_are_found_however_they_are_spelled,
        paths_lead_into_metadata,
        numbers_are_read_in_any_locale,
        long_numbers_are_read_or_refused,
        NULL,
    };
    return run_tests("value", tests, 30);
}
