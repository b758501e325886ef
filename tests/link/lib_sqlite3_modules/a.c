/* A virtual table, and a file system before the library's own. */
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct table {
    sqlite3_vtab base;
    void (*note)(const char *);
};
struct cursor {
    sqlite3_vtab_cursor base;
    int row;
};
static void connected(const char *text)
{
}
static void controlled(const char *text)
{
}
static void never(const char *text)
{
}
static int connect(sqlite3 *db, void *data, int count, const char *const *names, sqlite3_vtab **out,
                   char **error)
{
    struct table *table = sqlite3_malloc(sizeof *table);
    memset(table, 0, sizeof *table);
    table->note = (void (*)(const char *))data;
    *out = &table->base;
    return sqlite3_declare_vtab(db, "CREATE TABLE x(a)");
}
static int disconnect(sqlite3_vtab *table)
{
    ((struct table *)table)->note("");
    sqlite3_free(table);
    return SQLITE_OK;
}
static int best(sqlite3_vtab *table, sqlite3_index_info *info)
{
    return SQLITE_OK;
}
static int open_it(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    struct cursor *cursor = sqlite3_malloc(sizeof *cursor);
    memset(cursor, 0, sizeof *cursor);
    *out = &cursor->base;
    return SQLITE_OK;
}
static int close_it(sqlite3_vtab_cursor *cursor)
{
    sqlite3_free(cursor);
    return SQLITE_OK;
}
static int filter(sqlite3_vtab_cursor *cursor, int number, const char *text, int count,
                  sqlite3_value **values)
{
    return SQLITE_OK;
}
static int next(sqlite3_vtab_cursor *cursor)
{
    ((struct cursor *)cursor)->row++;
    return SQLITE_OK;
}
static int at_end(sqlite3_vtab_cursor *cursor)
{
    return ((struct cursor *)cursor)->row > 0;
}
static int column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int number)
{
    sqlite3_result_int(context, 5);
    return SQLITE_OK;
}
static int rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *out)
{
    *out = ((struct cursor *)cursor)->row;
    return SQLITE_OK;
}
static const sqlite3_module module = {.iVersion = 1,
                                      .xConnect = connect,
                                      .xBestIndex = best,
                                      .xDisconnect = disconnect,
                                      .xOpen = open_it,
                                      .xClose = close_it,
                                      .xFilter = filter,
                                      .xNext = next,
                                      .xEof = at_end,
                                      .xColumn = column,
                                      .xRowid = rowid};
static int never_set(sqlite3_vtab *table)
{
    never("");
    return SQLITE_OK;
}

static sqlite3_vfs *own;
static sqlite3_io_methods methods;
static const sqlite3_io_methods *before;

static int control(sqlite3_file *file, int operation, void *data)
{
    if (operation == 1000) {
        ((void (*)(const char *))data)("");
        return SQLITE_OK;
    }
    return before->xFileControl(file, operation, data);
}
static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    int status = own->xOpen(own, name, file, flags, out);
    if (status == SQLITE_OK && file->pMethods) {
        before = file->pMethods;
        methods = *before;
        methods.xFileControl = control;
        file->pMethods = &methods;
    }
    return status;
}
static void files(void)
{
    static sqlite3_vfs vfs;
    sqlite3 *db;
    own = sqlite3_vfs_find(NULL);
    vfs = *own;
    vfs.zName = "test";
    vfs.xOpen = open_file;
    sqlite3_vfs_register(&vfs, 0);
    sqlite3_open_v2("", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "test");
    sqlite3_exec(db, "CREATE TABLE t(a)", NULL, NULL, NULL);
    sqlite3_file_control(db, "main", 1000, (void *)controlled);
    sqlite3_close(db);
}
int main(void)
{
    int (*unused)(sqlite3_vtab *) = never_set;
    sqlite3 *db;
    sqlite3_open(":memory:", &db);
    sqlite3_create_module(db, "m", &module, (void *)connected);
    sqlite3_exec(db, "SELECT * FROM m", NULL, NULL, NULL);
    sqlite3_close(db);
    files();
    return unused == NULL;
}
