/* The tree of recorded paths: random trees against slow oracles; reading from memory and files. */
#include "profile/builder.h"
#include "profile/common/source_bytes.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { CASES = 1500, MOST_PATHS = 40, MOST_FRAMES = 6, MOST_LOCATIONS = 5 };

/* Runs, made up */

struct run {
    uint32_t paths;
    uint32_t locations;
    bool inclusive; /* what kind of metric "cost" is */
    enum cg_metric_fold fold;
    cg_call_context parent[MOST_PATHS];
    uint32_t frame[MOST_PATHS];
    unsigned flags[MOST_PATHS];
    bool ran[MOST_PATHS][MOST_LOCATIONS];
    double visits[MOST_PATHS][MOST_LOCATIONS];
    double cost[MOST_PATHS][MOST_LOCATIONS];
};

static const enum cg_frame_kind kinds[MOST_FRAMES] = {
    CG_FRAME_FUNCTION, CG_FRAME_FUNCTION, CG_FRAME_FUNCTION,
    CG_FRAME_REGION,   CG_FRAME_ROOT,     CG_FRAME_UNKNOWN,
};

/* Of two equal paths the second is dropped. */
static bool is_new(const struct run *run, uint32_t path)
{
    for (uint32_t i = 0; i < path; i++) {
        if (run->parent[i] == run->parent[path] && run->frame[i] == run->frame[path]) {
            return false;
        }
    }
    return true;
}

static void random_values(struct run *run, uint32_t path, struct random *random)
{
    for (uint32_t l = 0; l < run->locations; l++) {
        run->ran[path][l] = chance(random, 70);
        run->visits[path][l] = run->ran[path][l] ? draw(random, 5) : 0;
        run->cost[path][l] =
            run->ran[path][l] ? (draw(random, 100) + (run->fold != CG_FOLD_SUM)) / 8.0 : 0;
    }
}

static struct run random_run(struct random *random)
{
    struct run run = {.locations = 1 + draw(random, MOST_LOCATIONS),
                      .inclusive = chance(random, 50),
                      .fold = draw(random, 3)};
    uint32_t wanted = draw(random, MOST_PATHS + 1);
    for (uint32_t tries = 0; tries < wanted; tries++) {
        uint32_t path = run.paths;
        bool root = path == 0 || chance(random, 10);
        run.parent[path] = root ? CG_NO_CONTEXT : draw(random, path);
        run.frame[path] = draw(random, MOST_FRAMES);
        if (is_new(&run, path)) {
            random_values(&run, path, random);
            run.paths++;
        }
    }
    return run;
}

static cg_frame add_frame(struct builder *b, uint32_t number)
{
    char name[16];
    struct profile_frame frame = BUILDER_FRAME_INIT;
    sprintf(name, "f%u", number);
    frame.name = builder_text(b, name);
    frame.kind = kinds[number];
    return builder_frame(b, &frame);
}

static struct cg_profile *profile_of(const struct run *run, uint32_t first, uint32_t end)
{
    struct builder b;
    struct cg_profile *profile = NULL;
    cg_call_context paths[MOST_PATHS];
    const struct cg_metric visits = {.name = CG_METRIC_VISITS, .unit = "occ", .integral = true};
    const struct cg_metric cost = {.name = "cost",
                                   .kind =
                                       run->inclusive ? CG_METRIC_INCLUSIVE : CG_METRIC_EXCLUSIVE,
                                   .fold = run->fold};
    ck_assert_int_eq(builder_init(&b, "test", NULL), CG_OK);
    uint32_t v = builder_metric(&b, &visits);
    uint32_t c = builder_metric(&b, &cost);
    for (uint32_t l = first; l < end; l++) {
        ck_assert_uint_eq(builder_location(&b, &(struct cg_location){.rank = l}), l - first);
    }
    for (uint32_t p = 0; p < run->paths; p++) {
        cg_call_context parent =
            run->parent[p] == CG_NO_CONTEXT ? CG_NO_CONTEXT : paths[run->parent[p]];
        paths[p] = builder_path(&b, parent, add_frame(&b, run->frame[p]), BUILDER_NONE, 0, 0);
        for (uint32_t l = end; l-- > first;) { /* in any order, in pieces */
            if (run->ran[p][l]) {
                builder_add(&b, l - first, paths[p], v, run->visits[p][l]);
                builder_add(&b, l - first, paths[p], c,
                            run->fold == CG_FOLD_SUM ? run->cost[p][l] / 2 : run->cost[p][l]);
                builder_add(&b, l - first, paths[p], c,
                            run->fold == CG_FOLD_SUM ? run->cost[p][l] / 2 : run->cost[p][l]);
            }
        }
    }
    ck_assert_int_eq(builder_finish(&b, &profile, NULL), CG_OK);
    builder_free(&b);
    return profile;
}

