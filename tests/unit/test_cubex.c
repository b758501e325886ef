/* Cube 4: all forms of a file read alike, and as a slow oracle computes. */
#include "cubex_make.h"
#include "profile/statistics_row.h"
#include "support.h"

#include <libcg/profile.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CNODES = 12, MOST_LOCATIONS = 9, REGIONS = 5, CASES = 150 };

static const struct made_metric metrics[] = {
    {3, "visits", "EXCLUSIVE", "UINT64", true},
    {0, "time", "INCLUSIVE", "DOUBLE", true},
    {1, "min_time", "EXCLUSIVE", "MINDOUBLE", true},
    {2, "max_time", "EXCLUSIVE", "MAXDOUBLE", true},
    {10, "none", "EXCLUSIVE", "UINT64", false},
    {11, "float", "SIMPLE", "FLOAT", true},
    {12, "int64", "INCLUSIVE", "INT64", true},
    {13, "integer", "EXCLUSIVE", "INTEGER", true},
    {14, "uint32", "INCLUSIVE", "UINT32", true},
    {15, "unsigned", "SIMPLE", "UNSIGNED INTEGER", true},
    {16, "int32", "INCLUSIVE", "INT32", true},
    {17, "int", "EXCLUSIVE", "INT", true},
    {18, "uint16", "INCLUSIVE", "UINT16", true},
    {19, "int16", "INCLUSIVE", "INT16", true},
    {20, "uint8", "INCLUSIVE", "UINT8", true},
    {21, "char", "EXCLUSIVE", "CHAR", true},
    {22, "int8", "SIMPLE", "INT8", true},
    {23, "atomic", "EXCLUSIVE", "TAU_ATOMIC", true},
    {24, "rate", "INCLUSIVE", "RATE", true},
    {25, "complex", "INCLUSIVE", "COMPLEX", true},
    {26, "bins", "EXCLUSIVE", "HISTOGRAM(2)", true},
    {4294967294u, "doubles", "EXCLUSIVE", "NDOUBLES(3)", true},
    {28, "scale", "EXCLUSIVE", "SCALE_FUNC", true},
};
enum { METRICS = sizeof metrics / sizeof *metrics };

/* What the parts of a type become; the first letter shows how they fold. */
static const struct {
    const char *dtype;
    const char *parts[5];
} suffixes[] = {
    {"TAU_ATOMIC", {"+.count", "<.min", ">.max", "+", "+.sum2"}},
    {"RATE", {"+.numerator", "+.denominator"}},
    {"COMPLEX", {"+.real", "+.imaginary"}},
    {"HISTOGRAM(2)", {"<.min", ">.max", "+.0", "+.1"}},
    {"NDOUBLES(3)", {"+.0", "+.1", "+.2"}},
    {"MINDOUBLE", {"<"}},
    {"MAXDOUBLE", {">"}},
};

static const char *suffix_of(const char *dtype, uint32_t part)
{
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        if (strcmp(suffixes[i].dtype, dtype) == 0) {
            return suffixes[i].parts[part];
        }
    }
    return "+";
}

static uint32_t mix(uint32_t metric, uint32_t cnode, uint32_t location, uint32_t part)
{
    struct random random = {((uint64_t)metric << 40) + (cnode << 20) + (location << 8) + part + 1};
    draw(&random, 2);
    return draw(&random, UINT32_MAX);
}

/* As large as the type holds, and a few of all sorts. */
static double value(uint32_t metric, uint32_t cnode, uint32_t location, uint32_t part)
{
    uint32_t number = mix(metric, cnode, location, part);
    switch (made_layout(metrics[metric].dtype)[part]) {
    case 'Q': /* a double holds them, but not their sums */
        return number % 3 ? number % 1000 : ldexp(number, 32);
    case 'q':
        return number % 3 ? number % 1000 - 500.0 : ldexp(number, 31) * (number % 2 ? -1 : 1);
    case 'I':
        return number;
    case 'i':
        return (int32_t)number;
    case 'H':
        return number % 65536;
    case 'h':
        return (int16_t)number;
    case 'B':
        return number % 256;
    case 'b':
        return (int8_t)number;
    default:
        return number % 5 == 0 ? 0 : (number % 2000 - 1000.0) / 7;
    }
}

