/*
 * Adds up sizes of debug sections as they are unpacked, and walks the heads of units for those that
 * share tables of abbreviations, before libdw sees any of it.
 */
#include "files/debug_bounds.h"

#include <gelf.h>
#include <glib.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

/** Debug information that is packed is a third to a tenth of its size. */
#define MOST_TIMES 100u
#define ALWAYS_ALLOWED (64u << 20)

/** Bytes of abbreviations and lines that all units together may lead to. */
#define MOST_TABLES (1ull << 28)

/** Sections of debug information. */
struct debug {
    Elf *elf;
    bool relocatable;
    uint64_t packed;   /**< bytes in the file */
    uint64_t unpacked; /**< bytes in memory */
    GArray *units;     /**< of Elf_Scn *: .debug_info and .debug_types */
    Elf_Scn *abbreviations;
    uint64_t lines; /**< bytes of .debug_line */
};

/* The old form of packing has its size behind four letters. 0: not packed in that way. */
static uint64_t size_in_head(Elf_Scn *section)
{
    const Elf_Data *data = elf_rawdata(section, NULL);
    uint64_t size = 0;
    if (data && data->d_buf && data->d_size >= 12 && memcmp(data->d_buf, "ZLIB", 4) == 0) {
        memcpy(&size, (const char *)data->d_buf + 4, sizeof size);
    }
    return GUINT64_FROM_BE(size);
}

static uint64_t size_of(Elf_Scn *section, const GElf_Shdr *header)
{
    GElf_Chdr packed;
    if (header->sh_flags & SHF_COMPRESSED) {
        return gelf_getchdr(section, &packed) ? packed.ch_size : 0;
    }
    uint64_t size = size_in_head(section);
    return size ? size : header->sh_size;
}

static void take_section(struct debug *d, Elf_Scn *section, const GElf_Shdr *header,
                         const char *name)
{
    bool old = g_str_has_prefix(name, ".zdebug_");
    if (header->sh_type == SHT_NOBITS || !(old || g_str_has_prefix(name, ".debug_"))) {
        return;
    }
    uint64_t size = size_of(section, header);
    const char *what = strchr(name, '_') + 1;
    d->packed += header->sh_size;
    d->unpacked += size < UINT64_MAX - d->unpacked ? size : UINT64_MAX - d->unpacked;
    if (strcmp(what, "info") == 0 || strcmp(what, "types") == 0) {
        g_array_append_val(d->units, section);
    } else if (strcmp(what, "abbrev") == 0) {
        d->abbreviations = section;
    } else if (strcmp(what, "line") == 0) {
        d->lines += size;
    }
}

static void find_sections(struct debug *d)
{
    Elf_Scn *section = NULL;
    size_t names = 0;
    GElf_Shdr header;
    elf_getshdrstrndx(d->elf, &names);
    while ((section = elf_nextscn(d->elf, section)) != NULL) {
        const char *name =
            gelf_getshdr(section, &header) ? elf_strptr(d->elf, names, header.sh_name) : NULL;
        if (name) {
            take_section(d, section, &header, name);
        }
    }
}

/* Bytes */

/** Bytes that are read from the start on. */
struct bytes {
    const uint8_t *at;
    size_t left;
    bool swapped; /**< of the other byte order than ours */
};

/* The content of a section. */
static struct bytes unpacked(Elf_Scn *section, bool swapped)
{
    static const uint8_t nothing[1];
    const struct bytes none = {nothing, 0, swapped};
    GElf_Shdr header;
    if (!section || !gelf_getshdr(section, &header)) {
        return none;
    }
    if (header.sh_flags & SHF_COMPRESSED) {
        elf_compress(section, 0, 0);
    } else if (size_in_head(section)) {
        elf_compress_gnu(section, 0, 0);
    }
    const Elf_Data *data = elf_rawdata(section, NULL);
    return data && data->d_buf ? (struct bytes){data->d_buf, data->d_size, swapped} : none;
}

static uint64_t take_number(struct bytes *b, size_t size)
{
    uint8_t bytes[8] = {0};
    uint64_t number = 0;
    if (b->left < size) {
        b->left = 0;
        return 0;
    }
    memcpy(bytes, b->at, size);
    for (size_t i = 0; i < size; i++) {
        bool big = (G_BYTE_ORDER == G_BIG_ENDIAN) != b->swapped;
        number |= (uint64_t)bytes[i] << 8 * (big ? size - 1 - i : i);
    }
    b->at += size;
    b->left -= size;
    return number;
}

/* A number of any length; only whether it is zero matters. */
static bool take_leb(struct bytes *b)
{
    bool any = false, more = true;
    while (more && b->left) {
        any = any || *b->at & 0x7f;
        more = *b->at & 0x80;
        b->at++;
        b->left--;
    }
    return any;
}

