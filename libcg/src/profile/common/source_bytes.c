/*
 * One window over three sources; if the first bytes are gzip's, zlib stands between. A pipe that
 * must be read at any place is copied to a temporary file first.
 */
#include "profile/common/source_bytes.h"

#include "base/error.h"
#include "base/io.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* A larger one reads no faster, and allocating it takes longer than reading a small profile. */
#define WINDOW (64u << 10)
#define REPORT_EVERY (1u << 20)
/* gzip compresses by a thousand at most, which may still be more than a disk holds. */
#define SPOOL_LIMIT (64ull << 30)

struct source_stream {
    z_stream zlib;
    unsigned char input[64u << 10];
    bool between; /* members: a file may have several in sequence */
    bool over;    /* there are no more */
};

static const struct cg_profile_options no_options = CG_PROFILE_OPTIONS_INIT;

bool source_fail(struct source *s, enum cg_status status, const char *format, ...)
{
    char text[sizeof s->error->text];
    va_list arguments;
    if (s->status) {
        return false;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    s->status = cg_fail_at(s->error, status, s->name, s->line, 0, "%s", text);
    return false;
}

void source_warn(struct source *s, const char *format, ...)
{
    char text[sizeof s->error->text];
    struct cg_error where;
    va_list arguments;
    if (!s->options->warn) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cg_fail_at(&where, CG_E_FORMAT, s->name, s->line, 0, "%s", text);
    s->options->warn(s->options->user, &where);
}

static bool report_progress(struct source *s, size_t more)
{
    s->consumed += more;
    if (s->options->progress && s->consumed - s->reported >= REPORT_EVERY) {
        s->reported = s->consumed;
        if (!s->options->progress(s->options->user, s->consumed, s->total)) {
            return source_fail(s, CG_E_STATE, "stopped");
        }
    }
    return true;
}

/* Bytes as stored in the file. */
static size_t read_raw(struct source *s, void *bytes, size_t length)
{
    ssize_t got = 0;
    if (s->status) {
        return 0;
    }
    if (s->fd < 0) {
        size_t left = s->memory_length - s->memory_at;
        got = (ssize_t)(length < left ? length : left);
        if (got) {
            memcpy(bytes, s->memory + s->memory_at, (size_t)got);
            s->memory_at += (size_t)got;
        }
    } else {
        do {
            got = read(s->fd, bytes, length);
        } while (got < 0 && errno == EINTR);
        if (got < 0) {
            source_fail(s, CG_E_IO, "%s", strerror(errno));
            return 0;
        }
    }
    return report_progress(s, (size_t)got) ? (size_t)got : 0;
}

/* Give zlib more to read. */
static bool feed(struct source *s)
{
    z_stream *zlib = &s->stream->zlib;
    if (!zlib->avail_in) {
        size_t got = read_raw(s, s->stream->input, sizeof s->stream->input);
        zlib->next_in = s->stream->input;
        zlib->avail_in = (uInt)got;
    }
    return zlib->avail_in != 0;
}

/* Zeros are the padding of tape blocks. */
static void warn_of_rest(struct source *s)
{
    const z_stream *zlib = &s->stream->zlib;
    uInt i = 0;
    while (i < zlib->avail_in && !zlib->next_in[i]) {
        i++;
    }
    if (i < zlib->avail_in && !s->stream->over) {
        source_warn(s, "trailing data after the gzip stream ignored");
    }
    s->stream->over = true;
}

/* After the end of a member: another one, or padding that gzip ignores too. */
static bool next_member(struct source *s)
{
    z_stream *zlib = &s->stream->zlib;
    if (s->stream->over || !feed(s) || zlib->next_in[0] != 0x1f) {
        warn_of_rest(s);
        return false;
    }
    s->stream->between = false;
    return inflateReset(zlib) == Z_OK || source_fail(s, CG_E_MEMORY, "out of memory");
}

static size_t inflate_some(struct source *s, void *bytes, size_t length)
{
    z_stream *zlib = &s->stream->zlib;
    uInt room = length < (1u << 30) ? (uInt)length : 1u << 30;
    zlib->next_out = bytes;
    zlib->avail_out = room;
    while (zlib->avail_out == room) {
        if (s->stream->between && !next_member(s)) {
            return 0;
        }
        if (!feed(s)) {
            source_fail(s, CG_E_FORMAT, "the compressed data are cut off");
            return 0;
        }
        int result = inflate(zlib, Z_NO_FLUSH);
        s->stream->between = result == Z_STREAM_END;
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
            source_fail(s, result == Z_MEM_ERROR ? CG_E_MEMORY : CG_E_FORMAT,
                        "the compressed data are corrupt: %s", zlib->msg ? zlib->msg : "zlib");
            return 0;
        }
    }
    return room - zlib->avail_out;
}

