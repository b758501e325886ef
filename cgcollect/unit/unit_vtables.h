/*
 * The virtual tables of a unit: which of them belong to classes of system headers, and what remains
 * of them when functions are removed.
 */
#ifndef CGCOLLECT_UNIT_UNIT_VTABLES_H
#define CGCOLLECT_UNIT_UNIT_VTABLES_H

#include "unit/unit.h"

/** Begin of the linkage names of virtual tables, and of those of type info names. */
#define UNIT_VTABLE_PREFIX "_ZTV"
#define UNIT_TYPE_NAME_PREFIX "_ZTS"

/** @return the mangled form of a class ("1A", "N2ns1AE") in names of its members, after "_ZN":
 *  "1A", "2ns1A"; release with g_free. */
char *unit_class_scope(const char *class);

/** End of the names of types of pointers to virtual members. */
#define UNIT_MEMBER_TYPE_SUFFIX ".virtual"

/** Add a table; points and entries added from now on belong to it. `name` is copied. */
void unit_add_table(struct unit *unit, const char *name);
void unit_add_address_point(struct unit *unit, const char *type, uint32_t entry);
void unit_add_table_entry(struct unit *unit, unit_id function, const char *name);

/** The table added last is used during construction of a base of that type, whose functions it
 *  has. */
void unit_set_table_under(struct unit *unit, const char *type);

/** Record that a function, or data (UNIT_NONE), mentions a table. */
void unit_add_vtable_ref(struct unit *unit, unit_id function, const char *table);

/** Find the tables, and the receivers of virtual calls, whose classes are the system's: their
 *  members are declared in system headers, or their names are reserved. Find also the classes
 *  without tables that are the program's. Call this once that is known of functions. */
void unit_mark_system_tables(struct unit *unit);

/** Renumber functions; entries keep the names of removed ones. */
void unit_renumber_tables(struct unit *unit, const unit_id *numbers);

#endif
