/* A pointer to a record that another begins with, and an offset that only the program knows, lead
 * to a field of the record around it. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
struct type {
    long offset;
};
typedef struct object {
    struct type *type;
} object;
typedef int (*call)(object *);
typedef struct {
    object head;
    long x;
    call function;
} method;
static int stored(object *o)
{
    return o ? 1 : 0;
}
static int assigned(object *o)
{
    return o ? 2 : 0;
}
static struct type type = {offsetof(method, function)};
static method table = {{&type}, 0, stored};
static object *allocate(struct type *t, unsigned long size)
{
    object *o = calloc(1, size);
    o->type = t;
    return o;
}
static object *make(call function)
{
    method *m = (method *)allocate(&type, sizeof *m);
    m->function = function;
    return (object *)m;
}
static int copied(object *o)
{
    call f;
    char *p = (char *)o + o->type->offset;
    memcpy(&f, p, sizeof f);
    return f(o);
}
static int read(object *o)
{
    return (*(call *)((char *)o + o->type->offset))(o);
}
int main(void)
{
    return copied((object *)&table) + read(make(assigned)) - 3;
}
