/*
 * Reads an object file with libelf.
 */
#include "machine/object.h"

#include <gelf.h>
#include <string.h>
#include <sys/stat.h>

#include "text/identifiers.h"

/** A symbol with a version ("f@V", "f@@V") is the one without. */
static const char *plain_name(GStringChunk *kept, const char *name)
{
    const char *at = name ? strchr(name, '@') : NULL;
    if (!at || at == name) {
        return name ? name : "";
    }
    return g_string_chunk_insert_len(kept, name, at - name);
}

/** What is read of a file besides its tables. */
struct reading {
    struct object *object;
    uint64_t length; /**< of the file */
    const char *why;
};

#define CUT_OFF "its end is missing"
#define STRIPPED "it has code, but no symbols (stripped)"

/* Sections */

/** Whether a part of the file is not there. libelf gives none of its bytes then, and no error. */
static bool is_cut_off(const struct reading *r, uint64_t offset, uint64_t size)
{
    return offset > r->length || size > r->length - offset;
}

/** Tables for unwinding the stack refer to all functions, and call none. */
static bool is_for_unwinding(const char *name)
{
    static const char *const beginnings[] = {".eh_frame", ".gcc_except_table", ".ARM.exidx",
                                             ".ARM.extab", NULL};
    return word_begins_like(name, beginnings);
}

static bool lists_landing_pads(const char *name)
{
    static const char *const beginnings[] = {".gcc_except_table", ".ARM.extab", NULL};
    return word_begins_like(name, beginnings);
}

/** Whether a section without the flag of those that are loaded may be loaded all the same:
 * assemblers set none where only a name is given (`.section .vectors`), and a linker script places
 * it. */
static bool may_be_placed(const GElf_Shdr *header, const char *name)
{
    static const char *const for_tools[] = {".debug", ".zdebug", ".gdb",   ".stab", ".line",
                                            ".note",  ".gnu",    ".llvm",  ".GCC",  ".comment",
                                            ".libcg", ".SUNW",   "metacg", NULL};
    return header->sh_type == SHT_PROGBITS && name && !word_begins_like(name, for_tools);
}

/** What is in a section, which may be nothing. What cannot be read ends reading. */
static Elf_Data *contents(struct reading *r, Elf_Scn *section, const GElf_Shdr *header)
{
    bool some = header->sh_type != SHT_NOBITS && header->sh_type != SHT_NULL;
    Elf_Data *data = some ? elf_getdata(section, NULL) : NULL;
    if (some && header->sh_size > 0 && (!data || !data->d_buf)) {
        r->why = "a section cannot be read";
    }
    return data;
}

static void read_section(struct reading *r, Elf_Scn *elf_section, size_t names)
{
    GElf_Shdr header;
    struct object_section section = {.name = ""};
    if (!gelf_getshdr(elf_section, &header)) {
        r->why = "its section headers are damaged";
        return;
    }
    if (header.sh_type != SHT_NULL && header.sh_type != SHT_NOBITS &&
        is_cut_off(r, header.sh_offset, header.sh_size)) {
        r->why = CUT_OFF;
        return;
    }
    const char *name = elf_strptr(r->object->elf, names, header.sh_name);
    r->object->compiled |= name && strcmp(name, ".comment") == 0;
    if ((header.sh_flags & SHF_ALLOC) || may_be_placed(&header, name)) {
        Elf_Data *data = contents(r, elf_section, &header);
        section.name = name ? name : "";
        section.code = header.sh_flags & SHF_EXECINSTR;
        section.data = !section.code && !is_for_unwinding(section.name);
        r->object->has_landing_pads |= lists_landing_pads(section.name);
        section.writable = header.sh_flags & SHF_WRITE;
        section.bytes = data ? data->d_buf : NULL;
        section.size = section.bytes ? data->d_size : section.code ? 0 : header.sh_size;
    }
    g_array_append_val(r->object->sections, section);
}

static void read_sections(struct reading *r)
{
    size_t names;
    struct object_section none = {.name = ""};
    g_array_append_val(r->object->sections, none);
    if (elf_getshdrstrndx(r->object->elf, &names)) {
        r->why = "its section headers are damaged";
        return;
    }
    for (Elf_Scn *s = NULL; (s = elf_nextscn(r->object->elf, s)) && !r->why;) {
        read_section(r, s, names);
    }
}

/* Symbols */

