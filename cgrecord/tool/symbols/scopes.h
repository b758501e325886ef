/*
 * Inlined functions at addresses, from debug information. libdw's own search (dwarf_getscopes) goes
 * through a whole unit for each address, which takes seconds for units such as SQLite's; this one
 * remembers where the functions of a unit are, and goes through one function.
 */
#ifndef CGRECORD_SCOPES_H
#define CGRECORD_SCOPES_H

#include "debug/debug_entries.h"

#include <glib.h>

struct scopes;

/** Release with scopes_free, before the debug information that was asked about. @param budget
 *  borrowed */
struct scopes *scopes_new(struct entries_budget *budget);
void scopes_free(struct scopes *scopes);

/**
 * @param unit    of the address
 * @param address as the unit has it
 * @return of Dwarf_Die: the inlined functions around the address, outermost first, up to the
 *         function that has the code; release with g_array_unref. O(log functions of the unit +
 *         size of the function), once O(unit)
 */
GArray *scopes_inlined(struct scopes *scopes, Dwarf_Die *unit, Dwarf_Addr address);

#endif
