/* Functions that take a record of their own where the call passes another: converted in a table
 * without types, and by name. */
struct object {
    int kind;
};
struct list {
    struct object head;
    int length;
};
typedef int (*method)(struct object *);
struct slot {
    int number;
    void *function;
};
static int length(struct list *l)
{
    return l->length;
}
static int size(struct list *l)
{
    return l->length;
}
static int none(struct object *o)
{
    return o->kind;
}
static int other(long x, double y)
{
    return x > y;
}
static struct slot slots[] = {{1, (void *)length}, {2, (void *)none}};
static method named = (method)size;
static int (*unrelated)(long, double) = other;
int main(void)
{
    struct list l = {{0}, 0};
    method m = slots[0].function;
    return m(&l.head) + named(&l.head) + unrelated(0, 0);
}
