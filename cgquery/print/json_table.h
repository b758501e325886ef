/*
 * The table of functions of a compact document: each is there once, and elsewhere as its
 * number. Functions of two graphs that have the same name and file are one.
 */
#ifndef CGQUERY_PRINT_JSON_TABLE_H
#define CGQUERY_PRINT_JSON_TABLE_H

#include "core/cgquery.h"

#include <write/json_writer.h>

/** An empty table, to be released with json_table_free. */
struct json_table *json_table_new(void);
void json_table_free(struct json_table *table);

/** The number of a function, from 0 in the order in which they are asked for. The query must live
 *  as long as the table. */
uint32_t json_table_number(struct json_table *table, struct query *query, cg_node node);

/** Write the table of a document as the member "functionTable" of the object that is open. */
void json_table_write(struct json *json);

#endif
