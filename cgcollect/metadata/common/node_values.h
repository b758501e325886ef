/*
 * Writing values of nodes.
 */
#ifndef CGCOLLECT_METADATA_VALUES_H
#define CGCOLLECT_METADATA_VALUES_H

#include "metadata/common/kind.h"

/** Append a string as JSON. */
void value_add_string(GString *out, const char *text);

/** Append a number. */
void value_add_number(GString *out, int64_t number);

/** Append a member of an object: its name, which is plain, and a number. */
void value_add_member(GString *out, const char *name, int64_t number);

/** @return a type as clang prints it, but with files named as the graph names them: those of types
 *  without a name; "" if there is none; a string of the unit, maybe not UTF-8. Printing is dear, so
 *  each type is printed once. */
const char *value_spelling(struct unit *unit, CXType type);

/** @return the same, but NULL if it is empty or not UTF-8. */
const char *value_type(struct unit *unit, CXType type);

/** @return whether a definition is written; members that the compiler adds stand where their class
 *  does. */
bool value_is_written(CXCursor definition);

/** @return what a cursor was made of, in one step: a member template of a class template is made in
 *  two; null if of nothing. */
CXCursor value_made_of(CXCursor cursor);

/**
 * Write a value of each function that has one.
 *
 * @param append appends the value of a function to `out`; nothing, when it has none
 * @return an enum cg_status
 */
int write_values(const struct rendering *r, const char *key,
                 void (*append)(GString *out, const struct rendering *r, unit_id function),
                 struct cg_error *error);

#endif
