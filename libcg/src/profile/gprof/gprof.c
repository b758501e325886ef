/*
 * gmon.out of glibc, gprof -s and others ("gmon_out.h"): a header, then records of calls and of
 * histograms of the program counter, with the program's byte order and width of addresses.
 *
 * glibc rounds return addresses down to 16 bytes (8 with addresses of 32 bits), and a function that
 * ends with a call that does not return has a return address past its end. If this makes two
 * functions possible callers, the reader searches the code for the call itself.
 */
#include "profile/common/profile_readers.h"
#include "profile/gprof/gprof_code.h"
#include "profile/gprof/gprof_symbols.h"

#include <stdlib.h>

#define HEADER_BYTES 20u
#define VERSION 1u
#define BINS_AT_ONCE 4096u
#define WIDEST_BIN 4096u /* bytes; glibc's are 2 to 4 */

enum record_tag { RECORD_HISTOGRAM, RECORD_ARC, RECORD_BLOCKS };

struct gmon {
    struct builder *b;
    struct source *s;
    struct gprof_symbols symbols;
    struct gprof_code *code;
    uint64_t *ticks; /* by function, then ticks in no function: of the current histogram */
    double *parts;   /* and shares of ticks */
    size_t *touched; /* the ones with ticks */
    size_t touched_count;
    uint32_t visits; /* metrics */
    uint32_t time;
    uint64_t blocks;  /* counts of basic blocks, which are skipped */
    uint64_t strange; /* histograms that do not count seconds */
    uint64_t outside; /* calls of addresses outside functions */
    uint64_t calls;
};

/* Bytes */

static bool take_bytes(struct gmon *g, void *bytes, size_t length)
{
    char *to = bytes;
    while (length) {
        size_t got = source_read(g->s, to, length);
        if (!got) {
            return source_fail(g->s, CG_E_FORMAT, "the file ends within a record");
        }
        to += got;
        length -= got;
    }
    return true;
}

static uint64_t number_of_bytes(const struct gmon *g, const unsigned char *bytes, size_t length)
{
    uint64_t value = 0;
    for (size_t i = 0; i < length; i++) {
        value = value << 8 | bytes[g->symbols.big_endian ? i : length - 1 - i];
    }
    return value;
}

static size_t width(const struct gmon *g)
{
    return g->symbols.wide ? 8 : 4;
}

/* Functions */

/* Number of the function that contains an address, or the number of functions. If none does, it may
 * be up to `slack` addresses past one. */
static size_t function_at(const struct gmon *g, uint64_t address, uint64_t slack)
{
    size_t i = gprof_symbols_find(&g->symbols, address);
    const struct gprof_range *range = &g->symbols.ranges[i];
    bool there =
        i < g->symbols.range_count && (range->begin <= address || range->begin - address < slack);
    return there ? range->function : g->symbols.function_count;
}

static cg_frame frame_of(struct gmon *g, size_t function)
{
    struct profile_frame frame = BUILDER_FRAME_INIT;
    if (function < g->symbols.function_count) {
        frame.name = g->symbols.functions[function].name;
        frame.file = g->symbols.functions[function].file;
    } else {
        frame.name = builder_text(g->b, "[unknown]");
        frame.kind = CG_FRAME_UNKNOWN;
    }
    return builder_frame(g->b, &frame);
}

static cg_call_context piece_of(struct gmon *g, size_t function)
{
    return builder_path(g->b, CG_NO_CONTEXT, frame_of(g, function), BUILDER_NONE, 0,
                        CG_CONTEXT_FRAGMENT);
}

/* Calls */

/* The caller, by the return address, which is rounded down. */
static size_t caller_at(struct gmon *g, uint64_t address, size_t callee)
{
    uint64_t slack = 2 * width(g);
    size_t first = function_at(g, address, slack);
    size_t none = g->symbols.function_count;
    size_t found = none;
    if (callee == none || (function_at(g, address - 1, 0) == first &&
                           function_at(g, address + slack - 1, 0) == first)) {
        return first;
    }
    for (uint64_t end = address; end - address < slack; end++) {
        if (gprof_code_calls(g->code, end, g->symbols.functions[callee].begin)) {
            size_t caller = function_at(g, end - 1, 0);
            if (found != none && found != caller) {
                return first;
            }
            found = caller;
        }
    }
    return found == none ? first : found;
}

