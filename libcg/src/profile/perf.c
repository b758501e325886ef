/*
 * Reader of what `perf script` prints.
 *
 * A sample is a path: frames come from the innermost, so they are kept until its end, and most have
 * their outer part in common with the sample before. Lines are looked up as they stand, so that
 * most need not be taken apart.
 */
#include "profile/perf.h"

#include "base/memory.h"
#include "base/text.h"
#include "profile/reader.h"

#include <stdlib.h>

/* A frame line, taken apart once. */
struct perf_entry {
    uint32_t name;
    uint32_t object;
    uint32_t kind;
    bool inlined;
    bool closed;
    bool known;
};

/* A frame of the sample that is being read. */
struct perf_frame {
    uint32_t entry;
    uint32_t site_file; /* where it was: of what it calls, the site */
    uint32_t site_line;
    bool inlined;
};

struct perf {
    struct builder *b;
    struct source *s;
    struct cg_pool lines; /* by text of a line behind the address */
    struct perf_entry *entries;
    size_t entry_capacity;
    struct cg_pool threads; /* by text of a header up to the number */
    uint32_t *locations;
    size_t location_capacity;
    struct perf_frame *stack; /* from the innermost */
    size_t stack_capacity;
    size_t depth;
    struct perf_frame *last; /* stack of the sample before */
    size_t last_capacity;
    size_t last_depth;
    cg_path *last_paths; /* by depth, from the outermost */
    size_t path_capacity;
    struct cg_text line; /* that a frame is looked up by */
    struct cg_text event;
    uint32_t event_metric;
    uint32_t samples; /* metric */
    uint32_t location;
    double amount;    /* of the event */
    bool open;        /* a sample was begun */
    bool has_event;   /* with an event */
    bool alone;       /* its frame stands in the header, there is no stack */
    bool tabs;        /* frames begin with a tab, so lines that begin otherwise are none */
    bool objects;     /* frames have them */
    bool symbols;     /* frames have names */
    bool passed_over; /* a line of fields that do not matter */
    uint64_t with;    /* samples that have frames */
    uint64_t without;
};

static bool no_memory(struct perf *p)
{
    return source_fail(p->s, CG_E_MEMORY, "out of memory");
}

static uint32_t string(struct perf *p, struct perf_text text)
{
    return text.bytes ? builder_string(p->b, text.bytes, text.length) : BUILDER_NONE;
}

static bool starts(struct perf_text text, const char *with)
{
    size_t length = strlen(with);
    return text.bytes && text.length >= length && memcmp(text.bytes, with, length) == 0;
}

/* The kernel's addresses are the upper half; one page of that belongs to processes. */
static bool is_kernel(struct perf_text object, uint64_t address)
{
    return starts(object, "[kernel") || starts(object, "[guest.kernel") ||
           (address >> 63 && !starts(object, "[vsyscall"));
}

static bool is_unknown(struct perf_text name)
{
    return !name.length || starts(name, "[unknown]");
}

static void take_apart(struct perf *p, struct perf_entry *entry, struct perf_text text,
                       uint64_t address)
{
    struct perf_symbol symbol;
    perf_symbol(&symbol, text.bytes, text.length);
    bool unknown = is_unknown(symbol.name);
    *entry = (struct perf_entry){.name = unknown ? builder_text(p->b, "[unknown]")
                                                 : string(p, symbol.name),
                                 .object = string(p, symbol.object),
                                 .kind = unknown                             ? CG_FRAME_UNKNOWN
                                         : is_kernel(symbol.object, address) ? CG_FRAME_KERNEL
                                                                             : CG_FRAME_FUNCTION,
                                 .inlined = symbol.inlined,
                                 .closed = symbol.closed,
                                 .known = true};
    p->objects = p->objects || symbol.object.bytes;
    p->symbols = p->symbols || !unknown;
}

/* Number of what a frame line says; of the address just the upper half matters. */
static uint32_t find_entry(struct perf *p, struct perf_text text, uint64_t address)
{
    cg_text_clear(&p->line);
    cg_text_put(&p->line, address >> 63 ? "k" : "u", 1);
    cg_text_put(&p->line, text.bytes, text.length);
    uint32_t entry =
        p->line.failed ? CG_NO_STRING : cg_pool_intern(&p->lines, p->line.bytes, p->line.length);
    size_t old = p->entry_capacity;
    if (entry == CG_NO_STRING ||
        !cg_grow(&p->entries, &p->entry_capacity, (size_t)entry + 1, sizeof *p->entries)) {
        no_memory(p);
        return CG_NO_STRING;
    }
    memset(p->entries + old, 0, (p->entry_capacity - old) * sizeof *p->entries);
    if (!p->entries[entry].known) {
        take_apart(p, &p->entries[entry], text, address);
    }
    return entry;
}