/* Oracles */

static double folded(const struct run *run, uint32_t path)
{
    double result = run->fold == CG_FOLD_MIN ? INFINITY : run->fold == CG_FOLD_MAX ? -INFINITY : 0;
    for (uint32_t l = 0; l < run->locations; l++) {
        double value = run->cost[path][l];
        if (run->ran[path][l]) {
            result = run->fold == CG_FOLD_SUM   ? result + value
                     : run->fold == CG_FOLD_MIN ? fmin(result, value)
                                                : fmax(result, value);
        }
    }
    return isinf(result) ? 0 : result;
}

static bool is_below(const struct run *run, uint32_t path, uint32_t ancestor)
{
    for (uint32_t p = path; p != CG_NO_CONTEXT; p = run->parent[p]) {
        if (p == ancestor) {
            return true;
        }
    }
    return false;
}

static double with_callees(const struct run *run, uint32_t path)
{
    double sum = 0;
    for (uint32_t p = 0; p < run->paths; p++) {
        sum += is_below(run, p, path) ? folded(run, p) : 0;
    }
    return sum;
}

static double without_callees(const struct run *run, uint32_t path)
{
    double sum = folded(run, path);
    for (uint32_t p = 0; p < run->paths; p++) {
        sum -= run->parent[p] == path ? folded(run, p) : 0;
    }
    return sum;
}

static double inclusive_of(const struct run *run, uint32_t path)
{
    return run->fold != CG_FOLD_SUM || run->inclusive ? folded(run, path) : with_callees(run, path);
}

static double exclusive_of(const struct run *run, uint32_t path)
{
    return run->fold != CG_FOLD_SUM || !run->inclusive ? folded(run, path)
                                                       : without_callees(run, path);
}

/* The path of a profile that is a path of a run. */
static cg_call_context find_path(const struct cg_profile *profile, const struct run *run,
                                 uint32_t path)
{
    cg_call_context parent = CG_NO_CONTEXT;
    if (run->parent[path] != CG_NO_CONTEXT) {
        parent = find_path(profile, run, run->parent[path]);
    }
    for (cg_call_context p = 0; p < cg_profile_context_count(profile); p++) {
        struct cg_call_context_info info;
        char name[16];
        cg_profile_context(profile, p, &info);
        sprintf(name, "f%u", run->frame[path]);
        if (info.parent == parent &&
            strcmp(cg_profile_frame_name(profile, info.frame), name) == 0) {
            return p;
        }
    }
    ck_abort_msg("a path is gone");
}

static void check_statistics(const struct run *run, uint32_t path, const struct cg_statistics *s)
{
    const double *values = run->cost[path];
    uint32_t n = run->locations;
    double sum = 0;
    double squares = 0;
    uint32_t least = 0;
    uint32_t most = 0;
    for (uint32_t l = 0; l < n; l++) {
        sum += values[l];
        least = values[l] < values[least] ? l : least;
        most = values[l] > values[most] ? l : most;
    }
    for (uint32_t l = 0; l < n; l++) {
        squares += (values[l] - sum / n) * (values[l] - sum / n);
    }
    ck_assert_double_eq(s->min, values[least]);
    ck_assert_double_eq(s->max, values[most]);
    ck_assert_uint_eq(s->min_at, least);
    ck_assert_uint_eq(s->max_at, most);
    ck_assert_double_eq_tol(s->mean, sum / n, 1e-9);
    ck_assert_double_eq_tol(s->deviation, sqrt(squares / n), 1e-6);
    ck_assert_double_eq_tol(s->sum, folded(run, path), 1e-9);
}

