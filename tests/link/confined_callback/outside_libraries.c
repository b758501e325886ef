/* In place of SQLite and libxml2. */
#include "outside_sqlite.h"

int sqlite3_exec(void *db, const char *sql, int (*row)(void *, int, char **, char **), void *data,
                 char **error)
{
    (void)db, (void)sql, (void)error;
    return busy(data, 0) < 0 || row(data, 0, NULL, NULL);
}

int sqlite3_close(void *db)
{
    (void)db;
    return busy(NULL, 1);
}

void xmlSetGenericErrorFunc(void *context, void (*function)(void *, const char *, ...))
{
    (void)context, (void)function;
}