static bool row(uint32_t metric, uint32_t cnode)
{
    return mix(metric, cnode, 255, 9) % 4 != 0;
}

struct tree {
    uint32_t parents[MOST_CNODES];
    uint32_t ids[MOST_CNODES];
    uint32_t regions[MOST_CNODES];
    uint32_t location_ids[MOST_LOCATIONS];
    uint32_t paths[MOST_CNODES]; /* the first cnode of the same path */
    struct made_model model;
};

static void shuffle(struct random *random, uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = draw(random, i);
        uint32_t kept = numbers[other];
        numbers[other] = numbers[i - 1];
        numbers[i - 1] = kept;
    }
}

static void random_tree(struct tree *t, struct random *random)
{
    t->model = (struct made_model){.cnodes = 1 + draw(random, MOST_CNODES),
                                   .parents = t->parents,
                                   .ids = t->ids,
                                   .regions = t->regions,
                                   .region_count = REGIONS,
                                   .locations = 1 + draw(random, MOST_LOCATIONS),
                                   .location_ids = t->location_ids,
                                   .metrics = metrics,
                                   .metric_count = METRICS,
                                   .value = value,
                                   .row = row};
    for (uint32_t i = 0; i < t->model.cnodes; i++) {
        uint32_t parent = i ? i - 1 : UINT32_MAX;
        while (parent != UINT32_MAX && chance(random, 45)) {
            parent = t->parents[parent];
        }
        t->parents[i] = parent;
        t->ids[i] = i * 3;
        t->regions[i] = draw(random, REGIONS);
        t->paths[i] = 0;
        while (t->regions[t->paths[i]] != t->regions[i] ||
               (t->paths[i] != i &&
                (t->parents[t->paths[i]] == UINT32_MAX) != (parent == UINT32_MAX)) ||
               (parent != UINT32_MAX && t->paths[i] != i &&
                t->paths[t->parents[t->paths[i]]] != t->paths[parent])) {
            t->paths[i]++;
        }
    }
    shuffle(random, t->ids, t->model.cnodes);
    for (uint32_t i = 0; i < t->model.locations; i++) {
        t->location_ids[i] = 2 * i;
    }
    shuffle(random, t->location_ids, t->model.locations);
}

static struct cg_profile *read_made(const struct made *file,
                                    const struct cg_profile_options *options)
{
    struct cg_profile *profile = NULL;
    struct cg_error error = {0};
    int status =
        cg_profile_read_memory(&profile, file->bytes, file->length, "made", options, &error);
    ck_assert_msg(status == CG_OK, "%s", error.text);
    return profile;
}

/* A path's value at a location: over all its cnodes. */
static double folded(const struct tree *t, uint32_t path, uint32_t metric, uint32_t part,
                     uint32_t location, char how)
{
    bool any = false;
    double out = 0;
    for (uint32_t c = path; c < t->model.cnodes; c++) {
        if (t->paths[c] == path) {
            double v = row(metric, c) ? value(metric, c, location, part) : 0;
            out = !any ? v : how == '+' ? out + v : how == '<' ? fmin(out, v) : fmax(out, v);
            any = true;
        }
    }
    return out;
}

__extension__ typedef __int128 wide;

static wide exact_sum(const struct tree *t, uint32_t path, uint32_t metric, uint32_t part)
{
    wide sum = 0;
    for (uint32_t c = path; c < t->model.cnodes; c++) {
        for (uint32_t l = 0; t->paths[c] == path && row(metric, c) && l < t->model.locations; l++) {
            sum += (wide)value(metric, c, l, part);
        }
    }
    return sum;
}

static void near(double a, double b, double size)
{
    ck_assert_msg(fabs(a - b) <= 1e-12 * (fabs(size) + 1e-300), "%.17g is not %.17g", a, b);
}