/* Units */

/** What units lead to. */
struct tables {
    struct bytes abbreviations;
    GHashTable *known; /**< by offset: the length of abbreviations there */
    uint64_t read;     /**< abbreviations of all in `known` */
    uint64_t sum;      /**< of all units */
    uint64_t units;
};

/* An abbreviation that ends a table is 0. @return whether there is another */
static bool skip_abbreviation(struct bytes *b)
{
    enum { IMPLICIT_CONST = 0x21 };
    if (!take_leb(b) || !b->left) {
        return false;
    }
    take_leb(b);       /* tag */
    take_number(b, 1); /* children */
    bool more = true;
    while (more && b->left) {
        bool name = take_leb(b);
        bool constant = b->left && *b->at == IMPLICIT_CONST;
        bool form = take_leb(b);
        more = name || form;
        if (more && constant) {
            take_leb(b);
        }
    }
    return true;
}

static uint64_t length_at(struct tables *t, uint64_t offset)
{
    gpointer known = NULL, key = GSIZE_TO_POINTER(offset);
    if (g_hash_table_lookup_extended(t->known, key, NULL, &known)) {
        return GPOINTER_TO_SIZE(known);
    }
    struct bytes b = t->abbreviations;
    size_t skipped = offset < b.left ? offset : b.left;
    b.at += skipped;
    b.left -= skipped;
    size_t before = b.left;
    while (t->read + (before - b.left) <= MOST_TABLES && skip_abbreviation(&b)) {
    }
    t->read += before - b.left;
    g_hash_table_insert(t->known, key, GSIZE_TO_POINTER(before - b.left));
    return before - b.left;
}

/* @return whether there is another unit, and all may still be read */
static bool take_unit(struct tables *t, struct bytes *info)
{
    bool wide = false;
    uint64_t length = take_number(info, 4);
    if (length == UINT32_MAX) {
        wide = true;
        length = take_number(info, 8);
    }
    if (length > info->left || length < 8) {
        return false;
    }
    struct bytes unit = {info->at, length, info->swapped};
    uint64_t version = take_number(&unit, 2);
    if (version >= 5) {
        take_number(&unit, 2); /* the kind of unit, the size of addresses */
    }
    t->sum += length_at(t, take_number(&unit, wide ? 8 : 4));
    t->units++;
    info->at += length;
    info->left -= length;
    return t->sum <= MOST_TABLES && t->read <= MOST_TABLES;
}

static bool is_swapped(Elf *elf)
{
    const char *head = elf_getident(elf, NULL);
    return head && (head[EI_DATA] == ELFDATA2MSB) != (G_BYTE_ORDER == G_BIG_ENDIAN);
}

static bool has_many_tables(struct debug *d)
{
    bool swapped = is_swapped(d->elf);
    struct tables t = {.known = g_hash_table_new(NULL, NULL)};
    t.abbreviations = unpacked(d->abbreviations, swapped);
    for (guint i = 0; i < d->units->len; i++) {
        struct bytes info = unpacked(g_array_index(d->units, Elf_Scn *, i), swapped);
        while (info.left && take_unit(&t, &info)) {
        }
    }
    g_hash_table_unref(t.known);
    /* relocations say where the tables of objects are: each unit may have all */
    uint64_t all = t.abbreviations.left + d->lines;
    bool many = d->relocatable && t.units > 1 && all > MOST_TABLES / t.units;
    return t.sum > MOST_TABLES || t.read > MOST_TABLES || many;
}

static const char *look(struct debug *d)
{
    uint64_t allowed =
        d->packed < UINT64_MAX / MOST_TIMES / 2 ? d->packed * MOST_TIMES : UINT64_MAX / 2;
    if (d->unpacked > allowed + ALWAYS_ALLOWED) {
        return "its debug information unpacks to more than 100 times its size";
    }
    return has_many_tables(d)
               ? "its debug information has units with too many abbreviations or lines"
               : NULL;
}

const char *debug_bounds_exceeded(int descriptor)
{
    elf_version(EV_CURRENT);
    struct debug d = {.elf = elf_begin(descriptor, ELF_C_READ_MMAP, NULL)};
    GElf_Ehdr head;
    const char *why = NULL;
    if (d.elf && elf_kind(d.elf) == ELF_K_ELF && gelf_getehdr(d.elf, &head)) {
        d.units = g_array_new(FALSE, FALSE, sizeof(Elf_Scn *));
        d.relocatable = head.e_type == ET_REL;
        find_sections(&d);
        why = look(&d);
        g_array_unref(d.units);
    }
    elf_end(d.elf);
    return why;
}