static bool read_arc(struct gmon *g)
{
    unsigned char bytes[20];
    size_t size = width(g);
    if (!take_bytes(g, bytes, 2 * size + 4)) {
        return false;
    }
    size_t callee = function_at(g, number_of_bytes(g, bytes + size, size), 0);
    size_t caller = caller_at(g, number_of_bytes(g, bytes, size), callee);
    uint64_t count = number_of_bytes(g, bytes + 2 * size, 4);
    cg_call_context from = piece_of(g, caller);
    piece_of(g, callee);
    cg_call_context call =
        builder_path(g->b, from, frame_of(g, callee), BUILDER_NONE, 0, CG_CONTEXT_CALL);
    builder_add(g->b, 0, call, g->visits, (double)count);
    g->calls++;
    g->outside += callee == g->symbols.function_count;
    return !g->b->status;
}

/* Histograms */

struct histogram {
    uint64_t low;
    uint64_t high;
    uint64_t bins;
    uint64_t rate; /* ticks per second */
};

static uint64_t bin_begin(const struct histogram *h, uint64_t bin)
{
    __extension__ unsigned __int128 product = (unsigned __int128)(h->high - h->low) * bin;
    return h->low + (uint64_t)(product / h->bins);
}

static void touch(struct gmon *g, size_t function)
{
    if (!g->ticks[function] && !(g->parts[function] > 0)) {
        g->touched[g->touched_count++] = function;
    }
}

/* A bin counts for all functions in it in proportion to their share; there are no ticks between
 * functions. */
static void add_ticks(struct gmon *g, uint64_t begin, uint64_t end, uint64_t ticks)
{
    const struct gprof_symbols *symbols = &g->symbols;
    size_t first = gprof_symbols_find(symbols, begin);
    uint64_t covered = 0;
    size_t i;
    for (i = first; i < symbols->range_count && symbols->ranges[i].begin < end; i++) {
        const struct gprof_range *range = &symbols->ranges[i];
        covered +=
            (range->end < end ? range->end : end) - (range->begin > begin ? range->begin : begin);
    }
    if (i - first <= 1) {
        size_t function = i == first ? symbols->function_count : symbols->ranges[first].function;
        touch(g, function);
        g->ticks[function] += ticks;
        return;
    }
    for (i = first; i < symbols->range_count && symbols->ranges[i].begin < end; i++) {
        const struct gprof_range *range = &symbols->ranges[i];
        uint64_t share =
            (range->end < end ? range->end : end) - (range->begin > begin ? range->begin : begin);
        touch(g, range->function);
        g->parts[range->function] += (double)ticks * (double)share / (double)covered;
    }
}

static bool read_bins(struct gmon *g, const struct histogram *h)
{
    unsigned char bytes[2 * BINS_AT_ONCE];
    for (uint64_t bin = 0; bin < h->bins;) {
        uint64_t left = h->bins - bin;
        size_t count = left < BINS_AT_ONCE ? (size_t)left : BINS_AT_ONCE;
        if (!take_bytes(g, bytes, 2 * count)) {
            return false;
        }
        for (size_t i = 0; i < count; i++, bin++) {
            uint64_t ticks = number_of_bytes(g, bytes + 2 * i, 2);
            if (ticks && h->rate) {
                uint64_t begin = bin_begin(h, bin);
                uint64_t end = bin_begin(h, bin + 1);
                add_ticks(g, begin, end > begin ? end : begin + 1, ticks);
            }
        }
    }
    return true;
}

static bool add_times(struct gmon *g, const struct histogram *h)
{
    for (size_t i = 0; i < g->touched_count; i++) {
        size_t function = g->touched[i];
        double ticks = (double)g->ticks[function] + g->parts[function];
        builder_add(g->b, 0, piece_of(g, function), g->time, ticks / (double)h->rate);
        g->ticks[function] = 0;
        g->parts[function] = 0;
    }
    g->touched_count = 0;
    return !g->b->status;
}

static bool read_histogram(struct gmon *g)
{
    unsigned char bytes[40];
    size_t size = width(g);
    if (!take_bytes(g, bytes, 2 * size + 24)) {
        return false;
    }
    struct histogram h = {.low = number_of_bytes(g, bytes, size),
                          .high = number_of_bytes(g, bytes + size, size),
                          .bins = number_of_bytes(g, bytes + 2 * size, 4),
                          .rate = number_of_bytes(g, bytes + 2 * size + 4, 4)};
    const unsigned char *dimension = bytes + 2 * size + 8;
    if (h.low > h.high || (h.high - h.low) / WIDEST_BIN > h.bins || h.bins > INT32_MAX || !h.rate ||
        h.rate > INT32_MAX) {
        return source_fail(g->s, CG_E_FORMAT, "the header of a histogram is malformed");
    }
    if (dimension[15] != 's') {
        g->strange++;
        h.rate = 0;
    }
    return read_bins(g, &h) && (!h.rate || add_times(g, &h));
}

