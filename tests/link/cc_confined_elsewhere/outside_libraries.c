/* In place of SQLite, and the library that nothing describes. */
#include "../confined_callback/outside_sqlite.h"
#include <stdlib.h>

static void end(void)
{
    busy(NULL, 0);
}

void undescribed_manage(void *db)
{
    (void)db;
    atexit(end);
}
