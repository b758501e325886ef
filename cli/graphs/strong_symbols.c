/* Sums up the names of the symbols that an object defines and refers to. */
#include "graphs/strong_symbols.h"

#include "graphs/elf_file.h"
#include "graphs/elf_symbols.h"

/** A hash of a name (FNV-1a). */
static uint64_t hash_of(const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *name; name++) {
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    }
    return hash;
}

static void add_strong(void *sum, const GElf_Sym *symbol, const char *name)
{
    bool defined = symbol->st_shndx != SHN_UNDEF && symbol->st_shndx != SHN_COMMON;
    if (defined && GELF_ST_BIND(symbol->st_info) == STB_GLOBAL) {
        *(uint64_t *)sum += hash_of(name);
    }
}

uint64_t strong_symbols_of(Elf *elf)
{
    uint64_t sum = 0;
    elf_symbols_visit(elf, SHT_SYMTAB, add_strong, &sum);
    return sum;
}

/* What code refers to */

/** A table of symbols. */
struct table {
    Elf *elf;
    Elf_Data *data;
    GElf_Shdr header;
    bool *used; /**< by relocations of what is loaded; for each symbol */
    size_t count;
};

static bool find_table(struct table *table, Elf *elf)
{
    *table = (struct table){.elf = elf};
    for (Elf_Scn *section = NULL; !table->data && (section = elf_nextscn(elf, section));) {
        if (gelf_getshdr(section, &table->header) && table->header.sh_type == SHT_SYMTAB) {
            table->data = elf_getdata(section, NULL);
        }
    }
    size_t size = table->data ? gelf_fsize(elf, ELF_T_SYM, 1, EV_CURRENT) : 0;
    table->count = size ? table->data->d_size / size : 0;
    table->used = g_new0(bool, table->count + 1);
    return table->count > 0;
}

static void use_symbols(struct table *table, Elf_Data *data, bool addends)
{
    GElf_Rela rela;
    GElf_Rel rel;
    for (int i = 0;
         addends ? gelf_getrela(data, i, &rela) != NULL : gelf_getrel(data, i, &rel) != NULL; i++) {
        size_t symbol = GELF_R_SYM(addends ? rela.r_info : rel.r_info);
        if (symbol < table->count) {
            table->used[symbol] = true;
        }
    }
}

static void use_relocations(struct table *table)
{
    GElf_Shdr header, target;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(table->elf, section));) {
        bool relocates = gelf_getshdr(section, &header) &&
                         (header.sh_type == SHT_RELA || header.sh_type == SHT_REL);
        Elf_Scn *of = relocates ? elf_getscn(table->elf, header.sh_info) : NULL;
        bool loaded = of && gelf_getshdr(of, &target) && target.sh_flags & SHF_ALLOC;
        Elf_Data *data = loaded ? elf_getdata(section, NULL) : NULL;
        if (data) {
            use_symbols(table, data, header.sh_type == SHT_RELA);
        }
    }
}

static bool is_outer(const GElf_Sym *symbol, bool used)
{
    return GELF_ST_BIND(symbol->st_info) != STB_LOCAL && (symbol->st_shndx != SHN_UNDEF || used);
}

uint64_t outer_symbols_of(Elf *elf)
{
    struct table table;
    GElf_Sym symbol;
    uint64_t sum = 0;
    if (find_table(&table, elf)) {
        use_relocations(&table);
        for (size_t i = 0; i < table.count && gelf_getsym(table.data, (int)i, &symbol); i++) {
            const char *name = elf_strptr(elf, table.header.sh_link, symbol.st_name);
            if (name && *name && is_outer(&symbol, table.used[i])) {
                sum += hash_of(name);
            }
        }
    }
    g_free(table.used);
    return sum;
}

bool symbol_sums_of_file(struct symbol_sums *out, const char *path)
{
    struct elf_file file = elf_file_open(path);
    bool sound = elf_file_is_sound(&file);
    if (sound) {
        *out = (struct symbol_sums){strong_symbols_of(file.elf), outer_symbols_of(file.elf)};
    }
    elf_file_close(&file);
    return sound;
}
