/*
 * Bytes of a profile: a file, standard input or memory, decompressed if compressed with gzip, and
 * without the byte order mark of UTF-8.
 *
 * They are read forward in a window (lines, bytes), or, after source_random, at any place. Files
 * are read, never mapped: a file that shrinks meanwhile is an error, not a signal. The first
 * failure is recorded in the caller's error with file and line, and is final.
 */
#ifndef PROFILE_COMMON_SOURCE_BYTES_H
#define PROFILE_COMMON_SOURCE_BYTES_H

#include <libcg/profile.h>

/** Longest line; a path of a million frames with short names fits. */
#define SOURCE_LINE_LIMIT (256u << 20)

struct source_stream; /* zlib's state */

struct source {
    const char *name; /**< for messages; borrowed */
    struct cg_error *error;
    const struct cg_profile_options *options; /**< never NULL */
    int status;                               /**< first failure */
    unsigned long line;                       /**< number of the last line taken; 0: none */
    bool unended;                             /**< that line had no end: it may be truncated */
    /* the rest belongs to source_bytes.c */
    char *buffer;
    size_t capacity;
    const char *at;
    const char *end;
    bool ended;
    int fd; /**< -1: memory */
    const char *memory;
    size_t memory_length;
    size_t memory_at;
    uint64_t consumed; /**< bytes taken from the file, as stored */
    uint64_t total;    /**< bytes of the file, 0 if unknown */
    uint64_t reported;
    struct source_stream *stream; /**< NULL: not compressed */
    int random_fd;                /**< -1: memory, or source_random was not called */
    const char *random_memory;
    uint64_t random_length;
};

/** Open a file ("-" is standard input); directories fail. `path`, `options`, `error` are borrowed.
 *  @return CG_OK or a failure; release with source_close in either case. */
int source_open(struct source *s, const char *path, const struct cg_profile_options *options,
                struct cg_error *error);

/** As source_open, for memory, which is borrowed. */
int source_open_memory(struct source *s, const void *data, size_t length, const char *name,
                       const struct cg_profile_options *options, struct cg_error *error);

/** Close and release. */
void source_close(struct source *s);

/** Peek at the next bytes. @param wanted at most 64 KiB @return fewer bytes than wanted only if the
 *  input ends or fails */
const char *source_peek(struct source *s, size_t wanted, size_t *got);

/**
 * Take the next line, without its end ("\n" or "\r\n").
 *
 * @param line   receives its place until the next call; a zero byte follows it
 * @param length receives its length; it may contain zero bytes
 * @return false at the end of the input and after a failure: see `status`
 */
bool source_line(struct source *s, const char **line, size_t *length);

/** Take up to `length` bytes. @return their number; 0 at the end of the input and after a
 *  failure. */
size_t source_read(struct source *s, void *bytes, size_t length);

/**
 * Make the whole input readable at any place; nothing may have been taken yet. Plain files are read
 * in place; compressed input and pipes go to an unnamed temporary file.
 *
 * @param length receives the number of uncompressed bytes
 * @return false after a failure
 */
bool source_random(struct source *s, uint64_t *length);

/** Read bytes at a place, all of which must exist. @return false after a failure */
bool source_read_at(struct source *s, uint64_t offset, void *bytes, size_t length);

/** Record a failure at the current line, if it is the first. @return false */
__attribute__((format(printf, 3, 4))) bool source_fail(struct source *s, enum cg_status status,
                                                       const char *format, ...);

/** Warn about something odd at the current line. */
__attribute__((format(printf, 2, 3))) void source_warn(struct source *s, const char *format, ...);

#endif