static bool push(struct perf *p, const char *behind, const char *end, uint64_t address)
{
    uint32_t entry = find_entry(p, (struct perf_text){behind, (size_t)(end - behind)}, address);
    if (entry == CG_NO_STRING) {
        return false;
    }
    if (!cg_grow(&p->stack, &p->stack_capacity, p->depth + 1, sizeof *p->stack)) {
        return no_memory(p);
    }
    p->stack[p->depth++] = (struct perf_frame){
        .entry = entry, .site_file = BUILDER_NONE, .inlined = p->entries[entry].inlined};
    return true;
}

static bool is_same(const struct perf_frame *a, const struct perf_frame *b)
{
    return a->entry == b->entry && a->site_file == b->site_file && a->site_line == b->site_line &&
           a->inlined == b->inlined;
}

/* Which outer frames are those of the sample before. */
static size_t shared(const struct perf *p)
{
    size_t most = p->depth < p->last_depth ? p->depth : p->last_depth;
    size_t same = 0;
    while (same < most &&
           is_same(&p->stack[p->depth - 1 - same], &p->last[p->last_depth - 1 - same])) {
        same++;
    }
    return same;
}

/* The object that a frame is of: inlined ones are of that they are inlined into. */
static uint32_t object_of(const struct perf *p, size_t from_inside)
{
    size_t i = from_inside;
    while (i + 1 < p->depth && p->stack[i].inlined &&
           p->entries[p->stack[i].entry].object == BUILDER_NONE) {
        i++;
    }
    return p->entries[p->stack[i].entry].object;
}

static void build_from(struct perf *p, size_t depth)
{
    uint32_t object = BUILDER_NONE;
    for (size_t i = depth; i < p->depth; i++) {
        const struct perf_frame *frame = &p->stack[p->depth - 1 - i];
        const struct perf_frame *caller = i ? frame + 1 : NULL;
        const struct perf_entry *entry = &p->entries[frame->entry];
        struct profile_frame new = BUILDER_FRAME_INIT;
        if (i == depth || !frame->inlined || entry->object != BUILDER_NONE) {
            object = object_of(p, p->depth - 1 - i);
        }
        new.name = entry->name;
        new.object = object;
        new.kind = entry->kind;
        p->last_paths[i] = builder_path(
            p->b, i ? p->last_paths[i - 1] : CG_NO_PATH, builder_frame(p->b, &new),
            caller ? caller->site_file : BUILDER_NONE, caller ? caller->site_line : 0,
            (frame->inlined ? CG_PATH_INLINED : 0) | (p->alone && !i ? CG_PATH_PIECE : 0));
    }
}

/* What was read becomes the sample before. */
static void swap(struct perf *p)
{
    struct perf_frame *stack = p->last;
    size_t capacity = p->last_capacity;
    p->last = p->stack;
    p->last_capacity = p->stack_capacity;
    p->last_depth = p->alone ? 0 : p->depth; /* its paths are pieces */
    p->stack = stack;
    p->stack_capacity = capacity;
}

static bool end_sample(struct perf *p)
{
    size_t depth = p->depth;
    p->without += p->open && !depth;
    if (depth) {
        size_t same = p->alone ? 0 : shared(p);
        if (!cg_grow(&p->last_paths, &p->path_capacity, depth, sizeof *p->last_paths)) {
            return no_memory(p);
        }
        build_from(p, same);
        builder_add(p->b, p->location, p->last_paths[depth - 1], p->samples, 1);
        if (p->has_event) {
            builder_add(p->b, p->location, p->last_paths[depth - 1], p->event_metric, p->amount);
        }
        p->with++;
        swap(p);
    }
    p->depth = 0;
    p->open = p->alone = p->has_event = false;
    return !p->b->status;
}

/* Periods count by the name of their event, samples by that too where there are no periods. */
static bool find_metric(struct perf *p, const struct perf_header *header)
{
    static const char *const taken[] = {CG_METRIC_VISITS, CG_METRIC_SAMPLES, CG_METRIC_TIME,
                                        CG_METRIC_WEIGHT};
    struct perf_text name = header->event.bytes ? header->event : (struct perf_text){"period", 6};
    const char *prefix = header->has_period ? "" : CG_METRIC_SAMPLES ":";
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        bool same = name.length == strlen(taken[i]) && starts(name, taken[i]);
        prefix = same && header->has_period ? "event:" : prefix;
    }
    struct cg_text *key = &p->line;
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

/* A thread that gives itself another name, or runs another program, is another. */
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
        return push(p, perf_address(header->frame.bytes, end, &address), end, address);
    }
    return true;
}

/* A frame in a line of its own: what looked like one in the header was something else. */
static bool read_frame(struct perf *p, const char *behind, const char *end, uint64_t address)
{
    if (p->alone) {
        p->alone = false;
        p->depth = 0;
    }
    if (!p->open) { /* without any field there is no header */
        static const struct perf_header nobody;
        if (!begin_sample(p, &nobody)) {
            return false;
        }
    }
    return push(p, behind, end, address);
}

