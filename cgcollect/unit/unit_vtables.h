/*
 * The virtual tables of a unit: which of them are of classes that system headers declare, and what
 * is left of them when functions are left out.
 */
#ifndef CGCOLLECT_UNIT_UNIT_VTABLES_H
#define CGCOLLECT_UNIT_UNIT_VTABLES_H

#include "unit/unit.h"

/** Begin of the linkage names of virtual tables, and of those of type info names. */
#define UNIT_VTABLE_PREFIX "_ZTV"
#define UNIT_TYPE_NAME_PREFIX "_ZTS"

/** @return how a class ("1A", "N2ns1AE") is mangled in names of its members, behind "_ZN": "1A",
 *  "2ns1A"; release with g_free. */
char *unit_class_scope(const char *class);

/** What names of types of pointers to virtual members end in. */
#define UNIT_MEMBER_TYPE_SUFFIX ".virtual"

/** Add a table; the points and entries added from now on are its. `name` is copied. */
void unit_add_table(struct unit *unit, const char *name);
void unit_add_address_point(struct unit *unit, const char *type, uint32_t entry);
void unit_add_table_entry(struct unit *unit, unit_id function, const char *name);

/** The table added last is there while a base of that type is constructed, whose functions it
 *  has. */
void unit_set_table_under(struct unit *unit, const char *type);

/** Note that a function, or data (UNIT_NONE), mentions a table. */
void unit_add_vtable_ref(struct unit *unit, unit_id function, const char *table);

/** Find out which tables, and which receivers of virtual calls, are of classes of the system: those
 *  whose members are declared in system headers, and those with names that are reserved. When that
 *  is known of functions. */
void unit_mark_system_tables(struct unit *unit);

/** Give functions new numbers; entries keep the names of those that have none. */
void unit_renumber_tables(struct unit *unit, const unit_id *numbers);

#endif
