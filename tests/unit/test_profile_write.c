/* Profiles that are made and written are read back the same. */
#include "support.h"

#include <libcg/profile_write.h>

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define METRICS 4
#define LOCATIONS 5
#define CONTEXTS 300

/* A profile with the values of each location. */
struct made {
    struct cg_profile *profile;
    double (*values)[METRICS][LOCATIONS]; /* by context */
};

struct buffer {
    char *bytes;
    size_t length;
    size_t limit; /* 0: none */
};

static unsigned state;

static unsigned random_below(unsigned bound)
{
    state = state * 1103515245u + 12345u;
    return (state >> 8) % bound;
}

static const struct cg_metric metrics[METRICS] = {
    {.name = CG_METRIC_VISITS, .label = "Calls", .unit = "occ", .integral = true},
    {.name = CG_METRIC_TIME, .label = "Time", .unit = "sec", .kind = CG_METRIC_INCLUSIVE},
    {.name = "depth", .unit = "", .kind = CG_METRIC_SIMPLE, .integral = true},
    {.name = "balance", .unit = "bytes", .integral = true},
};

static const char *const notes[] = {"a <b> & \"c\" is missing", "2 of 3\n", "\xc3\xa9"};

static cg_frame add_frame(struct cg_profile_builder *b, unsigned number)
{
    static const char *const names[] = {"main",      "f(int&, char const*)", "operator<",
                                        "a \"b\" c", "\xc3\xa9t\xc3\xa9",    "g\tand\nh"};
    char name[64];
    snprintf(name, sizeof name, "%s %u", names[number % 6], number);
    const struct cg_frame_info frame = {.name = name,
                                        .linkage_name = number % 3 ? NULL : "_Z1f&<>",
                                        .file = number % 2 ? "src/<a> & b.c" : NULL,
                                        .line = number % 4 * 10,
                                        .object = number % 5 ? NULL : "/bin/p",
                                        .group = number % 7 ? NULL : "openmp",
                                        .kind = (enum cg_frame_kind)(number % 5)};
    return cg_profile_builder_frame(b, &frame);
}

static void add_values(struct made *made, struct cg_profile_builder *b, cg_call_context context)
{
    for (uint32_t metric = 0; metric < METRICS; metric++) {
        for (uint32_t location = 0; location < LOCATIONS; location++) {
            double amount = random_below(3) ? 0 : random_below(1000);
            amount = metric == 1 ? amount / 7 : metric == 3 ? amount - 500 : amount;
            const struct cg_profile_value value = {metric, location, context, amount};
            if (amount != 0) {
                cg_profile_builder_add(b, &value);
            }
            made->values[context][metric][location] += amount;
        }
    }
}

static struct made make(unsigned seed)
{
    struct made made = {.values = calloc(CONTEXTS, sizeof *made.values)};
    struct cg_profile_builder *b;
    struct cg_error error;
    cg_call_context contexts[CONTEXTS];
    unsigned count = 1 + seed % CONTEXTS;
    state = seed;
    ck_assert_int_eq(cg_profile_builder_new(&b, "test <1>", &error), CG_OK);
    cg_profile_builder_set_sampled(b, seed % 2, seed % 3 == 0);
    for (uint32_t i = 0; i < METRICS; i++) {
        ck_assert_uint_eq(cg_profile_builder_metric(b, &metrics[i]), i);
    }
    for (uint32_t i = 0; i < LOCATIONS; i++) {
        const struct cg_location location = {
            .name = i ? "thread & co" : NULL, .group = "p", .rank = i / 2, .thread = i + 40};
        ck_assert_uint_eq(cg_profile_builder_location(b, &location), i);
    }
    for (unsigned i = 0; i < count; i++) {
        const struct cg_call_context_info context = {
            .parent = i && random_below(20) ? contexts[random_below(i)] : CG_NO_CONTEXT,
            .frame = add_frame(b, random_below(40)),
            .flags = random_below(16),
            .site_file = random_below(2) ? "a&b.c" : NULL,
            .site_line = random_below(5)};
        contexts[i] = cg_profile_builder_context(b, &context);
        ck_assert_uint_ne(contexts[i], CG_NO_CONTEXT);
        add_values(&made, b, contexts[i]);
    }
    ck_assert_int_eq(cg_profile_builder_finish(&made.profile, b, &error), CG_OK);
    cg_profile_builder_free(b);
    for (unsigned i = 0; i < seed % 4; i++) {
        ck_assert_int_eq(cg_profile_add_note(made.profile, notes[i], &error), CG_OK);
    }
    return made;
}

