/*
 * Writing values of nodes.
 */
#ifndef CGCOLLECT_METADATA_VALUES_H
#define CGCOLLECT_METADATA_VALUES_H

#include "metadata.h"

/** Append a string as JSON. */
void value_add_string(GString *out, const char *text);

/** @return a string the unit keeps of one of libclang's, which is disposed of; NULL if it is empty
 *  or not UTF-8. */
const char *value_keep(struct unit *unit, CXString text);

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