static void check_values(const struct run *run, const struct cg_profile *profile)
{
    uint32_t cost = cg_profile_find_metric(profile, "cost");
    ck_assert_uint_eq(cg_profile_context_count(profile), run->paths);
    ck_assert_uint_eq(cg_profile_location_count(profile), run->locations);
    for (uint32_t p = 0; p < run->paths; p++) {
        cg_call_context path = find_path(profile, run, p);
        struct cg_statistics statistics;
        double visits = 0;
        for (uint32_t l = 0; l < run->locations; l++) {
            visits += run->visits[p][l];
        }
        ck_assert_uint_eq(cg_profile_visits(profile, path), (uint64_t)visits);
        ck_assert_double_eq_tol(cg_profile_exclusive(profile, cost, path), exclusive_of(run, p),
                                1e-9);
        ck_assert_double_eq_tol(cg_profile_inclusive(profile, cost, path), inclusive_of(run, p),
                                1e-9);
        cg_profile_statistics(profile, cost, path, &statistics);
        check_statistics(run, p, &statistics);
    }
}

START_TEST(values_hang_on_paths)
{
    struct random random = {41};
    for (int i = 0; i < CASES; i++) {
        struct run run = random_run(&random);
        struct cg_profile *profile = profile_of(&run, 0, run.locations);
        check_values(&run, profile);
        cg_profile_free(profile);
    }
}
END_TEST

START_TEST(profiles_unite)
{
    struct random random = {43};
    for (int i = 0; i < CASES; i++) {
        struct run run = random_run(&random);
        uint32_t cut = draw(&random, run.locations + 1);
        if (cut == 0 || cut == run.locations) {
            continue;
        }
        struct cg_profile *a = profile_of(&run, 0, cut);
        struct cg_profile *b = profile_of(&run, cut, run.locations);
        ck_assert_int_eq(cg_profile_merge(a, b, NULL), CG_OK);
        check_values(&run, a);
        struct cg_location last;
        cg_profile_location(a, run.locations - 1, &last);
        ck_assert_uint_eq(last.rank, run.locations - 1);
        cg_profile_free(a);
        cg_profile_free(b);
    }
}
END_TEST

/* Calls */

static uint32_t caller_of(const struct run *run, uint32_t path, bool *passed)
{
    uint32_t p = path;
    *passed = false;
    while (kinds[run->frame[p]] != CG_FRAME_ROOT && run->parent[p] != CG_NO_CONTEXT) {
        p = run->parent[p];
        if (kinds[run->frame[p]] == CG_FRAME_FUNCTION) {
            return run->frame[p];
        }
        *passed = true;
    }
    return CG_NO_CONTEXT;
}

static void check_call(const struct run *run, const struct cg_profile *profile,
                       const struct cg_recorded_call *call, uint32_t *found)
{
    uint64_t visits = 0;
    bool indirect = false;
    bool there = false;
    for (uint32_t p = 0; p < run->paths; p++) {
        bool passed;
        char name[16];
        uint32_t caller = caller_of(run, p, &passed);
        sprintf(name, "f%u", caller);
        bool same = caller == CG_NO_CONTEXT
                        ? call->caller == CG_NO_CONTEXT
                        : call->caller != CG_NO_CONTEXT &&
                              strcmp(cg_profile_frame_name(profile, call->caller), name) == 0;
        sprintf(name, "f%u", run->frame[p]);
        if (same && strcmp(cg_profile_frame_name(profile, call->callee), name) == 0) {
            visits += cg_profile_visits(profile, p);
            indirect = indirect || (passed && caller != CG_NO_CONTEXT);
            there = there || p == call->context;
            ++*found;
        }
    }
    ck_assert_uint_eq(call->visits, visits);
    ck_assert_int_eq(call->indirect, indirect);
    ck_assert(there);
}

