/*
 * Entries of debug information, within bounds: libdw's own walk (dwarf_getfuncs) calls itself for
 * each level, and goes to an imported unit as often as it is imported, so files can be made on
 * which it runs out of stack or never ends.
 */
#ifndef CGRECORD_DEBUG_ENTRIES_H
#define CGRECORD_DEBUG_ENTRIES_H

#include <elfutils/libdw.h>
#include <stdbool.h>

/** What may still be read of a file. Real files need a small part of that. */
struct entries_budget {
    const char *path;
    size_t ranges; /**< of code, to be remembered */
    size_t steps;  /**< ranges and entries that are looked at */
    bool told;     /**< that it was too little */
};

/** @param path for the message, borrowed */
struct entries_budget entries_budget(const char *path);

/** Take one of either. @return false, after a warning once, when nothing is left */
bool entries_take_range(struct entries_budget *budget);
bool entries_take_step(struct entries_budget *budget);

/** Visit the functions of a unit: also those of namespaces, classes and functions. */
void entries_functions(struct entries_budget *budget, Dwarf_Die *unit,
                       void (*visit)(Dwarf_Die *function, void *user), void *user);

/** Whether a block or function has code at an address. */
bool entries_have(struct entries_budget *budget, Dwarf_Die *entry, Dwarf_Addr address);

#endif