static void made_free(struct made *made)
{
    cg_profile_free(made->profile);
    free(made->values);
}

static bool take(void *user, const void *bytes, size_t length)
{
    struct buffer *buffer = user;
    if (buffer->limit && buffer->length + length > buffer->limit) {
        return false;
    }
    buffer->bytes = realloc(buffer->bytes, buffer->length + length);
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

static bool values(void *user, const struct cg_profile_row *row, double *out)
{
    const struct made *made = user;
    ck_assert_uint_eq(row->count, LOCATIONS);
    memcpy(out, made->values[row->context][row->metric], LOCATIONS * sizeof *out);
    return true;
}

static struct cg_profile *write_and_read(struct made *made, bool by_location)
{
    struct cg_profile_write_options options = CG_PROFILE_WRITE_OPTIONS_INIT;
    struct cg_profile *again = NULL;
    struct buffer buffer = {0};
    struct cg_error error;
    options.values = by_location ? values : NULL;
    options.user = made;
    ck_assert_int_eq(cg_profile_write(made->profile, take, &buffer, &options, &error), CG_OK);
    int status = cg_profile_read_memory(&again, buffer.bytes, buffer.length, "again", NULL, &error);
    ck_assert_msg(status == CG_OK, "%s", error.text);
    free(buffer.bytes);
    return again;
}

static void same_text(const char *a, const char *b)
{
    ck_assert_msg(a == b || (a && b && strcmp(a, b) == 0), "%s and %s", a ? a : "nothing",
                  b ? b : "nothing");
}

static void same_frame(const struct cg_profile *a, cg_frame x, const struct cg_profile *b,
                       cg_frame y)
{
    struct cg_frame_info f, g;
    cg_profile_frame(a, x, &f);
    cg_profile_frame(b, y, &g);
    same_text(f.name, g.name);
    same_text(f.linkage_name, g.linkage_name);
    same_text(f.file, g.file);
    same_text(f.object, g.object);
    same_text(f.group, g.group);
    ck_assert_uint_eq(f.line, g.line);
    ck_assert_int_eq(f.kind, g.kind);
}

/* Values are the same; sums of some and of all are rounded in another order. */
static bool nearly(double a, double b)
{
    return fabs(a - b) <= 1e-12 * (1 + fabs(a));
}

static void same_statistics(const struct cg_statistics *s, const struct cg_statistics *t,
                            bool by_location)
{
    ck_assert(nearly(s->sum, t->sum));
    if (s->min >= 0) { /* counts are of what adds up to a number from 0 */
        ck_assert_uint_eq(s->count, t->count);
    }
    if (by_location) {
        ck_assert(s->min == t->min && s->max == t->max);
        ck_assert(nearly(s->mean, t->mean) && nearly(s->deviation, t->deviation));
        ck_assert_uint_eq(s->min_at, t->min_at);
        ck_assert_uint_eq(s->max_at, t->max_at);
    }
}

static void same_context(const struct cg_profile *a, cg_call_context x, const struct cg_profile *b,
                         cg_call_context y)
{
    struct cg_call_context_info p, q;
    cg_profile_context(a, x, &p);
    cg_profile_context(b, y, &q);
    same_frame(a, p.frame, b, q.frame);
    same_text(p.site_file, q.site_file);
    ck_assert_uint_eq(p.site_line, q.site_line);
    ck_assert_uint_eq(p.flags, q.flags);
    ck_assert_int_eq(p.parent == CG_NO_CONTEXT, q.parent == CG_NO_CONTEXT);
}

static void same_metrics(const struct cg_profile *a, const struct cg_profile *b)
{
    ck_assert_uint_eq(cg_profile_metric_count(a), cg_profile_metric_count(b));
    for (uint32_t i = 0; i < cg_profile_metric_count(a); i++) {
        const struct cg_metric *m = cg_profile_metric(a, i);
        const struct cg_metric *n = cg_profile_metric(b, i);
        same_text(m->name, n->name);
        same_text(m->label, n->label);
        same_text(m->unit, n->unit);
        ck_assert_int_eq(m->kind, n->kind);
        ck_assert_int_eq(m->fold, n->fold);
        ck_assert_int_eq(m->integral, n->integral);
    }
}

static void same_locations(const struct cg_profile *a, const struct cg_profile *b)
{
    ck_assert_uint_eq(cg_profile_location_count(a), cg_profile_location_count(b));
    for (uint32_t i = 0; i < cg_profile_location_count(a); i++) {
        struct cg_location l, m;
        cg_profile_location(a, i, &l);
        cg_profile_location(b, i, &m);
        same_text(l.name, m.name);
        same_text(l.group, m.group);
        ck_assert_uint_eq(l.rank, m.rank);
        ck_assert_uint_eq(l.thread, m.thread);
    }
}

/* Contexts have other numbers, since files have them depth first. */
static void same_profile(const struct cg_profile *a, const struct cg_profile *b, bool by_location)
{
    uint32_t count = cg_profile_context_count(a);
    cg_call_context *there = calloc(count + 1, sizeof *there);
    struct cg_error error;
    ck_assert_uint_eq(count, cg_profile_context_count(b));
    ck_assert_int_eq(cg_profile_find_contexts(there, b, a, &error), CG_OK);
    same_metrics(a, b);
    same_text(cg_profile_creator(a), cg_profile_creator(b));
    for (uint32_t i = 0; i == 0 || cg_profile_note_at(a, i - 1); i++) {
        same_text(cg_profile_note_at(a, i), cg_profile_note_at(b, i));
    }
    ck_assert_int_eq(cg_profile_is_sampled(a), cg_profile_is_sampled(b));
    ck_assert_int_eq(cg_profile_loses_tail_callers(a), cg_profile_loses_tail_callers(b));
    for (cg_call_context i = 0; i < count; i++) {
        ck_assert_uint_ne(there[i], CG_NO_CONTEXT);
        same_context(a, i, b, there[i]);
        for (uint32_t metric = 0; metric < METRICS; metric++) {
            struct cg_statistics s, t;
            cg_profile_statistics(a, metric, i, &s);
            cg_profile_statistics(b, metric, there[i], &t);
            same_statistics(&s, &t, by_location);
        }
    }
    free(there);
}

START_TEST(test_read_back)
{
    for (unsigned i = 0; i < 40; i++) {
        struct made made = make((unsigned)_i * 1000 + i * 7 + 1);
        struct cg_profile *again = write_and_read(&made, true);
        same_profile(made.profile, again, true);
        same_locations(made.profile, again);
        cg_profile_free(again);
        made_free(&made);
    }
}
END_TEST

START_TEST(test_without_locations)
{
    struct made made = make(200);
    struct cg_profile *again = write_and_read(&made, false);
    same_profile(made.profile, again, false);
    ck_assert_uint_eq(cg_profile_location_count(again), 1);
    cg_profile_free(again);
    made_free(&made);
}
END_TEST

START_TEST(test_failures)
{
    struct made made = make(50);
    struct cg_profile_write_options options = CG_PROFILE_WRITE_OPTIONS_INIT;
    struct buffer buffer = {.limit = 2000};
    struct cg_error error;
    ck_assert_int_eq(cg_profile_write(made.profile, take, &buffer, NULL, &error), CG_E_IO);
    options.format = "png";
    ck_assert_int_eq(cg_profile_write(made.profile, take, &buffer, &options, &error),
                     CG_E_ARGUMENT);
    options.format = NULL;
    options.metric = 99;
    ck_assert_int_eq(cg_profile_write(made.profile, take, &buffer, &options, &error),
                     CG_E_ARGUMENT);
    free(buffer.bytes);
    made_free(&made);
}
END_TEST

START_TEST(test_wrong_numbers)
{
    struct cg_profile_builder *b;
    struct cg_profile *profile = NULL;
    struct cg_error error;
    const struct cg_call_context_info context = {.parent = CG_NO_CONTEXT, .frame = 7};
    ck_assert_int_eq(cg_profile_builder_new(&b, NULL, &error), CG_OK);
    ck_assert_uint_eq(cg_profile_builder_context(b, &context), CG_NO_CONTEXT);
    ck_assert_int_eq(cg_profile_builder_finish(&profile, b, &error), CG_E_ARGUMENT);
    ck_assert_ptr_null(profile);
    cg_profile_builder_free(b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("profile_write");
    TCase *tests = tcase_create("profile_write");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, test_read_back, 0, 5);
    tcase_add_test(tests, test_without_locations);
    tcase_add_test(tests, test_failures);
    tcase_add_test(tests, test_wrong_numbers);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
