/* Reader of the output of `perf script`. */
#include "base/memory.h"
#include "profile/common/profile_readers.h"
#include "profile/perf/perf_stack.h"
#include "strings/text.h"

#include <stdlib.h>

struct perf {
    struct builder *b;
    struct source *s;
    struct perf_stack stack;
    struct cg_pool threads; /* by text of a header up to the number */
    uint32_t *locations;
    size_t location_capacity;
    struct cg_text key;
    struct cg_text event; /* the metric of the last event */
    uint32_t event_metric;
    uint32_t samples; /* metric */
    uint32_t location;
    double amount;       /* of the event */
    bool open;           /* a sample is open */
    bool has_event;      /* with an event */
    bool alone;          /* its frame is in the header, without a stack */
    bool tabs;           /* frames begin with a tab, so other lines are not frames */
    unsigned long loose; /* line of a header that a frame must follow; 0: none */
    bool passed_over;    /* a line of irrelevant fields */
    uint64_t with;       /* samples with frames */
    uint64_t without;
};

static bool no_memory(struct perf *p)
{
    return source_fail(p->s, CG_E_MEMORY, "out of memory");
}

static bool end_sample(struct perf *p)
{
    if (p->stack.depth) {
        cg_call_context path = perf_stack_take(&p->stack, p->alone ? CG_CONTEXT_FRAGMENT : 0);
        if (path == BUILDER_NONE) {
            return !p->b->status && no_memory(p);
        }
        builder_add(p->b, p->location, path, p->samples, 1);
        if (p->has_event) {
            builder_add(p->b, p->location, path, p->event_metric, p->amount);
        }
        p->with++;
    } else {
        p->without += p->open;
    }
    p->open = p->alone = p->has_event = false;
    return !p->b->status;
}

/* Periods count under the name of their event; without periods samples do too. */
static bool find_metric(struct perf *p, const struct perf_header *header)
{
    static const char *const taken[] = {CG_METRIC_VISITS, CG_METRIC_SAMPLES, CG_METRIC_TIME,
                                        CG_METRIC_WEIGHT};
    struct perf_text name = header->event.bytes ? header->event : (struct perf_text){"period", 6};
    const char *prefix = header->has_period ? "" : CG_METRIC_SAMPLES ":";
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        bool same = name.length == strlen(taken[i]) && perf_starts(name, taken[i]);
        prefix = same && header->has_period ? "event:" : prefix;
    }
    struct cg_text *key = &p->key;
    cg_text_clear(key);
    cg_text_add(key, prefix);
    cg_text_put(key, name.bytes, name.length);
    cg_text_put(key, "", 1);
    if (key->failed) {
        return no_memory(p);
    }
    if (key->length != p->event.length || memcmp(key->bytes, p->event.bytes, key->length) != 0) {
        const struct cg_metric metric = {.name = key->bytes, .integral = true};
        p->event_metric = builder_metric(p->b, &metric);
        cg_text_clear(&p->event);
        cg_text_put(&p->event, key->bytes, key->length);
    }
    p->has_event = true;
    p->amount = header->has_period ? header->period : 1;
    return !p->event.failed || no_memory(p);
}

/* A thread that changes its name, or runs another program, is another one. */
static bool find_location(struct perf *p, const struct perf_header *header)
{
    struct perf_text who = header->who.bytes ? header->who : (struct perf_text){"", 0};
    uint32_t thread = cg_pool_intern(&p->threads, who.bytes, who.length);
    size_t old = p->location_capacity;
    if (thread == CG_NO_STRING ||
        !cg_grow(&p->locations, &p->location_capacity, (size_t)thread + 1, sizeof *p->locations)) {
        return no_memory(p);
    }
    memset(p->locations + old, 0xff, (p->location_capacity - old) * sizeof *p->locations);
    if (p->locations[thread] == BUILDER_NONE) {
        char name[64];
        size_t length = header->name.length < sizeof name ? header->name.length : sizeof name - 1;
        struct cg_location location = {.rank = header->process, .thread = header->thread};
        if (header->name.bytes) {
            memcpy(name, header->name.bytes, length);
            name[length] = '\0';
            location.name = name;
        }
        p->locations[thread] = builder_location(p->b, &location);
    }
    p->location = p->locations[thread];
    return !p->b->status;
}

