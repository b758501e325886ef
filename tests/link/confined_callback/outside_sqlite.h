/* What stands for SQLite in the programs that are run. */
#include <stddef.h>

static int (*busy)(void *, int);

int sqlite3_open(const char *name, void **db)
{
    static int opened;
    (void)name;
    *db = &opened;
    return 0;
}

int sqlite3_busy_handler(void *db, int (*handler)(void *, int), void *data)
{
    (void)db, (void)data;
    busy = handler;
    return 0;
}
