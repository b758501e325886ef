/*
 * Reads, sorts and unites symbols, then sweeps over the addresses with a stack of open functions to
 * make ranges that do not overlap.
 */
#include "profile/gprof/gprof_symbols.h"

#include "base/error.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Many symbols can have one name, and linkers share the ends of names. */
#define MOST_TIMES 64u                     /* the file: all symbols and names together */
#define ALWAYS_ALLOWED ((uint64_t)1 << 20) /* bytes, however small the file is */

/* A symbol in the file. */
struct symbol {
    struct gprof_function function; /* end is begin if it has no size */
    const char *text;               /* of the name */
    uint64_t limit;                 /* end of its section */
    bool global;
};

struct reading {
    struct builder *b;
    struct source *s;
    const char *path;
    Elf *elf;
    struct symbol *symbols;
    size_t capacity;
    size_t count;
    uint64_t left; /* bytes of symbols and names that are still allowed: they may overlap */
};

static bool fail_symbols(struct reading *r, enum cg_status status, const char *text)
{
    if (!r->s->status) {
        r->s->status = cg_fail_at(r->s->error, status, r->path, 0, 0, "%s", text);
    }
    return false;
}

static bool fail_memory(struct reading *r)
{
    return fail_symbols(r, CG_E_MEMORY, "out of memory");
}

/* Reading */

/* Linkers that optimise put no source file here. */
static bool is_source(const char *name)
{
    size_t length = name ? strlen(name) : 0;
    return length > 2 && *name != '<' && strcmp(name + length - 2, ".o") != 0;
}

static uint64_t section_end(Elf *elf, size_t index)
{
    GElf_Shdr header;
    Elf_Scn *section = index < SHN_LORESERVE ? elf_getscn(elf, index) : NULL;
    bool known = section && gelf_getshdr(section, &header);
    return known && header.sh_size <= UINT64_MAX - header.sh_addr ? header.sh_addr + header.sh_size
                                                                  : UINT64_MAX;
}

static bool spend(struct reading *r, uint64_t bytes)
{
    if (bytes > r->left) {
        return fail_symbols(r, CG_E_LIMIT,
                            "its symbols and their names are far larger than the file");
    }
    r->left -= bytes;
    return true;
}

static bool add_symbol(struct reading *r, const GElf_Sym *symbol, const char *name,
                       const char *file)
{
    bool global = GELF_ST_BIND(symbol->st_info) != STB_LOCAL;
    if (!spend(r, strlen(name))) {
        return false;
    }
    if (!cg_grow(&r->symbols, &r->capacity, r->count + 1, sizeof *r->symbols)) {
        return fail_memory(r);
    }
    uint64_t room = UINT64_MAX - symbol->st_value;
    uint64_t size = symbol->st_size < room ? symbol->st_size : room;
    r->symbols[r->count++] = (struct symbol){
        .function = {.begin = symbol->st_value,
                     .end = symbol->st_value + size,
                     .name = builder_text(r->b, name),
                     .file = global ? BUILDER_NONE : builder_text(r->b, file)},
        .text = name,
        .limit = section_end(r->elf, symbol->st_shndx),
        .global = global,
    };
    return !r->b->status;
}

static bool is_function(const GElf_Sym *symbol)
{
    unsigned char type = GELF_ST_TYPE(symbol->st_info);
    return (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol->st_shndx != SHN_UNDEF;
}

/* Local symbols follow that of their source file. */
static bool take_symbols(struct reading *r, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = elf_getdata(section, NULL);
    size_t count = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    const char *file = NULL;
    for (size_t i = 0; i < count && i <= INT32_MAX; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol)) {
            break;
        }
        const char *name = elf_strptr(r->elf, header->sh_link, symbol.st_name);
        if (GELF_ST_TYPE(symbol.st_info) == STT_FILE) {
            file = is_source(name) ? name : NULL;
        } else if (is_function(&symbol) && name && *name && !add_symbol(r, &symbol, name, file)) {
            return false;
        }
    }
    return true;
}

static bool take_table(struct reading *r, unsigned type)
{
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(r->elf, section)) != NULL) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == type &&
            (!spend(r, header.sh_size) || !take_symbols(r, section, &header))) {
            return false;
        }
    }
    return true;
}

static bool take_all(struct reading *r, struct gprof_symbols *out)
{
    GElf_Ehdr header;
    if (elf_kind(r->elf) != ELF_K_ELF || !gelf_getehdr(r->elf, &header)) {
        return fail_symbols(r, CG_E_FORMAT,
                            "is not an ELF file: name the program that wrote the gmon.out");
    }
    out->wide = header.e_ident[EI_CLASS] == ELFCLASS64;
    out->big_endian = header.e_ident[EI_DATA] == ELFDATA2MSB;
    if (!take_table(r, SHT_SYMTAB) || (!r->count && !take_table(r, SHT_DYNSYM))) {
        return false;
    }
    return r->count || fail_symbols(r, CG_E_FORMAT, "has no symbols of functions");
}