static bool push_frame(struct perf *p, const char *behind, const char *end, uint64_t address)
{
    const struct perf_text text = {behind, (size_t)(end - behind)};
    return perf_stack_push(&p->stack, text, address) || no_memory(p);
}

static bool begin_sample(struct perf *p, const struct perf_header *header)
{
    if (header->other) {
        return true;
    }
    p->open = true;
    if (!find_location(p, header) ||
        ((header->has_period || header->event.bytes) && !find_metric(p, header))) {
        return false;
    }
    if (header->frame.bytes) {
        uint64_t address;
        const char *end = header->frame.bytes + header->frame.length;
        p->alone = true;
        const char *behind = perf_address(header->frame.bytes, end, &address);
        return push_frame(p, behind, end, address);
    }
    return true;
}

/* A frame on a line of its own: what looked like one in the header was not. */
static bool read_frame(struct perf *p, const char *behind, const char *end, uint64_t address)
{
    if (p->alone) {
        p->alone = false;
        p->stack.depth = 0;
    }
    if (!p->open) { /* without any field there is no header */
        static const struct perf_header nobody;
        if (!begin_sample(p, &nobody)) {
            return false;
        }
    }
    return push_frame(p, behind, end, address);
}

/* Registers, branches and anything else that follows a stack. */
static void pass_over(struct perf *p)
{
    if (!p->passed_over) {
        source_warn(p->s, "lines that are neither samples nor frames are ignored");
    }
    p->passed_over = true;
}

static bool is_known_field(struct perf_text line)
{
    return perf_starts(line, " ABI:") || perf_starts(line, " 0x") || perf_starts(line, " IPC:") ||
           perf_starts(line, " insn:") || perf_starts(line, " ilen:");
}

static bool next_sample(struct perf *p, const struct perf_header *header)
{
    return end_sample(p) && begin_sample(p, header);
}

/* A line within a sample that begins with a blank. `header` is NULL if it cannot be one; without
 * stacks, names of threads are right-aligned. */
static bool read_indented(struct perf *p, const char *line, size_t length,
                          const struct perf_header *header)
{
    uint64_t address;
    const char *end = line + length;
    const char *behind = p->tabs ? NULL : perf_address(line, end, &address);
    if (header && p->alone) {
        return next_sample(p, header);
    }
    if (behind) {
        return read_frame(p, behind, end, address);
    }
    if (p->stack.depth && length > 2 && line[1] == ' ' && line[2] != ' ') {
        perf_stack_place(&p->stack, line + 2, length - 2);
    } else if (header && !p->stack.depth) {
        return next_sample(p, header);
    } else if (!is_known_field((struct perf_text){line, length})) {
        pass_over(p);
    }
    return true;
}

static bool refuse_line(struct perf *p)
{
    return source_fail(p->s, CG_E_FORMAT,
                       "neither a sample nor a frame as perf script prints them");
}

/* The frame after a header that could be any text confirms it. */
static bool check_loose(struct perf *p, bool framed)
{
    unsigned long line = p->s->line;
    bool ok = framed || !p->loose;
    if (!ok) {
        p->s->line = p->loose;
        refuse_line(p);
        p->s->line = line;
    }
    p->loose = 0;
    return ok;
}

static bool read_other(struct perf *p, const char *line, size_t length)
{
    struct perf_header header;
    bool is_header = perf_header(&header, line, length);
    if (p->open && *line == ' ' && !(is_header && header.timed)) {
        return read_indented(p, line, length, is_header ? &header : NULL);
    }
    if (*line == '|') { /* the source, as with -F +srccode */
        return true;
    }
    if (!is_header && !p->open) {
        perf_loose_header(&header, line, length);
        p->loose = p->s->line;
        is_header = true;
    }
    return is_header ? next_sample(p, &header) : refuse_line(p);
}

static void read_comment(struct perf *p, const char *line, size_t length)
{
    static const char version[] = "# perf version : ";
    size_t prefix = sizeof version - 1;
    if (length > prefix && memcmp(line, version, prefix) == 0) {
        cg_text_clear(&p->key);
        cg_text_add(&p->key, "perf ");
        cg_text_put(&p->key, line + prefix, length - prefix);
        if (!p->key.failed) {
            builder_set_creator(p->b, p->key.bytes, p->key.length);
        }
    }
}

