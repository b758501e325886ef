/* Sums up the names of the symbols that an object defines. */
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

uint64_t strong_symbols_of_file(const char *path)
{
    struct elf_file file = elf_file_open(path);
    uint64_t sum = elf_file_is_sound(&file) ? strong_symbols_of(file.elf) : 0;
    elf_file_close(&file);
    return sum;
}
