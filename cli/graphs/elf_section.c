/* Gives an ELF file a section, without the linker. */
#include "graphs/elf_section.h"
#include "files/found_file.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_BYTES ((gsize)1 << 31) /* of a file that is changed: GByteArray counts 32 bits */

static int fail_to_add(enum cg_status status, const char *path, const struct elf_section *section,
                       const char *why, struct cg_error *error)
{
    return cli_fail(error, status, path, "cannot add the section %s: %s", section->name, why);
}

/** Where ELF has its fields: offset and size in bytes. */
struct field {
    unsigned char at;
    unsigned char size;
};

/** The fields that change, in files of 32 and of 64 bits. */
struct layout {
    struct field shoff, shentsize, shnum, shstrndx;      /**< of the file */
    struct field name, type, flags, offset, size, align; /**< of a section */
    size_t section_header;
};

static const struct layout layouts[] = {
    {{32, 4}, {46, 2}, {48, 2}, {50, 2}, {0, 4}, {4, 4}, {8, 4}, {16, 4}, {20, 4}, {32, 4}, 40},
    {{40, 8}, {58, 2}, {60, 2}, {62, 2}, {0, 4}, {4, 4}, {8, 8}, {24, 8}, {32, 8}, {48, 8}, 64},
};

/** A file being changed. */
struct editing {
    GByteArray *file;
    const struct layout *layout;
    bool big_endian;
    GByteArray *headers; /**< of sections */
    uint64_t count;      /**< sections */
    uint64_t names;      /**< the section with the names of sections */
};

/* Numbers */

static uint64_t get_field(const struct editing *e, const guint8 *base, struct field field)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < field.size; i++) {
        unsigned byte = e->big_endian ? i : field.size - 1 - i;
        value = value << 8 | base[field.at + byte];
    }
    return value;
}

static void put_field(const struct editing *e, guint8 *base, struct field field, uint64_t value)
{
    for (unsigned i = 0; i < field.size; i++, value >>= 8) {
        base[field.at + (e->big_endian ? field.size - 1 - i : i)] = (guint8)value;
    }
}

/* Parts of the file */

static guint8 *header_of(const struct editing *e, uint64_t section)
{
    return e->headers->data + section * e->layout->section_header;
}

static bool is_within(const struct editing *e, uint64_t offset, uint64_t size)
{
    return offset <= e->file->len && size <= e->file->len - offset;
}

/** The content of a section. @return NULL if the file does not have all of it */
static const guint8 *content_of(const struct editing *e, uint64_t section, uint64_t *size)
{
    uint64_t offset = get_field(e, header_of(e, section), e->layout->offset);
    *size = get_field(e, header_of(e, section), e->layout->size);
    return is_within(e, offset, *size) ? e->file->data + offset : NULL;
}

static void align(GByteArray *file)
{
    static const guint8 zeros[8];
    g_byte_array_append(file, zeros, (8 - file->len % 8) % 8);
}

/** Give a section new content, at the end of the file. */
static void replace(struct editing *e, uint64_t section, const void *content, size_t length)
{
    align(e->file);
    put_field(e, header_of(e, section), e->layout->offset, e->file->len);
    put_field(e, header_of(e, section), e->layout->size, length);
    g_byte_array_append(e->file, content, (guint)length);
}

/* Editing */

/** @return NULL, or what is wrong with the file. */
static const char *read_headers(struct editing *e)
{
    enum { CLASS_AT = 4, ENCODING_AT = 5, SHORTEST = 64, MOST = 0xff00 - 1 };
    const guint8 *file = e->file->data;
    if (e->file->len < SELFMAG || memcmp(file, ELFMAG, SELFMAG) != 0) {
        return "not an ELF file";
    }
    if (e->file->len < SHORTEST || file[CLASS_AT] < 1 || file[CLASS_AT] > 2) {
        return "damaged";
    }
    e->layout = &layouts[file[CLASS_AT] - 1];
    e->big_endian = file[ENCODING_AT] == 2;
    e->count = get_field(e, file, e->layout->shnum);
    e->names = get_field(e, file, e->layout->shstrndx);
    uint64_t at = get_field(e, file, e->layout->shoff), size = e->count * e->layout->section_header;
    if (e->count == 0 || e->count >= MOST) {
        return e->count && at ? "too many sections" : "no table of sections, or too many sections";
    }
    if (get_field(e, file, e->layout->shentsize) != e->layout->section_header ||
        e->names >= e->count || !is_within(e, at, size)) {
        return "damaged";
    }
    g_byte_array_append(e->headers, file + at, (guint)size);
    if (at + size == e->file->len) {
        g_byte_array_set_size(e->file, (guint)at); /* the new table takes its place */
    }
    return NULL;
}

