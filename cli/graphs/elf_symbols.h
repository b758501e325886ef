/*
 * Symbols of ELF files.
 */
#ifndef CLI_ELF_SYMBOLS_H
#define CLI_ELF_SYMBOLS_H

#include <gelf.h>
#include <stdbool.h>

/** Takes a symbol with a name. @param user as passed to elf_symbols_visit */
typedef void elf_symbol_take(void *user, const GElf_Sym *symbol, const char *name);

/** Visit the symbols of the tables of a kind, SHT_SYMTAB or SHT_DYNSYM, that have a name.
 *  @return whether the file has such a table. O(symbols) */
bool elf_symbols_visit(Elf *elf, GElf_Word table, elf_symbol_take *take, void *user);

#endif