START_TEST(calls_pass_over_what_is_no_function)
{
    struct random random = {47};
    for (int i = 0; i < CASES; i++) {
        struct run run = random_run(&random);
        struct cg_profile *profile = profile_of(&run, 0, run.locations);
        struct cg_recorded_call *calls;
        size_t count;
        uint32_t functions = 0;
        uint32_t found = 0;
        ck_assert_int_eq(cg_profile_calls(&calls, &count, profile, NULL, NULL), CG_OK);
        for (size_t c = 0; c < count; c++) {
            check_call(&run, profile, &calls[c], &found);
        }
        for (uint32_t p = 0; p < run.paths; p++) {
            functions += kinds[run.frame[p]] == CG_FRAME_FUNCTION;
        }
        ck_assert_uint_eq(found, functions); /* each path once */
        free(calls);
        cg_profile_free(profile);
    }
}
END_TEST

/* Flat profiles */

static bool recurses(const struct run *run, uint32_t path)
{
    for (uint32_t p = run->parent[path]; p != CG_NO_CONTEXT; p = run->parent[p]) {
        if (run->frame[p] == run->frame[path]) {
            return true;
        }
    }
    return false;
}

START_TEST(flat_profiles_count_recursion_once)
{
    struct random random = {53};
    for (int i = 0; i < CASES; i++) {
        struct run run = random_run(&random);
        struct cg_profile *profile = profile_of(&run, 0, run.locations);
        struct cg_flat_entry *entries;
        size_t count;
        uint32_t cost = cg_profile_find_metric(profile, "cost");
        ck_assert_int_eq(cg_profile_flat(&entries, &count, profile, cost, NULL), CG_OK);
        ck_assert_uint_eq(count, cg_profile_frame_count(profile));
        for (size_t e = 0; e < count; e++) {
            double exclusive = 0;
            double inclusive = 0;
            uint32_t number = (uint32_t)atoi(cg_profile_frame_name(profile, entries[e].frame) + 1);
            for (uint32_t p = 0; p < run.paths; p++) {
                if (run.frame[p] == number) {
                    exclusive += exclusive_of(&run, p);
                    inclusive += recurses(&run, p) ? 0 : inclusive_of(&run, p);
                }
            }
            ck_assert_double_eq_tol(entries[e].exclusive, exclusive, 1e-9);
            ck_assert_double_eq_tol(entries[e].inclusive, inclusive, 1e-9);
            ck_assert(e == 0 || entries[e - 1].exclusive >= entries[e].exclusive);
        }
        free(entries);
        cg_profile_free(profile);
    }
}
END_TEST

/* Calls of a fragment are leaves whose cost is at the callee's own fragment. */
START_TEST(pieces_count_costs_once)
{
    struct builder b;
    struct cg_profile *profile = NULL;
    struct cg_flat_entry *flat;
    struct cg_recorded_call *calls;
    size_t count;
    ck_assert_int_eq(builder_init(&b, "test", NULL), CG_OK);
    uint32_t visits = builder_metric(&b, &(struct cg_metric){.name = "visits", .integral = true});
    uint32_t cost = builder_metric(&b, &(struct cg_metric){.name = "Ir", .integral = true});
    cg_frame f = add_frame(&b, 0);
    cg_frame g = add_frame(&b, 1);
    cg_call_context in_f = builder_path(&b, CG_NO_CONTEXT, f, BUILDER_NONE, 0, CG_CONTEXT_FRAGMENT);
    cg_call_context in_g = builder_path(&b, CG_NO_CONTEXT, g, BUILDER_NONE, 0, CG_CONTEXT_FRAGMENT);
    cg_call_context call = builder_path(&b, in_f, g, BUILDER_NONE, 7, CG_CONTEXT_CALL);
    builder_location(&b, &(struct cg_location){0});
    builder_add(&b, 0, in_f, cost, 10);
    builder_add(&b, 0, in_g, cost, 90);
    builder_add(&b, 0, call, cost, 90);
    builder_add(&b, 0, call, visits, 3);
    ck_assert_int_eq(builder_finish(&b, &profile, NULL), CG_OK);
    builder_free(&b);
    ck_assert_int_eq(cg_profile_flat(&flat, &count, profile, cost, NULL), CG_OK);
    ck_assert_uint_eq(count, 2);
    ck_assert_uint_eq(flat[0].frame, g);
    ck_assert_double_eq(flat[0].exclusive, 90);
    ck_assert_double_eq(flat[0].inclusive, 90);
    ck_assert_uint_eq(flat[0].visits, 3);
    ck_assert_double_eq(flat[1].exclusive, 10);
    ck_assert_double_eq(flat[1].inclusive, 100);
    ck_assert_int_eq(cg_profile_calls(&calls, &count, profile, NULL, NULL), CG_OK);
    ck_assert_uint_eq(count, 1);
    ck_assert(calls[0].caller == f && calls[0].callee == g && calls[0].visits == 3);
    free(calls);
    free(flat);
    cg_profile_free(profile);
}
END_TEST

