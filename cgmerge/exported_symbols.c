/* Reads what a program or shared library exports. */
#include "exported_symbols.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

typedef void take_symbol(void *user, const GElf_Sym *symbol, const char *name);

/** Visit the symbols that tables of a kind define. @return whether there is such a table */
static bool visit(Elf *elf, GElf_Word table, take_symbol *take, void *user)
{
    GElf_Shdr header;
    GElf_Sym symbol;
    bool found = false;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        bool wanted = gelf_getshdr(section, &header) && header.sh_type == table;
        Elf_Data *data = wanted ? elf_getdata(section, NULL) : NULL;
        found = found || data;
        for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
            const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
            if (name && *name && symbol.st_shndx != SHN_UNDEF) {
                take(user, &symbol, name);
            }
        }
    }
    return found;
}

/** What is exported so far. */
struct exports {
    GHashTable *names;
    GHashTable *addresses; /**< set of gint64 * */
};

static void take_export(void *user, const GElf_Sym *symbol, const char *name)
{
    struct exports *exports = user;
    if (GELF_ST_BIND(symbol->st_info) != STB_LOCAL) {
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
    if (g_hash_table_contains(exports->addresses, &address)) {
        g_hash_table_add(exports->names, g_strdup(name));
    }
}

bool exported_symbols_add(GHashTable *names, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    elf_version(EV_CURRENT);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
    bool known = elf && elf_kind(elf) == ELF_K_ELF;
    if (known) {
        struct exports exports = {names,
                                  g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL)};
        visit(elf, SHT_DYNSYM, take_export, &exports);
        known = visit(elf, SHT_SYMTAB, take_same_address, &exports) ||
                g_hash_table_size(exports.addresses) == 0;
        g_hash_table_destroy(exports.addresses);
    }
    elf_end(elf);
    if (fd >= 0) {
        close(fd);
    }
    return known;
}
