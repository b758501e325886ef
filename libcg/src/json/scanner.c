/*
 * The window, its refilling, and what is between values: white space, punctuation, keys. Values are
 * in scanner_*.c.
 */
#include "json/scanner_internal.h"

#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WINDOW_BYTES ((size_t)1 << 18)
#define PADDING 16u /* zero bytes after the window, so that words can be loaded past its end */

static bool make_window(struct scanner *s, size_t capacity)
{
    s->line = 1;
    s->capacity = capacity;
    s->buffer = malloc(capacity + PADDING);
    if (!s->buffer) {
        s->status = cg_fail_memory(s->error);
        return false;
    }
    memset(s->buffer, 0, PADDING);
    s->at = s->end = s->buffer;
    return true;
}

bool scanner_init(struct scanner *s, int fd, const void *memory, size_t length, const char *name,
                  struct cg_error *error)
{
    *s = (struct scanner){
        .fd = fd, .memory = memory, .memory_left = length, .name = name, .error = error};
    return make_window(s, fd < 0 && length < WINDOW_BYTES ? length + 1 : WINDOW_BYTES);
}

bool scanner_init_input(struct scanner *s, const struct scanner_input *input, const char *name,
                        struct cg_error *error)
{
    *s = (struct scanner){.fd = -1, .input = *input, .name = name, .error = error};
    return make_window(s, WINDOW_BYTES);
}

void scanner_free(struct scanner *s)
{
    free(s->buffer);
    s->buffer = NULL;
}

struct place scanner_place(const struct scanner *s)
{
    uint64_t offset = s->buffer_offset + (uint64_t)(s->at - s->buffer);
    return (struct place){s->line, (unsigned long)(offset - s->line_offset) + 1};
}

static bool fail_va(struct scanner *s, struct place place, enum cg_status status,
                    const char *format, va_list arguments)
{
    if (!s->status) {
        char text[sizeof s->error->text];
        vsnprintf(text, sizeof text, format, arguments);
        s->status = cg_fail_at(s->error, status, s->name, place.line, place.column, "%s", text);
    }
    return false;
}

bool scanner_fail(struct scanner *s, enum cg_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_va(s, scanner_place(s), status, format, arguments);
    va_end(arguments);
    return false;
}

bool scanner_fail_at(struct scanner *s, struct place place, enum cg_status status,
                     const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fail_va(s, place, status, format, arguments);
    va_end(arguments);
    return false;
}

/* Filling the window */

static ssize_t read_source(struct scanner *s, char *into, size_t room)
{
    if (s->input.read) {
        return (ssize_t)s->input.read(s->input.user, into, room, &s->status);
    }
    if (s->fd < 0) {
        size_t count = room < s->memory_left ? room : s->memory_left;
        if (count) {
            memcpy(into, s->memory, count);
            s->memory += count;
            s->memory_left -= count;
        }
        return (ssize_t)count;
    }
    ssize_t count;
    do {
        count = read(s->fd, into, room);
    } while (count < 0 && errno == EINTR);
    return count;
}

/* Make room after the window: if little is left, move what must be kept to the front. Moving only
 * then keeps the cost linear when a pipe delivers a long value byte by byte. */
static bool make_room(struct scanner *s)
{
    const char *from = s->keep ? s->keep : s->at;
    if (s->capacity - (size_t)(s->end - s->buffer) > s->capacity / 4) {
        return true;
    }
    size_t kept = (size_t)(s->end - from);
    size_t at = (size_t)(s->at - from);
    if (kept > CG_LIMIT_VALUE) {
        return scanner_fail(s, CG_E_LIMIT, "a value of more than %u MiB", CG_LIMIT_VALUE >> 20);
    }
    s->buffer_offset += (uint64_t)(from - s->buffer);
    memmove(s->buffer, from, kept);
    if (kept > s->capacity / 2) {
        char *grown = realloc(s->buffer, s->capacity * 2 + PADDING);
        if (!grown) {
            return scanner_fail(s, CG_E_MEMORY, "out of memory");
        }
        s->buffer = grown;
        s->capacity *= 2;
    }
    s->keep = s->keep ? s->buffer : NULL;
    s->at = s->buffer + at;
    s->end = s->buffer + kept;
    return true;
}

