/* Walks the headers once, and pairs the .index and .data members of each metric. */
#include "profile/cubex/cubex_tar.h"

#include "base/memory.h"
#include "strings/digits.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK 512u

/* Offsets of the fields of a header. */
#define NAME_LENGTH 100u
#define SIZE 124u
#define SIZE_LENGTH 12u
#define CHECKSUM 148u
#define CHECKSUM_LENGTH 8u
#define TYPE 156u
#define MAGIC 257u
#define PREFIX 345u
#define PREFIX_LENGTH 155u

/* Longest name that is read; the relevant ones are short. */
#define NAME_ROOM 512u

/* The error in the checksums of Cube 4.8, which are too small: it counts one space too few for
 * those 8 bytes. */
#define CUBE_MISTAKE 32u

struct walk {
    struct cubex_tar *tar;
    struct source *s;
    uint64_t at;
    unsigned long wrong; /* checksums */
    bool long_name;      /* the next member's name came in an entry before it */
    char name[NAME_ROOM];
};

/* Digits of a field, or a big-endian number, if its first bit is set (GNU tar). */
static bool read_number(uint64_t *out, const unsigned char *field, size_t length)
{
    size_t i = 0;
    *out = 0;
    if (field[0] & 0x80) {
        for (i = 0; i < length; i++) {
            if (*out >> 55) {
                return false;
            }
            *out = *out << 8 | (i ? field[i] : field[i] & 0x7fu);
        }
        return true;
    }
    while (i < length && field[i] == ' ') {
        i++;
    }
    for (; i < length && field[i] >= '0' && field[i] <= '7'; i++) {
        *out = *out << 3 | (field[i] - '0');
    }
    return i == length || field[i] == '\0' || field[i] == ' ';
}

static bool checksum_fits(const unsigned char *header)
{
    uint64_t stored;
    unsigned sum = 8 * ' ';
    for (unsigned i = 0; i < BLOCK; i++) {
        sum += i - CHECKSUM < CHECKSUM_LENGTH ? 0 : header[i];
    }
    return read_number(&stored, header + CHECKSUM, CHECKSUM_LENGTH) &&
           (stored == sum || stored + CUBE_MISTAKE == sum);
}

static bool has_magic(const unsigned char *header)
{
    return memcmp(header + MAGIC, "ustar", 5) == 0;
}

bool cubex_tar_recognise(const char *head, size_t length)
{
    const unsigned char *header = (const unsigned char *)head;
    return length >= BLOCK && head[0] && (has_magic(header) || checksum_fits(header));
}

static void copy_name(char *out, const unsigned char *header)
{
    size_t length = 0;
    if (has_magic(header) && header[PREFIX]) {
        length = strnlen((const char *)header + PREFIX, PREFIX_LENGTH);
        memcpy(out, header + PREFIX, length);
        out[length++] = '/';
    }
    size_t rest = strnlen((const char *)header, NAME_LENGTH);
    memcpy(out + length, header, rest);
    out[length + rest] = '\0';
}

/* The number before ".index" or ".data". */
static bool metric_of(uint32_t *out, const char *name, const char *end)
{
    size_t length = cg_digits(name, strlen(name));
    uint64_t number;
    bool fits = cg_read_digits(&number, name, length, UINT32_MAX);
    *out = fits ? (uint32_t)number : 0;
    return fits && strcmp(name + length, end) == 0;
}

static bool add_files(struct walk *w, uint32_t metric, bool is_index, struct cubex_member member)
{
    struct cubex_tar *tar = w->tar;
    if (!cg_grow(&tar->files, &tar->capacity, tar->count + 1, sizeof *tar->files)) {
        return source_fail(w->s, CG_E_MEMORY, "out of memory");
    }
    tar->files[tar->count++] = is_index ? (struct cubex_files){.metric = metric, .index = member}
                                        : (struct cubex_files){.metric = metric, .data = member};
    return true;
}

static bool add_member(struct walk *w, uint64_t size)
{
    const struct cubex_member member = {w->at, size, true};
    const char *name = w->name;
    uint32_t metric;
    while (name[0] == '.' && name[1] == '/') {
        name += 2;
    }
    if (strcmp(name, "anchor.xml") == 0) {
        w->tar->anchor = member;
    } else if (metric_of(&metric, name, ".index")) {
        return add_files(w, metric, true, member);
    } else if (metric_of(&metric, name, ".data")) {
        return add_files(w, metric, false, member);
    }
    return true;
}