static bool is_blank_line(const char *line, size_t length)
{
    while (length && (*line == ' ' || *line == '\t')) {
        line++;
        length--;
    }
    return !length;
}

static bool read_line(struct perf *p, const char *line, size_t length)
{
    uint64_t address;
    if (!check_loose(p, *line == '\t')) {
        return false;
    }
    if (is_blank_line(line, length)) {
        return end_sample(p);
    }
    if (*line == '\t') {
        const char *behind = perf_address(line, line + length, &address);
        p->tabs = true;
        return behind ? read_frame(p, behind, line + length, address)
                      : source_fail(p->s, CG_E_FORMAT, "a frame without an address");
    }
    if (*line == '#' && !p->open && !p->with && !p->without) {
        read_comment(p, line, length);
        return true;
    }
    return read_other(p, line, length);
}

/* An empty line follows each stack; without it something may be missing. */
static bool check_end(struct perf *p)
{
    if (!p->open || p->alone) {
        return true;
    }
    if (p->s->unended && (p->stack.depth ? perf_stack_is_cut(&p->stack) : p->with != 0)) {
        return source_fail(p->s, CG_E_FORMAT, "the input ends within a sample");
    }
    source_warn(p->s, "no empty line at the end: the last stack may be cut off");
    return true;
}

static bool check_all(struct perf *p)
{
    if (!p->with && p->without) {
        return source_fail(
            p->s, CG_E_FORMAT,
            "no sample has a frame: record with --call-graph, print with -F +ip,sym");
    }
    if (!p->with) {
        source_warn(p->s, "there are no samples");
    } else if (!p->stack.symbols) {
        source_warn(p->s, "no frame has a name: print with -F +sym");
    } else if (p->without) {
        source_warn(p->s, "ignored samples without a frame: %llu", (unsigned long long)p->without);
    }
    return true;
}

static void perf_free(struct perf *p)
{
    perf_stack_free(&p->stack);
    cg_pool_free(&p->threads);
    cg_text_free(&p->key);
    cg_text_free(&p->event);
    free(p->locations);
}

static bool read_lines(struct perf *p)
{
    const char *line;
    size_t length;
    while (source_line(p->s, &line, &length)) {
        if (!read_line(p, line, length)) {
            return false;
        }
    }
    return !p->s->status && check_loose(p, false) && check_end(p) && end_sample(p) && check_all(p);
}

static bool read_perf(struct builder *b, struct source *s)
{
    struct perf p = {.b = b, .s = s};
    const struct cg_metric samples = {.name = CG_METRIC_SAMPLES, .unit = "occ", .integral = true};
    bool ok = perf_stack_init(&p.stack, b) && cg_pool_init(&p.threads);
    builder_set_sampled(b, true);
    builder_set_loses_tail_callers(b, true);
    p.samples = builder_metric(b, &samples);
    ok = ok ? read_lines(&p) : no_memory(&p);
    perf_free(&p);
    return ok;
}

/* The first line that is not a comment: a frame, or a header that is certain or is followed by a
 * frame. Before a line with a tab any text may be the header. */
static bool recognise(const char *head, size_t length)
{
    const char *end = head + length;
    const char *eol;
    bool header_before = false;
    bool sure = false;
    for (const char *at = head; at < end; at = eol + 1) {
        struct perf_header header;
        uint64_t address;
        eol = memchr(at, '\n', (size_t)(end - at));
        eol = eol ? eol : end;
        const char *stop = eol > at && eol[-1] == '\r' ? eol - 1 : eol;
        if (*at == '\t') {
            return perf_address(at, stop, &address) != NULL;
        }
        if (header_before) {
            return sure && *at == ' ' && perf_address(at, stop, &address) != NULL;
        }
        if (stop == at || *at == '#') {
            continue;
        }
        if (!perf_header(&header, at, (size_t)(stop - at))) {
            header_before = true;
            continue;
        }
        if (header.timed || (header.frame.bytes && (header.sure || stop[-1] == ')'))) {
            return true;
        }
        header_before = true;
        sure = header.sure;
    }
    return length > 10 && memcmp(head, "# ========", 10) == 0;
}

const struct profile_reader reader_perf = {"perf", recognise, read_perf};