/* Read more after the window. False at the end of the input and on failure. */
bool scanner_refill(struct scanner *s)
{
    if (s->ended || s->status || !make_room(s)) {
        return false;
    }
    char *into = s->buffer + (s->end - s->buffer);
    ssize_t count = read_source(s, into, s->capacity - (size_t)(s->end - s->buffer));
    if (count < 0) {
        scanner_fail_at(s, (struct place){0, 0}, CG_E_IO, "cannot read: %s", strerror(errno));
        count = 0;
    }
    s->ended = count == 0;
    s->end = into + count;
    memset(into + count, 0, PADDING);
    return count > 0;
}

/* Make at least `count` bytes available in the window if the input has them. */
bool scanner_have(struct scanner *s, size_t count)
{
    while ((size_t)(s->end - s->at) < count) {
        if (!scanner_refill(s)) {
            return false;
        }
    }
    return true;
}

/* White space and punctuation */

static void new_line(struct scanner *s)
{
    s->line++;
    s->line_offset = s->buffer_offset + (uint64_t)(s->at - s->buffer) + 1;
}

int scanner_peek_any(struct scanner *s)
{
    for (;;) {
        unsigned char c = (unsigned char)*s->at;
        if (c > ' ') {
            return s->status ? -1 : c;
        }
        if (c == '\n') {
            new_line(s);
        } else if (s->at == s->end) {
            if (!scanner_refill(s)) {
                return -1;
            }
            continue;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            scanner_fail(s, CG_E_FORMAT, "unexpected byte 0x%02x", c);
            return -1;
        }
        s->at++;
    }
}

bool scanner_unexpected(struct scanner *s, const char *wanted)
{
    int c = scanner_peek(s);
    if (s->status) {
        return false;
    }
    if (c < 0) {
        return scanner_fail(s, CG_E_FORMAT, "the input ends where %s should be", wanted);
    }
    if (c < 0x7f) {
        return scanner_fail(s, CG_E_FORMAT, "'%c' where %s should be", c, wanted);
    }
    return scanner_fail(s, CG_E_FORMAT, "byte 0x%02x where %s should be", (unsigned)c, wanted);
}

bool scanner_expect(struct scanner *s, char c, const char *what)
{
    if (scanner_peek(s) != c) {
        return scanner_unexpected(s, what);
    }
    s->at++;
    return true;
}

/* Members and elements */

bool scanner_next(struct scanner *s, bool *first, char close)
{
    int c = scanner_peek(s);
    if (c == close) {
        s->at++;
        return false;
    }
    if (*first) {
        *first = false;
        if (c < 0) {
            scanner_unexpected(s, close == '}' ? "a key or '}'" : "a value or ']'");
        }
        return c >= 0;
    }
    if (c != ',') {
        return scanner_unexpected(s, close == '}' ? "',' or '}'" : "',' or ']'");
    }
    s->at++;
    return true;
}

/* The colon may be after the window: keep the key while looking for it. */
static bool take_colon(struct scanner *s, struct slice *key)
{
    bool nested = s->keep != NULL;
    if (!nested) {
        s->keep = key->text;
    }
    size_t start = (size_t)(key->text - s->keep);
    bool taken = scanner_expect(s, ':', "':'");
    key->text = s->keep + start;
    if (!nested) {
        s->keep = NULL;
    }
    return taken;
}

bool scanner_next_key(struct scanner *s, bool *first, struct cg_text *scratch, struct slice *key)
{
    if (!scanner_next(s, first, '}') || !scanner_name(s, scratch, key)) {
        return false;
    }
    bool decoded = key->text == scratch->bytes && key->text;
    return decoded ? scanner_expect(s, ':', "':'") : take_colon(s, key);
}

bool scanner_next_raw_key(struct scanner *s, bool *first, struct slice *key)
{
    return scanner_next(s, first, '}') && scanner_string(s, key) && take_colon(s, key);
}

bool scanner_at_end(struct scanner *s)
{
    if (scanner_peek(s) >= 0) {
        return scanner_unexpected(s, "the end of the input");
    }
    return !s->status;
}