START_TEST(paths_may_be_very_deep)
{
    enum { DEPTH = 1000000 };
    struct builder b;
    struct cg_profile *profile = NULL;
    struct cg_flat_entry *flat;
    struct cg_recorded_call *calls;
    size_t count;
    ck_assert_int_eq(builder_init(&b, "test", NULL), CG_OK);
    uint32_t cost = builder_metric(&b, &(struct cg_metric){.name = "cost"});
    cg_frame frames[2] = {add_frame(&b, 0), add_frame(&b, 1)};
    cg_call_context path = CG_NO_CONTEXT;
    for (int i = 0; i < DEPTH; i++) {
        path = builder_path(&b, path, frames[i % 2], BUILDER_NONE, 0, 0);
    }
    builder_location(&b, &(struct cg_location){0});
    builder_add(&b, 0, path, cost, 1);
    ck_assert_int_eq(builder_finish(&b, &profile, NULL), CG_OK);
    builder_free(&b);
    ck_assert_int_eq(cg_profile_flat(&flat, &count, profile, cost, NULL), CG_OK);
    ck_assert_double_eq(flat[0].inclusive, 1);
    ck_assert_double_eq(flat[1].inclusive, 1);
    ck_assert_int_eq(cg_profile_calls(&calls, &count, profile, NULL, NULL), CG_OK);
    ck_assert_uint_eq(count, 3);
    free(calls);
    free(flat);
    cg_profile_free(profile);
}
END_TEST

static cg_call_context listed(const struct profile_path *list, uint32_t count,
                              const struct profile_path *p)
{
    cg_call_context i = 0;
    while (i < count && memcmp(&list[i], p, sizeof *p) != 0) {
        i++;
    }
    return i;
}

/* Paths in any order, against a list. */
START_TEST(paths_are_found_again)
{
    enum { TIMES = 4000 };
    static struct profile_path list[TIMES];
    struct random random = {.state = 7};
    uint32_t count = 0;
    struct builder b;
    ck_assert_int_eq(builder_init(&b, "test", NULL), CG_OK);
    for (int i = 0; i < TIMES; i++) {
        const struct profile_path p = {count && chance(&random, 95) ? draw(&random, count)
                                                                    : CG_NO_CONTEXT,
                                       draw(&random, 3), BUILDER_NONE, draw(&random, 2), 0};
        cg_call_context expected = listed(list, count, &p);
        ck_assert_uint_eq(builder_path(&b, p.parent, p.frame, p.site_file, p.site_line, p.flags),
                          expected);
        list[expected] = p;
        count += expected == count;
    }
    ck_assert_uint_eq(b.profile->path_count, count);
    builder_free(&b);
}
END_TEST

START_TEST(paths_have_a_limit)
{
    struct builder b;
    struct cg_error error = {0};
    ck_assert_int_eq(builder_init(&b, "test", &error), CG_OK);
    b.profile->path_count = b.last_path = PROFILE_LIMIT_PATHS;
    ck_assert_uint_eq(builder_path(&b, CG_NO_CONTEXT, 0, BUILDER_NONE, 0, 0), BUILDER_NONE);
    b.profile->path_count = 0;
    ck_assert_int_eq(b.status, CG_E_LIMIT);
    ck_assert_str_eq(error.text, "more than 67108864 call paths");
    builder_free(&b);
}
END_TEST

