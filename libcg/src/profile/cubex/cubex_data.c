/*
 * Checks the heads of the index and data members, then gives rows one after the other, inflating
 * those that are compressed.
 */
#include "profile/cubex/cubex_data.h"

#include <stdlib.h>
#include <string.h>

/* Index: mark, 1 in the writer's byte order, version, format; sparse ones also have the number of
 * keys. */
#define INDEX_MARK "CUBEX.INDEX"
#define INDEX_ORDER 11u
#define INDEX_FORMAT 17u
#define INDEX_DENSE_SIZE 18u
#define INDEX_KEYS 22u
#define FORMAT_SPARSE 1
#define FORMAT_DENSE 3

#define DATA_MARK "CUBEX.DATA"
#define DATA_ROWS 10u
/* Compressed: mark, number of rows; for each its old offset, its offset, its length. */
#define ZDATA_MARK "ZCUBEX.DATA"
#define ZDATA_COUNT 11u
#define ZDATA_TABLE 19u
#define ENTRY 24u

static uint32_t load_32(const struct cubex_data *d, const unsigned char *bytes)
{
    uint32_t number;
    memcpy(&number, bytes, sizeof number);
    return d->swap ? __builtin_bswap32(number) : number;
}

static uint64_t load_64(const struct cubex_data *d, const unsigned char *bytes)
{
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return d->swap ? __builtin_bswap64(number) : number;
}

static bool broken(struct cubex_data *d, const char *what)
{
    return source_fail(d->s, CG_E_FORMAT, "metric %.200s: %s", d->name, what);
}

static bool read_keys(struct cubex_data *d, struct cubex_window *index, uint32_t cnodes)
{
    const unsigned char *bytes = cubex_window_at(index, INDEX_DENSE_SIZE, 4);
    if (!bytes) {
        return false;
    }
    d->count = load_32(d, bytes);
    if (d->count > cnodes || d->count > (index->member.size - INDEX_KEYS) / 4) {
        return broken(d, d->count > cnodes ? "more rows than cnodes" : "the index is cut off");
    }
    d->keys = malloc(((size_t)d->count + 1) * sizeof *d->keys);
    if (!d->keys) {
        return source_fail(d->s, CG_E_MEMORY, "out of memory");
    }
    for (uint32_t row = 0; row < d->count; row++) {
        bytes = cubex_window_at(index, INDEX_KEYS + 4 * (uint64_t)row, 4);
        if (!bytes) {
            return false;
        }
        d->keys[row] = load_32(d, bytes);
        if (d->keys[row] >= cnodes || (row && d->keys[row] <= d->keys[row - 1])) {
            return broken(d, d->keys[row] >= cnodes ? "the index has a row of no cnode"
                                                    : "the keys of the index are not ascending");
        }
    }
    return true;
}

static bool read_order(struct cubex_data *d, const unsigned char *header)
{
    static const unsigned char little[] = {1, 0, 0, 0};
    static const unsigned char big[] = {0, 0, 0, 1};
    bool is_big = memcmp(header + INDEX_ORDER, big, sizeof big) == 0;
    d->swap = is_big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    return is_big || memcmp(header + INDEX_ORDER, little, sizeof little) == 0;
}

static bool read_index(struct cubex_data *d, struct cubex_window *index, uint32_t cnodes)
{
    uint64_t size = INDEX_DENSE_SIZE;
    const unsigned char *header =
        index->member.size < size ? NULL : cubex_window_at(index, 0, size);
    if (!header || memcmp(header, INDEX_MARK, INDEX_ORDER) != 0 || !read_order(d, header)) {
        return broken(d, "its index is malformed");
    }
    int format = header[INDEX_FORMAT];
    if (format == FORMAT_DENSE) {
        d->count = cnodes;
    } else if (format != FORMAT_SPARSE) {
        return source_fail(d->s, CG_E_FORMAT, "metric %.200s: unknown index format %d", d->name,
                           format);
    } else if (index->member.size < INDEX_KEYS) {
        return broken(d, "the index is cut off");
    } else if (!read_keys(d, index, cnodes)) {
        return false;
    } else {
        size = INDEX_KEYS + 4 * (uint64_t)d->count;
    }
    if (index->member.size > size) {
        source_warn(d->s, "metric %.200s: unexpected bytes after the index", d->name);
    }
    return true;
}

static bool open_compressed(struct cubex_data *d)
{
    uint64_t size = d->rows.member.size;
    const unsigned char *bytes = cubex_window_at(&d->rows, ZDATA_COUNT, 8);
    if (!bytes || !cubex_window_open(&d->table, d->s, d->rows.member)) {
        return false;
    }
    d->entries = load_64(d, bytes);
    if (d->entries > (size - ZDATA_TABLE) / ENTRY) {
        return broken(d, "the data have fewer rows than they claim");
    }
    d->base = ZDATA_TABLE + ENTRY * d->entries;
    d->compressed = true;
    if (d->entries < d->count) {
        source_warn(d->s, "metric %.200s: of %u rows %llu were written, the others count as 0",
                    d->name, d->count, (unsigned long long)d->entries);
    }
    d->has_zlib = inflateInit(&d->zlib) == Z_OK;
    return d->has_zlib || source_fail(d->s, CG_E_MEMORY, "out of memory");
}

