/* Windows for scattered reads and a zlib stream for sequential ones, both over source_bytes.h. */
#include "profile/cubex/cubex_input.h"

#include <stdlib.h>
#include <string.h>

/* Bytes to read at once at scattered places. */
#define LEAP 4096u

bool cubex_window_open(struct cubex_window *w, struct source *s, struct cubex_member member)
{
    uint64_t room = member.size < CUBEX_WINDOW ? member.size : CUBEX_WINDOW;
    *w = (struct cubex_window){.s = s, .member = member, .capacity = (size_t)room};
    w->bytes = malloc(w->capacity < LEAP ? LEAP : w->capacity);
    return w->bytes || source_fail(s, CG_E_MEMORY, "out of memory");
}

const unsigned char *cubex_window_at(struct cubex_window *w, uint64_t offset, size_t length)
{
    uint64_t left = offset < w->member.size ? w->member.size - offset : 0;
    if (length > left) {
        source_fail(w->s, CG_E_FORMAT, "a file in the archive is too short");
        return NULL;
    }
    if (offset < w->at || offset + length > w->at + w->held) {
        bool onward = offset >= w->at && offset <= w->at + w->held;
        size_t wanted = onward ? w->capacity : length > LEAP ? length : LEAP;
        w->at = offset;
        w->held = left < wanted ? (size_t)left : wanted;
        if (!source_read_at(w->s, w->member.offset + offset, w->bytes, w->held)) {
            w->held = 0;
            return NULL;
        }
    }
    return w->bytes + (offset - w->at);
}

void cubex_window_close(struct cubex_window *w)
{
    free(w->bytes);
}

bool cubex_stream_open(struct cubex_stream *stream, struct source *s, struct cubex_member member)
{
    *stream = (struct cubex_stream){0};
    if (!cubex_window_open(&stream->window, s, member)) {
        return false;
    }
    if (member.size > 2) {
        const unsigned char *head = cubex_window_at(&stream->window, 0, 2);
        stream->compressed = head && head[0] == 0x1f && head[1] == 0x8b;
    }
    if (stream->compressed && inflateInit2(&stream->zlib, 15 + 16) != Z_OK) {
        stream->compressed = false;
        source_fail(s, CG_E_MEMORY, "out of memory");
    }
    return !s->status;
}

/* The next bytes as stored in the member. */
static const unsigned char *take_stored(struct cubex_stream *stream, size_t *length)
{
    uint64_t left = stream->window.member.size - stream->next;
    *length = left < *length ? (size_t)left : *length;
    *length = *length < CUBEX_WINDOW ? *length : CUBEX_WINDOW;
    const unsigned char *bytes = cubex_window_at(&stream->window, stream->next, *length);
    stream->next += *length;
    return bytes;
}

static bool inflate_more(struct cubex_stream *stream)
{
    z_stream *zlib = &stream->zlib;
    if (!zlib->avail_in) {
        size_t length = CUBEX_WINDOW;
        const unsigned char *bytes = take_stored(stream, &length);
        if (!bytes || !length) {
            return source_fail(stream->window.s, CG_E_FORMAT,
                               "anchor.xml: the compressed data are cut off");
        }
        zlib->next_in = (unsigned char *)bytes;
        zlib->avail_in = (uInt)length;
    }
    int result = inflate(zlib, Z_NO_FLUSH);
    stream->ended = result == Z_STREAM_END;
    return result == Z_OK || stream->ended || result == Z_BUF_ERROR ||
           source_fail(stream->window.s, result == Z_MEM_ERROR ? CG_E_MEMORY : CG_E_FORMAT,
                       "anchor.xml: the compressed data are corrupt");
}

static size_t read_compressed(struct cubex_stream *stream, void *bytes, size_t length)
{
    uInt room = length < (1u << 30) ? (uInt)length : 1u << 30;
    stream->zlib.next_out = bytes;
    stream->zlib.avail_out = room;
    while (room && stream->zlib.avail_out == room && !stream->ended) {
        if (!inflate_more(stream)) {
            return 0;
        }
    }
    return room - stream->zlib.avail_out;
}

size_t cubex_stream_read(struct cubex_stream *stream, void *bytes, size_t length)
{
    size_t got = length;
    if (stream->window.s->status) {
        return 0;
    }
    if (stream->compressed) {
        got = read_compressed(stream, bytes, length);
    } else {
        const unsigned char *from = take_stored(stream, &got);
        if (!from) {
            return 0;
        }
        memcpy(bytes, from, got);
    }
    stream->made += got;
    if (stream->made > CUBEX_LIMIT_TEXT) {
        source_fail(stream->window.s, CG_E_LIMIT, "anchor.xml has more than %llu GiB",
                    CUBEX_LIMIT_TEXT >> 30);
        return 0;
    }
    return got;
}

void cubex_stream_close(struct cubex_stream *stream)
{
    if (stream->compressed) {
        inflateEnd(&stream->zlib);
    }
    cubex_window_close(&stream->window);
}
