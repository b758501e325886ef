/*
 * Lines of `perf script`, as tools/perf/builtin-script.c and tools/perf/util/evsel_fprintf.c of
 * Linux write them: a header for each sample, a line for each frame of its stack from the
 * innermost, an empty line. Which fields they have depends on `perf script -F`.
 */
#ifndef PROFILE_PERF_PERF_H
#define PROFILE_PERF_PERF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A piece of a line, borrowed. */
struct perf_text {
    const char *bytes; /**< NULL: there is none */
    size_t length;
};

/** COMM PID[/TID] [CPU] TIME: PERIOD EVENT: ..., of which much may be missing. */
struct perf_header {
    struct perf_text who; /**< name and numbers: the same for one thread only */
    struct perf_text name;
    bool has_process;
    uint64_t process;
    uint64_t thread;
    struct perf_text event; /**< without the colon */
    bool has_period;
    double period;
    struct perf_text frame; /**< the frame, when it stands in this line instead of a stack: from the
                                 address on */
    bool sure;              /**< this cannot be but a header */
    bool timed;             /**< it has a time */
    bool other;             /**< not a sample: PERF_RECORD_... */
};

/** Take a header apart. @return false: it is none. O(length) */
bool perf_header(struct perf_header *out, const char *line, size_t length);

/** Take a header apart that has no process, thread, processor or time: COMM PERIOD EVENT:, of which
 *  much may be missing. Any text is one; what shows it is the frame in the next line. O(length) */
void perf_loose_header(struct perf_header *out, const char *line, size_t length);

/** SYMBOL[+0xOFFSET] [(OBJECT)] [(inlined)], of which all may be missing. */
struct perf_symbol {
    struct perf_text name;
    struct perf_text object;
    bool inlined;
    bool closed; /**< the text ends as one with an object does */
};

/** Take what stands behind the address apart; any text is a symbol. O(length) */
void perf_symbol(struct perf_symbol *out, const char *text, size_t length);

/** Take the address of a frame: white space, 1 to 16 hexadecimal digits, white space or the end.
 *  @return what stands behind, NULL: it is none */
const char *perf_address(const char *line, const char *end, uint64_t *address);

/** FILE:LINE, as `-F +srcline` writes it below a frame. @return whether it is one */
bool perf_source_line(const char *text, size_t length, struct perf_text *file, uint32_t *line,
                      bool *inlined);

#endif