START_TEST(metrics_that_are_not_alike_stay_two)
{
    struct random random = {59};
    struct run run = random_run(&random);
    run.fold = CG_FOLD_SUM;
    run.inclusive = false;
    struct cg_profile *a = profile_of(&run, 0, run.locations);
    run.inclusive = true;
    struct cg_profile *b = profile_of(&run, 0, run.locations);
    ck_assert_int_eq(cg_profile_merge(a, b, NULL), CG_OK);
    uint32_t other = cg_profile_find_metric(a, "cost (inclusive)");
    ck_assert_uint_ne(other, UINT32_MAX);
    ck_assert_int_eq(cg_profile_metric(a, other)->kind, CG_METRIC_INCLUSIVE);
    ck_assert_int_eq(cg_profile_metric(a, cg_profile_find_metric(a, "cost"))->kind,
                     CG_METRIC_EXCLUSIVE);
    cg_profile_free(a);
    cg_profile_free(b);
}
END_TEST

START_TEST(visits_are_one_whatever_their_unit)
{
    static const char *const units[] = {"#", "occ", ""};
    struct cg_profile *profiles[3];
    for (int i = 0; i < 3; i++) {
        struct builder b;
        ck_assert_int_eq(builder_init(&b, "test", NULL), CG_OK);
        uint32_t visits = builder_metric(
            &b, &(struct cg_metric){.name = CG_METRIC_VISITS, .unit = units[i], .integral = true});
        cg_call_context path =
            builder_path(&b, CG_NO_CONTEXT, add_frame(&b, 0), BUILDER_NONE, 0, 0);
        builder_location(&b, &(struct cg_location){0});
        builder_add(&b, 0, path, visits, 2 + i);
        ck_assert_int_eq(builder_finish(&b, &profiles[i], NULL), CG_OK);
        builder_free(&b);
    }
    ck_assert_int_eq(cg_profile_merge(profiles[0], profiles[1], NULL), CG_OK);
    ck_assert_int_eq(cg_profile_merge(profiles[0], profiles[2], NULL), CG_OK);
    ck_assert_uint_eq(cg_profile_metric_count(profiles[0]), 1);
    ck_assert_str_eq(cg_profile_metric(profiles[0], 0)->unit, "occ");
    ck_assert_uint_eq(cg_profile_visits(profiles[0], 0), 9);
    for (int i = 0; i < 3; i++) {
        cg_profile_free(profiles[i]);
    }
}
END_TEST

/* Where bytes come from */

