/* Chrome traces: events in any order and form; random runs against an oracle. */
#include "profile_text.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static struct cg_profile *read_text(const char *text, struct told *told)
{
    return profile_from(text, strlen(text), NULL, told);
}

/* Read events written with ' for ", which must give exactly this. */
static void check(const char *events, const char *expected, const char *warning)
{
    struct told told;
    char *text = strdup(events);
    for (char *p = text; *p; p++) {
        *p = *p == '\'' ? '"' : *p;
    }
    struct cg_profile *profile = read_text(text, &told);
    char *found = profile_text(profile);
    ck_assert_str_eq(found, expected);
    ck_assert_str_eq(cg_profile_format(profile), "chrome");
    ck_assert(!cg_profile_is_sampled(profile));
    if (warning) {
        ck_assert_msg(told.warnings == 1 && strstr(told.text, warning), "%s", told.text);
    } else {
        ck_assert_msg(!told.warnings, "%s", told.text);
    }
    free(found);
    free(text);
    cg_profile_free(profile);
}

/* Events */

START_TEST(begins_and_ends_nest)
{
    check("[{'ph':'B','ts':1,'pid':1,'name':'a'},{'ph':'B','ts':2.5,'pid':1,'name':'b'},"
          "{'ph':'E','ts':3,'pid':1,'name':'b'},{'ph':'B','ts':4,'pid':1,'name':'b'},"
          "{'ph':'E','ts':5,'pid':1},{'ph':'E','ts':9,'pid':1}]",
          "a 1 8000\na;b 2 1500\n", NULL);
}
END_TEST

START_TEST(spans_nest_by_their_intervals)
{
    /* written when they end; of equal starts the longer one is outside; c ends where b starts */
    check("[{'ph':'X','ts':1,'dur':2,'name':'c'},{'ph':'X','ts':3,'dur':2,'name':'b'},"
          "{'ph':'X','ts':1,'dur':9,'name':'a'},{'ph':'X','ts':20,'dur':0,'name':'z'},"
          "{'ph':'X','ts':20,'dur':0,'name':'z'}]",
          "a 1 9000\na;b 1 2000\na;c 1 2000\nz 2 0\n", NULL);
}
END_TEST

START_TEST(spans_and_begins_mix)
{
    check("[{'ph':'X','ts':3,'dur':1,'name':'c'},{'ph':'B','ts':2,'name':'b'},"
          "{'ph':'E','ts':5,'name':'b'},{'ph':'X','ts':1,'dur':6,'name':'a'}]",
          "a 1 6000\na;b 1 3000\na;b;c 1 1000\n", NULL);
}
END_TEST

/* At one time: begins, then spans from the longest on, however they come. */
START_TEST(ties_are_settled)
{
    check("[{'ph':'X','ts':1,'dur':2,'name':'c'},{'ph':'X','ts':1,'dur':9,'name':'a'}]",
          "a 1 9000\na;c 1 2000\n", NULL);
    check("[{'ph':'X','ts':2,'dur':1,'name':'c'},{'ph':'B','ts':2,'name':'b'},"
          "{'ph':'E','ts':5,'name':'b'}]",
          "b 1 3000\nb;c 1 1000\n", NULL);
    check("[{'ph':'B','ts':2,'name':'b'},{'ph':'E','ts':2},{'ph':'B','ts':2,'name':'c'},"
          "{'ph':'E','ts':2}]",
          "b 1 0\nc 1 0\n", NULL);
}
END_TEST

START_TEST(other_events_say_nothing)
{
    check(
        "[{'ph':'b','id':1,'name':'x','ts':1},{'ph':'e','id':1,'ts':2},{'ph':'C','ts':1,'args':{}},"
        "{'ph':'i','ts':3,'s':'g'},{},{'name':'x'},{'ph':'Xy','ts':1},{'ph':7},"
        "{'ph':'M','name':'process_name','args':'{'},{'ph':'M','name':'thread_name','args':{'name'"
        ":4}},{'ph':'M','name':'process_labels','args':{'name':'n'}},"
        "{'args':[[[{'deep':[null,true,-1.5e3,'\\u00e4']}]]],'ts':1,'dur':1,'name':'a','ph':'X'}]",
        "a 1 1000\n", NULL);
}
END_TEST

