/* The first line of a sample: thread, time, event. */
#include "profile/perf/perf.h"

#include "profile/common/profile_number.h"

#include <string.h>

/* Names of threads have 15 bytes, so everything relevant is within these. */
enum { MOST_TOKENS = 24 };

struct tokens {
    struct perf_text at[MOST_TOKENS];
    int count;
    const char *end; /* of the line */
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at)) {
        at++;
    }
    return at;
}

static void split_tokens(struct tokens *out, const char *line, size_t length)
{
    const char *at = line;
    out->end = line + length;
    out->count = 0;
    while (out->count < MOST_TOKENS && (at = skip_blanks(at, out->end)) < out->end) {
        const char *begin = at;
        while (at < out->end && !is_blank(*at)) {
            at++;
        }
        out->at[out->count++] = (struct perf_text){begin, (size_t)(at - begin)};
    }
}

/* PID or PID/TID; unknown processes are -1. */
static bool is_process(struct perf_text token, struct perf_header *out)
{
    const char *end = token.bytes + token.length;
    const char *at = token.bytes + (*token.bytes == '-');
    uint64_t first;
    uint64_t second = 0;
    at = number_take_whole(at, end, &first);
    if (at && at == end) {
        out->has_process = false;
        out->thread = first;
        return true;
    }
    if (!at || *at != '/') {
        return false;
    }
    at = number_take_whole(at + 1 + (at[1] == '-'), end, &second);
    out->has_process = true;
    out->process = first;
    out->thread = second;
    return at == end;
}

static bool is_number(struct perf_text token)
{
    double value;
    bool whole;
    const char *end = token.bytes + token.length;
    return number_take(token.bytes, end, &value, &whole) == end && whole;
}

/* [003] */
static bool is_cpu(struct perf_text token)
{
    uint64_t cpu;
    const char *end = token.bytes + token.length - 1;
    return token.length > 2 && *token.bytes == '[' && *end == ']' &&
           number_take_whole(token.bytes + 1, end, &cpu) == end;
}

/* 972.927596: */
static bool is_time(struct perf_text token)
{
    uint64_t part;
    const char *end = token.bytes + token.length - 1;
    const char *at = number_take_whole(token.bytes, end, &part);
    return at && at < end && *at == '.' && *end == ':' && end - at > 3 &&
           number_take_whole(at + 1, end, &part) == end;
}

static bool is_event(struct perf_text token)
{
    return token.length > 1 && token.bytes[token.length - 1] == ':';
}

static bool is_hex(struct perf_text token)
{
    uint64_t address;
    return perf_address(token.bytes, token.bytes + token.length, &address) != NULL;
}

/* Name and numbers; the number is token `process`, or there is none and the name ends before
 * `stop`. */
static void set_who(struct perf_header *out, const struct tokens *t, int process, int stop)
{
    int last = process >= 0 ? process : stop - 1;
    int names = process >= 0 ? process : stop;
    if (process >= 0) {
        is_process(t->at[process], out);
    }
    if (last >= 0) {
        const char *end = t->at[last].bytes + t->at[last].length;
        out->who = (struct perf_text){t->at[0].bytes, (size_t)(end - t->at[0].bytes)};
    }
    if (names > 0) {
        const char *end = t->at[names - 1].bytes + t->at[names - 1].length;
        out->name = (struct perf_text){t->at[0].bytes, (size_t)(end - t->at[0].bytes)};
    }
}

/* ADDRESS SYMBOL, perhaps after other numbers. */
static void take_frame(struct perf_header *out, const struct tokens *t, int at)
{
    if (at + 1 >= t->count || !is_hex(t->at[at])) {
        return;
    }
    if (at + 2 < t->count && is_hex(t->at[at + 1]) && *t->at[at + 2].bytes != '(') {
        at++;
    }
    const char *begin = t->at[at].bytes;
    const char *branch = memmem(begin, (size_t)(t->end - begin), " =>", 3); /* a taken branch */
    const char *end = branch ? branch : t->end;
    if (end > t->at[at + 1].bytes) {
        out->frame = (struct perf_text){begin, (size_t)(end - begin)};
    }
}