static void read_source_line(struct perf *p, const char *text, size_t length)
{
    struct perf_frame *frame = &p->stack[p->depth - 1];
    struct perf_text file;
    bool inlined;
    uint32_t line;
    if (perf_source_line(text, length, &file, &line, &inlined)) {
        frame->site_file = string(p, file);
        frame->site_line = line;
    }
    frame->inlined = frame->inlined || inlined;
}

/* Registers, branches and what else may stand behind a stack. */
static void pass_over(struct perf *p)
{
    if (!p->passed_over) {
        source_warn(p->s, "lines that are neither samples nor frames are passed over");
    }
    p->passed_over = true;
}

static bool is_known_field(struct perf_text line)
{
    return starts(line, " ABI:") || starts(line, " 0x") || starts(line, " IPC:") ||
           starts(line, " insn:") || starts(line, " ilen:") || starts(line, "|");
}

static bool next_sample(struct perf *p, const struct perf_header *header)
{
    return end_sample(p) && begin_sample(p, header);
}

/* A line within a sample that begins with a blank. `header` is NULL when it cannot be one; names of
 * threads stand to the right where there are no stacks. */
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
    if (p->depth && length > 2 && line[1] == ' ' && line[2] != ' ') {
        read_source_line(p, line + 2, length - 2);
    } else if (header && !p->depth) {
        return next_sample(p, header);
    } else if (!is_known_field((struct perf_text){line, length})) {
        pass_over(p);
    }
    return true;
}

static bool read_other(struct perf *p, const char *line, size_t length)
{
    struct perf_header header;
    bool is_header = perf_header(&header, line, length);
    if (p->open && *line == ' ' && !(is_header && header.timed)) {
        return read_indented(p, line, length, is_header ? &header : NULL);
    }
    if (p->open && is_known_field((struct perf_text){line, length})) {
        return true;
    }
    return is_header ? next_sample(p, &header)
                     : source_fail(p->s, CG_E_FORMAT,
                                   "neither a sample nor a frame as perf script prints them");
}

static void read_comment(struct perf *p, const char *line, size_t length)
{
    static const char version[] = "# perf version : ";
    size_t prefix = sizeof version - 1;
    if (length > prefix && memcmp(line, version, prefix) == 0) {
        cg_text_clear(&p->line);
        cg_text_add(&p->line, "perf ");
        cg_text_put(&p->line, line + prefix, length - prefix);
        if (!p->line.failed) {
            builder_set_creator(p->b, p->line.bytes, p->line.length);
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

/* Behind each stack stands an empty line; where it is missing something may be. */
static bool check_end(struct perf *p)
{
    if (!p->open || p->alone) {
        return true;
    }
    bool cut = p->depth && p->objects && !p->entries[p->stack[p->depth - 1].entry].closed &&
               p->stack[p->depth - 1].site_file == BUILDER_NONE;
    if (cut || (!p->depth && p->with)) {
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
    } else if (!p->symbols) {
        source_warn(p->s, "no frame has a name: print with -F +sym");
    } else if (p->without) {
        source_warn(p->s, "%llu samples without a frame are left out",
                    (unsigned long long)p->without);
    }
    return true;
}

static void perf_free(struct perf *p)
{
    cg_pool_free(&p->lines);
    cg_pool_free(&p->threads);
    cg_text_free(&p->line);
    cg_text_free(&p->event);
    free(p->entries);
    free(p->locations);
    free(p->stack);
    free(p->last);
    free(p->last_paths);
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
    return !p->s->status && check_end(p) && end_sample(p) && check_all(p);
}

static bool read(struct builder *b, struct source *s)
{
    struct perf p = {.b = b, .s = s};
    const struct cg_metric samples = {.name = CG_METRIC_SAMPLES, .unit = "occ", .integral = true};
    bool ok = cg_pool_init(&p.lines) & cg_pool_init(&p.threads);
    builder_set_sampled(b, true);
    builder_set_loses_tail_callers(b, true);
    p.samples = builder_metric(b, &samples);
    ok = ok ? read_lines(&p) : no_memory(&p);
    perf_free(&p);
    return ok;
}

/* The first line that is no comment: a frame, or a header that is one for sure or has a frame
 * behind it. */
static bool recognise(const char *head, size_t length)
{
    const char *end = head + length;
    const char *eol;
    bool header_before = false;
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
            return *at == ' ' && perf_address(at, stop, &address) != NULL;
        }
        if (stop == at || *at == '#') {
            continue;
        }
        if (!perf_header(&header, at, (size_t)(stop - at))) {
            return false;
        }
        if (header.timed || (header.sure && header.frame.bytes)) {
            return true;
        }
        header_before = true;
    }
    return length > 10 && memcmp(head, "# ========", 10) == 0;
}

const struct profile_reader reader_perf = {"perf", recognise, read};
