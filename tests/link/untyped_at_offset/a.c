/* A function without a type is stored at an offset, where one of a derived record is called. */
#include <stddef.h>
#include <string.h>
struct base {
    int n;
};
struct mine {
    struct base b;
    int m;
};
typedef int (*get_fn)(struct base *);
struct type {
    int x;
    get_fn get;
};
static int get(struct mine *m)
{
    return m->m;
}
static struct {
    int off;
    void *f;
} slots[] = {{offsetof(struct type, get), get}};
static struct type t;
int main(void)
{
    struct mine m = {{1}, 7};
    *(void **)((char *)&t + slots[0].off) = slots[0].f;
    return t.get(&m.b) - 7;
}
