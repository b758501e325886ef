/* Reads the symbols of an ELF file. */
#include "programs/object_symbols.h"

#include "graphs/elf_file.h"
#include "graphs/elf_symbols.h"

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

static void add_symbol(void *user, const GElf_Sym *symbol, const char *name)
{
    struct object_symbols *symbols = user;
    unsigned binding = GELF_ST_BIND(symbol->st_info);
    if (binding == STB_LOCAL) {
        return;
    }
    if (symbol->st_shndx != SHN_UNDEF) {
        g_hash_table_add(symbols->defined, g_strdup(name));
    } else if (binding != STB_WEAK) {
        g_hash_table_add(symbols->undefined, g_strdup(name));
    }
}

struct object_symbols *object_symbols_read(const char *path)
{
    struct elf_file file = elf_file_open(path);
    struct object_symbols *symbols = g_new0(struct object_symbols, 1);
    symbols->defined = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    symbols->undefined = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool usable = elf_file_is_sound(&file);
    if (usable) {
        elf_symbols_visit(file.elf, SHT_SYMTAB, add_symbol, symbols);
        elf_symbols_visit(file.elf, SHT_DYNSYM, add_symbol, symbols);
    }
    elf_file_close(&file);
    if (!usable || g_hash_table_contains(symbols->defined, SLIM)) {
        object_symbols_free(symbols);
        return NULL;
    }
    return symbols;
}