START_TEST(names_may_be_escaped_or_missing)
{
    struct told told;
    struct cg_frame_info frame;
    check("[{'ph':'X','ts':1,'dur':1,'name':'operator\\u003c\\u00e4\\\"'}]",
          "operator<\xc3\xa4\" 1 1000\n", NULL);
    check("[{'ph':'B','ts':1},{'ph':'B','ts':2,'name':''},{'ph':'E','ts':3,'name':'x'},"
          "{'ph':'E','ts':4}]",
          "[unknown] 1 3000\n[unknown];[unknown] 1 1000\n", NULL);
    check("[{'ph':'X','ts':1,'dur':1,'name':'a\\u0000b'}]",
          "a\xef\xbf\xbd"
          "b 1 1000\n",
          NULL);
    struct cg_profile *profile =
        read_text("[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"cat\":\"openmp\"}]", &told);
    cg_profile_frame(profile, 0, &frame);
    ck_assert_str_eq(frame.group, "openmp");
    ck_assert_int_eq((int)frame.kind, CG_FRAME_UNKNOWN);
    cg_profile_free(profile);
    profile = read_text("[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"name\":\"linux:schedule\"}]", NULL);
    cg_profile_frame(profile, 0, &frame);
    ck_assert_int_eq((int)frame.kind, CG_FRAME_KERNEL);
    cg_profile_free(profile);
}
END_TEST

START_TEST(times_are_exact)
{
    static const struct {
        const char *begin, *end;
        uint64_t nanoseconds;
    } cases[] = {
        {"1169237040.735", "1169237040.955", 220},
        {"'1795169915237778.2500'", "'1795169915237778.5000'", 250},
        {"1795169915237778.001", "1795169915237778.002", 1},
        {"-1.5", "1.5", 3000},
        {"0", "1e3", 1000000},
        {"1.25E+1", "0.0125e3", 0},
        {"12345e-4", "2", 765}, /* 1.2345, rounded up */
        {"0.0004", "0.0005", 1},
        {"0", "0.30000000000000004", 300},
        {"'000.5'", "'.75'", 250},
        {"0e-99999999999999999999", "0e99999999999999999999", 0},
        {"0", "4611686018427387.8", 4611686018427387800},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char events[256];
        char expected[64];
        sprintf(events, "[{'ph':'B','ts':%s,'name':'a'},{'ph':'E','ts':%s}]", cases[i].begin,
                cases[i].end);
        sprintf(expected, "a 1 %.0f\n", (double)cases[i].nanoseconds / 1e9 * 1e9);
        check(events, expected, NULL);
    }
}
END_TEST

START_TEST(threads_are_locations)
{
    static const char text[] =
        "[{\"ph\":\"B\",\"ts\":1,\"pid\":\"7\",\"tid\":\"8\",\"name\":\"a\"},"
        "{\"ph\":\"B\",\"ts\":1,\"pid\":7,\"tid\":9,\"name\":\"a\"},"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":7,\"tid\":8,\"args\":{\"sort\":{},\"name\":"
        "\"worker \\\"1\\\"\"}},"
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":7,\"args\":{\"name\":\"program\"}},"
        "{\"ph\":\"E\",\"ts\":2,\"pid\":7,\"tid\":8},{\"ph\":\"E\",\"ts\":4,\"pid\":7,\"tid\":9},"
        "{\"ph\":\"X\",\"ts\":4,\"dur\":1,\"pid\":\"gpu 0\",\"name\":\"k\"}]";
    struct cg_profile *profile = read_text(text, NULL);
    struct cg_location location;
    struct cg_statistics time;
    ck_assert_uint_eq(cg_profile_location_count(profile), 3);
    cg_profile_location(profile, 0, &location);
    ck_assert(location.rank == 0 && location.thread == 0 && !location.name && !location.group);
    cg_profile_location(profile, 1, &location);
    ck_assert(location.rank == 7 && location.thread == 8);
    ck_assert_str_eq(location.name, "worker \"1\"");
    ck_assert_str_eq(location.group, "program");
    cg_profile_location(profile, 2, &location);
    ck_assert(location.rank == 7 && location.thread == 9 && !location.name);
    cg_profile_statistics(profile, cg_profile_find_metric(profile, CG_METRIC_TIME), 1, &time);
    ck_assert(time.max_at == 2 && time.max > 2.9e-6 && time.max < 3.1e-6 && time.min_at == 0);
    cg_profile_free(profile);
}
END_TEST