/* PERIOD EVENT: FRAME, all of it optional. */
static void take_event(struct perf_header *out, const struct tokens *t, int at)
{
    if (at >= t->count) {
        return;
    }
    if (t->at[at].length > 12 && memcmp(t->at[at].bytes, "PERF_RECORD_", 12) == 0) {
        out->other = true;
        return;
    }
    bool alone = at + 1 == t->count;
    if (is_number(t->at[at]) && (alone || is_event(t->at[at + 1]))) {
        number_take(t->at[at].bytes, t->end, &out->period, NULL);
        out->has_period = true;
        at++;
    }
    if (at < t->count && is_event(t->at[at])) {
        out->event = (struct perf_text){t->at[at].bytes, t->at[at].length - 1};
        at++;
    }
    take_frame(out, t, at);
}

/* Before the time there may be PID, [CPU], flags and the time of day. */
static bool take_timed(struct perf_header *out, const struct tokens *t)
{
    int time = 0;
    while (time < t->count && !is_time(t->at[time])) {
        time++;
    }
    if (time == t->count) {
        return false;
    }
    int process = time - 1;
    while (process >= 0 && time - process < 6 && !is_process(t->at[process], out)) {
        process--;
    }
    process = process >= 0 && is_process(t->at[process], out) ? process : -1;
    out->sure = out->timed = true;
    set_who(out, t, process, time);
    take_event(out, t, time + 1);
    return true;
}

static bool take_cpu(struct perf_header *out, const struct tokens *t)
{
    for (int i = 1; i < t->count; i++) {
        if (is_cpu(t->at[i]) && is_process(t->at[i - 1], out)) {
            out->sure = true;
            set_who(out, t, i - 1, 0);
            take_event(out, t, i + 1);
            return true;
        }
    }
    return false;
}

/* NAME PID [PERIOD] EVENT: */
static bool take_untimed(struct perf_header *out, const struct tokens *t)
{
    for (int i = 1; i < t->count; i++) {
        if (!is_event(t->at[i]) || !is_process(t->at[i - 1], out)) {
            continue;
        }
        bool period = i > 1 && !out->has_process && is_process(t->at[i - 2], out);
        out->sure = true;
        set_who(out, t, i - 1 - period, 0);
        take_event(out, t, i - period);
        return true;
    }
    return false;
}

/* NAME PID [FRAME]; other numbers may look like addresses, but not before a symbol and object. */
static bool take_bare(struct perf_header *out, const struct tokens *t)
{
    bool object = t->count && t->end[-1] == ')';
    for (int i = 0; i < t->count; i++) {
        bool frame =
            i + 2 < t->count && is_hex(t->at[i + 1]) && (object || !is_number(t->at[i + 1]));
        if (is_process(t->at[i], out) && (frame || i + 1 == t->count)) {
            set_who(out, t, i, 0);
            take_frame(out, t, i + 1);
            return true;
        }
    }
    return false;
}

bool perf_header(struct perf_header *out, const char *line, size_t length)
{
    struct tokens tokens;
    *out = (struct perf_header){0};
    split_tokens(&tokens, line, length);
    return take_timed(out, &tokens) || take_cpu(out, &tokens) || take_untimed(out, &tokens) ||
           take_bare(out, &tokens);
}

void perf_loose_header(struct perf_header *out, const char *line, size_t length)
{
    struct tokens t;
    *out = (struct perf_header){0};
    split_tokens(&t, line, length);
    int stop = t.count;
    if (stop && is_event(t.at[stop - 1])) {
        stop--;
        stop -= stop && is_number(t.at[stop - 1]);
        take_event(out, &t, stop);
    }
    set_who(out, &t, -1, stop);
}
