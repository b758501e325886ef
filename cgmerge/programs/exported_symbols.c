/* Reads what a program or shared library exports. */
#include "programs/exported_symbols.h"

#include "graphs/elf_file.h"
#include "graphs/elf_symbols.h"

/** What is exported so far. */
struct exports {
    GHashTable *names;
    GHashTable *addresses; /**< set of gint64 * */
};

static void take_export(void *user, const GElf_Sym *symbol, const char *name)
{
    struct exports *exports = user;
    if (symbol->st_shndx != SHN_UNDEF && GELF_ST_BIND(symbol->st_info) != STB_LOCAL) {
        gint64 *address = g_new(gint64, 1);
        *address = (gint64)symbol->st_value;
        g_hash_table_add(exports->names, g_strdup(name));
        g_hash_table_add(exports->addresses, address);
    }
}

static void take_same_address(void *user, const GElf_Sym *symbol, const char *name)
{
    struct exports *exports = user;
    gint64 address = (gint64)symbol->st_value;
    bool defined = symbol->st_shndx != SHN_UNDEF;
    if (defined && g_hash_table_contains(exports->addresses, &address)) {
        g_hash_table_add(exports->names, g_strdup(name));
    }
}

bool exported_symbols_add(GHashTable *names, const char *path)
{
    struct elf_file file = elf_file_open(path);
    bool known = elf_file_is_sound(&file);
    if (known) {
        struct exports exports = {names,
                                  g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL)};
        elf_symbols_visit(file.elf, SHT_DYNSYM, take_export, &exports);
        known = elf_symbols_visit(file.elf, SHT_SYMTAB, take_same_address, &exports) ||
                g_hash_table_size(exports.addresses) == 0;
        g_hash_table_destroy(exports.addresses);
    }
    elf_file_close(&file);
    return known;
}
