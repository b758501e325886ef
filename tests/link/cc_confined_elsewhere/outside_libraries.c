/* In place of SQLite, and the library that nothing describes. */
#include <stdlib.h>

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

static void end(void)
{
    busy(NULL, 0);
}

void undescribed_manage(void *db)
{
    (void)db;
    atexit(end);
}