/* A path's statistics, computed by definition. */
static void check_statistics(const struct tree *t, const struct cg_statistics *s, uint32_t path,
                             uint32_t metric, uint32_t part, char how)
{
    uint32_t count = t->model.locations, min_at = 0, max_at = 0;
    double v[MOST_LOCATIONS] = {0}, size = 0;
    long double sum = 0, squares = 0;
    for (uint32_t l = 0; l < count; l++) {
        v[l] = folded(t, path, metric, part, l, how);
        sum += v[l];
        size = fmax(size, fabs(v[l]));
        min_at = v[l] < v[min_at] ? l : min_at;
        max_at = v[l] > v[max_at] ? l : max_at;
    }
    for (uint32_t l = 0; l < count; l++) {
        squares += (v[l] - sum / count) * (v[l] - sum / count);
    }
    ck_assert(s->min == v[min_at] && s->max == v[max_at]);
    ck_assert_uint_eq(s->min_at, min_at);
    ck_assert_uint_eq(s->max_at, max_at);
    near(s->mean, (double)(sum / count), size);
    near(s->deviation, (double)sqrtl(squares / count), size);
    if (how == '+') {
        near(s->sum, (double)sum, size * count);
    } else {
        ck_assert(s->sum == (how == '<' ? s->min : s->max));
    }
    if (made_layout(metrics[metric].dtype)[part] != 'd') {
        wide total = exact_sum(t, path, metric, part);
        ck_assert(s->count == (total < 0 ? 0 : total > UINT64_MAX ? UINT64_MAX : (uint64_t)total));
        ck_assert(s->sum == (double)total);
    } else {
        ck_assert(s->count == 0);
    }
}

static void check_metric(const struct tree *t, const struct cg_profile *profile, uint32_t metric)
{
    const char *layout = made_layout(metrics[metric].dtype);
    for (uint32_t part = 0; layout[part]; part++) {
        const char *suffix = suffix_of(metrics[metric].dtype, part);
        char name[64];
        uint32_t path = 0;
        snprintf(name, sizeof name, "%s%s", metrics[metric].name, suffix + 1);
        uint32_t number = cg_profile_find_metric(profile, name);
        ck_assert_msg(number != UINT32_MAX, "%s", name);
        const struct cg_metric *m = cg_profile_metric(profile, number);
        ck_assert(m->integral == (layout[part] != 'd'));
        ck_assert(m->fold == (*suffix == '+'   ? CG_FOLD_SUM
                              : *suffix == '<' ? CG_FOLD_MIN
                                               : CG_FOLD_MAX));
        ck_assert(m->measured == metrics[metric].has_values);
        for (uint32_t c = 0; m->measured && c < t->model.cnodes; c++) {
            struct cg_statistics statistics;
            if (t->paths[c] == c) {
                cg_profile_statistics(profile, number, path++, &statistics);
                check_statistics(t, &statistics, c, metric, part, *suffix);
            }
        }
    }
}

static void check_tree(const struct tree *t, const struct cg_profile *profile)
{
    uint32_t numbers[MOST_CNODES];
    uint32_t path = 0;
    for (uint32_t c = 0; c < t->model.cnodes; c++) {
        struct cg_call_context_info info;
        struct cg_frame_info frame;
        char name[32];
        if (t->paths[c] != c) {
            numbers[c] = numbers[t->paths[c]];
            continue;
        }
        numbers[c] = path;
        cg_profile_context(profile, path++, &info);
        ck_assert_uint_eq(info.parent,
                          t->parents[c] == UINT32_MAX ? CG_NO_CONTEXT : numbers[t->parents[c]]);
        cg_profile_frame(profile, info.frame, &frame);
        snprintf(name, sizeof name, "f%u<&unknown;", t->regions[c]);
        ck_assert_str_eq(frame.name, name);
        ck_assert_str_eq(frame.file, "a&bA.c");
        ck_assert_str_eq(frame.group, "compiler");
        ck_assert_uint_eq(frame.line, t->regions[c] + 1);
        ck_assert_int_eq(frame.kind, CG_FRAME_FUNCTION);
        snprintf(name, sizeof name, "f%u", t->regions[c]);
        ck_assert_str_eq(frame.linkage_name, name);
    }
    ck_assert_uint_eq(cg_profile_context_count(profile), path);
}

