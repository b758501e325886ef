/*
 * The compilation unit of an address. Programs may have .debug_aranges for some units alone (GCC
 * writes them, clang and Go do not), and libdwfl gives what is missing to the unit before: all
 * units are asked for their ranges instead.
 */
#ifndef CGRECORD_UNITS_H
#define CGRECORD_UNITS_H

#include "debug/debug_entries.h"

#include <elfutils/libdwfl.h>

struct units;

/** @param budget borrowed */
struct units *units_new(struct entries_budget *budget);
void units_free(struct units *units);

/** @param module the same for all calls @param bias receives what to take from addresses to look
 *  into the unit @return NULL: none has the address. Borrowed from the module.
 *  O(log ranges of all units) when it was called before */
Dwarf_Die *units_find(struct units *units, Dwfl_Module *module, GElf_Addr address,
                      Dwarf_Addr *bias);

#endif
