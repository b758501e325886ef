/* Reads the symbol tables of ELF files: of objects, programs and shared libraries. */
#include "graphs/elf_symbols.h"

#include <stddef.h>

bool elf_symbols_visit(Elf *elf, GElf_Word table, elf_symbol_take *take, void *user)
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
            if (name && *name) {
                take(user, &symbol, name);
            }
        }
    }
    return found;
}