static void check_locations(const struct tree *t, const struct cg_profile *profile)
{
    ck_assert_uint_eq(cg_profile_location_count(profile), t->model.locations);
    for (uint32_t l = 0; l < t->model.locations; l++) {
        struct cg_location location;
        char name[32];
        cg_profile_location(profile, l, &location);
        snprintf(name, sizeof name, "thread %u", 2 * l);
        ck_assert_str_eq(location.name, name);
        ck_assert_str_eq(location.group, "process");
        ck_assert_uint_eq(location.rank, 7);
        ck_assert_uint_eq(location.thread, 2 * l);
    }
}

static void count_warning(void *user, const struct cg_error *where)
{
    (void)where;
    ++*(unsigned *)user;
}

static struct made_form form_of(uint32_t number)
{
    return (struct made_form){.big = number & 1,
                              .dense = number & 2,
                              .compressed = number & 4,
                              .gzip_anchor = number & 8,
                              .gzip_outer = number & 16,
                              .shuffled = number & 32,
                              .odd = number & 64,
                              .checksum = (enum made_checksum)(number >> 7)};
}

START_TEST(every_form_reads_alike)
{
    struct random random = {1};
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    unsigned warnings;
    options.warn = count_warning;
    options.user = &warnings;
    for (uint32_t i = 0; i < CASES; i++) {
        struct tree t;
        struct made file = {0};
        const struct made_form form = form_of(i < 3 * 128 ? draw(&random, 3 * 128) : i);
        random_tree(&t, &random);
        made_cubex(&file, &t.model, &form);
        warnings = 0;
        struct cg_profile *profile = read_made(&file, &options);
        ck_assert_uint_eq(warnings, 1 + (form.checksum == MADE_WRONG)); /* 1: SCALE_FUNC */
        ck_assert_str_eq(cg_profile_format(profile), "cubex");
        ck_assert_str_eq(cg_profile_creator(profile), "Test");
        ck_assert(!cg_profile_is_sampled(profile));
        check_tree(&t, profile);
        check_locations(&t, profile);
        for (uint32_t metric = 0; metric < METRICS; metric++) {
            check_metric(&t, profile, metric);
        }
        cg_profile_free(profile);
        made_free(&file);
    }
}
END_TEST

struct heard {
    const struct tree *tree;
    uint32_t rows;
    uint32_t stop_at;
};

static bool hear(void *user, const struct cg_profile *profile, const struct cg_profile_row *told)
{
    struct heard *heard = user;
    const char *name = cg_profile_metric(profile, told->metric)->name;
    for (uint32_t metric = 0; metric < METRICS; metric++) {
        for (uint32_t part = 0; made_layout(metrics[metric].dtype)[part]; part++) {
            const char *suffix = suffix_of(metrics[metric].dtype, part);
            char own[64];
            uint32_t cnode = 0, path = 0;
            snprintf(own, sizeof own, "%s%s", metrics[metric].name, suffix + 1);
            while (strcmp(own, name) == 0 &&
                   (heard->tree->paths[cnode] != cnode || path++ != told->context)) {
                cnode++;
            }
            for (uint32_t l = 0; strcmp(own, name) == 0 && l < told->count; l++) {
                double v = folded(heard->tree, cnode, metric, part, l, *suffix);
                ck_assert(told->values[l] == v);
            }
        }
    }
    ck_assert_uint_eq(told->count, heard->tree->model.locations);
    return ++heard->rows != heard->stop_at;
}

