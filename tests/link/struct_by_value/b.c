struct callback {
    int (*fn)(void *);
    void *data;
};
struct callback wrap(void *data);
int choose(struct callback a, int n, struct callback b);
static int other(void *data)
{
    return 0;
}
struct callback make(int which, void *data)
{
    struct callback c = {other, data};
    return which ? wrap(data) : c;
}
int invoke(struct callback c)
{
    return c.fn(c.data) + choose(c, 1, c);
}
