/* Pointer facts of the IR fitted to what the source says. */
#include <check.h>
#include <string.h>

#include <support.h>

#include "join/join_facts.h"
#include "unit/unit_facts.h"

static const char file[] = "a.cc";

/** A unit with a function f that both have seen and one that only the source has. */
static struct unit *new_unit(void)
{
    struct unit *unit = unit_new();
    unit->speaker = UNIT_IR;
    unit_define(unit, unit_function_named(unit, "f"));
    facts_read(unit->facts, 0);
    unit->speaker = UNIT_AST;
    unit_define(unit, unit_function_named(unit, "unused"));
    return unit;
}

static void open_at(struct unit *unit, uint32_t line, uint32_t column)
{
    struct unit_place place = {unit_string(unit, file), line, column};
    unit_add_open(unit, 0, NULL, CG_OPEN_POINTER, place);
}

/** A call of global NAME. */
static void call_at(struct unit *unit, const char *name, uint32_t line, uint32_t column)
{
    struct unit_place place = {line ? unit_string(unit, file) : NULL, line, column};
    fact_slot pointer = facts_global(unit->facts, name, NULL);
    const struct fact_handing handing = {.place = place, .result = FACT_NONE};
    facts_call(unit->facts, &handing, pointer, "~v()", NULL);
}

static int keep_text(unit_id owner, const char *text, size_t length, void *data)
{
    char **texts = data;
    texts[owner == UNIT_NONE ? 2 : owner] = g_strndup(text, length);
    return 0;
}

/** Release the unit. @param outside facts outside functions, NULL when none were read */
static void check_facts(struct unit *unit, const char *of_f, const char *outside)
{
    char *texts[3] = {NULL, NULL, NULL};
    join_facts(unit);
    ck_assert_int_eq(facts_visit_all(unit->facts, keep_text, texts), 0);
    ck_assert_str_eq(texts[0], of_f);
    ck_assert_str_eq(texts[1], "[]");
    ck_assert_int_eq(!texts[2], !outside);
    if (outside) {
        ck_assert_str_eq(texts[2], outside);
    }
    for (unsigned i = 0; i < 3; i++) {
        g_free(texts[i]);
    }
    unit_free(unit);
}

START_TEST(calls_stay_where_they_are_open)
{
    struct unit *unit = new_unit();
    open_at(unit, 3, 5);
    open_at(unit, 3, 9);
    call_at(unit, "a", 3, 5);
    call_at(unit, "b", 3, 9);
    check_facts(unit,
                "[[\"k\",\"a.cc\",3,5,\"ga\",\"~v()\",\"\",[]],"
                "[\"k\",\"a.cc\",3,9,\"gb\",\"~v()\",\"\",[]]]",
                NULL);
}
END_TEST

START_TEST(a_call_that_is_open_elsewhere_goes_to_what_is_left_on_its_line)
{
    struct unit *unit = new_unit();
    open_at(unit, 3, 5);
    open_at(unit, 3, 9);
    call_at(unit, "a", 3, 5);
    call_at(unit, "b", 3, 1);
    check_facts(unit,
                "[[\"k\",\"a.cc\",3,5,\"ga\",\"~v()\",\"\",[]],"
                "[\"k\",\"a.cc\",3,9,\"gb\",\"~v()\",\"\",[]]]",
                NULL);
}
END_TEST

START_TEST(a_call_may_be_any_on_its_line)
{
    struct unit *unit = new_unit();
    open_at(unit, 3, 5);
    call_at(unit, "a", 3, 5);
    call_at(unit, "b", 3, 1);
    check_facts(unit,
                "[[\"k\",\"a.cc\",3,5,\"ga\",\"~v()\",\"\",[]],"
                "[\"k\",\"a.cc\",3,5,\"gb\",\"~v()\",\"\",[]]]",
                NULL);
}
END_TEST

START_TEST(a_call_without_a_place_may_be_any_in_its_function)
{
    struct unit *unit = new_unit();
    open_at(unit, 3, 5);
    open_at(unit, 4, 5);
    call_at(unit, "a", 0, 0);
    check_facts(unit,
                "[[\"k\",\"a.cc\",3,5,\"ga\",\"~v()\",\"\",[]],"
                "[\"k\",\"a.cc\",4,5,\"ga\",\"~v()\",\"\",[]]]",
                NULL);
}
END_TEST

START_TEST(a_call_that_is_not_open_goes)
{
    struct unit *unit = new_unit();
    open_at(unit, 3, 5);
    call_at(unit, "a", 4, 5);
    check_facts(unit, "[]", NULL);
}
END_TEST

START_TEST(records_are_known_to_whom_the_source_shows_them)
{
    static const char *const records[] = {
        "n::shown", "own",        "n::shown<own>::inner",    "lib",
        "@x|a.cc",  "own::inner", "(anonymous namespace)::r"};
    struct unit *unit = new_unit();
    unit_add_record(unit, "n::shown", true);
    unit_add_record(unit, "own", false);
    for (size_t i = 0; i < G_N_ELEMENTS(records); i++) {
        facts_field(unit->facts, records[i], 0);
    }
    facts_read(unit->facts, UNIT_NONE);
    check_facts(unit, "[]",
                "[[\"r\",\"lib\",\"system\"],[\"r\",\"n::shown\",\"header\"],"
                "[\"r\",\"n::shown<own>::inner\",\"header\"]]");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        calls_stay_where_they_are_open,
        a_call_that_is_open_elsewhere_goes_to_what_is_left_on_its_line,
        a_call_may_be_any_on_its_line,
        a_call_without_a_place_may_be_any_in_its_function,
        a_call_that_is_not_open_goes,
        records_are_known_to_whom_the_source_shows_them,
        NULL,
    };
    return run_tests("join_facts", tests, 60);
}