START_TEST(rows_are_told)
{
    struct random random = {7};
    struct tree t;
    struct heard heard = {.tree = &t};
    struct cg_profile_options options = CG_PROFILE_OPTIONS_INIT;
    options.row = hear;
    options.user = &heard;
    for (uint32_t i = 0; i < 20; i++) {
        struct made file = {0};
        struct cg_profile *profile;
        struct cg_error error;
        const struct made_form form = {.compressed = i % 2, .big = i % 3 == 0};
        random_tree(&t, &random);
        made_cubex(&file, &t.model, &form);
        heard = (struct heard){.tree = &t};
        profile = read_made(&file, &options);
        for (uint32_t metric = 0; metric < METRICS; metric++) {
            check_metric(&t, profile, metric);
        }
        cg_profile_free(profile);
        ck_assert_uint_gt(heard.rows, 0);
        heard.stop_at = heard.rows;
        heard.rows = 0;
        ck_assert_int_eq(
            cg_profile_read_memory(&profile, file.bytes, file.length, "made", &options, &error),
            CG_E_STATE);
        made_free(&file);
    }
}
END_TEST

/* An anchor without values in a file of its own. */
static struct cg_profile *read_anchor(const char *inside)
{
    struct made anchor = {0}, file = {0};
    made_put(&anchor, "<cube><metrics/>", 16);
    made_put(&anchor, inside, strlen(inside));
    made_put(&anchor, "</cube>", 7);
    made_member(&file, "anchor.xml", anchor.bytes, anchor.length, MADE_RIGHT);
    made_end(&file);
    struct cg_profile *profile = read_made(&file, NULL);
    made_free(&anchor);
    made_free(&file);
    return profile;
}

#define REGION(id, name, paradigm, role)                                                           \
    "<region id=\"" #id "\" mod=\"\" begin=\"-1\" end=\"-1\"><name>" name "</name>" paradigm role  \
    "</region>"

static void has_path(const struct cg_profile *profile, cg_call_context path, cg_call_context parent,
                     const char *name, enum cg_frame_kind kind)
{
    struct cg_call_context_info info;
    struct cg_frame_info frame;
    cg_profile_context(profile, path, &info);
    cg_profile_frame(profile, info.frame, &frame);
    ck_assert_str_eq(cg_profile_frame_name(profile, info.frame), name);
    ck_assert_int_eq(frame.kind, kind);
    ck_assert_uint_eq(info.parent, parent);
    ck_assert_ptr_null(frame.file);
    ck_assert_uint_eq(frame.line, 0);
}

START_TEST(regions_are_told_apart)
{
    struct cg_profile *profile = read_anchor(
        "<program>" REGION(1, "a.out", "<paradigm>measurement</paradigm>",
                           "<role>artificial</role>")
            REGION(2, "main", "<paradigm>compiler</paradigm>", "<role>function</role>") REGION(
                3, "!$omp parallel @a.c:1", "<paradigm>openmp</paradigm>",
                "<role>parallel</role>") REGION(4, "old", "<descr>compiler</descr>",
                                                "") REGION(5, "phase", "<descr>user</descr>", "")
                REGION(6, "unlabelled", "<descr>what it does</descr>", "") REGION(
                    7, "", "", "") REGION(8, "THREADS", "<paradigm>measurement</paradigm>",
                                          "<role>artificial</role>")
                    REGION(
                        9, "TRACE BUFFER FLUSH", "<paradigm>measurement</paradigm>",
                        "<role>artificial</role>") "<cnode id=\"0\" calleeId=\"1\"><cnode id=\"1\" "
                                                   "calleeId=\"2\" line=\"7\" mod=\"a.c\">"
                                                   "<cnode id=\"2\" calleeId=\"3\"><cnode id=\"3\" "
                                                   "calleeId=\"4\"/></cnode>"
                                                   "<cnode id=\"4\" calleeId=\"5\"/><cnode "
                                                   "id=\"5\" calleeId=\"6\"/><cnode id=\"6\" "
                                                   "calleeId=\"7\"/>"
                                                   "<cnode id=\"7\" "
                                                   "calleeId=\"9\"/></cnode></cnode><cnode "
                                                   "id=\"8\" calleeId=\"8\"/></program>");
    struct cg_call_context_info info;
    has_path(profile, 0, CG_NO_CONTEXT, "a.out", CG_FRAME_ROOT);
    has_path(profile, 1, 0, "main", CG_FRAME_FUNCTION);
    has_path(profile, 2, 1, "!$omp parallel @a.c:1", CG_FRAME_REGION);
    has_path(profile, 3, 2, "old", CG_FRAME_FUNCTION);
    has_path(profile, 4, 1, "phase", CG_FRAME_REGION);
    has_path(profile, 5, 1, "unlabelled", CG_FRAME_FUNCTION);
    has_path(profile, 6, 1, "region 7", CG_FRAME_UNKNOWN);
    has_path(profile, 7, 1, "TRACE BUFFER FLUSH", CG_FRAME_REGION);
    has_path(profile, 8, CG_NO_CONTEXT, "THREADS", CG_FRAME_ROOT);
    cg_profile_context(profile, 1, &info);
    ck_assert_str_eq(info.site_file, "a.c");
    ck_assert_uint_eq(info.site_line, 7);
    cg_profile_free(profile);
}
END_TEST

