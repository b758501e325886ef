/* Interned sets, and marks, against arrays of booleans. */
#include "support.h"

#include "solver/marks.h"
#include "solver/object_sets.h"

#include <stdlib.h>
#include <string.h>

enum { ELEMENTS = 2500, HELD = 24 };

/* Sets and what they should hold. */
struct held {
    struct sets sets;
    uint32_t numbers[HELD];
    bool elements[HELD][ELEMENTS];
};

static struct held *new_held(void)
{
    struct held *held = calloc(1, sizeof *held);
    ck_assert_ptr_nonnull(held);
    ck_assert_int_eq(sets_init(&held->sets, NULL), CG_OK);
    return held;
}

static void free_held(struct held *held)
{
    sets_free(&held->sets);
    free(held);
}

static uint32_t make(struct sets *sets, const bool *elements)
{
    uint32_t list[ELEMENTS], count = 0, set;
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        if (elements[i]) {
            list[count++] = i;
        }
    }
    ck_assert_int_eq(sets_make(sets, &set, list, count, NULL), CG_OK);
    return set;
}

static void check_held(struct held *held, uint32_t i)
{
    uint32_t list[ELEMENTS], count = 0, set = held->numbers[i];
    bool same = true;
    sets_list(&held->sets, set, list);
    for (uint32_t k = 0; k < ELEMENTS; k++) {
        same &= sets_holds(&held->sets, set, k) == held->elements[i][k];
        same &= !held->elements[i][k] || list[count++] == k;
    }
    ck_assert(same);
    ck_assert_uint_eq(sets_size(&held->sets, set), count);
    ck_assert_uint_eq(make(&held->sets, held->elements[i]), set);
}

static void draw_elements(bool *elements, struct random *random)
{
    uint32_t first = draw(random, ELEMENTS), length = draw(random, ELEMENTS - first);
    uint32_t percent = chance(random, 50) ? 1 : draw(random, 101);
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        elements[i] = i >= first && i - first <= length && chance(random, percent);
    }
}

static void check_join(struct held *held, uint32_t to, uint32_t left, uint32_t right)
{
    uint32_t both, fresh;
    ck_assert_int_eq(
        sets_join(&held->sets, held->numbers[left], held->numbers[right], &both, &fresh, NULL),
        CG_OK);
    bool elements[ELEMENTS], is_new = false, within = true;
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        bool in_left = held->elements[left][i], in_right = held->elements[right][i];
        bool in_fresh = sets_holds(&held->sets, fresh, i);
        elements[i] = in_left || in_right;
        is_new |= in_right && !in_left;
        within &= in_fresh ? in_right : in_left || !in_right;
    }
    ck_assert(within);
    ck_assert_int_eq(fresh != SETS_EMPTY, is_new);
    held->numbers[to] = both;
    memcpy(held->elements[to], elements, sizeof elements);
    check_held(held, to);
}

static void check_difference(struct held *held, uint32_t to, uint32_t left, uint32_t right)
{
    bool elements[ELEMENTS];
    for (uint32_t i = 0; i < ELEMENTS; i++) {
        elements[i] = held->elements[left][i] && !held->elements[right][i];
    }
    ck_assert_int_eq(sets_difference(&held->sets, held->numbers[left], held->numbers[right],
                                     &held->numbers[to], NULL),
                     CG_OK);
    memcpy(held->elements[to], elements, sizeof elements);
    check_held(held, to);
}

static void visit_held(void *owner, struct sets *sets, sets_visit *visit, void *context)
{
    struct held *held = owner;
    for (uint32_t i = 0; i < HELD; i++) {
        held->numbers[i] = visit(sets, context, held->numbers[i]);
    }
}

static void check_collecting(struct held *held)
{
    ck_assert_int_eq(sets_collect(&held->sets, visit_held, held, NULL), CG_OK);
    ck_assert_uint_le(held->sets.set_count, HELD + 1);
    for (uint32_t i = 0; i < HELD; i++) {
        check_held(held, i);
    }
}

