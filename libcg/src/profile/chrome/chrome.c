/*
 * Reads the events with the JSON scanner, takes the members it needs from each, and hands begins,
 * ends and spans to the journal of their thread.
 */
#include "profile/chrome/chrome.h"

#include "profile/common/profile_readers.h"
#include "json/json_walk.h"

#include <stdlib.h>

/* A list of objects, or an object; stacks in brackets begin differently. */
static bool recognise(const char *head, size_t length)
{
    const char *end = head + length;
    const char *p = json_skip_space(head, end);
    if (p == end || (*p != '[' && *p != '{')) {
        return false;
    }
    char opening = *p;
    p = json_skip_space(p + 1, end);
    if (p == end) {
        return true;
    }
    return opening == '[' ? *p == '{' || *p == ']' : *p == '"' || *p == '}';
}

/* The tokeniser's bytes */

static size_t read_more(void *user, void *bytes, size_t length, int *failure)
{
    struct source *s = user;
    size_t got = source_read(s, bytes, length);
    *failure = s->status;
    return got;
}

/* Forms */

/* The list of events. Chrome may stop without closing it, which is allowed; a trailing comma also
 * occurs. */
static bool read_events(struct chrome *c)
{
    struct scanner *s = &c->scan;
    if (!scanner_expect(s, '[', "a list of events")) {
        return false;
    }
    int next = scanner_peek(s);
    while (next == '{') {
        if (!chrome_event(c)) {
            return false;
        }
        next = scanner_peek(s);
        if (next == ',') {
            s->at++;
            next = scanner_peek(s);
        } else if (next != ']' && next >= 0) {
            return scanner_expect(s, ',', "',' or ']'");
        }
    }
    c->odd.cut = next < 0 && !s->status;
    return c->odd.cut || scanner_expect(s, ']', "an event");
}

static bool count_samples(struct chrome *c)
{
    bool first = true;
    if (scanner_peek(&c->scan) != '[') {
        return scanner_skip(&c->scan);
    }
    c->scan.at++;
    while (scanner_next(&c->scan, &first, ']')) {
        c->odd.samples++;
        if (!scanner_skip(&c->scan)) {
            return false;
        }
    }
    return !c->scan.status;
}

/* A member that is a string, in the scratch text. @return false: there is none */
static bool take_text(struct chrome *c, const struct cg_value *object, const char *name)
{
    struct cg_value value;
    if (!json_member(&value, object, name) || *value.text != '"') {
        return false;
    }
    cg_text_clear(&c->scratch);
    json_unescape(&c->scratch, value.text + 1, value.length - 2);
    return c->scratch.length != 0 && !c->scratch.failed;
}

static bool scratch_has(const struct chrome *c, const char *word)
{
    return memmem(c->scratch.bytes, c->scratch.length, word, strlen(word)) != NULL;
}

/* The recording tool: uftrace and Chrome each have a member for it. If uftrace guesses when
 * functions return (--estimate-return, -e), it takes a jump for a return and has wrong callers in
 * optimised code: its trace is no better than samples. */
static bool read_creator(struct chrome *c)
{
    struct slice text;
    if (!scanner_value(&c->scan, &text)) {
        return false;
    }
    const struct cg_value object = {text.text, text.length};
    bool uftrace = false;
    if (take_text(c, &object, "version")) {
        builder_set_creator(c->builder, c->scratch.bytes, c->scratch.length);
        uftrace = scratch_has(c, "uftrace");
    }
    if (uftrace && take_text(c, &object, "command_line") &&
        (scratch_has(c, " -e ") || scratch_has(c, " --estimate"))) {
        builder_set_loses_tail_callers(c->builder, true);
        builder_set_sampled(c->builder, true);
    }
    return !c->builder->status;
}

static bool read_member(struct chrome *c, const struct slice *key, bool *found)
{
    if (slice_is(key, "traceEvents")) {
        *found = true;
        return read_events(c);
    }
    if (slice_is(key, "samples")) {
        return count_samples(c);
    }
    bool creator = slice_is(key, "metadata") || slice_is(key, "otherData");
    return creator && scanner_peek(&c->scan) == '{' ? read_creator(c) : scanner_skip(&c->scan);
}

static bool read_object(struct chrome *c)
{
    struct slice key;
    bool first = true;
    bool found = false;
    c->scan.at++;
    while (!c->odd.cut && scanner_next_raw_key(&c->scan, &first, &key)) {
        if (!read_member(c, &key, &found)) {
            return false;
        }
    }
    return !c->scan.status &&
           (found || scanner_fail(&c->scan, CG_E_FORMAT,
                                  "an object without \"traceEvents\" is not a Chrome trace"));
}

static bool read_trace(struct chrome *c)
{
    bool ok = scanner_peek(&c->scan) == '{' ? read_object(c) : read_events(c);
    return ok && (c->odd.cut || scanner_at_end(&c->scan));
}

/* Oddities */

static void warn_count(struct chrome *c, uint64_t count, const char *what)
{
    if (count) {
        source_warn(c->source, "%s: %llu", what, (unsigned long long)count);
    }
}

static void warn_all(struct chrome *c)
{
    const struct chrome_oddities *odd = &c->odd;
    if (odd->cut) {
        c->source->line = c->scan.line;
        source_warn(c->source, "the trace is cut off: the list of events is not closed");
        c->source->line = 0;
    }
    warn_count(c, odd->unbegun, "ignored ends of functions that have not begun");
    warn_count(c, odd->unended, "functions without an end, assumed to end with their caller");
    warn_count(c, odd->jumps,
               "calls of longjmp that may have ended in any of several callers of setjmp");
    warn_count(c, odd->unfinished, "functions without an end, assumed to run until the last event");
    warn_count(c, odd->backwards,
               "events earlier than a previous one of their thread, whose events are sorted");
    warn_count(c, odd->endless, "events (\"X\") without a duration");
    warn_count(c, odd->overlaps,
               "events (\"X\") that overlap others of their thread and have unknown callers");
    warn_count(c, odd->samples, "ignored samples (only calls are read)");
    if (!c->builder->profile->path_count) {
        source_warn(c->source, "there are no events of calls (\"B\" and \"E\", or \"X\")");
    }
}

static void free_chrome(struct chrome *c)
{
    for (uint32_t i = 0; i < c->thread_table.used; i++) {
        free(c->threads[i].journal);
    }
    free(c->threads);
    cg_table_free(&c->thread_table);
    cg_text_free(&c->scratch);
    cg_text_free(&c->last_id);
    scanner_free(&c->scan);
}

static bool read_chrome(struct builder *b, struct source *s)
{
    struct chrome c = {.builder = b, .source = s};
    const struct scanner_input input = {read_more, s};
    bool ok = scanner_init_input(&c.scan, &input, s->name, s->error) && read_trace(&c);
    s->line = c.scan.line;
    if (!ok && !s->status) {
        s->status = c.scan.status;
    }
    if (ok) { /* the rest concerns no line */
        s->line = 0;
        ok = chrome_replay(&c);
    }
    if (ok) {
        warn_all(&c);
    }
    free_chrome(&c);
    return ok;
}

const struct profile_reader reader_chrome = {"chrome", recognise, read_chrome};
