/* Methods of records that the library makes call functions that were set by others. */
#include <stdlib.h>
#include <string.h>

#include <db.h>

static void kept(void)
{
}
static void counted(void)
{
}
static void never(void)
{
}
static int compare(DB *base, const DBT *one, const DBT *other)
{
    size_t size = one->size < other->size ? one->size : other->size;
    ((void (*)(void))base->app_private)();
    return memcmp(one->data, other->data, size);
}
static int not_set(DB *base, const DBT *one, const DBT *other)
{
    never();
    return 0;
}
static int index_of(DB *base, const DBT *key, const DBT *data, DBT *result)
{
    memset(result, 0, sizeof *result);
    result->data = data->data;
    result->size = data->size;
    return 0;
}
static void complain(const DB_ENV *environment, const char *prefix, const char *text)
{
}
static void *allocate(size_t size)
{
    return malloc(size);
}
static void *reallocate(void *memory, size_t size)
{
    return realloc(memory, size);
}
static void release(void *memory)
{
    free(memory);
}

static DB *make(DB_ENV *environment)
{
    DB *base;
    if (db_create(&base, environment, 0)) {
        exit(1);
    }
    base->app_private = (void *)counted;
    base->set_bt_compare(base, compare);
    if (base->open(base, NULL, NULL, NULL, DB_BTREE, DB_CREATE, 0)) {
        exit(1);
    }
    return base;
}

static void look(DB *base)
{
    int (*used)(DB *, const DBT *, const DBT *);
    DBC *cursor;
    DBT key = {0};
    DBT data = {0};
    data.flags = DB_DBT_MALLOC;
    base->cursor(base, NULL, &cursor, 0);
    if (cursor->get(cursor, &key, &data, DB_FIRST)) {
        exit(1);
    }
    void (*function)(void) = *(void (**)(void))data.data;
    function();
    cursor->close(cursor);
    base->get_bt_compare(base, &used);
    used(base, &key, &key);
}

int main(void)
{
    DB_ENV *environment;
    void (*function)(void) = kept;
    DBT key = {0};
    DBT data = {0};
    if (db_env_create(&environment, 0)) {
        return 1;
    }
    environment->set_alloc(environment, allocate, reallocate, release);
    environment->set_errcall(environment, complain);
    if (environment->open(environment, NULL, DB_CREATE | DB_INIT_MPOOL | DB_PRIVATE, 0)) {
        return 1;
    }
    DB *base = make(environment);
    DB *index = make(environment);
    base->associate(base, NULL, index, index_of, 0);
    key.data = "key";
    key.size = 3;
    data.data = &function;
    data.size = sizeof function;
    base->put(base, NULL, &key, &data, 0);
    key.data = "other";
    key.size = 5;
    base->put(base, NULL, &key, &data, 0);
    look(base);
    base->err(base, 0, "text");
    index->close(index, 0);
    base->close(base, 0);
    environment->close(environment, 0);
    return 0;
}