/* Forms */

START_TEST(forms_are_alike)
{
    static const char *const forms[] = {
        "[ {'ph':'X','ts':1,'dur':1,'name':'a'} ]\n",
        " \n[{'ph':'X','ts':1,'dur':1,'name':'a'} , ]",
        "{'traceEvents':[{'ph':'X','ts':1,'dur':1,'name':'a'}],'displayTimeUnit':'ns'}",
        "{'otherData':{'version':7},'stackFrames':{'1':{}},'samples':[],'x':[[]],"
        "'traceEvents': [{'ph':'X','ts':1,'dur':1,'name':'a'}]}",
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        check(forms[i], "a 1 1000\n", NULL);
    }
    check("[]", "", "no events of calls");
    check("{'traceEvents':[]}", "", "no events of calls");
}
END_TEST

START_TEST(traces_may_be_cut_between_events)
{
    check("[{'ph':'X','ts':1,'dur':1,'name':'a'},\n", "a 1 1000\n", "cut off");
    check("[\n{'ph':'X','ts':1,'dur':1,'name':'a'}", "a 1 1000\n", "cut off");
    check("{'traceEvents':[{'ph':'X','ts':1,'dur':1,'name':'a'}", "a 1 1000\n", "cut off");
}
END_TEST

START_TEST(creators_are_told)
{
    struct cg_profile *profile =
        read_text("{\"metadata\":{\"a\":1,\"version\":\"uftrace v0.13 \\u0041\"},"
                  "\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"name\":\"a\"}]}",
                  NULL);
    ck_assert_str_eq(cg_profile_creator(profile), "uftrace v0.13 A");
    ck_assert(!cg_profile_loses_tail_callers(profile));
    cg_profile_free(profile);
    static const struct {
        const char *command;
        bool loses;
    } commands[] = {{"uftrace record -d d ./a-e", false},
                    {"uftrace record --estimate-return ./a", true},
                    {"uftrace record -e ./a", true}};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char text[300];
        sprintf(text,
                "{\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"name\":\"a\"}],\"metadata\":"
                "{\"version\":\"uftrace v0.13\",\"command_line\":\"%s\"}}",
                commands[i].command);
        profile = read_text(text, NULL);
        ck_assert(cg_profile_loses_tail_callers(profile) == commands[i].loses);
        ck_assert(cg_profile_is_sampled(profile) == commands[i].loses);
        cg_profile_free(profile);
    }
    profile = read_text("[{\"ph\":\"B\",\"ts\":1,\"name\":\"a\",\"sf\":\"0\"},"
                        "{\"ph\":\"E\",\"ts\":1,\"name\":\"a\",\"sf\":\"0\"}]",
                        NULL);
    ck_assert_ptr_null(cg_profile_creator(profile));
    ck_assert(cg_profile_loses_tail_callers(profile));
    cg_profile_free(profile);
}
END_TEST