static bool skip_blocks(struct gmon *g)
{
    unsigned char bytes[16];
    size_t size = width(g);
    if (!take_bytes(g, bytes, 4)) {
        return false;
    }
    uint64_t count = number_of_bytes(g, bytes, 4);
    for (uint64_t i = 0; i < count; i++) {
        if (!take_bytes(g, bytes, 2 * size)) {
            return false;
        }
    }
    g->blocks += count;
    return true;
}

/* The file */

static bool read_header(struct gmon *g)
{
    unsigned char bytes[HEADER_BYTES];
    if (!take_bytes(g, bytes, sizeof bytes)) {
        return false;
    }
    if (number_of_bytes(g, bytes + 4, 4) == VERSION) {
        return true;
    }
    bool swapped = bytes[g->symbols.big_endian ? 4 : 7] == VERSION;
    return source_fail(g->s, CG_E_FORMAT,
                       swapped
                           ? "was written on a machine with another byte order than the program's"
                           : "only version 1 of gmon.out is supported");
}

static bool read_records(struct gmon *g)
{
    unsigned char tag;
    while (source_read(g->s, &tag, 1)) {
        bool ok = tag == RECORD_HISTOGRAM ? read_histogram(g)
                  : tag == RECORD_ARC     ? read_arc(g)
                  : tag == RECORD_BLOCKS
                      ? skip_blocks(g)
                      : source_fail(g->s, CG_E_FORMAT, "a record of unknown kind %u", tag);
        if (!ok) {
            return false;
        }
    }
    return !g->s->status;
}

static bool prepare_metrics(struct gmon *g)
{
    size_t count = g->symbols.function_count + 1;
    builder_set_loses_tail_callers(g->b, true);
    g->visits = builder_visits(g->b);
    /* The inclusive time was not measured: gprof estimates it from calls. */
    g->time = builder_time(g->b, CG_METRIC_SIMPLE);
    builder_location(g->b, &(struct cg_location){0});
    g->ticks = calloc(count, sizeof *g->ticks);
    g->parts = calloc(count, sizeof *g->parts);
    g->touched = malloc(count * sizeof *g->touched);
    return (g->ticks && g->parts && g->touched) || source_fail(g->s, CG_E_MEMORY, "out of memory");
}

static void warn_all(const struct gmon *g)
{
    if (g->outside) {
        source_warn(
            g->s,
            "%llu of %llu calls have addresses outside the functions of %s: is it the program "
            "that was recorded, and not stripped?",
            (unsigned long long)g->outside, (unsigned long long)g->calls, g->s->options->binary);
    }
    if (g->blocks) {
        source_warn(g->s, "ignored counts of basic blocks: %llu", (unsigned long long)g->blocks);
    }
    if (g->strange) {
        source_warn(g->s, "ignored histograms that do not count seconds: %llu",
                    (unsigned long long)g->strange);
    }
}

static bool read_all(struct gmon *g)
{
    if (!g->s->options->binary) {
        return source_fail(g->s, CG_E_FORMAT,
                           "gmon.out has addresses only: name the program that wrote it "
                           "(--binary FILE)");
    }
    if (!gprof_symbols_read(&g->symbols, g->b, g->s, g->s->options->binary) ||
        !prepare_metrics(g)) {
        return false;
    }
    g->code = gprof_code_open(g->s->options->binary);
    return read_header(g) && read_records(g);
}

static bool read_gprof(struct builder *b, struct source *s)
{
    struct gmon g = {.b = b, .s = s};
    bool ok = read_all(&g);
    if (ok) {
        warn_all(&g);
    }
    gprof_symbols_free(&g.symbols);
    gprof_code_close(g.code);
    free(g.ticks);
    free(g.parts);
    free(g.touched);
    return ok;
}

static bool recognise(const char *head, size_t length)
{
    return length >= 4 && memcmp(head, "gmon", 4) == 0;
}

const struct profile_reader reader_gprof = {"gprof", recognise, read_gprof};
