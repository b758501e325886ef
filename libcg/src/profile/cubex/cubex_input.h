/*
 * Bytes of a member of a Cube 4 container: at any place, or in sequence and decompressed.
 */
#ifndef PROFILE_CUBEX_CUBEX_INPUT_H
#define PROFILE_CUBEX_CUBEX_INPUT_H

#include "profile/cubex/cubex_tar.h"

#include <zlib.h>

/** A part of a member that is in memory. */
struct cubex_window {
    struct source *s;
    struct cubex_member member;
    unsigned char *bytes;
    size_t capacity;
    uint64_t at; /**< their place in the member */
    size_t held;
};

/** Most bytes that are available together: sized for the second-level cache. */
#define CUBEX_WINDOW (128u << 10)

/** Set up. @return false after a failure; release in either case */
bool cubex_window_open(struct cubex_window *w, struct source *s, struct cubex_member member);

/** Bytes of the member, all of which must exist. Going forward is cheap. @param length at most
 *  CUBEX_WINDOW @return NULL after a failure */
const unsigned char *cubex_window_at(struct cubex_window *w, uint64_t offset, size_t length);

void cubex_window_close(struct cubex_window *w);

/** Largest anchor.xml, uncompressed. */
#define CUBEX_LIMIT_TEXT (4ull << 30)

/** Bytes of a member from its beginning. */
struct cubex_stream {
    struct cubex_window window;
    uint64_t next; /**< in the member */
    uint64_t made; /**< bytes returned */
    bool compressed;
    bool ended; /**< for compressed ones: complete */
    z_stream zlib;
};

/** Set up; the bytes show whether they are compressed. @return false after a failure; release in
 *  either case */
bool cubex_stream_open(struct cubex_stream *stream, struct source *s, struct cubex_member member);

/** Take up to `length` bytes. @return their number; 0 at the end and after a failure */
size_t cubex_stream_read(struct cubex_stream *stream, void *bytes, size_t length);

void cubex_stream_close(struct cubex_stream *stream);

#endif