START_TEST(compressed_traces_are_read)
{
    static const char text[] = "[{\"ph\":\"X\",\"ts\":1,\"dur\":1,\"name\":\"a\"}]";
    unsigned char bytes[256];
    z_stream zlib = {.next_in = (unsigned char *)(uintptr_t)text,
                     .avail_in = sizeof text - 1,
                     .next_out = bytes,
                     .avail_out = sizeof bytes};
    ck_assert_int_eq(deflateInit2(&zlib, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    ck_assert_int_eq(deflate(&zlib, Z_FINISH), Z_STREAM_END);
    struct cg_profile *profile = profile_from(bytes, sizeof bytes - zlib.avail_out, NULL, NULL);
    char *found = profile_text(profile);
    ck_assert_str_eq(found, "a 1 1000\n");
    free(found);
    cg_profile_free(profile);
    deflateEnd(&zlib);
}
END_TEST

/* Oddities */

START_TEST(ends_and_begins_may_be_missing)
{
    check("[{'ph':'E','ts':1,'name':'x'},{'ph':'B','ts':2,'name':'a'},{'ph':'E','ts':3,'name':'y'},"
          "{'ph':'E','ts':4,'name':'a'},{'ph':'E','ts':5}]",
          "a 1 2000\n", "ignored ends of functions that have not begun: 3");
    check("[{'ph':'B','ts':1,'name':'a'},{'ph':'B','ts':2,'name':'b'},{'ph':'B','ts':3,'name':'c'},"
          "{'ph':'E','ts':6,'name':'a'},{'ph':'X','ts':7,'dur':1,'name':'d'}]",
          "a 1 5000\na;b 1 4000\na;b;c 1 3000\nd 1 1000\n",
          "functions without an end, assumed to end with their caller: 2");
    check("[{'ph':'B','ts':1,'name':'a'},{'ph':'B','ts':2,'name':'b'},"
          "{'ph':'X','ts':3,'dur':4,'name':'c'}]",
          "a 1 6000\na;b 1 5000\na;b;c 1 4000\n", "run until the last event");
    check("[{'ph':'X','ts':1,'name':'a'},{'ph':'X','ts':2,'dur':-1,'name':'b'}]", "a 1 0\nb 1 0\n",
          "events (\"X\") without a duration: 2");
    check("{'traceEvents':[{'ph':'P','ts':1},{'ph':'X','ts':1,'dur':1,'name':'a'}],"
          "'samples':[{'ts':1},{}]}",
          "a 1 1000\n", "ignored samples (only calls are read): 3");
}
END_TEST

START_TEST(setjmp_may_return_again)
{
    check("[{'ph':'B','ts':1,'name':'a'},{'ph':'B','ts':2,'name':'_setjmp'},"
          "{'ph':'E','ts':3,'name':'_setjmp'},{'ph':'B','ts':4,'name':'b'},"
          "{'ph':'B','ts':5,'name':'b'},{'ph':'B','ts':6,'name':'longjmp'},"
          "{'ph':'E','ts':7,'name':'_setjmp'},{'ph':'B','ts':8,'name':'c'},"
          "{'ph':'E','ts':9,'name':'c'},{'ph':'E','ts':10,'name':'_setjmp'},"
          "{'ph':'E','ts':11,'name':'a'}]",
          "a 1 10000\na;_setjmp 1 1000\na;b 1 3000\na;b;b 1 2000\na;b;b;longjmp 1 1000\n"
          "a;c 1 1000\n",
          NULL);
    check("[{'ph':'B','ts':1,'name':'a'},{'ph':'B','ts':2,'name':'setjmp'},"
          "{'ph':'E','ts':3,'name':'setjmp'},{'ph':'B','ts':4,'name':'b'},"
          "{'ph':'B','ts':5,'name':'setjmp'},{'ph':'E','ts':6,'name':'setjmp'},"
          "{'ph':'B','ts':7,'name':'longjmp'},{'ph':'E','ts':8,'name':'setjmp'},"
          "{'ph':'E','ts':9,'name':'b'},{'ph':'E','ts':10,'name':'setjmp'},"
          "{'ph':'E','ts':11,'name':'a'}]",
          "a 1 10000\na;b 1 5000\na;b;longjmp 1 1000\na;b;setjmp 1 1000\na;setjmp 1 1000\n",
          "calls of longjmp that may have ended in any of several callers of setjmp: 1");
    check("[{'ph':'B','ts':1,'name':'a'},{'ph':'E','ts':2,'name':'setjmp'},"
          "{'ph':'E','ts':3,'name':'a'}]",
          "a 1 2000\n", "ignored ends of functions that have not begun: 1");
}
END_TEST

START_TEST(unordered_events_are_sorted)
{
    check("[{'ph':'B','ts':1,'name':'a'},{'ph':'E','ts':9,'name':'a'},{'ph':'B','ts':2,'name':'b'},"
          "{'ph':'E','ts':3,'name':'b'}]",
          "a 1 8000\na;b 1 1000\n", "whose events are sorted: 1");
}
END_TEST

START_TEST(overlapping_spans_have_no_caller)
{
    check("[{'ph':'X','ts':0,'dur':10,'name':'a'},{'ph':'X','ts':5,'dur':10,'name':'b'},"
          "{'ph':'X','ts':6,'dur':2,'name':'c'},{'ph':'X','ts':12,'dur':1,'name':'d'}]",
          "a 1 10000\nb 1 10000\nb;c 1 2000\nb;d 1 1000\n", "have unknown callers: 1");
}
END_TEST

START_TEST(rounded_spans_nest)
{
    /* whole microseconds: both cut off, b ends one behind a */
    check("[{'ph':'X','ts':0,'dur':9,'name':'a'},{'ph':'X','ts':5,'dur':5,'name':'b'},"
          "{'ph':'X','ts':9,'dur':1,'name':'c'}]",
          "a 1 9000\na;b 1 5000\nc 1 1000\n", NULL);
    /* c starts one before the end of a, which was rounded up */
    check("[{'ph':'X','ts':0,'dur':9,'name':'a'},{'ph':'X','ts':8,'dur':3,'name':'c'}]",
          "a 1 9000\nc 1 3000\n", NULL);
    /* doubles of an absolute time step by a quarter of a microsecond */
    check("[{'ph':'X','ts':1795169915237778.25,'dur':10.125,'name':'a'},"
          "{'ph':'X','ts':1795169915237780.5,'dur':8,'name':'b'}]",
          "a 1 10125\na;b 1 8000\n", NULL);
    check("[{'ph':'X','ts':0.001,'dur':9.001,'name':'a'},{'ph':'X','ts':5,'dur':5,'name':'b'}]",
          "a 1 9001\nb 1 5000\n", "overlap");
}
END_TEST

/* Size */

static char *deep_text(uint32_t depth, bool spans)
{
    char *text = malloc((size_t)depth * 120 + 8);
    char *at = stpcpy(text, "[");
    for (uint32_t i = 0; i < depth; i++) {
        at += spans ? sprintf(at, "{\"ph\":\"X\",\"ts\":%u,\"dur\":%u,\"name\":\"f\"},", depth - i,
                              2 * i)
                    : sprintf(at, "{\"ph\":\"B\",\"ts\":%u,\"name\":\"f\"},", i);
    }
    for (uint32_t i = 0; i < depth && !spans; i++) {
        at += sprintf(at, "{\"ph\":\"E\",\"ts\":%u},", depth + i);
    }
    strcpy(at, "]");
    return text;
}

START_TEST(calls_may_be_very_deep)
{
    enum { DEEP = 1000000 };
    for (unsigned spans = 0; spans < 2; spans++) {
        char *text = deep_text(DEEP, spans);
        struct cg_profile *profile = read_text(text, NULL);
        struct cg_call_context_info info;
        ck_assert_uint_eq(cg_profile_context_count(profile), DEEP);
        cg_profile_context(profile, DEEP - 1, &info);
        ck_assert_uint_eq(info.parent, DEEP - 2);
        cg_profile_free(profile);
        free(text);
    }
}
END_TEST

/* An end that fits nothing costs the same however much is open. */
START_TEST(mismatches_cost_no_search)
{
    enum { MANY = 200000 };
    struct told told;
    char *text = malloc((size_t)MANY * 80);
    char *at = stpcpy(text, "[");
    for (uint32_t i = 0; i < MANY; i++) {
        at += sprintf(at, "{\"ph\":\"B\",\"ts\":%u,\"name\":\"f\"},", i);
    }
    for (uint32_t i = 0; i < MANY; i++) {
        at += sprintf(at, "{\"ph\":\"E\",\"ts\":%u,\"name\":\"g\"},", MANY + i);
    }
    strcpy(at, "]");
    cg_profile_free(read_text(text, &told));
    ck_assert_uint_eq(told.warnings, 2);
    free(text);
}
END_TEST

/* Random runs */

enum { CASES = 1500, MOST_CALLS = 30, MOST_THREADS = 3 };

/* Calls in the order in which they begin. */
struct call {
    uint32_t parent; /* of the same thread; UINT32_MAX: none */
    char name;
    uint64_t begin;
    uint64_t end;
};

struct thread {
    struct call calls[MOST_CALLS];
    uint32_t count;
};

struct event {
    char text[256];
    uint64_t key;
};

/* Calls of a thread at random, at times that differ: each step is a begin or an end. */
static void random_thread(struct thread *thread, struct random *random)
{
    uint32_t wanted = draw(random, MOST_CALLS + 1);
    uint32_t open = UINT32_MAX;
    uint64_t now = draw(random, 1000);
    thread->count = 0;
    while (thread->count < wanted || open != UINT32_MAX) {
        now += 1 + draw(random, 3000);
        if (thread->count < wanted && (open == UINT32_MAX || chance(random, 55))) {
            thread->calls[thread->count] =
                (struct call){open, (char)('a' + draw(random, 4)), now, 0};
            open = thread->count++;
        } else {
            thread->calls[open].end = now;
            open = thread->calls[open].parent;
        }
    }
}

static void write_time(char *out, const char *key, uint64_t nanoseconds, struct random *random)
{
    const char *quote = chance(random, 30) ? "\"" : "";
    sprintf(out, "\"%s\":%s%llu.%03llu%s", key, quote, (unsigned long long)nanoseconds / 1000,
            (unsigned long long)nanoseconds % 1000, quote);
}

static void write_event(struct event *event, const struct call *call, char phase, unsigned tid,
                        struct random *random)
{
    char at[48], duration[48] = "";
    write_time(at, "ts", phase == 'E' ? call->end : call->begin, random);
    if (phase == 'X') {
        write_time(duration, "dur", call->end - call->begin, random);
    }
    bool named = phase != 'E' || chance(random, 50);
    sprintf(event->text, "{%s%s%s%s\"ph\":\"%c\",\"pid\":1,\"tid\":%u%s%c%s}", duration,
            phase == 'X' ? "," : "", at, ",", phase, tid, named ? ",\"name\":\"" : "",
            named ? call->name : ' ', named ? "\"" : "");
    event->key = phase == 'E' ? call->end : call->begin;
}

static int compare_events(const void *a, const void *b)
{
    const struct event *x = a;
    const struct event *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* All events of all threads, in the order of time or in any. */
static uint32_t write_events(struct event *out, const struct thread *threads, uint32_t count,
                             bool ordered, struct random *random)
{
    uint32_t events = 0;
    uint32_t spans = draw(random, 3) * 50; /* per cent */
    for (uint32_t t = 0; t < count; t++) {
        for (uint32_t i = 0; i < threads[t].count; i++) {
            const struct call *call = &threads[t].calls[i];
            if (chance(random, spans)) {
                write_event(&out[events++], call, 'X', t, random);
            } else {
                write_event(&out[events++], call, 'B', t, random);
                write_event(&out[events++], call, 'E', t, random);
            }
        }
    }
    for (uint32_t i = 0; !ordered && i < events; i++) {
        out[i].key = draw(random, 1u << 30);
    }
    qsort(out, events, sizeof *out, compare_events);
    return events;
}

static char *join(const struct event *events, uint32_t count, struct random *random)
{
    char *text = malloc((size_t)count * (sizeof events->text + 2) + 64);
    bool object = chance(random, 50);
    char *at = stpcpy(text, object ? "{\"traceEvents\": [\n" : "[");
    for (uint32_t i = 0; i < count; i++) {
        at = stpcpy(at, events[i].text);
        at = stpcpy(at, i + 1 < count ? ",\n" : "");
    }
    strcpy(at, object ? "]}" : "]");
    return text;
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The slow way: the path of each call by itself, then equal ones added up. */
static char *oracle(const struct thread *threads, uint32_t count)
{
    char *paths[MOST_CALLS * MOST_THREADS];
    uint32_t used = 0;
    for (uint32_t t = 0; t < count; t++) {
        for (uint32_t i = 0; i < threads[t].count; i++) {
            char reversed[2 * MOST_CALLS + 2] = "";
            size_t length = 0;
            for (uint32_t c = i; c != UINT32_MAX; c = threads[t].calls[c].parent) {
                reversed[length++] = threads[t].calls[c].name;
                reversed[length++] = ';';
            }
            char *line = malloc(length + 32);
            for (size_t k = 0; k + 1 < length; k++) {
                line[k] = reversed[length - 2 - k];
            }
            sprintf(line + length - 1, " %llu",
                    (unsigned long long)(threads[t].calls[i].end - threads[t].calls[i].begin));
            paths[used++] = line;
        }
    }
    qsort(paths, used, sizeof *paths, compare_lines);
    char *text = calloc(1, (size_t)used * 128 + 1);
    char *at = text;
    for (uint32_t i = 0; i < used;) {
        size_t length = strcspn(paths[i], " ");
        uint64_t time = 0;
        uint32_t first = i;
        for (; i < used && strncmp(paths[i], paths[first], length + 1) == 0; i++) {
            time += strtoull(paths[i] + length, NULL, 10);
        }
        at += sprintf(at, "%.*s %u %llu\n", (int)length, paths[first], i - first,
                      (unsigned long long)time);
    }
    for (uint32_t i = 0; i < used; i++) {
        free(paths[i]);
    }
    return text;
}

START_TEST(random_runs_are_read_back)
{
    struct random random = {20240917};
    static struct event events[2 * MOST_CALLS * MOST_THREADS];
    for (uint32_t i = 0; i < CASES; i++) {
        struct thread threads[MOST_THREADS];
        struct told told;
        uint32_t count = 1 + draw(&random, MOST_THREADS);
        for (uint32_t t = 0; t < count; t++) {
            random_thread(&threads[t], &random);
        }
        char *expected = oracle(threads, count);
        for (unsigned ordered = 0; ordered < 2; ordered++) {
            uint32_t used = write_events(events, threads, count, ordered, &random);
            char *text = join(events, used, &random);
            struct cg_profile *profile = read_text(text, &told);
            char *found = profile_text(profile);
            ck_assert_msg(strcmp(found, expected) == 0, "%s\ngave\n%s\nnot\n%s", text, found,
                          expected);
            ck_assert(!ordered || !used || !told.warnings);
            cg_profile_free(profile);
            free(found);
            free(text);
        }
        free(expected);
    }
}
END_TEST

/* Refusals */

START_TEST(broken_traces_are_refused)
{
    static const struct {
        const char *text;
        int status;
        const char *message;
    } cases[] = {
        {"{'traceEvents':{}}", CG_E_FORMAT, "input:1:16: '{' where a list of events should be"},
        {"{'nodes':[]}", CG_E_FORMAT, "without \"traceEvents\""},
        {"[{'ph':'B','name':'a'}]", CG_E_FORMAT, "input:1:2: an event without a time"},
        {"[\n {'ph':'B','ts':'soon'}]", CG_E_FORMAT,
         "input:2:2: a time of an event is not a number"},
        {"[{'ph':'B','ts':'1.'},{'ph':'B','ts':'-'}]", CG_E_FORMAT, "not a number"},
        {"[{'ph':'B','ts':'1e'}]", CG_E_FORMAT, "not a number"},
        {"[{'ph':'B','ts':'1 '}]", CG_E_FORMAT, "not a number"},
        {"[{'ph':'B','ts':{}}]", CG_E_FORMAT, "not a number"},
        {"[{'ph':'B','ts':4611686018427389}]", CG_E_LIMIT, "146 years"},
        {"[{'ph':'B','ts':9999999999999999999999.9999}]", CG_E_LIMIT, "146 years"},
        {"[{'ph':'B','ts':1e300}]", CG_E_LIMIT, "146 years"},
        {"[{'ph':'X','ts':1,'dur':-1e99}]", CG_E_LIMIT, "146 years"},
        {"[{'ph':'B','ts':1} {'ph':'E','ts':2}]", CG_E_FORMAT, "'{' where ',' or ']' should be"},
        {"[{'ph':'B','ts':1},,{'ph':'E','ts':2}]", CG_E_FORMAT, "',' where"},
        {"[{'ph':'B','ts':1},7]", CG_E_FORMAT, "'7' where"},
        {"[{'ph':'B','ts':1}] x", CG_E_FORMAT, "'x' where the end of the input should be"},
        {"[{'ph':'B','ts':1,'name':'a", CG_E_FORMAT, "the input ends inside a string"},
        {"[{'ph':'B','ts':1,'args':", CG_E_FORMAT, "the input ends"},
        {"[{'ph':'X','dur':4e15,'ts':0},{'ph':'X','dur':4e15,'ts':1e9},"
         "{'ph':'X','dur':4e15,'ts':2e9},{'ph':'X','dur':4e15,'ts':3e9},"
         "{'ph':'X','dur':4e15,'ts':4e9}]",
         CG_E_LIMIT, "584 years"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[1200];
        char *text = strdup(cases[i].text);
        for (char *p = text; *p; p++) {
            *p = *p == '\'' ? '"' : *p;
        }
        int status = refusal(text, strlen(text), NULL, message, sizeof message);
        ck_assert_msg(status == cases[i].status && strstr(message, cases[i].message), "%s: %s",
                      text, message);
        free(text);
    }
}
END_TEST

START_TEST(depth_is_limited)
{
    enum { DEEP = 100000 };
    char message[1200];
    char *text = malloc(DEEP + 64);
    strcpy(text, "[{\"args\":");
    size_t length = strlen(text);
    memset(text + length, '[', DEEP);
    ck_assert_int_eq(refusal(text, length + DEEP, NULL, message, sizeof message), CG_E_LIMIT);
    ck_assert(strstr(message, "nested more than"));
    free(text);
}
END_TEST

START_TEST(cut_traces_are_refused_or_told_of)
{
    static const char text[] =
        "{\"metadata\":{\"version\":\"v\"},\"traceEvents\":[\n"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"args\":{\"name\":\"x\"}},\n"
        "{\"ph\":\"B\",\"ts\":1.5,\"pid\":1,\"name\":\"a\"},\n"
        "{\"ph\":\"X\",\"ts\":\"2\",\"dur\":1,\"pid\":\"1\",\"name\":\"\\u00e4\",\"x\":[1,{}]},\n"
        "{\"ph\":\"E\",\"ts\":4,\"pid\":1}],\"samples\":[1]}";
    unsigned read = 0;
    for (size_t length = 1; length < sizeof text - 1; length++) {
        struct cg_profile *profile = NULL;
        struct cg_error error = {0};
        char *copy = malloc(length); /* so that reading past the end is seen */
        memcpy(copy, text, length);
        int status = cg_profile_read_memory(&profile, copy, length, "input", NULL, &error);
        ck_assert(!status || (status == CG_E_FORMAT && error.text[0]));
        read += !status;
        cg_profile_free(profile);
        free(copy);
    }
    ck_assert_uint_eq(read,
                      12); /* behind the bracket, and behind `}`, `,` and line end of events */
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {begins_and_ends_nest,
                                  spans_nest_by_their_intervals,
                                  spans_and_begins_mix,
                                  ties_are_settled,
                                  other_events_say_nothing,
                                  names_may_be_escaped_or_missing,
                                  times_are_exact,
                                  threads_are_locations,
                                  forms_are_alike,
                                  traces_may_be_cut_between_events,
                                  creators_are_told,
                                  compressed_traces_are_read,
                                  ends_and_begins_may_be_missing,
                                  setjmp_may_return_again,
                                  unordered_events_are_sorted,
                                  overlapping_spans_have_no_caller,
                                  rounded_spans_nest,
                                  calls_may_be_very_deep,
                                  mismatches_cost_no_search,
                                  random_runs_are_read_back,
                                  broken_traces_are_refused,
                                  depth_is_limited,
                                  cut_traces_are_refused_or_told_of,
                                  NULL};
    return run_tests("trace", tests, 240);
}
