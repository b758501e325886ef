/* Functions in SQL get the user data, destructors the value. */
#include <sqlite3.h>
#include <stddef.h>

static void used(void)
{
}
static void never(void)
{
}
static void in_sql(sqlite3_context *context, int n, sqlite3_value **values)
{
    ((void (*)(void))sqlite3_user_data(context))();
    sqlite3_result_int(context, 1);
}
static void not_in_sql(sqlite3_context *context, int n, sqlite3_value **values)
{
    never();
}
struct row {
    void (*then)(void);
};
static void then(void)
{
}
static int on_row(void *data, int n, char **values, char **names)
{
    struct row *row = data;
    row->then();
    return 0;
}
static void release(void *value)
{
    struct row *row = value;
    row->then();
}
static int hooked(void *data)
{
    return 0;
}
int main(void)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    struct row row = {then};
    char *message;
    sqlite3_open(":memory:", &db);
    sqlite3_create_function(db, "f", 0, SQLITE_UTF8, (void *)used, in_sql, NULL, NULL);
    sqlite3_exec(db, "select f()", on_row, &row, &message);
    sqlite3_prepare_v2(db, "select ?", -1, &statement, NULL);
    sqlite3_bind_blob(statement, 1, &row, sizeof row, release);
    sqlite3_bind_text(statement, 1, "text", 4, SQLITE_TRANSIENT);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
    sqlite3_commit_hook(db, hooked, &row);
    struct row *before = sqlite3_commit_hook(db, NULL, NULL);
    before->then();
    sqlite3_close(db);
    return 0;
}