#define PARAMETER(key, value)                                                                      \
    "<parameter partype=\"numeric\" parkey=\"" key "\" parvalue=\"" value "\"/>"

START_TEST(parameters_make_frames)
{
    struct cg_profile *profile = read_anchor(
        "<program>" REGION(1, "f", "<paradigm>compiler</paradigm>", "<role>function</role>") REGION(
            2, "step", "<paradigm>user</paradigm>",
            "<role>loop</role>") "<cnode id=\"0\" calleeId=\"1\"><cnode id=\"1\" "
                                 "calleeId=\"1\">" PARAMETER("n", "1") PARAMETER(
                                     "s",
                                     "x&lt;") "<cnode id=\"2\" calleeId=\"1\"/></cnode>"
                                              "<cnode id=\"3\" calleeId=\"2\">" PARAMETER(
                                                  "instance",
                                                  "1") "</cnode>"
                                                       "<cnode id=\"4\" "
                                                       "calleeId=\"2\">" PARAMETER("instance", "2") "<cnode id=\"5\" calleeId=\"1\">" PARAMETER(
                                                           "n", "1") "</cnode>"
                                                                     "<cnode id=\"6\" "
                                                                     "calleeId=\"1\">" PARAMETER(
                                                                         "n",
                                                                         "2") "</cnode></cnode></"
                                                                              "cnode></program>");
    has_path(profile, 0, CG_NO_CONTEXT, "f", CG_FRAME_FUNCTION);
    has_path(profile, 1, 0, "f (n=1, s=x<)", CG_FRAME_REGION);
    has_path(profile, 2, 1, "f", CG_FRAME_FUNCTION);
    has_path(profile, 3, 0, "step (instance=1)", CG_FRAME_REGION);
    has_path(profile, 4, 0, "step (instance=2)", CG_FRAME_REGION);
    has_path(profile, 5, 4, "f", CG_FRAME_FUNCTION);
    ck_assert_uint_eq(cg_profile_context_count(profile), 6);
    cg_profile_free(profile);
}
END_TEST

START_TEST(sampled_profiles_say_so)
{
    struct cg_profile *profile = read_anchor(
        "<program>" REGION(1, "f", "<paradigm>sampling</paradigm>",
                           "<role>function</role>") "<cnode id=\"0\" calleeId=\"1\"/></program>");
    ck_assert(cg_profile_is_sampled(profile) && cg_profile_loses_tail_callers(profile));
    cg_profile_free(profile);
}
END_TEST

START_TEST(places_of_old_files_are_known)
{
    struct cg_location location;
    struct cg_profile *profile = read_anchor(
        "<program></program><system><machine Id=\"0\"><name>m</name><node Id=\"0\"><name>n</name>"
        "<process Id=\"0\"><name>p0</name><rank>0</rank><thread "
        "Id=\"0\"><name>t0</name><rank>0</rank>"
        "</thread></process><process Id=\"1\"><name>p1</name><rank>1</rank><thread Id=\"1\">"
        "<name>t1</name><rank>3</rank></thread></process></node></machine></system>");
    ck_assert_uint_eq(cg_profile_location_count(profile), 2);
    cg_profile_location(profile, 1, &location);
    ck_assert_str_eq(location.name, "t1");
    ck_assert_str_eq(location.group, "p1");
    ck_assert(location.rank == 1 && location.thread == 3);
    cg_profile_free(profile);
}
END_TEST

