/* Reads the symbols of an ELF file. */
#include "object_symbols.h"

#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/** What GCC's objects for link-time optimisation alone have. */
#define SLIM "__gnu_lto_slim"

void object_symbols_free(struct object_symbols *symbols)
{
    if (symbols) {
        g_hash_table_destroy(symbols->defined);
        g_hash_table_destroy(symbols->undefined);
        g_free(symbols);
    }
}

static void add_symbol(struct object_symbols *symbols, const GElf_Sym *symbol, const char *name)
{
    unsigned binding = GELF_ST_BIND(symbol->st_info);
    if (!name || !name[0] || binding == STB_LOCAL) {
        return;
    }
    if (symbol->st_shndx != SHN_UNDEF) {
        g_hash_table_add(symbols->defined, g_strdup(name));
    } else if (binding != STB_WEAK) {
        g_hash_table_add(symbols->undefined, g_strdup(name));
    }
}

static void read_section(struct object_symbols *symbols, Elf *elf, Elf_Scn *section)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    if (!gelf_getshdr(section, &header) ||
        (header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM)) {
        return;
    }
    Elf_Data *data = elf_getdata(section, NULL);
    for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
        add_symbol(symbols, &symbol, elf_strptr(elf, header.sh_link, symbol.st_name));
    }
}

static bool is_file(int fd)
{
    struct stat about;
    return fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

struct object_symbols *object_symbols_read(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct object_symbols *symbols = g_new0(struct object_symbols, 1);
    symbols->defined = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    symbols->undefined = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    elf_version(EV_CURRENT);
    Elf *elf = is_file(fd) ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
    bool usable = elf && elf_kind(elf) == ELF_K_ELF;
    for (Elf_Scn *section = NULL; usable && (section = elf_nextscn(elf, section));) {
        read_section(symbols, elf, section);
    }
    elf_end(elf);
    if (fd >= 0) {
        close(fd);
    }
    if (!usable || g_hash_table_contains(symbols->defined, SLIM)) {
        object_symbols_free(symbols);
        return NULL;
    }
    return symbols;
}