/* Compares without overflow: rows times their size may be more than 64 bits. */
static void check_size(struct cubex_data *d)
{
    uint64_t rows = (d->rows.member.size - DATA_ROWS) / d->row_size;
    uint64_t rest = (d->rows.member.size - DATA_ROWS) % d->row_size;
    if (rows < d->count) {
        source_warn(d->s, "metric %.200s: of %u rows %llu were written, the others count as 0",
                    d->name, d->count, (unsigned long long)rows);
    } else if (rows > d->count || rest) {
        source_warn(d->s, "metric %.200s: unexpected bytes after the data", d->name);
    }
}

static bool open_data(struct cubex_data *d)
{
    uint64_t size = d->rows.member.size;
    size_t length = size < ZDATA_TABLE ? (size_t)size : ZDATA_TABLE;
    const unsigned char *head = cubex_window_at(&d->rows, 0, length);
    if (!head) {
        return false;
    }
    if (length >= ZDATA_TABLE && memcmp(head, ZDATA_MARK, ZDATA_COUNT) == 0) {
        return open_compressed(d);
    }
    if (length < DATA_ROWS || memcmp(head, DATA_MARK, DATA_ROWS) != 0) {
        return broken(d, "its data are malformed");
    }
    d->base = DATA_ROWS;
    check_size(d);
    return true;
}

bool cubex_data_open(struct cubex_data *d, struct source *s, const char *name,
                     const struct cubex_files *files, uint32_t cnodes, uint64_t row_size)
{
    struct cubex_window index;
    *d = (struct cubex_data){.s = s, .name = name, .row_size = row_size};
    bool ok = cubex_window_open(&index, s, files->index) && read_index(d, &index, cnodes);
    cubex_window_close(&index);
    if (!ok || !cubex_window_open(&d->rows, s, files->data)) {
        return false;
    }
    d->piece = malloc(CUBEX_PIECE);
    return d->piece ? open_data(d) : source_fail(s, CG_E_MEMORY, "out of memory");
}

/* Rows may be in any order, but share no bytes, which bounds the total after decompression. */
static bool start_compressed(struct cubex_data *d, uint32_t row, bool *written)
{
    uint64_t data = d->rows.member.size - d->base;
    const unsigned char *entry =
        row < d->entries ? cubex_window_at(&d->table, ZDATA_TABLE + ENTRY * (uint64_t)row, ENTRY)
                         : NULL;
    *written = false;
    if (!entry) {
        return !d->s->status;
    }
    uint64_t start = load_64(d, entry + 8);
    uint64_t length = load_64(d, entry + 16);
    if (start > data || length > data - start || length > data - d->spent) {
        return broken(d, "a row is outside the data, or overlaps another");
    }
    d->spent += length;
    d->at = d->base + start;
    d->left = length;
    d->ended = false;
    d->zlib.avail_in = 0;
    *written = length != 0;
    return !*written || inflateReset(&d->zlib) == Z_OK || broken(d, "zlib");
}

bool cubex_data_start(struct cubex_data *d, uint32_t row, bool *written)
{
    if (d->compressed) {
        return start_compressed(d, row, written);
    }
    uint64_t data = d->rows.member.size - d->base;
    *written = row <= data / d->row_size && row * d->row_size < data;
    if (*written) {
        d->at = d->base + row * d->row_size;
        d->left = d->rows.member.size - d->at;
    }
    return true;
}

/* Let zlib continue until this much is decompressed or the row ends. */
static bool inflate_some(struct cubex_data *d, unsigned char *out, uint32_t length)
{
    d->zlib.next_out = out;
    d->zlib.avail_out = length;
    while (d->zlib.avail_out && !d->ended) {
        if (!d->zlib.avail_in) {
            uint32_t some = d->left < CUBEX_PIECE ? (uint32_t)d->left : CUBEX_PIECE;
            d->zlib.next_in = (unsigned char *)cubex_window_at(&d->rows, d->at, some);
            if (!some || !d->zlib.next_in) {
                return broken(d, "a compressed row is cut off");
            }
            d->zlib.avail_in = some;
            d->at += some;
            d->left -= some;
        }
        int result = inflate(&d->zlib, Z_NO_FLUSH);
        d->ended = result == Z_STREAM_END;
        if (result == Z_MEM_ERROR) {
            return source_fail(d->s, CG_E_MEMORY, "out of memory");
        }
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
            return broken(d, "a compressed row is corrupt");
        }
    }
    return true;
}

const unsigned char *cubex_data_next(struct cubex_data *d, uint32_t length)
{
    if (d->compressed) {
        if (inflate_some(d, d->piece, length) && d->zlib.avail_out) {
            broken(d, "a compressed row is too short");
        }
        return d->s->status ? NULL : d->piece;
    }
    uint32_t there = d->left < length ? (uint32_t)d->left : length;
    const unsigned char *bytes = there ? cubex_window_at(&d->rows, d->at, there) : d->piece;
    if (bytes && there < length) {
        memmove(d->piece, bytes, there);
        memset(d->piece + there, 0, length - there);
        bytes = d->piece;
    }
    d->at += there;
    d->left -= there;
    return bytes;
}

bool cubex_data_end(struct cubex_data *d)
{
    unsigned char more;
    if (!d->compressed) {
        return true;
    }
    if (!inflate_some(d, &more, 1)) {
        return false;
    }
    return d->ended && d->zlib.avail_out ? true : broken(d, "a compressed row is too long");
}

void cubex_data_close(struct cubex_data *d)
{
    if (d->has_zlib) {
        inflateEnd(&d->zlib);
    }
    cubex_window_close(&d->rows);
    cubex_window_close(&d->table);
    free(d->keys);
    free(d->piece);
}
