/*
 * Lines of `perf script`, as tools/perf/builtin-script.c and tools/perf/util/evsel_fprintf.c of
 * Linux write them: a header for each sample, a line for each frame of its stack from the
 * innermost, an empty line. `perf script -F` selects their fields.
 */
#ifndef PROFILE_PERF_PERF_H
#define PROFILE_PERF_PERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A piece of a line, borrowed. */
struct perf_text {
    const char *bytes; /**< NULL: absent */
    size_t length;
};

/** COMM PID[/TID] [CPU] TIME: PERIOD EVENT: ..., most of it optional. */
struct perf_header {
    struct perf_text who; /**< name and numbers: unique to a thread */
    struct perf_text name;
    bool has_process;
    uint64_t process;
    uint64_t thread;
    struct perf_text event; /**< without the colon */
    bool has_period;
    double period;
    struct perf_text
        frame;  /**< the frame, if it is in this line instead of a stack: from the address on */
    bool sure;  /**< this can only be a header */
    bool timed; /**< it has a time */
    bool other; /**< not a sample: PERF_RECORD_... */
};

/** Split a header. @return false: it is not one. O(length) */
bool perf_header(struct perf_header *out, const char *line, size_t length);

/** Split a header without process, thread, processor or time: COMM PERIOD EVENT:, most of it
 *  optional. Any text is one; the frame in the next line confirms it. O(length) */
void perf_loose_header(struct perf_header *out, const char *line, size_t length);

/** SYMBOL[+0xOFFSET] [(OBJECT)] [(inlined)], all of it optional. */
struct perf_symbol {
    struct perf_text name;
    struct perf_text object;
    bool inlined;
    bool closed; /**< the text ends like one with an object */
};

/** Split the text after the address; any text is a symbol. O(length) */
void perf_symbol(struct perf_symbol *out, const char *text, size_t length);

/** Take the address of a frame: white space, 1 to 16 hexadecimal digits, white space or the end.
 *  @return the rest, NULL: it is not an address */
const char *perf_address(const char *line, const char *end, uint64_t *address);

/** FILE:LINE, as `-F +srcline` writes it below a frame. @return whether it is one */
bool perf_source_line(const char *text, size_t length, struct perf_text *file, uint32_t *line,
                      bool *inlined);

#endif