START_TEST(sets_hold_what_arrays_of_booleans_hold)
{
    struct random random = {1};
    struct held *held = new_held();
    for (uint32_t i = 0; i < 2000; i++) {
        uint32_t to = draw(&random, HELD), left = draw(&random, HELD), right = draw(&random, HELD);
        uint32_t what = draw(&random, 100);
        if (what < 40) {
            draw_elements(held->elements[to], &random);
            held->numbers[to] = make(&held->sets, held->elements[to]);
            check_held(held, to);
        } else if (what < 70) {
            check_join(held, to, left, right);
        } else if (what < 99) {
            check_difference(held, to, left, right);
        } else {
            check_collecting(held);
        }
    }
    free_held(held);
}
END_TEST

START_TEST(tagged_sets_are_kept)
{
    struct held *held = new_held();
    held->elements[0][7] = held->elements[1][9] = true;
    uint32_t tagged = make(&held->sets, held->elements[0]);
    uint32_t dropped = make(&held->sets, held->elements[1]);
    ck_assert_uint_ne(tagged, dropped);
    held->sets.sets[tagged].tag = 3;
    ck_assert_int_eq(sets_collect(&held->sets, visit_held, held, NULL), CG_OK);
    ck_assert_uint_eq(held->sets.set_count, 2);
    tagged = make(&held->sets, held->elements[0]);
    ck_assert_uint_eq(held->sets.sets[tagged].tag, 3);
    ck_assert_uint_eq(held->sets.set_count, 2);
    free_held(held);
}
END_TEST

START_TEST(collecting_pays_once_much_was_made)
{
    struct held *held = new_held();
    uint32_t made = 0;
    for (; !sets_want_collecting(&held->sets) && made < 10000000; made++) {
        uint32_t pair[] = {made, made + 600}, set;
        if (sets_make(&held->sets, &set, pair, 2, NULL)) {
            ck_abort_msg("no set");
        }
        held->sets.sets[set].tag = made; /* it is kept */
    }
    ck_assert_uint_gt(made, 10000);
    ck_assert_uint_lt(made, 10000000);
    ck_assert_int_eq(sets_collect(&held->sets, visit_held, held, NULL), CG_OK);
    ck_assert(!sets_want_collecting(&held->sets));
    free_held(held);
}
END_TEST

static uint32_t slow_next(const bool *marked, uint32_t from, uint32_t count)
{
    while (from < count && !marked[from]) {
        from++;
    }
    return from < count ? from : MARKS_NONE;
}

START_TEST(marks_are_found_in_order)
{
    enum { COUNT = 30000 };
    struct random random = {1};
    struct marks marks = {0};
    bool *marked = calloc(COUNT, sizeof *marked);
    uint32_t count = 0;
    ck_assert_uint_eq(marks_next(&marks, 0), MARKS_NONE);
    for (uint32_t i = 0; i < 3000; i++) {
        if (i % 100 == 0) {
            count += COUNT / 30;
            ck_assert(marks_reserve(&marks, count));
        }
        if (i == 1500) {
            marks_clear_all(&marks);
            memset(marked, 0, COUNT);
        }
        uint32_t number = draw(&random, count), from = draw(&random, count);
        if (chance(&random, 55)) {
            marks_set(&marks, number);
            marked[number] = true;
        } else {
            number = marks_next(&marks, number);
            if (number != MARKS_NONE) {
                marks_clear(&marks, number);
                marked[number] = false;
            }
        }
        ck_assert_uint_eq(marks_next(&marks, from), slow_next(marked, from, count));
        ck_assert_uint_eq(marks_next(&marks, count), MARKS_NONE);
    }
    marks_free(&marks);
    free(marked);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        sets_hold_what_arrays_of_booleans_hold,
        tagged_sets_are_kept,
        collecting_pays_once_much_was_made,
        marks_are_found_in_order,
        NULL,
    };
    return run_tests("object sets", tests, 60);
}
