/*
 * A strict JSON tokeniser over a sliding window of a file, of memory, or of a function's output.
 *
 * The window holds a few hundred kilobytes; it grows only to keep one captured value whole. Every
 * byte is scanned once. The scanner checks that strings are UTF-8, that numbers and escapes are
 * JSON, and that nesting stays under CG_LIMIT_DEPTH. The first failure is recorded in the caller's
 * cg_error with its line and column and is final: every later call fails too.
 *
 * Slices point into the window and are valid until the next call.
 */
#ifndef JSON_SCANNER_H
#define JSON_SCANNER_H

#include "strings/text.h"

#include <libcg/common.h>

/** Extra nesting allowed around a value that is first read as one: the metadata of an edge of the
 *  function "meta" of version 2, read before the version is known. */
#define SCANNER_WRAPPED 4u

/** A source of bytes other than a file or memory. */
struct scanner_input {
    /** Read up to `length` bytes. @param failure set on failure, which the function has recorded
     *  @return the number of bytes; 0 at the end of the input and after a failure */
    size_t (*read)(void *user, void *bytes, size_t length, int *failure);
    void *user;
};

struct scanner {
    const char *at;   /**< next byte */
    const char *end;  /**< end of the window, a zero byte */
    const char *keep; /**< first byte that a refill must keep; NULL: at */
    char *buffer;
    size_t capacity;
    uint64_t buffer_offset; /**< of buffer[0] in the input */
    uint64_t line_offset;   /**< of the first byte of the current line */
    unsigned long line;
    int fd;                     /**< -1: memory or input */
    struct scanner_input input; /**< without a function: memory */
    const char *memory;         /**< the rest of it */
    size_t memory_left;
    bool ended;
    unsigned wrapped; /**< extra depth beyond CG_LIMIT_DEPTH allowed for the next value */
    int status;       /**< first failure */
    const char *name;
    struct cg_error *error;
};

/** Bytes of a string or value. */
struct slice {
    const char *text;
    size_t length;
    bool escaped; /**< of a string: contains escape sequences */
};

/** A position in the input. */
struct place {
    unsigned long line;
    unsigned long column;
};

/** Start on a file descriptor (fd >= 0) or on memory (fd < 0). `name`, `memory` and `error` are
 *  borrowed. @return false when memory is exhausted. */
bool scanner_init(struct scanner *s, int fd, const void *memory, size_t length, const char *name,
                  struct cg_error *error);

/** As scanner_init, for the output of a function. */
bool scanner_init_input(struct scanner *s, const struct scanner_input *input, const char *name,
                        struct cg_error *error);

/** Release the window. */
void scanner_free(struct scanner *s);

/** The place of the next byte. */
struct place scanner_place(const struct scanner *s);

/** Record a failure at the next byte. @return false */
__attribute__((format(printf, 3, 4))) bool scanner_fail(struct scanner *s, enum cg_status status,
                                                        const char *format, ...);

/** As scanner_fail, at a place. */
__attribute__((format(printf, 4, 5))) bool scanner_fail_at(struct scanner *s, struct place place,
                                                           enum cg_status status,
                                                           const char *format, ...);

/** As scanner_peek, whatever the next byte. */
int scanner_peek_any(struct scanner *s);

/** Skip white space. @return the next byte, -1 at the end of the input or after a failure. */
static inline int scanner_peek(struct scanner *s)
{
    unsigned char c = (unsigned char)*s->at;
    return c > ' ' && !s->status ? c : scanner_peek_any(s);
}

/** Take these bytes, if they come next and at least one more byte is in the window. */
static inline bool scanner_take(struct scanner *s, const char *bytes, size_t length)
{
    bool there = (size_t)(s->end - s->at) > length && !s->status &&
                 __builtin_memcmp(s->at, bytes, length) == 0;
    s->at += there ? length : 0;
    return there;
}

/** Skip white space and take the byte c, or fail. `what` names it in the message. */
bool scanner_expect(struct scanner *s, char c, const char *what);

/** Take a string at the next byte, as written between its quotes. */
bool scanner_string(struct scanner *s, struct slice *out);

/** Take a string, decoded into scratch if it has escapes; refuses NUL characters and more than
 *  CG_LIMIT_NAME bytes. */
bool scanner_name(struct scanner *s, struct cg_text *scratch, struct slice *out);

/** Take `true` or `false`. */
bool scanner_bool(struct scanner *s, bool *out);

/** Take `null` if it comes next. @return whether it did; failures show in status. */
bool scanner_null(struct scanner *s);

/** Take any value as text. */
bool scanner_value(struct scanner *s, struct slice *out);

/** Skip any value. Uses no memory, whatever its length. */
bool scanner_skip(struct scanner *s);

/** As scanner_value, for a value around others that may be CG_LIMIT_DEPTH deep themselves. */
bool scanner_wrapped_value(struct scanner *s, struct slice *out);

/** Take the rest of an object whose brace, first key and colon have been taken, including its
 *  closing brace. With keep set, the text from keep on stays in the window. */
bool scanner_finish_object(struct scanner *s);

/**
 * Step to the next member of an object or element of an array.
 *
 * @param first in and out: true before the first
 * @param close '}' or ']'
 * @return true when another one follows; false at the end (the closing byte is taken) or on failure
 */
bool scanner_next(struct scanner *s, bool *first, char close);

/** scanner_next, then the key of an object's member and its colon. */
bool scanner_next_key(struct scanner *s, bool *first, struct cg_text *scratch, struct slice *key);

/** As scanner_next_key, the key as written between its quotes. */
bool scanner_next_raw_key(struct scanner *s, bool *first, struct slice *key);

/** Check that only white space is left. */
bool scanner_at_end(struct scanner *s);

static inline bool slice_is(const struct slice *slice, const char *text)
{
    size_t length = __builtin_strlen(text);
    return slice->length == length && __builtin_memcmp(slice->text, text, length) == 0;
}

/** Decode a well-formed escape. @param out receives at most four bytes @param at where its
 *  backslash is, then its end @return how many bytes */
unsigned json_decode_escape(char *out, const char **at);

/** Decode the escapes of a well-formed string without its quotes. @param out receives at most
 *  `length` bytes @return how many */
size_t json_decode(char *out, const char *text, size_t length);

/** Append a well-formed string without its quotes, escapes decoded. Failure is remembered in
 *  `out`. */
void json_unescape(struct cg_text *out, const char *text, size_t length);

/** Check that text is one JSON value. @return CG_OK, CG_E_FORMAT, CG_E_LIMIT or CG_E_MEMORY. */
int json_check(const char *text, size_t length, struct cg_error *error);

#endif
