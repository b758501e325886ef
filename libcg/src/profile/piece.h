/*
 * Pieces of text that are made shorter from both ends: how names of frames lose what tools add.
 */
#ifndef PROFILE_PIECE_H
#define PROFILE_PIECE_H

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

/** Take a beginning away. @return whether it was there */
static inline bool piece_drop_start(struct piece *text, const char *start)
{
    bool there = piece_starts(*text, start);
    size_t length = there ? strlen(start) : 0;
    text->bytes += length;
    text->length -= length;
    return there;
}

/** Take an end away. @return whether it was there */
static inline bool piece_drop_end(struct piece *text, const char *end)
{
    size_t length = strlen(end);
    bool there =
        text->length >= length && memcmp(text->bytes + text->length - length, end, length) == 0;
    text->length -= there ? length : 0;
    return there;
}

/** Take blanks away at both ends. */
static inline void piece_trim(struct piece *text)
{
    while (piece_drop_start(text, " ")) {
    }
    while (piece_drop_end(text, " ")) {
    }
}

#endif