/** @return the section; the number of sections if there is none. */
static uint64_t find_section(const struct editing *e, const char *wanted)
{
    uint64_t size;
    size_t length = strlen(wanted) + 1;
    const char *names = (const char *)content_of(e, e->names, &size);
    for (uint64_t i = 0; names && i < e->count; i++) {
        uint64_t name = get_field(e, header_of(e, i), e->layout->name);
        if (name < size && size - name >= length && memcmp(names + name, wanted, length) == 0) {
            return i;
        }
    }
    return e->count;
}

/** Add the section, without content. */
static void make_section(struct editing *e, const struct elf_section *section)
{
    enum { PROGBITS = 1, ALLOC = 2 };
    guint8 header[64] = {0};
    uint64_t size;
    const guint8 *names = content_of(e, e->names, &size);
    GByteArray *all = g_byte_array_new();
    g_byte_array_append(all, names, (guint)size);
    g_byte_array_append(all, (const guint8 *)section->name, (guint)strlen(section->name) + 1);
    g_byte_array_append(e->headers, header, (guint)e->layout->section_header);
    put_field(e, header_of(e, e->count), e->layout->name, size);
    put_field(e, header_of(e, e->count), e->layout->type, PROGBITS);
    put_field(e, header_of(e, e->count), e->layout->flags, section->loaded ? ALLOC : 0);
    put_field(e, header_of(e, e->count), e->layout->align, 1);
    e->count++;
    replace(e, e->names, all->data, all->len);
    g_byte_array_unref(all);
}

/** @return NULL, or what is wrong. */
static const char *edit(struct editing *e, const struct elf_section *section)
{
    const char *wrong = read_headers(e);
    uint64_t size;
    if (wrong || !content_of(e, e->names, &size)) {
        return wrong ? wrong : "damaged";
    }
    uint64_t number = find_section(e, section->name);
    if (number == e->count) {
        make_section(e, section);
    }
    replace(e, number, section->content, section->length);
    align(e->file);
    put_field(e, e->file->data, e->layout->shoff, e->file->len);
    put_field(e, e->file->data, e->layout->shnum, e->count);
    g_byte_array_append(e->file, e->headers->data, e->headers->len);
    return NULL;
}

/* The file keeps its time: a graph belongs to an object that is not newer (cg_callgraph), and
   builds compare times. */
static int write_file(const char *path, const GByteArray *file, struct cg_error *error)
{
    struct cli_output output;
    struct stat before;
    bool known = stat(path, &before) == 0;
    int status = cli_output_open(&output, path, error);
    if (status) {
        return status;
    }
    fwrite(file->data, 1, file->len, output.stream);
    status = cli_output_finish(&output, error);
    if (!status && known) {
        const struct timespec times[] = {before.st_atim, before.st_mtim};
        utimensat(AT_FDCWD, path, times, 0);
    }
    return status;
}

int elf_section_set(const char *path, const struct elf_section *section, struct cg_error *error)
{
    char *content;
    gsize length;
    if (!found_read_short(&content, &length, path, MOST_BYTES)) {
        return fail_to_add(CG_E_IO, path, section, found_reason(errno), error);
    }
    struct editing e = {.file = g_byte_array_new_take((guint8 *)content, length),
                        .headers = g_byte_array_new()};
    const char *wrong = section->length <= MOST_BYTES ? edit(&e, section) : "too large";
    int status = wrong ? fail_to_add(CG_E_FORMAT, path, section, wrong, error)
                       : write_file(path, e.file, error);
    g_byte_array_unref(e.file);
    g_byte_array_unref(e.headers);
    return status;
}
