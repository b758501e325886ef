/*
 * Writes a database row by row. The first failure is kept, and later calls do nothing.
 */
#ifndef CGQUERY_VERBS_EXPORT_SQLITE_H
#define CGQUERY_VERBS_EXPORT_SQLITE_H

#include "verbs/export/export.h"

#include <sqlite3.h>

struct database {
    struct exporting *x;
    sqlite3 *db;
    sqlite3_stmt *insert; /**< the statement that inserts rows */
    int status;           /**< of SQLite: SQLITE_OK, or the first failure */
};

/** Begin to insert rows. */
void database_prepare(struct database *d, const char *sql);
/** Set a column of the next row, counted from 1: NULL means "unknown".
 *  Text is borrowed until the row is inserted. */
void database_text(struct database *d, int column, const char *text);
/** Insert the row; columns that were not set are NULL. */
void database_insert(struct database *d);
/** End inserting such rows. */
void database_end(struct database *d);

/** Functions, their names, unresolved calls, places where their addresses are taken, and overrides.
 */
void database_write_functions(struct database *d);
/** Calls and their sites. */
void database_write_calls(struct database *d);
/** All metadata. */
void database_write_metadata(struct database *d);

#endif