static double atomic_value(uint32_t metric, uint32_t cnode, uint32_t location, uint32_t part)
{
    (void)metric, (void)location;
    return 100 * (cnode + 1) + part;
}

static bool every_row(uint32_t metric, uint32_t cnode)
{
    return metric < 2 && cnode < 2;
}

/* A profile with tuples: numbers of visits, inclusive times that are called exclusive. */
START_TEST(tuples_of_visits_and_time)
{
    static const struct made_metric tuples[] = {{0, "visits", "EXCLUSIVE", "TAU_ATOMIC", true},
                                                {1, "time", "EXCLUSIVE", "TAU_ATOMIC", true},
                                                {2, "time", "EXCLUSIVE", "DOUBLE", false}};
    const uint32_t parents[] = {UINT32_MAX, 0}, ids[] = {0, 1};
    const struct made_model model = {2,   parents, ids, ids,          2,        2,
                                     ids, tuples,  3,   atomic_value, every_row};
    const struct made_form form = {0};
    struct made file = {0};
    made_cubex(&file, &model, &form);
    struct cg_profile *profile = read_made(&file, NULL);
    uint32_t time = cg_profile_find_metric(profile, "time");
    ck_assert_uint_eq(cg_profile_visits(profile, 0), 200);
    ck_assert_uint_eq(cg_profile_visits(profile, 1), 400);
    ck_assert_uint_ne(cg_profile_find_metric(profile, "visits.sum"), UINT32_MAX);
    ck_assert_uint_eq(cg_profile_find_metric(profile, "visits.count"), UINT32_MAX);
    ck_assert_int_eq(cg_profile_metric(profile, time)->kind, CG_METRIC_INCLUSIVE);
    ck_assert(cg_profile_exclusive(profile, time, 0) == 206 - 406.0);
    uint32_t count = cg_profile_find_metric(profile, "time.count");
    ck_assert_int_eq(cg_profile_metric(profile, count)->kind, CG_METRIC_EXCLUSIVE);
    ck_assert(cg_profile_inclusive(profile, count, 0) == 600);
    ck_assert_uint_ne(cg_profile_find_metric(profile, "time#2"), UINT32_MAX);
    cg_profile_free(profile);
    made_free(&file);
}
END_TEST

/* Rows */

static double rising_value(uint32_t metric, uint32_t cnode, uint32_t location, uint32_t part)
{
    (void)metric;
    return 3.0 * location + cnode + part;
}

static bool any_row(uint32_t metric, uint32_t cnode)
{
    (void)metric, (void)cnode;
    return true;
}

/* Rows of many more bytes than are looked at together. */
START_TEST(long_rows_are_read)
{
    enum { LONG = 20000 };
    static const struct made_metric both[] = {{0, "visits", "EXCLUSIVE", "UINT64", true},
                                              {1, "time", "INCLUSIVE", "TAU_ATOMIC", true}};
    static const uint32_t parents[] = {UINT32_MAX, 0, 0}, ids[] = {0, 1, 2};
    static uint32_t locations[LONG];
    const struct made_model model = {3,         parents, ids, ids,          3,      LONG,
                                     locations, both,    2,   rising_value, any_row};
    for (uint32_t i = 0; i < LONG; i++) {
        locations[i] = i;
    }
    for (unsigned i = 0; i < 4; i++) {
        const struct made_form form = {.big = i & 1, .compressed = i & 2};
        struct made file = {0};
        made_cubex(&file, &model, &form);
        struct cg_profile *profile = read_made(&file, NULL);
        for (uint32_t path = 0; path < 3; path++) {
            struct cg_statistics s;
            const double base = 1.5 * LONG * (LONG - 1.0) + (double)LONG * path;
            cg_profile_statistics(profile, 0, path, &s);
            ck_assert(s.sum == base && s.count == (uint64_t)base);
            ck_assert(s.min_at == 0 && s.max_at == LONG - 1);
            near(s.deviation, 3 * sqrt(((double)LONG * LONG - 1) / 12), s.max);
            cg_profile_statistics(profile, cg_profile_find_metric(profile, "time.sum2"), path, &s);
            ck_assert(s.sum == base + 4.0 * LONG && s.max_at == LONG - 1);
        }
        cg_profile_free(profile);
        made_free(&file);
    }
}
END_TEST