static void read_symbol(struct reading *r, const GElf_Sym *elf, const char *name)
{
    struct object_symbol symbol = {
        .name = plain_name(r->object->names, name),
        .section = elf->st_shndx > SHN_UNDEF && elf->st_shndx < SHN_LORESERVE &&
                           elf->st_shndx < r->object->sections->len
                       ? elf->st_shndx
                       : OBJECT_NONE,
        .common = elf->st_shndx == SHN_COMMON,
        .value = elf->st_value,
        .size = elf->st_size,
        .type = GELF_ST_TYPE(elf->st_info),
        .binding = GELF_ST_BIND(elf->st_info),
        .hidden = GELF_ST_VISIBILITY(elf->st_other) == STV_HIDDEN ||
                  GELF_ST_VISIBILITY(elf->st_other) == STV_INTERNAL,
    };
    if (r->object->machine == EM_ARM && symbol.type == STT_FUNC) {
        symbol.value &= ~(uint64_t)1; /* the state: marks say the same */
    }
    g_array_append_val(r->object->symbols, symbol);
}

static void read_symbols(struct reading *r)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(r->object->elf, s)) && !r->object->symbols->len;) {
        bool table = gelf_getshdr(s, &header) && header.sh_type == SHT_SYMTAB;
        Elf_Data *data = table ? contents(r, s, &header) : NULL;
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
            read_symbol(r, &symbol, elf_strptr(r->object->elf, header.sh_link, symbol.st_name));
        }
    }
}

/* Relocations */

static gint compare_offsets(gconstpointer x, gconstpointer y)
{
    const struct object_relocation *a = x, *b = y;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

static bool read_relocation(struct object_relocation *out, Elf_Data *data, int i, bool addends)
{
    GElf_Rela with;
    GElf_Rel without;
    if (addends ? !gelf_getrela(data, i, &with) : !gelf_getrel(data, i, &without)) {
        return false;
    }
    GElf_Xword info = addends ? with.r_info : without.r_info;
    *out = (struct object_relocation){.offset = addends ? with.r_offset : without.r_offset,
                                      .symbol = (uint32_t)GELF_R_SYM(info),
                                      .type = (uint32_t)GELF_R_TYPE(info),
                                      .has_addend = addends,
                                      .addend = addends ? (uint64_t)with.r_addend : 0};
    return true;
}

static void read_relocations_of(struct reading *r, Elf_Scn *elf_section, const GElf_Shdr *header)
{
    struct object_relocation relocation;
    struct object_section *section =
        header->sh_info < r->object->sections->len
            ? &g_array_index(r->object->sections, struct object_section, header->sh_info)
            : NULL;
    if (!section || !(section->code || section->data)) {
        return; /* debug information */
    }
    Elf_Data *data = contents(r, elf_section, header);
    if (!section->relocations) {
        section->relocations = g_array_new(FALSE, FALSE, sizeof relocation);
    }
    for (int i = 0; data && read_relocation(&relocation, data, i, header->sh_type == SHT_RELA);
         i++) {
        bool known = relocation.symbol && relocation.symbol < r->object->symbols->len;
        relocation.symbol = known ? relocation.symbol : OBJECT_NONE;
        g_array_append_val(section->relocations, relocation);
    }
    g_array_sort(section->relocations, compare_offsets);
}

static void read_relocations(struct reading *r)
{
    GElf_Shdr header;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(r->object->elf, s));) {
        if (gelf_getshdr(s, &header) && (header.sh_type == SHT_REL || header.sh_type == SHT_RELA)) {
            read_relocations_of(r, s, &header);
        }
    }
}

/* Files */

/** Whether a local function has the name of a symbol that other files see. */
static bool has_one_name_twice(const struct object *object)
{
    GHashTable *locals = g_hash_table_new(g_str_hash, g_str_equal);
    bool twice = false;
    for (uint32_t i = 0; i < object->symbols->len; i++) {
        const struct object_symbol *symbol = object_symbol_at(object, i);
        if (symbol->binding == STB_LOCAL && symbol->type == STT_FUNC) {
            g_hash_table_add(locals, (char *)symbol->name);
        }
    }
    for (uint32_t i = 0; i < object->symbols->len && !twice; i++) {
        const struct object_symbol *symbol = object_symbol_at(object, i);
        twice = symbol->binding != STB_LOCAL && symbol->name[0] &&
                g_hash_table_contains(locals, symbol->name);
    }
    g_hash_table_destroy(locals);
    return twice;
}