/* Ranges */

static int compare_symbols(const void *a, const void *b)
{
    const struct symbol *x = a;
    const struct symbol *y = b;
    if (x->function.begin != y->function.begin) {
        return x->function.begin < y->function.begin ? -1 : 1;
    }
    if (x->global != y->global) {
        return x->global ? -1 : 1;
    }
    int order = strcmp(x->text, y->text);
    if (order) {
        return order;
    }
    if (x->function.file != y->function.file) { /* numbers in file order */
        return x->function.file < y->function.file ? -1 : 1;
    }
    return 0;
}

/* One per address, with the largest size of any of its names. */
static void merge_aliases(struct reading *r)
{
    size_t kept = 0;
    for (size_t i = 1; i < r->count; i++) {
        struct gprof_function *last = &r->symbols[kept].function;
        const struct gprof_function *next = &r->symbols[i].function;
        if (next->begin != last->begin) {
            r->symbols[++kept] = r->symbols[i];
        } else if (next->end > last->end) {
            last->end = next->end;
        }
    }
    r->count = kept + 1;
}

static void add_sizes(struct reading *r)
{
    for (size_t i = 0; i < r->count; i++) {
        struct symbol *symbol = &r->symbols[i];
        if (symbol->function.end == symbol->function.begin) {
            uint64_t next = i + 1 < r->count ? symbol[1].function.begin : UINT64_MAX;
            uint64_t end = next < symbol->limit ? next : symbol->limit;
            symbol->function.end = end > symbol->function.begin ? end : symbol->function.begin;
        }
    }
}

static void add_range(struct gprof_symbols *out, uint64_t begin, uint64_t end, uint32_t function)
{
    if (begin < end) {
        out->ranges[out->range_count++] = (struct gprof_range){begin, end, function};
    }
}

/* Sweep over the addresses with a stack of open functions; the innermost one has them. */
static void add_ranges(struct gprof_symbols *out, uint32_t *open)
{
    size_t depth = 0;
    uint64_t at = 0;
    for (size_t i = 0; i <= out->function_count; i++) {
        uint64_t next = i < out->function_count ? out->functions[i].begin : UINT64_MAX;
        for (; depth && out->functions[open[depth - 1]].end <= next; depth--) {
            uint64_t end = out->functions[open[depth - 1]].end;
            add_range(out, at, end, open[depth - 1]);
            at = end > at ? end : at;
        }
        if (depth) {
            add_range(out, at, next, open[depth - 1]);
        }
        at = next;
        open[depth++] = (uint32_t)i;
    }
}

static bool settle_symbols(struct reading *r, struct gprof_symbols *out)
{
    qsort(r->symbols, r->count, sizeof *r->symbols, compare_symbols);
    merge_aliases(r);
    add_sizes(r);
    out->functions = malloc(r->count * sizeof *out->functions);
    out->ranges = malloc((2 * r->count + 1) * sizeof *out->ranges);
    uint32_t *open = malloc((r->count + 1) * sizeof *open);
    if (!out->functions || !out->ranges || !open) {
        free(open);
        return fail_memory(r);
    }
    for (size_t i = 0; i < r->count; i++) {
        out->functions[i] = r->symbols[i].function;
    }
    out->function_count = r->count;
    add_ranges(out, open);
    free(open);
    return true;
}

bool gprof_symbols_read(struct gprof_symbols *out, struct builder *b, struct source *s,
                        const char *path)
{
    struct reading r = {.b = b, .s = s, .path = path};
    *out = (struct gprof_symbols){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        s->status = cg_fail_at(s->error, CG_E_IO, path, 0, 0, "cannot open: %s", strerror(errno));
        return false;
    }
    struct stat info;
    bool ok = elf_version(EV_CURRENT) != EV_NONE;
    r.left = ALWAYS_ALLOWED;
    if (fstat(fd, &info) == 0 && info.st_size > 0) {
        r.left += MOST_TIMES * (uint64_t)info.st_size;
    }
    r.elf = ok ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
    ok = r.elf ? take_all(&r, out) && settle_symbols(&r, out)
               : fail_symbols(&r, CG_E_FORMAT, "is not an ELF file");
    free(r.symbols);
    elf_end(r.elf);
    close(fd);
    return ok;
}

void gprof_symbols_free(struct gprof_symbols *symbols)
{
    free(symbols->functions);
    free(symbols->ranges);
}

size_t gprof_symbols_find(const struct gprof_symbols *symbols, uint64_t address)
{
    size_t low = 0;
    size_t high = symbols->range_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (symbols->ranges[middle].end <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