static bool take_long_name(struct walk *w, uint64_t size)
{
    size_t length = size < NAME_ROOM ? (size_t)size : NAME_ROOM - 1;
    w->long_name = source_read_at(w->s, w->at, w->name, length);
    w->name[length] = '\0';
    return w->long_name;
}

/* The walk is after the header. */
static bool take_member(struct walk *w, const unsigned char *header, uint64_t size)
{
    char type = (char)header[TYPE];
    if (type == 'L') {
        return take_long_name(w, size);
    }
    if (type == 'x' || type == 'g' || type == 'K') {
        return true;
    }
    if (!w->long_name) {
        copy_name(w->name, header);
    }
    w->long_name = false;
    return (type != '0' && type != '\0' && type != '7') || add_member(w, size);
}

static bool take_header(struct walk *w, const unsigned char *header)
{
    uint64_t size;
    bool fits = checksum_fits(header);
    if (!read_number(&size, header + SIZE, SIZE_LENGTH) || (!fits && !has_magic(header))) {
        return source_fail(w->s, CG_E_FORMAT, "at byte %llu: not a header of a tar archive",
                           (unsigned long long)w->at);
    }
    w->wrong += !fits;
    w->at += BLOCK;
    if (size > w->tar->length - w->at) {
        copy_name(w->name, header);
        return source_fail(w->s, CG_E_FORMAT,
                           "the file is cut off: %.100s has %llu bytes, of which %llu are there",
                           w->name, (unsigned long long)size,
                           (unsigned long long)(w->tar->length - w->at));
    }
    bool ok = take_member(w, header, size);
    uint64_t padded = (size + BLOCK - 1) / BLOCK * BLOCK;
    w->at = padded < w->tar->length - w->at ? w->at + padded : w->tar->length;
    return ok;
}

static bool all_zero(const unsigned char *block)
{
    return !block[0] && memcmp(block, block + 1, BLOCK - 1) == 0;
}

/* Sorted by metric; those of one metric in the order of the archive. */
static int compare_files(const void *a, const void *b)
{
    const struct cubex_files *x = a;
    const struct cubex_files *y = b;
    uint64_t p = x->index.present ? x->index.offset : x->data.offset;
    uint64_t q = y->index.present ? y->index.offset : y->data.offset;
    return x->metric != y->metric ? (x->metric > y->metric) - (x->metric < y->metric)
                                  : (p > q) - (p < q);
}

static void pair_files(struct cubex_tar *tar)
{
    size_t count = 0;
    if (tar->count) {
        qsort(tar->files, tar->count, sizeof *tar->files, compare_files);
    }
    for (size_t i = 0; i < tar->count; i++) {
        struct cubex_files *next = &tar->files[i];
        if (!count || tar->files[count - 1].metric != next->metric) {
            tar->files[count++] = *next;
        } else if (next->index.present) {
            tar->files[count - 1].index = next->index;
        } else {
            tar->files[count - 1].data = next->data;
        }
    }
    tar->count = count;
}

bool cubex_tar_read(struct cubex_tar *tar, struct source *s)
{
    struct walk w = {.tar = tar, .s = s};
    unsigned char header[BLOCK];
    bool ended = false;
    *tar = (struct cubex_tar){0};
    if (!source_random(s, &tar->length)) {
        return false;
    }
    while (!ended && w.at < tar->length) {
        if (tar->length - w.at < BLOCK) {
            return source_fail(s, CG_E_FORMAT, "the file is cut off");
        }
        if (!source_read_at(s, w.at, header, BLOCK)) {
            return false;
        }
        ended = all_zero(header);
        if (!ended && !take_header(&w, header)) {
            return false;
        }
    }
    if (!ended) {
        source_warn(s, "the archive has no end: files may be missing");
    }
    if (w.wrong) {
        source_warn(s, "%lu wrong checksums in the archive", w.wrong);
    }
    pair_files(tar);
    return tar->anchor.present ||
           source_fail(s, CG_E_FORMAT, "an archive without anchor.xml is not a Cube 4 profile");
}

static int compare_metric(const void *key, const void *files)
{
    uint32_t metric = *(const uint32_t *)key;
    uint32_t other = ((const struct cubex_files *)files)->metric;
    return (metric > other) - (metric < other);
}

const struct cubex_files *cubex_tar_find(const struct cubex_tar *tar, uint32_t metric)
{
    return tar->count ? bsearch(&metric, tar->files, tar->count, sizeof *tar->files, compare_metric)
                      : NULL;
}

void cubex_tar_free(struct cubex_tar *tar)
{
    free(tar->files);
}