/** Without its headers, which are at the end, a file seems to have no sections. */
static bool lacks_sections(const struct reading *r, const GElf_Ehdr *header)
{
    uint64_t size = (uint64_t)header->e_shnum * header->e_shentsize;
    return header->e_shoff == 0 || is_cut_off(r, header->e_shoff, size ? size : 1);
}

static bool has_code(const struct object *object)
{
    bool has = false;
    for (guint i = 0; i < object->sections->len && !has; i++) {
        const struct object_section *section = object_section_at(object, i);
        has = section->code && section->size > 0;
    }
    return has;
}

static void read_all(struct reading *r, int descriptor)
{
    size_t sections;
    GElf_Ehdr header;
    struct stat status;
    r->length = fstat(descriptor, &status) ? 0 : (uint64_t)status.st_size;
    elf_version(EV_CURRENT);
    r->object->elf = elf_begin(descriptor, ELF_C_READ, NULL);
    if (!r->object->elf || elf_kind(r->object->elf) != ELF_K_ELF ||
        !gelf_getehdr(r->object->elf, &header)) {
        r->why = "no ELF object, or a damaged one";
    } else if (header.e_type != ET_REL) {
        r->why = "ELF, but no object that an assembler made";
    } else if (lacks_sections(r, &header)) {
        r->why = CUT_OFF;
    } else if (elf_getshdrnum(r->object->elf, &sections) || sections >= SHN_LORESERVE) {
        r->why = "it has too many sections";
    } else {
        r->object->machine = header.e_machine;
        read_sections(r);
    }
    if (!r->why) {
        read_symbols(r);
    }
    if (!r->why && r->object->symbols->len == 0 && has_code(r->object)) {
        r->why = STRIPPED;
    }
    if (!r->why) {
        read_relocations(r);
    }
    if (!r->why && has_one_name_twice(r->object)) {
        r->why = "a local and another symbol have one name (ld -r)";
    }
}

struct object *object_read(int descriptor, const char **why)
{
    struct object *object = g_new0(struct object, 1);
    object->sections = g_array_new(FALSE, TRUE, sizeof(struct object_section));
    object->symbols = g_array_new(FALSE, TRUE, sizeof(struct object_symbol));
    object->names = g_string_chunk_new(4096);
    struct reading r = {.object = object};
    read_all(&r, descriptor);
    if (r.why) {
        *why = r.why;
        object_free(object);
        return NULL;
    }
    return object;
}

void object_free(struct object *object)
{
    if (!object) {
        return;
    }
    for (guint i = 0; i < object->sections->len; i++) {
        struct object_section *section = &g_array_index(object->sections, struct object_section, i);
        if (section->relocations) {
            g_array_unref(section->relocations);
        }
    }
    g_array_unref(object->sections);
    g_array_unref(object->symbols);
    g_string_chunk_free(object->names);
    elf_end(object->elf);
    g_free(object);
}

const struct object_section *object_section_at(const struct object *object, uint32_t section)
{
    return &g_array_index(object->sections, struct object_section, section);
}

const struct object_symbol *object_symbol_at(const struct object *object, uint32_t symbol)
{
    return &g_array_index(object->symbols, struct object_symbol, symbol);
}

uint64_t object_addend(const struct object_section *section,
                       const struct object_relocation *relocation)
{
    int32_t word; /* objects with addends in the bytes are of 32 bits, and little endian here */
    bool in_bytes = !relocation->has_addend && section->bytes && section->size >= sizeof word &&
                    relocation->offset <= section->size - sizeof word;
    if (!in_bytes) {
        return relocation->addend;
    }
    memcpy(&word, section->bytes + relocation->offset, sizeof word);
    return (uint64_t)(int64_t)GINT32_FROM_LE(word);
}

const struct object_relocation *object_relocation_in(const struct object_section *section,
                                                     uint64_t begin, uint64_t end)
{
    guint low = 0, high = section->relocations ? section->relocations->len : 0;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(section->relocations, struct object_relocation, middle).offset < begin) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = section->relocations && low < section->relocations->len &&
                 g_array_index(section->relocations, struct object_relocation, low).offset < end;
    return found ? &g_array_index(section->relocations, struct object_relocation, low) : NULL;
}