static void check_row(const double *values, uint32_t count, bool integral, statistics_total total)
{
    const struct cg_metric metric = {.integral = integral, .fold = CG_FOLD_SUM};
    struct statistics_row row = {0};
    struct cg_statistics out;
    long double sum = 0, squares = 0;
    uint32_t min_at = 0, max_at = 0;
    for (uint32_t at = 0; at < count; at += STATISTICS_PIECE) {
        uint32_t left = count - at;
        ck_assert(statistics_row_add(&row, values + at,
                                     left < STATISTICS_PIECE ? left : STATISTICS_PIECE, NULL));
    }
    statistics_row_finish(&out, &row, &metric);
    for (uint32_t i = 0; i < count; i++) {
        sum += values[i];
        min_at = values[i] < values[min_at] ? i : min_at;
        max_at = values[i] > values[max_at] ? i : max_at;
    }
    for (uint32_t i = 0; i < count; i++) {
        squares += (values[i] - sum / count) * (values[i] - sum / count);
    }
    ck_assert(out.min_at == min_at && out.max_at == max_at);
    ck_assert(out.min == values[min_at] && out.max == values[max_at]);
    near(out.mean, (double)(sum / count), (double)(sum / count));
    near(out.deviation, (double)sqrtl(squares / count), out.max * 0.1);
    ck_assert(!integral || out.count == (uint64_t)total);
}

START_TEST(long_rows_add_up)
{
    static const uint32_t counts[] = {1, 2, 7, 8, 9, 2047, 2048, 2049, 4096, 10007, 70000};
    struct random random = {3};
    double *values = malloc(70000 * sizeof *values);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        statistics_total total = 0;
        for (uint32_t l = 0; l < counts[i]; l++) {
            values[l] = 1e9 + draw(&random, 1000) * 0.001; /* far from 0, close together */
        }
        check_row(values, counts[i], false, 0);
        for (uint32_t l = 0; l < counts[i]; l++) {
            values[l] = ldexp(draw(&random, UINT32_MAX), 15); /* rounded when added as doubles */
            total += (statistics_total)values[l];
        }
        check_row(values, counts[i], true, total);
    }
    free(values);
}
END_TEST

START_TEST(equal_values_do_not_deviate)
{
    const struct cg_metric metric = {.fold = CG_FOLD_SUM};
    double values[5000];
    for (uint32_t i = 0; i < 5000; i++) {
        values[i] = 0.1;
    }
    for (uint32_t count = 1; count < 2000; count += 7) {
        struct statistics_row row = {0};
        struct cg_statistics out;
        ck_assert(statistics_row_add(&row, values, count, NULL));
        statistics_row_finish(&out, &row, &metric);
        ck_assert(out.mean == 0.1 && out.deviation == 0 && out.max_at == 0);
    }
}
END_TEST

START_TEST(what_is_no_number_is_not_added)
{
    static const double odd[] = {NAN, -NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        for (uint32_t at = 0; at < 20; at++) {
            struct statistics_row row = {0};
            double values[20] = {0};
            values[at] = odd[i];
            ck_assert(!statistics_row_add(&row, values, 20, NULL));
            ck_assert_uint_eq(row.count, 0);
        }
    }
    double large[] = {DBL_MAX, DBL_MAX};
    struct statistics_row row = {0};
    ck_assert(statistics_row_add(&row, large, 2, NULL));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_form_reads_alike,
                                  rows_are_told,
                                  regions_are_told_apart,
                                  parameters_make_frames,
                                  sampled_profiles_say_so,
                                  places_of_old_files_are_known,
                                  tuples_of_visits_and_time,
                                  long_rows_are_read,
                                  long_rows_add_up,
                                  equal_values_do_not_deviate,
                                  what_is_no_number_is_not_added,
                                  NULL};
    return run_tests("cubex", tests, 240);
}