static size_t read_some(struct source *s, void *bytes, size_t length)
{
    return s->stream ? inflate_some(s, bytes, length) : read_raw(s, bytes, length);
}

/* Load more bytes after those in the window. */
static bool refill(struct source *s)
{
    size_t held = (size_t)(s->end - s->at);
    if (s->ended || s->status) {
        return false;
    }
    if (held && s->at != s->buffer) {
        memmove(s->buffer, s->at, held);
    }
    s->at = s->buffer;
    s->end = s->buffer + held;
    if (held + WINDOW / 2 >= s->capacity &&
        !cg_grow_slowly(&s->buffer, &s->capacity, s->capacity * 2, 1)) {
        s->at = s->end = s->buffer;
        return source_fail(s, CG_E_MEMORY, "out of memory");
    }
    size_t got = read_some(s, s->buffer + held, s->capacity - held - 1);
    s->ended = !got;
    s->at = s->buffer;
    s->end = s->buffer + held + got;
    return got != 0;
}

/* The bytes read so far become zlib's first input. */
static bool start_stream(struct source *s)
{
    struct source_stream *stream = calloc(1, sizeof *stream);
    size_t held = (size_t)(s->end - s->at);
    if (!stream || inflateInit2(&stream->zlib, 15 + 16) != Z_OK) {
        free(stream);
        return source_fail(s, CG_E_MEMORY, "out of memory");
    }
    memcpy(stream->input, s->at, held);
    stream->zlib.next_in = stream->input;
    stream->zlib.avail_in = (uInt)held;
    s->stream = stream;
    s->at = s->end = s->buffer;
    s->ended = false;
    return true;
}

/* Editors put a byte order mark before UTF-8; no format has one. */
static void skip_mark(struct source *s)
{
    size_t got;
    const char *head = source_peek(s, 3, &got);
    if (got == 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0) {
        s->at += 3;
    }
}

/* Allocate the window; then detect compression. */
static int start_source(struct source *s)
{
    char head[1024];
    size_t length = 0;
    size_t got;
    s->buffer = malloc(WINDOW);
    s->capacity = WINDOW;
    s->at = s->end = s->buffer;
    if (!s->buffer) {
        source_fail(s, CG_E_MEMORY, "out of memory");
        return s->status;
    }
    while (length < sizeof head && (got = read_raw(s, head + length, sizeof head - length)) != 0) {
        length += got;
    }
    memcpy(s->buffer, head, length);
    s->end = s->buffer + length;
    if (length > 2 && (unsigned char)head[0] == 0x1f && (unsigned char)head[1] == 0x8b) {
        start_stream(s);
    }
    skip_mark(s);
    return s->status;
}

static void clear_source(struct source *s, const char *name,
                         const struct cg_profile_options *options, struct cg_error *error)
{
    *s = (struct source){.name = name,
                         .error = error,
                         .options = options ? options : &no_options,
                         .fd = -1,
                         .random_fd = -1};
}

int source_open(struct source *s, const char *path, const struct cg_profile_options *options,
                struct cg_error *error)
{
    struct stat stat;
    bool standard = strcmp(path, "-") == 0;
    clear_source(s, standard ? "<stdin>" : path, options, error);
    s->fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (s->fd < 0 || fstat(s->fd, &stat)) {
        source_fail(s, CG_E_IO, "%s", strerror(errno));
        return s->status;
    }
    if (S_ISDIR(stat.st_mode)) {
        source_fail(s, CG_E_IO, "%s", strerror(EISDIR));
        return s->status;
    }
    s->total = S_ISREG(stat.st_mode) ? (uint64_t)stat.st_size : 0;
    return start_source(s);
}

int source_open_memory(struct source *s, const void *data, size_t length, const char *name,
                       const struct cg_profile_options *options, struct cg_error *error)
{
    clear_source(s, name, options, error);
    s->memory = data;
    s->memory_length = s->total = length;
    return start_source(s);
}

void source_close(struct source *s)
{
    if (s->stream) {
        inflateEnd(&s->stream->zlib);
    }
    free(s->stream);
    free(s->buffer);
    if (s->random_fd >= 0 && s->random_fd != s->fd) {
        close(s->random_fd);
    }
    if (s->fd > STDIN_FILENO) {
        close(s->fd);
    }
}

