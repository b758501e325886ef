/*
 * Inclusive costs of fragments, compared with those of the recorded runs: random programs run, and
 * each activation of a function writes its record of callgrind.out when it ends.
 */
#include "support.h"

#include <libcg/profile.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES 400
#define FUNCTIONS 6
#define DEPTH 12

/** A program that runs. */
struct run {
    struct random random;
    unsigned levels;  /**< levels of recursion that are distinguished */
    unsigned callers; /**< that are distinguished */
    bool forward;     /**< functions call only what comes behind them, or themselves */
    unsigned steps;   /**< calls that are left */
    unsigned stack[DEPTH];
    unsigned depth;
    unsigned active[FUNCTIONS];
    double exclusive[FUNCTIONS];
    double inclusive[FUNCTIONS];
    FILE *out;
};

static void put_name(struct run *run, const char *key)
{
    unsigned function = run->stack[run->depth - 1];
    unsigned level = run->active[function] < run->levels ? run->active[function] : run->levels;
    fprintf(run->out, "%s=f%u", key, function);
    if (level > 1) {
        fprintf(run->out, "'%u", level);
    }
    for (unsigned i = 1; i <= run->callers && i < run->depth; i++) {
        fprintf(run->out, "'f%u", run->stack[run->depth - 1 - i]);
    }
    fputc('\n', run->out);
}

static void enter(struct run *run, unsigned function)
{
    run->stack[run->depth++] = function;
    run->active[function]++;
}

static void leave(struct run *run)
{
    run->active[run->stack[--run->depth]]--;
}

static unsigned choose(struct run *run, unsigned function)
{
    return run->forward ? function + draw(&run->random, FUNCTIONS - function)
                        : draw(&run->random, FUNCTIONS);
}

/* @return what the activation on top of the stack cost */
static unsigned execute(struct run *run)
{
    unsigned function = run->stack[run->depth - 1];
    unsigned self = 1 + draw(&run->random, 9);
    unsigned cost = self;
    unsigned callees[4], costs[4], count = 0;
    while (count < 4 && run->depth < DEPTH && run->steps && chance(&run->random, 55)) {
        run->steps--;
        callees[count] = choose(run, function);
        enter(run, callees[count]);
        costs[count] = execute(run);
        leave(run);
        cost += costs[count++];
    }
    put_name(run, "fn");
    fprintf(run->out, "1 %u\n", self);
    for (unsigned i = 0; i < count; i++) {
        enter(run, callees[i]);
        put_name(run, "cfn");
        leave(run);
        fprintf(run->out, "calls=1 0\n1 %u\n", costs[i]);
    }
    run->exclusive[function] += self;
    run->inclusive[function] += run->active[function] == 1 ? cost : 0;
    return cost;
}

/* Run a program, and read what it recorded. */
static struct cg_profile *record(struct run *run)
{
    struct cg_profile *profile;
    char *text = NULL;
    size_t length;
    run->out = open_memstream(&text, &length);
    ck_assert_ptr_nonnull(run->out);
    fputs("events: Ir\n", run->out);
    run->steps = 1 + draw(&run->random, 60);
    enter(run, 0);
    execute(run);
    leave(run);
    fclose(run->out);
    ck_assert_int_eq(cg_profile_read_memory(&profile, text, length, "run", NULL, NULL), CG_OK);
    free(text);
    return profile;
}

static void check(const struct run *run, const struct cg_profile *profile, bool exact)
{
    struct cg_flat_entry *flat;
    size_t count;
    double total = 0;
    for (int i = 0; i < FUNCTIONS; i++) {
        total += run->exclusive[i];
    }
    uint32_t metric = cg_profile_find_metric(profile, "Ir");
    ck_assert_int_eq(cg_profile_flat(&flat, &count, profile, metric, NULL), CG_OK);
    for (size_t i = 0; i < count; i++) {
        int function = atoi(cg_profile_frame_name(profile, flat[i].frame) + 1);
        ck_assert_double_eq(flat[i].exclusive, run->exclusive[function]);
        ck_assert_double_le(flat[i].inclusive, total);
        ck_assert_double_ge(flat[i].inclusive, run->inclusive[function]);
        if (exact) {
            ck_assert_double_eq(flat[i].inclusive, run->inclusive[function]);
        }
    }
    free(flat);
}

START_TEST(levels_make_it_exact)
{
    for (uint32_t i = 0; i < CASES; i++) {
        struct run run = {.random = {i + 1}, .levels = 2 + i % 3, .callers = i / 3 % 4};
        struct cg_profile *profile = record(&run);
        check(&run, profile, true);
        cg_profile_free(profile);
    }
}
END_TEST

START_TEST(circles_are_bounded)
{
    for (uint32_t i = 0; i < CASES; i++) {
        struct run run = {.random = {i + 1}, .levels = 1, .callers = i % 3};
        struct cg_profile *profile = record(&run);
        check(&run, profile, false);
        cg_profile_free(profile);
    }
}
END_TEST

START_TEST(calls_of_oneself_are_no_circle)
{
    for (uint32_t i = 0; i < CASES; i++) {
        struct run run = {.random = {i + 1}, .levels = 1, .forward = true};
        struct cg_profile *profile = record(&run);
        check(&run, profile, true);
        cg_profile_free(profile);
    }
}
END_TEST

/* One run distinguishes levels of recursion, the other does not. */
START_TEST(united_runs_are_bounded)
{
    for (uint32_t i = 0; i < CASES; i++) {
        struct run run = {.random = {i + 1}, .levels = 1 + i % 2, .callers = i / 2 % 3};
        struct cg_profile *profile = record(&run);
        run.levels = 3 - run.levels;
        struct cg_profile *other = record(&run);
        ck_assert_int_eq(cg_profile_merge(profile, other, NULL), CG_OK);
        check(&run, profile, false);
        cg_profile_free(profile);
        cg_profile_free(other);
    }
}
END_TEST

/* Above a fragment with callers is what it calls itself, not what those call in turn. */
START_TEST(known_callers_cost_once)
{
    static const char text[] = "events: Ir\nfn=main\n1 10\ncfn=even'main\ncalls=1 0\n1 100\n"
                               "fn=even'main\n1 10\ncfn=odd'even'main\ncalls=1 0\n1 90\n"
                               "fn=odd'even'main\n1 90\n";
    struct cg_profile *profile;
    ck_assert_int_eq(cg_profile_read_memory(&profile, text, strlen(text), "callers", NULL, NULL),
                     CG_OK);
    for (cg_call_context path = 0; path < cg_profile_context_count(profile); path++) {
        struct cg_call_context_info info;
        cg_profile_context(profile, path, &info);
        ck_assert_double_le(cg_profile_inclusive(profile, 0, path), 110);
        if (info.parent == CG_NO_CONTEXT && info.flags & CG_CONTEXT_CALL) {
            ck_assert_double_eq(cg_profile_inclusive(profile, 0, path), 100);
        }
    }
    cg_profile_free(profile);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        levels_make_it_exact,    circles_are_bounded,     calls_of_oneself_are_no_circle,
        united_runs_are_bounded, known_callers_cost_once, NULL,
    };
    return run_tests("inclusive", tests, 120);
}
