/* The derived record's field is written through the derived type, called through the base's. */
struct base {
    void (*fn)(struct base *);
};
struct derived {
    struct base base;
    void (*extra)(struct derived *);
};
struct flat {
    void (*fn)(struct base *);
    int n;
};
static void f(struct base *b)
{
}
static void g(struct base *b)
{
}
static void extra(struct derived *d)
{
}
int main(void)
{
    struct derived d = {{f}, extra};
    struct base *b = (struct base *)&d;
    b->fn(b);
    ((struct derived *)b)->extra(&d);
    /* A record of its own, of the same beginning: the conversion makes the two one. */
    struct flat x = {g, 1};
    b = (struct base *)&x;
    b->fn(b);
    return 0;
}
