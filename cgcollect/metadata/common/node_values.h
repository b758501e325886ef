/*
 * Writes the values of nodes.
 */
#ifndef CGCOLLECT_METADATA_COMMON_NODE_VALUES_H
#define CGCOLLECT_METADATA_COMMON_NODE_VALUES_H

#include "metadata/common/kind.h"

/** Append a string as JSON. */
void value_add_string(GString *out, const char *text);

/** Append a number. */
void value_add_number(GString *out, int64_t number);

/** Append a member of an object: its name, which needs no escapes, and a number. */
void value_add_member(GString *out, const char *name, int64_t number);

/**
 * Write the value of each function that has one.
 *
 * @param append appends the value of a function to `out`, or nothing
 * @return an enum cg_status
 */
int write_values(const struct rendering *r, const char *key,
                 void (*append)(GString *out, const struct rendering *r, unit_id function),
                 struct cg_error *error);

#endif