const char *source_peek(struct source *s, size_t wanted, size_t *got)
{
    while ((size_t)(s->end - s->at) < wanted && refill(s)) {
    }
    size_t held = (size_t)(s->end - s->at);
    *got = held < wanted ? held : wanted;
    return s->at;
}

/* The line ends at `end`, a "\n", or the input ends. */
static bool take_line(struct source *s, const char *end, const char **line, size_t *length)
{
    char *stop = s->buffer + (end - s->buffer);
    *line = s->at;
    s->unended = end == s->end;
    s->at = end + !s->unended;
    s->line++;
    if (stop > *line && stop[-1] == '\r') {
        stop--;
    }
    *stop = '\0';
    *length = (size_t)(stop - *line);
    return true;
}

bool source_line(struct source *s, const char **line, size_t *length)
{
    size_t searched = 0;
    while (!s->status) {
        const char *from = s->at + searched;
        const char *end = memchr(from, '\n', (size_t)(s->end - from));
        if (end) {
            return take_line(s, end, line, length);
        }
        searched = (size_t)(s->end - s->at);
        if (searched > SOURCE_LINE_LIMIT) {
            s->line++;
            return source_fail(s, CG_E_LIMIT, "the line is longer than %u MiB",
                               SOURCE_LINE_LIMIT >> 20);
        }
        if (!refill(s)) {
            return !s->status && s->at < s->end && take_line(s, s->end, line, length);
        }
    }
    return false;
}

size_t source_read(struct source *s, void *bytes, size_t length)
{
    size_t held = (size_t)(s->end - s->at);
    if (!held) {
        return length && !s->ended ? read_some(s, bytes, length) : 0;
    }
    held = held < length ? held : length;
    memcpy(bytes, s->at, held);
    s->at += held;
    return held;
}

static int open_nameless(void)
{
    const char *directory = getenv("TMPDIR");
    char path[4096];
    directory = directory && *directory ? directory : "/tmp";
    int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || snprintf(path, sizeof path, "%s/libcg-XXXXXX", directory) >= (int)sizeof path) {
        return fd;
    }
    fd = mkostemp(path, O_CLOEXEC); /* not every file system supports unnamed files */
    if (fd >= 0) {
        unlink(path);
    }
    return fd;
}

static bool spool(struct source *s)
{
    char *bytes = malloc(WINDOW);
    size_t got;
    if (!bytes) {
        return source_fail(s, CG_E_MEMORY, "out of memory");
    }
    while ((got = source_read(s, bytes, WINDOW)) != 0) {
        int reason = cg_write_bytes(s->random_fd, bytes, got);
        if (reason) {
            source_fail(s, CG_E_IO, "cannot write a temporary file: %s", strerror(reason));
        }
        s->random_length += got;
        if (s->random_length > SPOOL_LIMIT) {
            source_fail(s, CG_E_LIMIT, "more than %llu GiB uncompressed", SPOOL_LIMIT >> 30);
        }
    }
    free(bytes);
    return !s->status;
}

bool source_random(struct source *s, uint64_t *length)
{
    if (s->status) {
        return false;
    }
    if (s->fd < 0 && !s->stream) {
        s->random_memory = s->memory;
        s->random_length = s->memory_length;
    } else if (s->total && !s->stream) {
        s->random_fd = s->fd;
        s->random_length = s->total;
    } else {
        s->random_fd = open_nameless();
        if (s->random_fd < 0) {
            return source_fail(s, CG_E_IO, "cannot make a temporary file: %s", strerror(errno));
        }
        if (!spool(s)) {
            return false;
        }
    }
    *length = s->random_length;
    return true;
}

bool source_read_at(struct source *s, uint64_t offset, void *bytes, size_t length)
{
    char *to = bytes;
    if (s->status) {
        return false;
    }
    if (offset > s->random_length || length > s->random_length - offset) {
        return source_fail(s, CG_E_FORMAT, "the file is cut off");
    }
    if (s->random_memory) {
        memcpy(bytes, s->random_memory + offset, length);
        return true;
    }
    while (length) {
        ssize_t got = pread(s->random_fd, to, length, (off_t)offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return source_fail(s, CG_E_IO, "%s", got ? strerror(errno) : "the file has shrunk");
        }
        to += got;
        offset += (uint64_t)got;
        length -= (size_t)got;
        if (s->random_fd == s->fd && !report_progress(s, (size_t)got)) {
            return false;
        }
    }
    return true;
}