static size_t compress_text(unsigned char *out, size_t room, const char *text, size_t length)
{
    z_stream z = {0};
    ck_assert_int_eq(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)text;
    z.avail_in = (uInt)length;
    z.next_out = out;
    z.avail_out = (uInt)room;
    ck_assert_int_eq(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return room - z.avail_out;
}

struct lines {
    char *text;
    size_t length;
};

/* Lines of every length around the size of the window. */
static struct lines random_lines(struct random *random)
{
    static const size_t lengths[] = {0, 1, 7, 200, 5000, (128 << 10) - 1, 300 << 10};
    struct lines lines = {malloc(3 << 20), 0};
    uint32_t count = draw(random, 8);
    for (uint32_t i = 0; i < count; i++) {
        size_t length = lengths[draw(random, 7)] + draw(random, 3);
        memset(lines.text + lines.length, 'a' + (int)draw(random, 26), length);
        lines.length += length;
        if (i + 1 < count || chance(random, 50)) {
            lines.text[lines.length++] = '\n';
        }
    }
    return lines;
}

static void check_lines(struct source *s, const struct lines *expected)
{
    const char *line;
    size_t length;
    size_t at = 0;
    while (source_line(s, &line, &length)) {
        const char *end = memchr(expected->text + at, '\n', expected->length - at);
        size_t wanted =
            (size_t)((end ? end : expected->text + expected->length) - (expected->text + at));
        ck_assert_uint_eq(length, wanted);
        ck_assert_int_eq(memcmp(line, expected->text + at, length), 0);
        ck_assert_int_eq(line[length], '\0');
        at += length + (end != NULL);
    }
    ck_assert_int_eq(s->status, CG_OK);
    ck_assert_uint_eq(at, expected->length);
}

START_TEST(lines_come_whole)
{
    struct random random = {61};
    for (int i = 0; i < 60; i++) {
        struct lines lines = random_lines(&random);
        struct source s;
        unsigned char *packed = malloc(4 << 20);
        size_t cut = draw(&random, (uint32_t)lines.length + 1);
        ck_assert_int_eq(source_open_memory(&s, lines.text, lines.length, "x", NULL, NULL), CG_OK);
        check_lines(&s, &lines);
        source_close(&s);
        /* two members of one gzip file */
        size_t size = compress_text(packed, 4 << 20, lines.text, cut);
        size +=
            compress_text(packed + size, (4 << 20) - size, lines.text + cut, lines.length - cut);
        ck_assert_int_eq(source_open_memory(&s, packed, size, "x", NULL, NULL), CG_OK);
        check_lines(&s, &lines);
        source_close(&s);
        free(packed);
        free(lines.text);
    }
}
END_TEST

START_TEST(any_place_can_be_read)
{
    struct random random = {67};
    for (int i = 0; i < 40; i++) {
        struct lines lines = random_lines(&random);
        struct source s;
        char bytes[100];
        uint64_t length = 0;
        unsigned char *packed = malloc(4 << 20);
        size_t size = compress_text(packed, 4 << 20, lines.text, lines.length);
        bool zipped = chance(&random, 50);
        ck_assert_int_eq(source_open_memory(&s, zipped ? (char *)packed : lines.text,
                                            zipped ? size : lines.length, "x", NULL, NULL),
                         CG_OK);
        ck_assert(source_random(&s, &length));
        ck_assert_uint_eq(length, lines.length);
        for (int k = 0; k < 20; k++) {
            size_t at = draw(&random, (uint32_t)lines.length + 1);
            size_t wanted = draw(&random, sizeof bytes);
            wanted = wanted < lines.length - at ? wanted : lines.length - at;
            ck_assert(source_read_at(&s, at, bytes, wanted));
            ck_assert_int_eq(memcmp(bytes, lines.text + at, wanted), 0);
        }
        ck_assert(!source_read_at(&s, length, bytes, 1));
        source_close(&s);
        free(packed);
        free(lines.text);
    }
}
END_TEST

START_TEST(cut_gzip_is_refused)
{
    static const char text[] = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
    unsigned char packed[200];
    size_t size = compress_text(packed, sizeof packed, text, sizeof text - 1);
    for (size_t cut = 3; cut < size; cut++) {
        struct source s;
        struct cg_error error = {0};
        const char *line;
        size_t length;
        source_open_memory(&s, packed, cut, "x.gz", NULL, &error);
        while (source_line(&s, &line, &length)) {
        }
        ck_assert_int_eq(s.status, CG_E_FORMAT);
        ck_assert_str_eq(error.file, "x.gz");
        source_close(&s);
    }
}
END_TEST

static bool stop(void *user, uint64_t done, uint64_t total)
{
    (void)total;
    *(uint64_t *)user = done;
    return false;
}

START_TEST(progress_can_stop)
{
    uint64_t done = 0;
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    struct source s;
    struct cg_error error;
    const char *line;
    size_t length;
    char *text = malloc(3 << 20);
    memset(text, '\n', 3 << 20);
    options.progress = stop;
    options.user = &done;
    ck_assert_int_eq(source_open_memory(&s, text, 3 << 20, "x", &options, &error), CG_OK);
    while (source_line(&s, &line, &length)) {
    }
    ck_assert_int_eq(s.status, CG_E_STATE);
    ck_assert_uint_ge(done, 1 << 20);
    ck_assert_uint_lt(done, 2 << 20);
    source_close(&s);
    free(text);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {values_hang_on_paths,
                                  profiles_unite,
                                  calls_pass_over_what_is_no_function,
                                  flat_profiles_count_recursion_once,
                                  pieces_count_costs_once,
                                  paths_may_be_very_deep,
                                  paths_are_found_again,
                                  paths_have_a_limit,
                                  metrics_that_are_not_alike_stay_two,
                                  visits_are_one_whatever_their_unit,
                                  lines_come_whole,
                                  any_place_can_be_read,
                                  cut_gzip_is_refused,
                                  progress_can_stop,
                                  NULL};
    return run_tests("profile", tests, 240);
}
