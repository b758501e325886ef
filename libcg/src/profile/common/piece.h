/*
 * Pieces of text that are trimmed from both ends: used to remove additions of tools from names of
 * frames.
 */
#ifndef PROFILE_COMMON_PIECE_H
#define PROFILE_COMMON_PIECE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/** Bytes of a longer text. */
struct piece {
    const char *bytes;
    size_t length;
};

static inline bool piece_starts(struct piece text, const char *with)
{
    size_t length = strlen(with);
    return text.length >= length && memcmp(text.bytes, with, length) == 0;
}

static inline bool piece_is(struct piece text, const char *what)
{
    return text.length == strlen(what) && piece_starts(text, what);
}

/** Remove a beginning. @return whether it was there */
static inline bool piece_drop_start(struct piece *text, const char *start)
{
    bool there = piece_starts(*text, start);
    size_t length = there ? strlen(start) : 0;
    text->bytes += length;
    text->length -= length;
    return there;
}

/** Remove an end. @return whether it was there */
static inline bool piece_drop_end(struct piece *text, const char *end)
{
    size_t length = strlen(end);
    bool there =
        text->length >= length && memcmp(text->bytes + text->length - length, end, length) == 0;
    text->length -= there ? length : 0;
    return there;
}

/** Remove blanks at both ends. */
static inline void piece_trim(struct piece *text)
{
    while (piece_drop_start(text, " ")) {
    }
    while (piece_drop_end(text, " ")) {
    }
}

#endif
